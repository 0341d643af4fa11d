import CSQLite

/// A database through SQLite's C interface without anything of ours around it: the peer inside the process.
final class RawDatabase {
  fileprivate var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
      throw failure(path)
    }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give nothing.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  func statement(_ sql: String) throws -> RawStatement { try RawStatement(self, sql) }

  fileprivate func failure(_ subject: String) -> BenchError {
    BenchError("SQLite: \(String(cString: sqlite3_errmsg(handle))) in \(subject)")
  }
}

/// A prepared statement. It keeps its database open.
final class RawStatement {
  private let database: RawDatabase
  private let sql: String
  private var handle: OpaquePointer?

  fileprivate init(_ database: RawDatabase, _ sql: String) throws {
    self.database = database
    self.sql = sql
    guard sqlite3_prepare_v2(database.handle, sql, -1, &handle, nil) == SQLITE_OK else { throw database.failure(sql) }
  }

  deinit { sqlite3_finalize(handle) }

  var columnCount: Int32 { sqlite3_column_count(handle) }

  func name(_ column: Int32) -> String { String(cString: sqlite3_column_name(handle, column)) }

  /// Gives the parameter, which counts from 1, a number.
  func bind(_ value: Int, at parameter: Int32) { sqlite3_bind_int64(handle, parameter, Int64(value)) }

  /// Gives the parameter, which counts from 1, a text.
  func bind(_ text: String, at parameter: Int32) {
    csqlite_bind_text(handle, parameter, text, Int32(text.utf8.count))
  }

  /// Goes through all rows and reads every column in its own type; nothing is made of it.
  /// - Returns: how many bytes the columns held, so that reading them cannot be left out.
  @discardableResult
  func run() throws -> Int {
    var bytes = 0
    try forEachRow { row in for column in 0..<row.columnCount { bytes += row.size(column) } }
    return bytes
  }

  func forEachRow(_ body: (RawStatement) throws -> Void) throws {
    defer { sqlite3_reset(handle) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: try body(self)
      case SQLITE_DONE: return
      default: throw database.failure(sql)
      }
    }
  }

  /// The first column of each row as text.
  func texts() throws -> [String] {
    var texts: [String] = []
    try forEachRow { texts.append(String(decoding: $0.bytes(0) ?? [], as: UTF8.self)) }
    return texts
  }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  /// A column's text or blob as it is stored, or a number's text; `nil` for NULL.
  func bytes(_ column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    let start = sqlite3_column_blob(handle, column)
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  private func size(_ column: Int32) -> Int {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return sqlite3_column_int64(handle, column) == 0 ? 0 : 8
    case SQLITE_FLOAT: return sqlite3_column_double(handle, column) == 0 ? 0 : 8
    case SQLITE_NULL: return 0
    default:
      let start = sqlite3_column_blob(handle, column)
      return start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    }
  }
}
