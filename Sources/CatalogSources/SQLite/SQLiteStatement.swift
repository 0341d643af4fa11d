import CSQLite

/// A prepared statement of an ``SQLiteConnection``. Column indices begin at 0.
final class SQLiteStatement {
  /// A value for a parameter.
  enum Value {
    case null
    case integer(Int64)
    case text(String)

    init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
    init(_ text: String?) { self = text.map(Value.text) ?? .null }
  }

  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  init(_ sql: String, on connection: SQLiteConnection) throws {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw connection.failure(code) }
    (handle, self.connection) = (prepared, connection)
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the query from the beginning, and calls the closure for each row.
  func forEachRow(_ numbers: Int64..., body: (SQLiteStatement) throws -> Void) throws {
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

  /// Runs a statement that returns no rows.
  func run(_ values: Value...) throws {
    defer { sqlite3_reset(handle) }
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, position)
        case .integer(let number): sqlite3_bind_int64(handle, position, number)
        case .text(var text):
          text.withUTF8 { bytes in
            // SQLite would treat an empty string without a pointer as null.
            bytes.isEmpty
              ? csqlite_bind_text(handle, position, "", 0)
              : bytes.withMemoryRebound(to: CChar.self) {
                csqlite_bind_text(handle, position, $0.baseAddress, Int32(clamping: $0.count))
              }
          }
        }
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE else { throw connection.failure(code) }
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// Returns a number, or `nil` if the column does not contain a number.
  func number(_ column: Int32) -> Double? {
    let type = sqlite3_column_type(handle, column)
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_column_double(handle, column) : nil
  }

  /// Returns a string, or `nil` for null. Invalid UTF-8 is replaced.
  func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
