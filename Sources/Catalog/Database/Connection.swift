import CSQLite
import FoundationEssentials

/// A connection to the catalog's file, with the settings that all connections share. Not thread-safe: the writer and
/// the reader pool each ensure that only one thread at a time uses a connection.
final class Connection {
  enum Mode: Equatable {
    /// Reads and writes. Readers use this mode, too, with `query_only`, since otherwise the last connection to close
    /// could not clean up the write-ahead log.
    case readWrite
    /// Never writes, not even the log's index. For read-only files.
    case readOnly
    /// Reads a file that no process writes to, in a read-only folder.
    case immutable
  }

  /// The name of the function that the guard triggers call. Connections of other programs do not define it, so they
  /// cannot change books.
  static let guardFunction = "edit_with_catalog"

  private static let keptStatements = 200

  let path: String
  let handle: OpaquePointer
  private var statements: [StatementText: Statement] = [:]
  /// The data that other parts of the library attach to the connection, with its type. There are only a few. A
  /// dictionary with types as keys would make the runtime search all conformances of the program before the first page
  /// is read.
  private var attachments: [(type: ObjectIdentifier, attachment: any ConnectionAttachment)] = []
  var busyWait: BusyWait
  /// True if the log was too long after the last commit. Set only if ``watchLog(_:)`` was called.
  var isLogLong = false
  /// True if the log was too long after any commit.
  var hadLongLog = false
  var tellsLongLog: (_ isUrgent: Bool) -> Void = { _ in }
  /// Called after each commit of a transaction that changed rows.
  var committed: () -> Void = {}
  /// The names of the functions defined for statements.
  var definedFunctions: Set<String> = []
  /// The catalog's clock, for queries relative to the current day.
  var clock: @Sendable () -> Date = { Date() }
  /// The person and command of the current transaction.
  var origin = TransactionOrigin()
  /// The number of rows of books read so far. Tests compare it, since it must not depend on books that are hidden from
  /// a viewer.
  var booksRead = 0
  /// The cancellation of the current access.
  var cancellation: AccessCancellation?
  /// The durability that was set last, or `nil` for SQLite's defaults.
  var durability: CommitDurability? {
    // Background work such as a load does not wait for the disk, and does not ask other processes to let it write. It
    // uses the pauses between their writes. If two loads asked, they would split each other into transactions of a few
    // milliseconds.
    didSet { busyWait.asks = durability?.waitsForDisk == true }
  }

  /// Opens a connection.
  ///
  /// - Parameter patience: The number of seconds that a statement waits for another process's write.
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
    // SQLite copies the log only when the last connection closes, and other processes may keep the file open all day.
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

  /// Configures security settings (sqlite.org/security.html): no unsafe schema features, no quoted strings as names.
  /// Also enables foreign keys, and sets the busy handler.
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
  /// Returns the attachment of a type, and creates it on the first use.
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
  /// Returns a statement that is prepared once for each connection and kept. While that statement runs, another call
  /// returns a separate statement, for example if a list is read while reading another list.
  func statement(_ sql: String) throws -> Statement {
    let text = StatementText(sql: sql)
    if let statement = statements[text] {
      return statement.isBusy ? try temporaryStatement(sql) : statement
    }
    let statement = try keptStatement(sql)
    // Queries that users type take many forms, so all idle statements are dropped. Common statements are soon prepared
    // again.
    if statements.count >= Self.keptStatements { statements = statements.filter { $0.value.isBusy } }
    statements[text] = statement
    return statement
  }

  /// Returns a statement for a caller that keeps it under a key of its own while the connection lasts.
  func keptStatement(_ sql: String) throws -> Statement { try prepared(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT)) }

  /// Returns a statement that is not kept, for text that is unlikely to be used again, such as a query the user typed.
  func temporaryStatement(_ sql: String) throws -> Statement {
    try prepared(sql, flags: 0)
  }

  private func prepared(_ sql: String, flags: UInt32) throws -> Statement {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
    guard result == SQLITE_OK, let statement else { throw failure(result, in: sql) }
    return Statement(handle: statement, connection: self)
  }

  /// Runs a kept statement that returns no rows.
  func run(_ sql: String, _ values: [SQLValue] = []) throws {
    try statement(sql).run(values)
  }

  /// Runs every statement of a script.
  func runScript(_ sql: String) throws {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, in: sql) }
  }

  /// Returns the integer in the first column of the first row, or `nil` if there is no row or the value is NULL.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
    try statement(sql).first(values) { $0.optionalInteger(0) } ?? nil
  }

  /// Returns the id in the first column of the first row, or `nil` if there is no row or the value is NULL.
  func id<ID: NumericID>(_ sql: String, _ values: [SQLValue] = []) throws -> ID? {
    try integer(sql, values).map { ID(rawValue: $0) }
  }

  /// Returns the text in the first column of the first row, or `nil` if there is no row or the value is NULL.
  func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
    try statement(sql).first(values) { $0.optionalText(0) } ?? nil
  }

  /// Returns the id after the highest id in a table.
  ///
  /// - Throws: ``CatalogError`` if the highest id has reached the limit, which only another program can cause.
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

  /// True if no other connection is writing right now. A connection without patience does not wait for the answer.
  var canWrite: Bool { (try? runScript("BEGIN IMMEDIATE; ROLLBACK")) != nil }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// True if a statement was started and not finished. At the end of an access, there must be none.
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
      // The error is probably in our SQL, so a developer needs the statement to find it.
      error = CatalogError(.failed, "use", path, cause: "\(error.cause), in “\(sql.prefix(200))”", hint: error.hint)
    }
    return error
  }
}
