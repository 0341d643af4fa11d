import CSQLite

/// One connection to the catalog's file, with the settings that every connection has. Not thread-safe: the writer and
/// the readers' pool each see to it that one thread at a time uses one.
final class Connection {
  enum Mode: Equatable {
    /// Reads and writes. Readers are opened so too and set to `query_only`, since only then the last one to close can
    /// tidy up the write-ahead log.
    case readWrite
    /// Never writes, not even the log's index: for files that may not be written.
    case readOnly
    /// Reads a file that no process writes, in a folder that cannot be written.
    case immutable
  }

  /// Named so that a connection another process made without our function cannot change books: see the guard triggers.
  static let guardFunction = "edit_with_catalog"

  private static let keptStatements = 200
  /// Between which a copy can be cancelled: some MiB.
  private static let pagesOfACopyStep: Int32 = 1_000
  /// How many times as long as it should be the log is when copying it waits for no lull. Four times as long it has the size
  /// that it keeps.
  private static let urgentLog = 4
  /// How many times as long as it should be it is when a connection finds that nobody ever copies it.
  private static let forgottenLog = 16

  let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var pageStatements: [Int: Statement] = [:]
  private var busyWait: BusyWait
  /// Whether the log was longer after the last commit than it should be; known to who watches it.
  private(set) var isLogLong = false
  /// Whether it was so after any commit.
  private var hadLongLog = false
  private var tellsLongLog: (_ isUrgent: Bool) -> Void = { _ in }
  private var cancellation: AccessCancellation?
  /// As it was set last; `nil` as SQLite has it by itself.
  var durability: Durability? {
    // Who does not wait for the disk waits for nobody to look: a load, or other work in the background, which takes the
    // pauses that others leave. Two loads that asked would cut each other into transactions of some milliseconds.
    didSet { busyWait.asks = durability?.waitsForDisk == true }
  }
  /// What was read of the page index.
  var pageIndexCache = PageIndexCache()
  /// Smaller ones make deep indexes of few books.
  var pageIndexSizes = PageIndexSizes()
  /// The books that the transaction under way changes. Who writes a book, or what is said of it, notes it here.
  var changedBooks = ChangedBooks()
  /// Is told what a transaction has changed, after each commit that changed books.
  var committed: (CatalogChange) -> Void = { _ in }

  /// - Parameter patience: how long a statement waits for another process's write, in seconds.
  init(path: String, mode: Mode, patience: Double = 5) throws {
    self.path = path
    self.busyWait = BusyWait(patience: patience, turns: WriteTurns(path: DatabaseFile.resolved(path)))
    var handle: OpaquePointer?
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    flags |= mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let name = mode == .immutable ? Self.immutableURI(path) : path
    let result = sqlite3_open_v2(name, &handle, flags, nil)
    guard result == SQLITE_OK, let handle else {
      defer { sqlite3_close(handle) }
      throw CatalogError(sqlite: result, message: "", operation: "open", subject: path)
    }
    self.handle = handle
    configure()
    try defineGuardFunction()
  }

  deinit {
    // SQLite copies the log where nobody else has the file open; others may keep it open all day.
    if isLogLong { _ = try? checkpoint(.passive) }
    statements.removeAll()
    pageStatements.removeAll()
    sqlite3_close_v2(handle)
  }

  private static func immutableURI(_ path: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 47
      let hex = String(byte, radix: 16)
      uri += isPlain ? String(UnicodeScalar(byte)) : "%" + (hex.count < 2 ? "0" : "") + hex
    }
    return uri + "?immutable=1"
  }

  /// sqlite.org/security.html, and the settings of the design: no schema tricks, foreign keys, no quoted strings as
  /// names.
  private func configure() {
    csqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    csqlite_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    csqlite_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    csqlite_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      handle,
      { context, attempt in
        guard let context else { return 0 }
        return Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().waitsOn(attempt: attempt) ? 1 : 0
      }, context)
  }

  private func defineGuardFunction() throws {
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC
    let result = sqlite3_create_function_v2(
      handle, Self.guardFunction, 0, flags, nil, { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, in: Self.guardFunction) }
  }

  private func waitsOn(attempt: Int32) -> Bool {
    if cancellation?.isCancelled == true { return false }
    return busyWait.waits(attempt: attempt)
  }
}

extension Connection {
  /// A statement, prepared once for each connection and kept. While it runs, whoever asks for it again, such as a list
  /// that is read inside the reading of a list, gets another one.
  func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] {
      return statement.isBusy ? try temporaryStatement(sql) : statement
    }
    let statement = try prepared(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    // A person's queries have many shapes; the ones used all day are soon prepared again.
    if statements.count >= Self.keptStatements { statements = statements.filter { $0.value.isBusy } }
    statements[sql] = statement
    return statement
  }

  /// The same for the statements of pages, which are asked for by their number: to make and to hash the text takes as
  /// long as to read some rows. They are few, and all are kept.
  func statement(_ page: PageStatement) throws -> Statement {
    let number = page.number
    if let statement = pageStatements[number] {
      return statement.isBusy ? try temporaryStatement(page.sql) : statement
    }
    let statement = try prepared(page.sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    pageStatements[number] = statement
    return statement
  }

  /// A statement whose text is unlike any other's, such as a query a user typed: not kept.
  func temporaryStatement(_ sql: String) throws -> Statement {
    try prepared(sql, flags: 0)
  }

  private func prepared(_ sql: String, flags: UInt32) throws -> Statement {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
    guard result == SQLITE_OK, let statement else { throw failure(result, in: sql) }
    return Statement(handle: statement, connection: self)
  }

  /// Runs a kept statement that gives no rows.
  func run(_ sql: String, _ values: [SQLValue] = []) throws {
    try statement(sql).run(values)
  }

  /// Runs every statement of a script.
  func runScript(_ sql: String) throws {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, in: sql) }
  }

  /// The integer in the first row's first column; `nil` without a row or when it is NULL.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
    try statement(sql).first(values) { $0.optionalInteger(0) } ?? nil
  }

  /// The text in the first row's first column.
  func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
    try statement(sql).first(values) { $0.optionalText(0) } ?? nil
  }

  /// The number behind the highest of a table's, which are never used twice.
  func nextID(in table: String, through limit: Int64 = .max) throws -> Int64 {
    let last = max(0, try integer("SELECT max(id) FROM \(table)") ?? 0)
    guard last < limit else {
      throw CatalogError(.failed, "add to", path, cause: "another program used up the numbers of \(table)s")
    }
    return last + 1
  }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// How many rows all statements changed since the connection was opened.
  var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

  /// Whether it has begun to write what is not committed yet.
  var isWriting: Bool { sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE }

  /// Whether nobody writes at the moment; a connection without patience does not wait for it.
  var canWrite: Bool { (try? runScript("BEGIN IMMEDIATE; ROLLBACK")) != nil }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Statements that were begun and not finished; none once an access has ended.
  var hasBusyStatement: Bool {
    var next = sqlite3_next_stmt(handle, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0 { return true }
      next = sqlite3_next_stmt(handle, statement)
    }
    return false
  }

  /// Runs the body in a transaction, which ends with it: committed when it returns, rolled back when it throws.
  ///
  /// - Parameter begin: `BEGIN IMMEDIATE` for writing, so that waiting for others happens before anything is read;
  ///   `BEGIN` for one view of the catalog over several reads.
  func transaction<Result>(_ begin: String = "BEGIN IMMEDIATE", _ body: () throws -> Result) throws -> Result {
    try run(begin)
    do {
      let result = try body()
      let change = changedBooks.change
      if let change { try ChangeTable(connection: self).append(change) }
      try requireFileInPlace()
      try run("COMMIT")
      changedBooks = ChangedBooks()
      if let change { committed(change) }
      return result
    } catch {
      takeBack()
      throw error
    }
  }

  /// What is written to a file that nobody can open again would be lost (SQLITE_FCNTL_HAS_MOVED,
  /// sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
  private func requireFileInPlace() throws {
    guard sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE else { return }
    var hasMoved: Int32 = 0
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK, hasMoved != 0 else {
      return
    }
    throw CatalogError.fileIsGone("write", path)
  }

  /// Takes back what the transaction under way has done.
  func takeBack() {
    changedBooks = ChangedBooks()
    // Some errors have rolled back already (sqlite.org/lang_transaction.html, 3).
    if isInTransaction { try? runScript("ROLLBACK") }
  }

  /// Leaves the log as it is when a commit has made it too long, and tells so, where SQLite would copy it then
  /// (sqlite.org/c3ref/wal_hook.html). Who hears it has it copied soon, and at once where it is urgent.
  func watchLog(_ tellsLongLog: @escaping (_ isUrgent: Bool) -> Void) {
    self.tellsLongLog = tellsLongLog
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().note(logPages: Int(pages))
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(logPages: Int) {
    let durability = durability ?? .everyday
    isLogLong = logPages >= durability.logPages
    guard isLogLong else { return }
    // Processes that are killed right after their edit never come to copying it, and others that only read keep it from
    // being copied when they end. The commit stands, whatever comes of this.
    if !hadLongLog, logPages >= Self.forgottenLog * durability.logPages { _ = try? checkpoint(.passive) }
    hadLongLog = true
    // A load has it copied between two of its transactions.
    if durability.waitsForDisk { tellsLongLog(logPages >= Self.urgentLog * durability.logPages) }
  }

  /// How the log is copied (sqlite.org/c3ref/wal_checkpoint_v2.html).
  enum Checkpoint {
    /// While others write; what they add stays.
    case passive
    /// All of it, where nobody writes just then, and nobody can meanwhile; else as passive. A connection without patience
    /// waits for nobody.
    case full
  }

  /// Copies what is committed from the log into the file, but for what somebody reads in its older state.
  ///
  /// - Returns: how many pages of the log are left; `nil` where another connection copies it.
  func checkpoint(_ mode: Checkpoint) throws -> Int? {
    // A connection that has read nothing yet does not know of the log.
    try runScript("PRAGMA user_version")
    var (pages, copied): (Int32, Int32) = (-1, -1)
    let how = mode == .full ? SQLITE_CHECKPOINT_FULL : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(handle, "main", how, &pages, &copied)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw failure(result, in: "wal_checkpoint") }
    return pages < 0 ? nil : Int(pages - copied)
  }

  /// Copies the whole database, as it is at one moment, into another one (sqlite.org/backup.html): all or nothing, and
  /// nothing when the access that it belongs to is cancelled.
  ///
  /// - Parameters:
  ///   - access: the connection of that access; this one by default.
  ///   - locked: called once nobody else can write the target any more, and before anything is written to it.
  func copy(
    into target: Connection, cancelledBy access: Connection? = nil, locked: () throws -> Void = {}
  ) throws {
    // Without a transaction of its own, each step would be of another moment, and the copy begin anew.
    let isOwn = !isInTransaction
    if isOwn { try run("BEGIN") }
    defer { if isOwn { takeBack() } }
    _ = try integer("PRAGMA schema_version")
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle), in: "back up")
    }
    let cancellation = (access ?? self).cancellation
    var result = SQLITE_OK
    var attempt: Int32 = 0
    // A step of no pages takes the locks.
    var pages: Int32 = 0
    while true {
      if cancellation?.isCancelled == true { break }
      result = sqlite3_backup_step(backup, pages)
      if result == SQLITE_OK {
        attempt = 0
        guard pages == 0 else { continue }
        pages = Self.pagesOfACopyStep
        do {
          try locked()
        } catch {
          sqlite3_backup_finish(backup)
          throw error
        }
      } else {
        guard result == SQLITE_BUSY || result == SQLITE_LOCKED, busyWait.waits(attempt: attempt) else { break }
        attempt += 1
      }
    }
    let finished = sqlite3_backup_finish(backup)
    if result == SQLITE_OK { try cancellation?.check(path) }
    guard result == SQLITE_DONE, finished == SQLITE_OK else {
      throw CatalogError(
        sqlite: result == SQLITE_DONE ? finished : result, message: "", operation: "back up", subject: target.path)
    }
  }

  func failure(_ result: Int32, in sql: String) -> CatalogError {
    let message = String(cString: sqlite3_errmsg(handle))
    var error = CatalogError(sqlite: result, message: message, operation: "use", subject: path)
    if error.code == .failed {
      // An error of ours: the statement is what a developer needs to find it.
      error = CatalogError(.failed, "use", path, cause: "\(error.cause), in “\(sql.prefix(200))”", hint: error.hint)
    }
    return error
  }
}

extension Connection {
  /// The access under way has done what it was for, and is brought to its end.
  func ignoreCancellation() {
    sqlite3_progress_handler(handle, 0, nil, nil)
    cancellation = nil
  }

  /// Runs the body so that the cancellation ends it, and it alone: the statement under way stops with an error. The
  /// progress handler reads the access's own flag, where `sqlite3_interrupt` would race with the next access.
  func access<Result>(_ cancellation: AccessCancellation?, _ body: () throws -> Result) throws -> Result {
    guard let cancellation else { return try body() }
    try cancellation.check(path)
    self.cancellation = cancellation
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<AccessCancellation>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(cancellation).toOpaque())
    defer { ignoreCancellation() }
    do {
      return try body()
    } catch let error as CatalogError where error.code == .busy && cancellation.isCancelled {
      throw cancellation.error(path)
    }
  }
}
