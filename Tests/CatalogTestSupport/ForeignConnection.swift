import CSQLite

/// The catalog's file as another program sees it: plain SQLite without the catalog's own functions.
public final class ForeignConnection {
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let code: Int32
    public let description: String
  }

  private let handle: OpaquePointer

  public init(_ path: String) throws {
    var handle: OpaquePointer?
    let result = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
    guard result == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw Failure(code: result, description: String(cString: sqlite3_errstr(result)))
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 3_000_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements.
  public func run(_ sql: String) throws {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result) }
  }

  /// Returns the rows of a query, each column as text and NULL as `nil`.
  public func rows(_ sql: String) throws -> [[String?]] {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard result == SQLITE_OK, let statement else { throw failure(result) }
    defer { sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) }
          })
      case SQLITE_DONE: return rows
      case let result: throw failure(result)
      }
    }
  }

  /// Returns the first column of the first row.
  public func value(_ sql: String) throws -> String? { try rows(sql).first?.first ?? nil }

  private func failure(_ code: Int32) -> Failure {
    Failure(code: code, description: String(cString: sqlite3_errmsg(handle)))
  }
}
