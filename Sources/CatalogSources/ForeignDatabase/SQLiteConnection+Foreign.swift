import CSQLite

/// Copies of databases that other programs wrote: their schema may be anybody's.
extension SQLiteConnection {
  /// How long a value may be in bytes: no more than a row of the copy is ever held beside it.
  private static let valueBytes: Int32 = 64 * 1_048_576

  /// Takes a copy of a file as the database.
  convenience init(copy bytes: DatabaseBytes) throws {
    try self.init(copyAt: bytes.start, count: bytes.count, of: bytes, valueBytes: Self.valueBytes)
  }

  /// Takes files as the database that were copied for it, and that nobody else has: what a program left undone beside its file,
  /// SQLite puts right in them.
  convenience init(ownFilesAt path: String) throws {
    try self.init(writing: path)
    trustNoSchema()
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.valueBytes)
    endStatementsWithTask()
  }

  /// The names of its tables, without views and virtual tables: these would run whatever their author thought of.
  func tables() throws -> Set<String> {
    var tables = Set<String>()
    try statement("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").forEachRow { row in
      if let name = row.text(0) { tables.insert(name) }
    }
    return tables
  }
}
