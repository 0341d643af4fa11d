import CatalogDatabase
import FoundationEssentials
import Synchronization

/// An open catalog file: one writer, a pool of readers, and settings. Copies share the writer and the readers.
struct Database: Sendable {
  let path: String
  /// The identity of the opened file. If another file takes its place, that file is a different catalog.
  let file: DatabaseFile.Identity?
  /// True if the catalog cannot be changed, because it was opened as read-only or the file is not writable.
  let isReadOnly: Bool
  /// A description of the upgrade made when the file was opened, or `nil` if no upgrade was needed.
  let upgrade: SchemaUpgrade?
  private let readMode: Connection.Mode
  private let writer: ConnectionQueue
  let readers: ReaderPool
  private let checkpointer: Checkpointer
  /// Requests by other processes that wait to write while this process makes a long write.
  let turns: WriteTurns
  /// The person and command recorded for transactions.
  var origin = TransactionOrigin()
  /// Notifies observers after each commit made through this value, and when a watch of the file reports a change.
  let wakeups = Broadcast<Void>(bufferSize: 1)
  let commits = CommitCount()

  /// Opens the file, and creates or upgrades it if necessary.
  ///
  /// - Parameters:
  ///   - mayCreate: True to create a missing file. If false, a missing file is an error.
  ///   - readOnly: True to never write to the file, for example on read-only media.
  ///   - patience: The number of seconds to wait while another process writes (``BusyWait/patience``).
  ///   - clock: Returns the current time.
  ///   - finishUpgrade: Makes the changes of an upgrade that SQL scripts cannot make, in the same transaction as the
  ///     scripts. Returns a line of text for each visible change to a book.
  ///   - prepareWriter: Called with each new connection for writing and after an upgrade, before the connection is
  ///     used. It must arrange for `announce` to be called after each commit that observers should know about.
  /// - Throws: ``CatalogError``
  init(
    path: String, mayCreate: Bool, readOnly: Bool, patience: Double, clock: @escaping @Sendable () -> Date,
    finishUpgrade: @escaping @Sendable (Connection) throws -> [String],
    prepareWriter: @escaping @Sendable (_ connection: Connection, _ announce: @escaping () -> Void) -> Void
  ) throws {
    self.path = path
    let now = clock()
    let exists = try DatabaseFile.identity(of: path) != nil
    guard exists || (mayCreate && !readOnly) else {
      throw CatalogError(.missing, "open", path, cause: "there is no such file")
    }
    let isReadOnly = readOnly || (exists && !DatabaseFile.isWritable(path))
    self.isReadOnly = isReadOnly
    if isReadOnly { try Self.lookBeforeOpening(path, isRequested: readOnly) }
    let mode = isReadOnly ? try Self.readOnlyMode(path: path, patience: patience) : .readWrite
    readMode = mode
    if !exists { try Self.make(path, now: now, finishUpgrade) }
    let opened = try DatabaseFile.identity(of: path)
    file = opened
    turns = WriteTurns(path: DatabaseFile.resolved(path))
    let checkpointer = Checkpointer {
      try Self.require(opened, at: path)
      return try Connection(path: path, mode: .readWrite, patience: 0)
    }
    self.checkpointer = checkpointer
    let wakeups = wakeups
    let prepare: @Sendable (Connection) -> Void = { connection in
      let file = DatabaseFile.resolved(path)
      prepareWriter(connection) {
        wakeups.send(())
        DatabaseFile.announceCommit(to: file)
      }
    }
    let commits = commits
    let openWriter: @Sendable () throws -> Connection = {
      guard !isReadOnly else {
        throw CatalogError(
          .readOnly, "write", path, cause: "it was opened read-only",
          hint: readOnly ? nil : "check the permissions of the file and of its folder",
          remedy: readOnly ? .openForWriting : nil)
      }
      try Self.require(opened, at: path)
      let connection = try Self.writingConnection(path: path, patience: patience)
      connection.clock = clock
      connection.committed = { commits.increase() }
      connection.watchLongLog { [weak checkpointer] in checkpointer?.schedule(isUrgent: $0) }
      prepare(connection)
      return connection
    }
    writer = ConnectionQueue(label: "catalog.writer", open: openWriter)
    readers = ReaderPool {
      try Self.require(opened, at: path)
      let connection = try Self.readingConnection(path: path, mode: mode, patience: patience)
      connection.clock = clock
      return connection
    }
    let state = try readers.next.sync(Migrator.state)
    var upgrade: SchemaUpgrade?
    if state != .current {
      if case .older(let version) = state, isReadOnly { throw Self.cannotUpgrade(path, version, isRequested: readOnly) }
      if state == .empty, !mayCreate {
        throw CatalogError(
          .notACatalog, "open", path, cause: "the file is empty",
          hint: "wait until it has been copied, or choose another file")
      }
      upgrade = try writer.sync { connection in
        let upgrade = try Migrator.migrate(connection, now: now, finish: finishUpgrade)
        prepare(connection)
        return upgrade
      }
    }
    self.upgrade = upgrade
  }

  /// Creates an empty catalog. If another process has created the file in the meantime, that file is used.
  private static func make(_ path: String, now: Date, _ finish: (Connection) throws -> [String]) throws {
    _ = try NewFile(path).make { connection in
      try Migrator.migrate(connection, now: now, finish: finish)
      // WAL mode is set now, so that no process has to set it later while others read.
      try connection.runScript("PRAGMA journal_mode = WAL")
    }
  }

  /// Checks that the file was not replaced. Connections are opened on demand, and all must use the same file.
  private static func require(_ opened: DatabaseFile.Identity?, at path: String) throws {
    if try DatabaseFile.identity(of: path) != opened { throw CatalogError.fileIsMissing("open", path) }
  }

  /// Waits for running accesses and closes all connections. Calling this is optional, and later accesses reopen them.
  func close() {
    checkpointer.close()
    readers.close()
    writer.close()
  }

  private static func readingConnection(path: String, mode: Connection.Mode, patience: Double) throws -> Connection {
    let connection = try Connection(path: path, mode: mode, patience: patience)
    try connection.runScript("PRAGMA query_only = ON")
    return connection
  }

  /// Opens a connection for writing. Retries if another process is switching a new file to WAL mode. In that case,
  /// SQLite reports immediately that the file is busy, or reports a disk error because a journal file has disappeared.
  private static func writingConnection(path: String, patience: Double) throws -> Connection {
    var wait = BusyWait(patience: patience, turns: WriteTurns(path: DatabaseFile.resolved(path)))
    var attempt: Int32 = 0
    while true {
      do {
        return try loggingConnection(path: path, patience: patience)
      } catch let error as CatalogError where error.code == .busy || (error.code == .failed && attempt < 50) {
        guard wait.waits(attempt: attempt) else { throw error }
        attempt += 1
      }
    }
  }

  private static func loggingConnection(path: String, patience: Double) throws -> Connection {
    let connection = try Connection(path: path, mode: .readWrite, patience: patience)
    // The size limit makes the log file shrink after an import. In Debian, secure_delete is on by default.
    try connection.runScript(
      """
      PRAGMA journal_mode = WAL; PRAGMA cache_size = -20000; PRAGMA journal_size_limit = 16777216;
      PRAGMA secure_delete = OFF
      """)
    try connection.set(.survivesPowerCut)
    return connection
  }

  /// Checks whether a file can be opened without write access, and throws an error if it cannot. Opening the file
  /// normally would create a log next to it, which only a process with write access could remove. If a log exists
  /// already, nothing is checked.
  private static func lookBeforeOpening(_ path: String, isRequested: Bool) throws {
    guard !DatabaseFile.exists(path + "-wal"), let connection = try? Connection(path: path, mode: .immutable) else {
      return
    }
    do {
      if case .older(let version) = try Migrator.state(of: connection) {
        throw cannotUpgrade(path, version, isRequested: isRequested)
      }
    } catch let error as CatalogError where [.readOnly, .newer, .notACatalog].contains(error.code) {
      throw error
    } catch {
      // This error occurs again and is reported when the file is opened.
    }
  }

  private static func cannotUpgrade(_ path: String, _ version: Int64, isRequested: Bool) -> CatalogError {
    CatalogError(
      .readOnly, "open", path,
      cause:
        "it was created by an older version (schema \(version); this version uses \(Migrator.newest)) "
        + "and cannot be upgraded without write access",
      hint: isRequested ? nil : "check the permissions of the file and of its folder",
      remedy: isRequested ? .openForWriting : nil)
  }

  /// Returns the mode for reading without write access. SQLite cannot create the log's index in a read-only folder.
  /// However, if no log exists, no process is writing to the file, and the file can be opened as immutable.
  private static func readOnlyMode(path: String, patience: Double) throws -> Connection.Mode {
    do {
      let connection = try Connection(path: path, mode: .readOnly, patience: patience)
      _ = try connection.integer("PRAGMA user_version")
      return .readOnly
    } catch let error as CatalogError where error.code == .permissionDenied {
      guard !DatabaseFile.exists(path + "-wal") else { throw error }
      return .immutable
    }
  }
}

extension Database {
  /// Reads on the calling thread, in one consistent view of the catalog.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try readers.next.sync { connection in try connection.transaction("BEGIN", for: origin) { try body(connection) } }
  }

  /// Reads on another thread, in one consistent view of the catalog. Cancelling the task ends the read.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
    try await readers.next.async { connection in
      try connection.transaction("BEGIN", for: origin) { try body(connection) }
    }
  }

  /// Writes on the calling thread, in one atomic transaction.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try writer.sync { connection in
      try connection.set(.survivesPowerCut)
      return try connection.transaction(for: origin) { try body(connection) }
    }
  }

  /// Writes on another thread, in one atomic transaction. If the task is cancelled before the end, nothing is changed.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
    try await writer.async { connection in
      try connection.set(.survivesPowerCut)
      return try connection.transaction(for: origin) { try body(connection) }
    }
  }

  /// Runs the body in a transaction that is always rolled back, and returns the body's result.
  func dryRun<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
    try await writer.async { connection in
      try connection.run("BEGIN IMMEDIATE")
      defer { connection.takeBack() }
      return try body(connection)
    }
  }

  /// Writes a part of a bulk load in one atomic transaction, without waiting for the disk. A power cut may undo this
  /// and later transactions, which the load then repeats (sqlite.org/pragma.html#pragma_synchronous, NORMAL). The next
  /// durable commit also makes this transaction durable.
  ///
  /// - Parameters:
  ///   - contents: The contents when the load began. If they were replaced by a backup, an error is thrown.
  ///   - logPages: The number of pages in the write-ahead log at which a checkpoint is made.
  func load<Result: Sendable>(
    in contents: ContentsVersion?, logPages: Int = CommitDurability.survivesPowerCut.logPages,
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    let (result, isLogLong) = try await writer.async { connection in
      try connection.set(CommitDurability(waitsForDisk: false, logPages: logPages))
      let result = try connection.transaction(for: origin) {
        try contents?.require(connection)
        return try body(connection)
      }
      return (result, connection.context.isLogLong)
    }
    // The transaction has ended, so others can write during the checkpoint.
    if isLogLong { await checkpointer.run() }
    return result
  }

  /// Reads in one consistent view of the catalog, through a connection that may create temporary tables. For checks.
  func examine<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try isReadOnly ? Connection(path: path, mode: readMode) : Connection(path: path, mode: .readWrite)
    return try connection.transaction("BEGIN") { try body(connection) }
  }

  /// Runs the body, outside of a transaction, on a connection for reading. For single statements.
  func withReader<Result>(_ body: (Connection) throws -> Result) throws -> Result { try readers.next.sync(body) }

  /// Runs the body, outside of a transaction, on the connection for writing.
  func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result { try writer.sync(body) }

  /// Runs the body, outside of a transaction, on the connection for writing and on another thread. Can be cancelled.
  func withWriter<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await writer.async(body)
  }

  /// True if another access in this process is waiting to write. Long writes should then end their transaction.
  var hasWaitingWriter: Bool { writer.load > 1 }
}
