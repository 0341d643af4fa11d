import CSQLite
import FoundationEssentials

/// A connection to the catalog's file, with the settings that all connections share. Not thread-safe: it must be used
/// by only one thread at a time.
final class Connection {
  enum Mode: Equatable {
    /// Reads and writes. Readers also use this mode, together with `query_only`. Otherwise, they could not remove the
    /// write-ahead log if they were the last to close the file.
    case readWrite
    /// Reads only, and does not even write the log's index. For read-only files.
    case readOnly
    /// Reads a file in a read-only folder. No process may write to the file in the meantime.
    case immutable
  }

  /// The name of an SQL function. The triggers of the catalog call it to prevent changes by other programs. Other
  /// programs do not define the function, so their changes to books fail.
  static let guardFunction = "edit_with_catalog"

  private static let keptStatements = 200

  let path: String
  let handle: OpaquePointer
  private var statements: [StatementText: Statement] = [:]
  /// The data that other parts of the library attach to the connection, by type. The array is short. A dictionary with
  /// types as keys would be slower, because the Swift runtime would first search all conformances in the program.
  private var attachments: [(type: ObjectIdentifier, attachment: any ConnectionAttachment)] = []
  var busyWait: BusyWait
  /// True if the log was too long after the last commit. Always false unless ``watchLog(_:)`` was called.
  var isLogLong = false
  /// True if the log was too long after any commit so far.
  var hadLongLog = false
  var tellsLongLog: (_ isUrgent: Bool) -> Void = { _ in }
  /// A closure that is called after each commit that changed rows.
  var committed: () -> Void = {}
  /// The names of the SQL functions defined for this connection.
  var definedFunctions: Set<String> = []
  /// The catalog's clock, used in queries for days such as “last month”.
  var clock: @Sendable () -> Date = { Date() }
  /// The person and command of the current transaction.
  var origin = TransactionOrigin()
  /// The number of rows read from `book` so far. Tests use it to check that the number does not depend on books that
  /// the viewer may not see.
  var booksRead = 0
  /// The cancellation flag of the current access.
  var cancellation: AccessCancellation?
  /// The durability set last, or `nil` if SQLite's defaults apply.
  var durability: CommitDurability? {
    // Work that does not wait for the disk, such as a bulk load, never asks other processes to pause. It writes during
    // the pauses that they make anyway. If two loads asked each other to pause, each transaction would last only a few
    // milliseconds.
    didSet { busyWait.asks = durability?.waitsForDisk == true }
  }

  /// Opens a connection.
  ///
  /// - Parameter patience: The number of seconds to wait while another process writes (``BusyWait/patience``).
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
    // SQLite itself makes a checkpoint only when the last connection closes, and other processes may keep the file open
    // all day.
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

  /// Sets the security options (sqlite.org/security.html): schemas cannot use unsafe features, and names in double
  /// quotes are never read as strings. Also enables foreign keys, and sets the busy handler.
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
  /// Returns the attachment of a type. It is created on its first use.
  func attachment<Attachment: ConnectionAttachment>(_ type: Attachment.Type) -> Attachment {
    let id = ObjectIdentifier(type)
    for known in attachments where known.type == id { return unsafeDowncast(known.attachment, to: type) }
    let attachment = Attachment()
    attachments.append((id, attachment))
    return attachment
  }

  /// All attachments created so far.
  var attached: [any ConnectionAttachment] { attachments.map(\.attachment) }
}

extension Connection {
  /// Returns a prepared statement from the connection's cache. If that statement is currently running, returns a new
  /// one. This happens, for example, if a list is read while another list is being read.
  func statement(_ sql: String) throws -> Statement {
    let text = StatementText(sql: sql)
    if let statement = statements[text] {
      return statement.isBusy ? try temporaryStatement(sql) : statement
    }
    let statement = try keptStatement(sql)
    // Users can type an unlimited number of different queries. If the cache is full, all statements that are not
    // running are dropped. Frequently used statements are soon prepared again.
    if statements.count >= Self.keptStatements { statements = statements.filter { $0.value.isBusy } }
    statements[text] = statement
    return statement
  }

  /// Returns a new statement for a caller that keeps it in a cache of its own.
  func keptStatement(_ sql: String) throws -> Statement { try prepared(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT)) }

  /// Returns a new statement that is not cached, for text that will probably not be used again, such as a query typed
  /// by the user.
  func temporaryStatement(_ sql: String) throws -> Statement {
    try prepared(sql, flags: 0)
  }

  private func prepared(_ sql: String, flags: UInt32) throws -> Statement {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
    guard result == SQLITE_OK, let statement else { throw failure(result, in: sql) }
    return Statement(handle: statement, connection: self)
  }

  /// Runs a statement from the cache that returns no rows.
  func run(_ sql: String, _ values: [SQLValue] = []) throws {
    try statement(sql).run(values)
  }

  /// Runs all statements of a script.
  func runScript(_ sql: String) throws {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, in: sql) }
  }

  /// Returns the integer in the first column of the first row, or `nil` if there is no row or the integer is NULL.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
    try statement(sql).first(values) { $0.optionalInteger(0) } ?? nil
  }

  /// Returns the id in the first column of the first row, or `nil` if there is no row or the id is NULL.
  func id<ID: NumericID>(_ sql: String, _ values: [SQLValue] = []) throws -> ID? {
    try integer(sql, values).map { ID(rawValue: $0) }
  }

  /// Returns the text in the first column of the first row, or `nil` if there is no row or the text is NULL.
  func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
    try statement(sql).first(values) { $0.optionalText(0) } ?? nil
  }

  /// Returns the id that follows the highest id in a table.
  ///
  /// - Throws: ``CatalogError`` if the highest id has reached the limit. Only another program can cause this.
  func nextID(in table: String, through limit: Int64 = .max) throws -> Int64 {
    let last = max(0, try integer("SELECT max(id) FROM \(table)") ?? 0)
    guard last < limit else {
      throw CatalogError(.failed, "add to", path, cause: "another program used the last number for \(table)s")
    }
    return last + 1
  }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// The number of rows that all statements have changed since the connection was opened.
  var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

  /// True if the current transaction has written something.
  var isWriting: Bool { sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE }

  /// True if no other connection is writing right now. If the ``BusyWait/patience`` is 0, this property does not wait.
  var canWrite: Bool { (try? runScript("BEGIN IMMEDIATE; ROLLBACK")) != nil }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// True if a statement is running. At the end of an access, no statement may be running.
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
      // The error is probably in the library's SQL, so the message includes the statement for developers.
      error = CatalogError(.failed, "use", path, cause: "\(error.cause), in “\(sql.prefix(200))”", hint: error.hint)
    }
    return error
  }
}
