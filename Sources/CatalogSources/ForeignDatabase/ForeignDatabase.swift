import CSQLite

/// A connection to an SQLite database of another program, which only reads: to the file itself, or to a copy of it.
final class ForeignDatabase {
  /// What SQLite says of something that failed.
  struct Failure: Error {
    /// An extended result code (https://sqlite.org/rescode.html).
    let code: Int32
    let message: String
    /// The value of `errno` where it was a call of the system that failed.
    var systemCode: Int32 = 0

    /// The code without what is more special in it.
    var primaryCode: Int32 { code & 0xFF }
    /// Whether the database has not the tables or columns that were asked for.
    var isOfSchema: Bool { primaryCode == SQLITE_ERROR }
    /// In words.
    var reason: String { message.isEmpty ? String(cString: sqlite3_errstr(code)) : message }

    static func noTable(_ name: String) -> Self { Self(code: SQLITE_ERROR, message: "no such table: \(name)") }
  }

  /// How long a value may be in bytes: no more than a row of the copy is ever held beside it.
  private static let valueBytes: Int32 = 64 * 1_048_576

  let handle: OpaquePointer
  private let bytes: DatabaseBytes?
  /// What each connection to a copy switches: nobody knows who wrote its schema.
  private static let defences = [
    (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_ENABLE_VIEW, false),
    (SQLITE_DBCONFIG_ENABLE_TRIGGER, false), (SQLITE_DBCONFIG_DQS_DML, false),
  ]

  /// Opens a file, without reading it or waiting for it.
  init(path: String) throws {
    handle = try Self.open(path, SQLITE_OPEN_READONLY)
    bytes = nil
  }

  /// Takes a copy of a file as the database. Its schema may be anybody's: what it defines besides tables is not used.
  init(copy bytes: DatabaseBytes) throws {
    handle = try Self.open(":memory:", SQLITE_OPEN_READWRITE)
    self.bytes = bytes
    let code = sqlite3_deserialize(
      handle, "main", bytes.start.assumingMemoryBound(to: UInt8.self), Int64(bytes.count), Int64(bytes.count),
      UInt32(SQLITE_DESERIALIZE_READONLY))
    guard code == SQLITE_OK else { throw failure(code) }
    defend()
  }

  /// Takes files as the database that were copied for it, and that nobody else has: what a program left undone beside its file,
  /// SQLite puts right in them.
  init(ownFilesAt path: String) throws {
    handle = try Self.open(path, SQLITE_OPEN_READWRITE)
    bytes = nil
    defend()
  }

  private func defend() {
    for (option, isOn) in Self.defences { _ = csqlite_db_config(handle, option, isOn ? 1 : 0) }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.valueBytes)
    sqlite3_progress_handler(handle, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
  }

  deinit { sqlite3_close_v2(handle) }

  private static func open(_ path: String, _ flags: Int32) throws -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = Failure(
        code: code, message: String(cString: sqlite3_errstr(code)), systemCode: opened.map(sqlite3_system_errno) ?? 0)
      sqlite3_close_v2(opened)
      throw failure
    }
    return opened
  }

  func run(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// The names of its tables, without views and virtual tables: these would run whatever their author thought of.
  func tables() throws -> Set<String> {
    var tables = Set<String>()
    try statement("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").forEachRow { row in
      if let name = row.text(0) { tables.insert(name) }
    }
    return tables
  }

  func statement(_ sql: String) throws -> ForeignStatement { try ForeignStatement(sql, on: self) }

  func failure(_ code: Int32) -> Failure { Failure(code: code, message: String(cString: sqlite3_errmsg(handle))) }
}

/// A prepared query. Columns count from 0.
final class ForeignStatement {
  private let handle: OpaquePointer
  private let connection: ForeignDatabase

  fileprivate init(_ sql: String, on connection: ForeignDatabase) throws {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw connection.failure(code) }
    (handle, self.connection) = (prepared, connection)
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the query from its beginning.
  func forEachRow(_ numbers: Int64..., body: (ForeignStatement) throws -> Void) throws {
    defer { sqlite3_reset(handle) }
    for (index, number) in numbers.enumerated() { sqlite3_bind_int64(handle, Int32(index + 1), number) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try body(self)
      case SQLITE_DONE: return
      case let code: throw connection.failure(code)
      }
    }
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// `nil` of what is no number.
  func number(_ column: Int32) -> Double? {
    let type = sqlite3_column_type(handle, column)
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_column_double(handle, column) : nil
  }

  /// `nil` of a null. What is no UTF-8 in it is replaced.
  func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
