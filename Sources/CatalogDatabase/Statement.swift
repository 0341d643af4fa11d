import CSQLite
import CatalogModel

/// A prepared statement of a connection. It must be used on the connection's thread, and by one caller at a time.
package final class Statement {
  @usableFromInline let handle: OpaquePointer
  private unowned let connection: Connection
  /// The connection, if the statement keeps it open. The connection's own statements do not.
  private let owned: Connection?

  init(handle: OpaquePointer, connection: Connection, isOwning: Bool) {
    self.handle = handle
    self.connection = connection
    owned = isOwning ? connection : nil
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds a value to a parameter. Parameters are numbered from 1, as in SQL.
  package func bind(_ value: SQLValue, at index: Int32) throws {
    switch value {
    case .null: try check(sqlite3_bind_null(handle, index))
    case .integer(let number): try check(sqlite3_bind_int64(handle, index, number))
    case .real(let number): try check(sqlite3_bind_double(handle, index, number))
    case .text(let text):
      var copy = text
      let result = copy.withUTF8 { bytes -> Int32 in
        // The address of an empty buffer may be null, which SQLite would bind as NULL instead of an empty text.
        guard let base = bytes.baseAddress else { return csqlite_bind_text(handle, index, "", 0) }
        return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          csqlite_bind_text(handle, index, $0, Int32(bytes.count))
        }
      }
      try check(result)
    case .blob(let bytes):
      try check(bytes.withUnsafeBytes { csqlite_bind_blob(handle, index, $0.baseAddress, Int32($0.count)) })
    }
  }

  /// Binds values to all parameters, in order.
  package func bind(_ values: [SQLValue]) throws {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  /// True if the statement is running: it was started and has not finished.
  package var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Advances to the next row.
  ///
  /// - Returns: True if there is a next row.
  package func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw connection.failure(result, in: sql)
    }
  }

  /// Runs a statement that returns no rows, and then resets it.
  package func run(_ values: [SQLValue] = []) throws {
    defer { reset() }
    try bind(values)
    while try step() {}
  }

  /// Runs the statement and calls the body for each row. Then resets the statement.
  @inlinable package func forEachRow(_ values: [SQLValue] = [], _ body: (Statement) throws -> Void) throws {
    defer { reset() }
    try bind(values)
    while try step() { try body(self) }
  }

  /// Runs the statement and calls the body for each row, until the body returns `false`. Then resets the statement.
  ///
  /// - Returns: True if the body returned `true` for every row.
  @discardableResult
  @inlinable package func scan(_ values: [SQLValue], _ body: (Statement) throws -> Bool) throws -> Bool {
    defer { reset() }
    try bind(values)
    while try step() {
      guard try body(self) else { return false }
    }
    return true
  }

  /// Returns the body's result for the first row, or `nil` if there is no row.
  @inlinable package func first<Result>(_ values: [SQLValue] = [], _ body: (Statement) throws -> Result) throws
    -> Result?
  {
    defer { reset() }
    try bind(values)
    return try step() ? try body(self) : nil
  }

  package func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  private func check(_ result: Int32) throws {
    guard result == SQLITE_OK else { throw connection.failure(result, in: sql) }
  }
}

/// Access to the columns of the current row. Columns are numbered from 0. A value that has a different type than the
/// requested one is converted by SQLite's rules (sqlite.org/c3ref/column_blob.html).
extension Statement {
  package enum ColumnType { case null, integer, real, text }

  package func type(_ column: Int32) -> ColumnType {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    default: .text
    }
  }

  @inlinable package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  @inlinable package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// Returns a number that counts something, limited to the range from 0 to 10¹². Even if another program wrote the
  /// value, adding to it cannot overflow.
  @inlinable package func count(_ column: Int32) -> Int64 { min(max(integer(column), 0), 1_000_000_000_000) }

  /// Returns a time in milliseconds since 1970, or a duration in milliseconds, limited to a range in which sums and
  /// differences cannot overflow.
  @inlinable package func time(_ column: Int32) -> Int64 { min(max(integer(column), -Self.maxTime), Self.maxTime) }

  @usableFromInline package static let maxTime: Int64 = 9_000_000_000_000_000

  /// Returns an integer, or `nil` for NULL. SQLite reads NULL as 0, so the type is checked only if the result is 0.
  @inlinable package func optionalInteger(_ column: Int32) -> Int64? {
    let number = integer(column)
    return number == 0 && isNull(column) ? nil : number
  }

  /// Returns an id of the type that the caller expects.
  @inlinable package func id<ID: NumericID>(_ column: Int32) -> ID { ID(rawValue: integer(column)) }

  @inlinable package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Returns a floating-point number, or `nil` for NULL. SQLite reads NULL as 0, so the type is checked only if the
  /// result is 0.
  @inlinable package func optionalReal(_ column: Int32) -> Double? {
    let number = real(column)
    return number == 0 && isNull(column) ? nil : number
  }

  /// Returns a text. Invalid UTF-8, which another program may have written, is replaced.
  package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  package func optionalText(_ column: Int32) -> String? {
    utf8(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value of a column in the type in which it is stored.
  package func value(_ column: Int32) -> SQLValue {
    switch type(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(text(column))
    }
  }

  /// Returns the non-empty lines of a text.
  package func lines(_ column: Int32) -> [String] {
    guard let bytes = utf8(column), !bytes.isEmpty else { return [] }
    let lineFeed = UInt8(ascii: "\n")
    // A single line is the most common case, because most books have one author.
    guard bytes.contains(lineFeed) else { return [String(decoding: bytes, as: UTF8.self)] }
    var lines: [String] = []
    lines.reserveCapacity(bytes.reduce(1) { $1 == lineFeed ? $0 + 1 : $0 })
    var begin = 0
    while begin < bytes.count {
      let end = bytes[begin...].firstIndex(of: lineFeed) ?? bytes.count
      if end > begin { lines.append(String(decoding: bytes[begin..<end], as: UTF8.self)) }
      begin = end + 1
    }
    return lines
  }

  /// Returns the bytes of a text, or `nil` for NULL. The bytes are valid until the next step.
  private func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_column_text(handle, column) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// Calls the body with the bytes of a blob. The bytes are valid only during the call.
  @inlinable package func withBlob<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    let start = sqlite3_column_blob(handle, column)
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
