import CSQLite

/// A statement of SQLite without anything of ours around it: the peer inside the process. Every column of every row is
/// read in its own type, and nothing is made of it.
final class RawStatement {
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  init(path: String, sql: String) throws {
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK
    else {
      throw BenchError("SQLite: \(String(cString: sqlite3_errmsg(database))) in \(sql)")
    }
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close_v2(database)
  }

  /// Goes through all rows.
  /// - Returns: how many bytes the columns held, so that reading them cannot be left out.
  @discardableResult
  func run() throws -> Int {
    defer { sqlite3_reset(statement) }
    var bytes = 0
    var result = sqlite3_step(statement)
    let columns = sqlite3_column_count(statement)
    while result == SQLITE_ROW {
      for column in 0..<columns { bytes += read(column) }
      result = sqlite3_step(statement)
    }
    guard result == SQLITE_DONE else { throw BenchError("SQLite: \(String(cString: sqlite3_errmsg(database)))") }
    return bytes
  }

  private func read(_ column: Int32) -> Int {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return sqlite3_column_int64(statement, column) == 0 ? 0 : 8
    case SQLITE_FLOAT: return sqlite3_column_double(statement, column) == 0 ? 0 : 8
    case SQLITE_NULL: return 0
    default:
      let start = sqlite3_column_blob(statement, column)
      return start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    }
  }
}
