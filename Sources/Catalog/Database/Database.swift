import FoundationEssentials
import Synchronization

/// The catalog's file, opened: one writer, a pool of readers, and whether it may be written at all. Copies share them.
struct Database: Sendable {
  let path: String
  /// The file that was opened: another one that takes its place is another catalog.
  let file: DatabaseFile.Identity?
  /// Whether nothing can be changed through this opening.
  let isReadOnly: Bool
  /// What opening did to a file of an older version; `nil` where it did nothing.
  let upgrade: SchemaUpgrade?
  private let readMode: Connection.Mode
  private let writer: ConnectionQueue
  private let readers: ReaderPool
  private let checkpointer: Checkpointer
  /// How who writes for long learns that another process waits.
  let turns: WriteTurns
  /// Whom its transactions run for.
  var origin = TransactionOrigin()
  /// Wakes who looks for changes: after each commit through this opening, and when somebody who watches the file says so.
  let wakeups = Broadcast<Void>(bufferSize: 1)
  let commits = CommitCount()

  /// Opens the file, and makes or upgrades it when it must.
  ///
  /// - Parameters:
  ///   - mayCreate: whether a missing file is made; else it is an error.
  ///   - readOnly: never write, for files on media that cannot be written.
  ///   - patience: seconds to wait for another process's write.
  ///   - clock: gives the time.
  ///   - finishUpgrade: Makes what the scripts of an upgrade leave, in their transaction, and returns a line for each change
  ///     of what books show.
  ///   - prepareWriter: is given the connection that writes, each time one is opened and after an upgrade, before anything
  ///     else is done with it; and what it calls after each commit that others are to hear of.
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
    if isReadOnly { try Self.lookBeforeOpening(path, isAsked: readOnly) }
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
          .readOnly, "write", path, cause: "it was opened for reading only",
          hint: readOnly ? nil : "check the permissions of the file and of its folder",
          remedy: readOnly ? .openForWriting : nil)
      }
      try Self.require(opened, at: path)
      let connection = try Self.writingConnection(path: path, patience: patience)
      connection.clock = clock
      connection.committed = { commits.increase() }
      connection.watchLog { [weak checkpointer] in checkpointer?.schedule(isUrgent: $0) }
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
      if case .older(let version) = state, isReadOnly { throw Self.cannotUpgrade(path, version, isAsked: readOnly) }
      if state == .empty, !mayCreate {
        throw CatalogError(
          .notACatalog, "open", path, cause: "it is empty",
          hint: "wait until it has been copied there, or name another file")
      }
      upgrade = try writer.sync { connection in
        let upgrade = try Migrator.migrate(connection, now: now, finish: finishUpgrade)
        prepare(connection)
        return upgrade
      }
    }
    self.upgrade = upgrade
  }

  /// Makes an empty catalog. Nothing is wrong when another process is faster: its file is opened.
  private static func make(_ path: String, now: Date, _ finish: (Connection) throws -> [String]) throws {
    _ = try NewFile(path).make { connection in
      try Migrator.migrate(connection, now: now, finish: finish)
      // Who opens it first has no need to switch it while others read.
      try connection.runScript("PRAGMA journal_mode = WAL")
    }
  }

  /// Connections are opened as they are needed: all must be of one file.
  private static func require(_ opened: DatabaseFile.Identity?, at path: String) throws {
    if try DatabaseFile.identity(of: path) != opened { throw CatalogError.fileIsMissing("open", path) }
  }

  /// Waits for the accesses under way and closes every connection. Nothing depends on it.
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

  /// Of two processes that switch a new file to its log at once, SQLite tells one that the other is busy without having
  /// waited, or that the disk failed, since the other's first journal went while it was looked at: it is tried again.
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
    // The log's size limit gives its space back after an import.
    // Debian's SQLite overwrites what is deleted with zeros unless told not to.
    try connection.runScript(
      """
      PRAGMA journal_mode = WAL; PRAGMA cache_size = -20000; PRAGMA journal_size_limit = 16777216;
      PRAGMA secure_delete = OFF
      """)
    try connection.set(.survivesPowerCut)
    return connection
  }

  /// Refuses what could not be used before SQLite makes a log beside it: who may not write the file could not remove that
  /// again. Without a log the file can be looked at as it lies there. Whoever begins to write it meanwhile upgrades it first.
  private static func lookBeforeOpening(_ path: String, isAsked: Bool) throws {
    guard !DatabaseFile.exists(path + "-wal"), let connection = try? Connection(path: path, mode: .immutable) else {
      return
    }
    do {
      if case .older(let version) = try Migrator.state(of: connection) {
        throw cannotUpgrade(path, version, isAsked: isAsked)
      }
    } catch let error as CatalogError where [.readOnly, .newer, .notACatalog].contains(error.code) {
      throw error
    } catch {
      // Opened in earnest it says so itself.
    }
  }

  private static func cannotUpgrade(_ path: String, _ version: Int64, isAsked: Bool) -> CatalogError {
    CatalogError(
      .readOnly, "open", path,
      cause:
        "an older version made it (schema \(version), this one has \(Migrator.newest)), and it cannot be upgraded"
        + " where nothing may be written",
      hint: isAsked ? nil : "check the permissions of the file and of its folder",
      remedy: isAsked ? .openForWriting : nil)
  }

  /// A file in a folder that cannot be written has no room for the log's index; without a log nobody is writing it, and
  /// it can be read as it lies there.
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
  /// Reads on the calling thread, in one view of the catalog. For commands that are over in a moment.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try readers.next.sync { connection in try connection.transaction("BEGIN", for: origin) { try body(connection) } }
  }

  /// Reads on a reader's thread, in one view of the catalog; cancelling the task ends the read.
  func read<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
    try await readers.next.async { connection in
      try connection.transaction("BEGIN", for: origin) { try body(connection) }
    }
  }

  /// Writes on the calling thread, all or nothing.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try writer.sync { connection in
      try connection.set(.survivesPowerCut)
      return try connection.transaction(for: origin) { try body(connection) }
    }
  }

  /// Writes on the writer's thread, all or nothing; cancelling the task before the end leaves nothing changed.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
    try await writer.async { connection in
      try connection.set(.survivesPowerCut)
      return try connection.transaction(for: origin) { try body(connection) }
    }
  }

  /// Writes and takes everything back, so that only the result is left.
  func dryRun<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
    try await writer.async { connection in
      try connection.run("BEGIN IMMEDIATE")
      defer { connection.takeBack() }
      return try body(connection)
    }
  }

  /// Writes a part of a load, all or nothing, and does not wait until it is on the disk: after a power cut the catalog is
  /// as this or an earlier transaction left it (sqlite.org/pragma.html#pragma_synchronous, NORMAL), and the load is done
  /// again from there. The next write of another kind brings it to the disk with itself.
  ///
  /// - Parameters:
  ///   - contents: those in which the load began; it does not go on in others.
  ///   - logPages: how long the write-ahead log may grow before it is copied into the file.
  func load<Result: Sendable>(
    in contents: ContentsMark?, logPages: Int = CommitDurability.survivesPowerCut.logPages,
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    let (result, isLogLong) = try await writer.async { connection in
      try connection.set(CommitDurability(waitsForDisk: false, logPages: logPages))
      let result = try connection.transaction(for: origin) {
        try contents?.require(connection)
        return try body(connection)
      }
      return (result, connection.isLogLong)
    }
    // Others write meanwhile.
    if isLogLong { await checkpointer.run() }
    return result
  }

  /// Reads in one view of the catalog with a connection that may make temporary tables: for a check.
  func examine<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let connection = try isReadOnly ? Connection(path: path, mode: readMode) : Connection(path: path, mode: .readWrite)
    return try connection.transaction("BEGIN") { try body(connection) }
  }

  /// Copies the whole catalog into a new file.
  func copy(to target: String) throws {
    try readers.next.sync { try Backup.copy($0, to: target) }
  }

  /// Copies the whole catalog into a new file; cancelling the task before the end leaves none.
  func copy(to target: String) async throws {
    try await readers.next.async { try Backup.copy($0, to: target) }
  }

  /// Runs the body on a reader's connection, outside of any transaction: for one statement.
  func withReader<Result>(_ body: (Connection) throws -> Result) throws -> Result { try readers.next.sync(body) }

  /// Runs the body on the writer's connection, outside of any transaction.
  func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result { try writer.sync(body) }

  /// Runs the body on the writer's connection and thread, outside of any transaction; cancelling the task ends it.
  func withWriter<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await writer.async(body)
  }

  /// Whether somebody in this process waits to write while another write runs: long runs end their transaction then.
  var hasWaitingWriter: Bool { writer.load > 1 }
}
