import CSQLite
import CatalogModel

/// A connection to an SQLite database. Not thread-safe: it must be used by only one thread at a time.
///
/// The connection knows nothing about catalogs. Its owner attaches what it needs (``ConnectionAttachment``), and says
/// how SQLite's errors are reported.
package final class Connection {
  package enum Mode: Equatable {
    /// Reads and writes. Readers of a catalog also use this mode, together with `query_only`. Otherwise, they could not
    /// remove the write-ahead log if they were the last to close the file.
    case readWrite
    /// Reads only, and does not even write the log's index. For read-only files.
    case readOnly
    /// Reads a file in a read-only folder. No process may write to the file in the meantime.
    case immutable
  }

  /// Converts an error of SQLite to the error that the connection throws.
  package typealias ErrorConversion = (SQLiteFailure) -> any Error

  private static let keptStatements = 200

  package let path: String
  package let handle: OpaquePointer
  private let error: ErrorConversion
  private let owned: AnyObject?
  private var statements: [StatementText: Statement] = [:]
  /// The data that the owner attaches to the connection, by type. The array is short. A dictionary with types as keys
  /// would be slower, because the Swift runtime would first search all conformances in the program.
  @usableFromInline var attachments: [(type: ObjectIdentifier, attachment: any ConnectionAttachment)] = []
  /// A closure that waits before a locked database is tried again. It receives the number of attempts that failed, and
  /// returns false to give up. By default, the connection does not wait.
  package var waits: (_ attempt: Int32) -> Bool = { _ in false }
  /// A closure that is called after each commit that changed rows.
  package var committed: () -> Void = {}
  /// A closure that is called after each commit to a write-ahead log, with the number of pages in the log.
  var logged: (_ pages: Int) -> Void = { _ in }
  /// The names of the SQL functions defined for this connection.
  var definedFunctions: Set<String> = []
  /// The cancellation flag of the current access.
  var cancellation: AccessCancellation?

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or `:memory:`.
  ///   - error: Converts errors of SQLite; `nil` for ``CatalogError``s about the file.
  ///   - owned: An object that must live as long as the connection.
  package init(path: String, mode: Mode, error: ErrorConversion?, keeping owned: AnyObject? = nil) throws {
    self.path = path
    self.owned = owned
    self.error = error ?? { CatalogError(sqlite: $0, operation: "use", subject: path) }
    var handle: OpaquePointer?
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .immutable: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
    let name = mode == .immutable ? Self.immutableURI(path) : path
    let result = sqlite3_open_v2(name, &handle, flags, nil)
    guard result == SQLITE_OK, let handle else {
      let failure = SQLiteFailure(code: result, systemCode: handle.map(sqlite3_system_errno) ?? 0)
      sqlite3_close(handle)
      throw error?(failure) ?? CatalogError(sqlite: failure, operation: "open", subject: path)
    }
    self.handle = handle
    configure()
  }

  deinit {
    for (_, attachment) in attachments { attachment.willClose(self) }
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

  private func waitsOn(attempt: Int32) -> Bool {
    if cancellation?.isCancelled == true { return false }
    return waits(attempt)
  }

  /// Returns the error to throw for a result code of the last call.
  func failure(_ result: Int32, in sql: String) -> any Error {
    error(SQLiteFailure(code: result, message: String(cString: sqlite3_errmsg(handle)), sql: sql))
  }

  /// Returns the error to throw for a result code whose message the connection does not hold.
  func failure(_ result: Int32) -> any Error { error(SQLiteFailure(code: result)) }
}

extension Connection {
  /// Returns the attachment of a type. It is created on its first use.
  @inlinable
  package func attachment<Attachment: ConnectionAttachment>(_ type: Attachment.Type) -> Attachment {
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
  package func statement(_ sql: String) throws -> Statement {
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

  /// Returns a new statement for a caller that keeps it in a cache of its own. The caller must also keep the
  /// connection.
  package func keptStatement(_ sql: String) throws -> Statement {
    try prepared(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
  }

  /// Returns a new statement that keeps the connection open, for a caller that keeps only the statement.
  package func owningStatement(_ sql: String) throws -> Statement {
    try prepared(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT), isOwning: true)
  }

  /// Returns a new statement that is not cached, for text that will probably not be used again, such as a query typed
  /// by the user.
  package func temporaryStatement(_ sql: String) throws -> Statement {
    try prepared(sql, flags: 0)
  }

  private func prepared(_ sql: String, flags: UInt32, isOwning: Bool = false) throws -> Statement {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
    guard result == SQLITE_OK, let statement else { throw failure(result, in: sql) }
    return Statement(handle: statement, connection: self, isOwning: isOwning)
  }

  /// Runs a statement from the cache that returns no rows.
  package func run(_ sql: String, _ values: [SQLValue] = []) throws {
    try statement(sql).run(values)
  }

  /// Runs all statements of a script.
  package func runScript(_ sql: String) throws {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, in: sql) }
  }

  /// Returns the integer in the first column of the first row, or `nil` if the query returns no rows or NULL.
  package func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
    try statement(sql).first(values) { $0.optionalInteger(0) } ?? nil
  }

  /// Returns the id in the first column of the first row, or `nil` if the query returns no rows or NULL.
  @inlinable
  package func id<ID: NumericID>(_ sql: String, _ values: [SQLValue] = []) throws -> ID? {
    try integer(sql, values).map { ID(rawValue: $0) }
  }

  /// Returns the text in the first column of the first row, or `nil` if the query returns no rows or NULL.
  package func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
    try statement(sql).first(values) { $0.optionalText(0) } ?? nil
  }

  /// The number of rows that the last statement changed.
  package var changes: Int { Int(sqlite3_changes(handle)) }

  /// The number of rows that all statements have changed since the connection was opened.
  package var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

  /// True if the current transaction has written something.
  package var isWriting: Bool { sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE }

  /// True if no other connection is writing right now. If ``waits`` gives up at once, this property does not wait.
  package var canWrite: Bool { (try? runScript("BEGIN IMMEDIATE; ROLLBACK")) != nil }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// True if a statement is running. At the end of an access, no statement may be running.
  package var hasBusyStatement: Bool {
    var next = sqlite3_next_stmt(handle, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0 { return true }
      next = sqlite3_next_stmt(handle, statement)
    }
    return false
  }
}
