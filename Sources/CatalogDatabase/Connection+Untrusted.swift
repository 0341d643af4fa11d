import CSQLite

/// Support for databases of other programs, whose schemas are not trusted.
extension Connection {
  /// Opens a copy of a file in memory as a read-only database. Only its tables are used.
  ///
  /// - Parameters:
  ///   - start: The address of the copy.
  ///   - owned: The object that keeps the memory alive.
  package convenience init(
    copyAt start: UnsafeMutableRawPointer, count: Int, keeping owned: AnyObject, error: @escaping ErrorConversion
  ) throws {
    try self.init(path: ":memory:", mode: .readWrite, error: error, keeping: owned)
    let code = sqlite3_deserialize(
      handle, "main", start.assumingMemoryBound(to: UInt8.self), Int64(count), Int64(count),
      UInt32(SQLITE_DESERIALIZE_READONLY))
    guard code == SQLITE_OK else { throw failure(code) }
    useOnlyTables()
  }

  /// Disables views and triggers, so that the author of the schema cannot run code here.
  package func useOnlyTables() {
    csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
  }

  /// Limits the size of a value in bytes, and so the memory that a query needs.
  package func limitValues(toBytes bytes: Int32) { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, bytes) }
}
