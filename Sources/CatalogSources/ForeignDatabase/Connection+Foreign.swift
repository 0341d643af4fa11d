import CatalogDatabase
import Platform

/// Connections to databases that are not catalogs: files of other programs, or this program's own files. They throw
/// ``SQLiteFailure``s.
extension Connection {
  /// The maximum size of a value in bytes, which limits the memory needed in addition to the copy.
  private static let valueBytes: Int32 = 64 * 1_048_576

  /// Opens a file for reading, without reading it or waiting for locks.
  convenience init(reading path: String) throws { try self.init(path: path, mode: .readOnly) { $0 } }

  /// Opens a file for writing. If it does not exist, it is created with access only for its owner.
  convenience init(writing path: String) throws {
    let descriptor = SystemCall.open(path, O_RDWR | O_CREAT | O_NONBLOCK)
    guard descriptor >= 0 else { throw SQLiteFailure.cannotOpen(errno) }
    close(descriptor)
    try self.init(path: path, mode: .readWrite) { $0 }
  }

  /// Opens a copy of a file in memory as a database.
  convenience init(copy bytes: DatabaseBytes) throws {
    try self.init(copyAt: bytes.start, count: bytes.count, keeping: bytes) { $0 }
    limitValues(toBytes: Self.valueBytes)
    endStatementsWithTask()
  }

  /// Opens a private copy of a database and its journal files. In the copy, SQLite completes or rolls back any
  /// transaction that the other program left unfinished.
  convenience init(ownFilesAt path: String) throws {
    try self.init(writing: path)
    useOnlyTables()
    limitValues(toBytes: Self.valueBytes)
    endStatementsWithTask()
  }

  /// Returns the names of the tables, without views and virtual tables, which could run arbitrary code.
  func tables() throws -> Set<String> {
    var tables = Set<String>()
    try statement("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").forEachRow { row in
      if let name = row.optionalText(0) { tables.insert(name) }
    }
    return tables
  }
}

extension Statement {
  /// Returns a number, or `nil` if the column does not contain a number.
  func number(_ column: Int32) -> Double? {
    switch type(column) {
    case .integer, .real: real(column)
    case .null, .text: nil
    }
  }
}
