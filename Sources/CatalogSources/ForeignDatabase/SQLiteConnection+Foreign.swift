import CSQLite

/// Support for copies of other programs' databases, whose schemas are not trusted.
extension SQLiteConnection {
  /// The maximum size of a value in bytes, which limits the memory needed in addition to the copy.
  private static let valueBytes: Int32 = 64 * 1_048_576

  /// Opens a copy of a file in memory as a database.
  convenience init(copy bytes: DatabaseBytes) throws {
    try self.init(copyAt: bytes.start, count: bytes.count, of: bytes, valueBytes: Self.valueBytes)
  }

  /// Opens a private copy of a database and its journal files. In the copy, SQLite completes or rolls back any
  /// transaction that the other program left unfinished.
  convenience init(ownFilesAt path: String) throws {
    try self.init(writing: path)
    trustNoSchema()
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.valueBytes)
    endStatementsWithTask()
  }

  /// Returns the names of the tables, without views and virtual tables, which could run arbitrary code.
  func tables() throws -> Set<String> {
    var tables = Set<String>()
    try statement("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").forEachRow { row in
      if let name = row.text(0) { tables.insert(name) }
    }
    return tables
  }
}
