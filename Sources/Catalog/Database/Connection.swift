import CSQLite
import FoundationEssentials

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

  let path: String
  let handle: OpaquePointer
  private var statements: [StatementText: Statement] = [:]
  /// What parts of the library above keep for each connection, with the type of it. They are a handful, and a table by types would
  /// have the runtime look through all conformances of the program for that of its keys, before the first page is read.
  private var attachments: [(type: ObjectIdentifier, attachment: any ConnectionAttachment)] = []
  var busyWait: BusyWait
  /// Whether the log was longer after the last commit than it should be; known to who watches it.
  var isLogLong = false
  /// Whether it was so after any commit.
  var hadLongLog = false
  var tellsLongLog: (_ isUrgent: Bool) -> Void = { _ in }
  /// Is called after each commit of a transaction that changed rows.
  var committed: () -> Void = {}
  /// The names of the functions that were defined for statements.
  var definedFunctions: Set<String> = []
  /// The time, for what is asked by the day: that of the catalog.
  var clock: @Sendable () -> Date = { Date() }
  /// Whom the transaction under way runs for.
  var origin = TransactionOrigin()
  /// The number of rows of books that were read so far. Tests compare it: it must not depend on books that do not exist for
  /// a viewer.
  var booksRead = 0
  /// What ends the access under way.
  var cancellation: AccessCancellation?
  /// As it was set last; `nil` as SQLite has it by itself.
  var durability: CommitDurability? {
    // Who does not wait for the disk waits for nobody to look: a load, or other work in the background, which takes the
    // pauses that others leave. Two loads that asked would cut each other into transactions of some milliseconds.
    didSet { busyWait.asks = durability?.waitsForDisk == true }
  }

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
    attachments.removeAll()
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
  /// Gives what a part of the library keeps for this connection, and makes it when it is asked for first.
  func attachment<Attachment: ConnectionAttachment>(_ type: Attachment.Type) -> Attachment {
    let id = ObjectIdentifier(type)
    for known in attachments where known.type == id { return unsafeDowncast(known.attachment, to: type) }
    let attachment = Attachment()
    attachments.append((id, attachment))
    return attachment
  }

  /// All that was asked for so far.
  var attached: [any ConnectionAttachment] { attachments.map(\.attachment) }
}

extension Connection {
  /// A statement, prepared once for each connection and kept. While it runs, whoever asks for it again, such as a list
  /// that is read inside the reading of a list, gets another one.
  func statement(_ sql: String) throws -> Statement {
    let text = StatementText(sql: sql)
    if let statement = statements[text] {
      return statement.isBusy ? try temporaryStatement(sql) : statement
    }
    let statement = try keptStatement(sql)
    // A person's queries have many shapes; the ones used all day are soon prepared again.
    if statements.count >= Self.keptStatements { statements = statements.filter { $0.value.isBusy } }
    statements[text] = statement
    return statement
  }

  /// A statement for somebody who keeps it by a key of their own, as long as the connection lasts.
  func keptStatement(_ sql: String) throws -> Statement { try prepared(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT)) }

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

  /// The id in the first row's first column, of what the caller takes it for; `nil` without a row or when it is NULL.
  func id<ID: NumericID>(_ sql: String, _ values: [SQLValue] = []) throws -> ID? {
    try integer(sql, values).map { ID(rawValue: $0) }
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
