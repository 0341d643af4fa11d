import CatalogDatabase

extension BookCatalog {
  /// Reads a catalog without waiting and without changing anything on the disk. Use this for hints while the user
  /// types, such as completions. The file is not created, upgraded or repaired. No write-ahead log is created, and an
  /// existing log is not checkpointed.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - person: The name of the person to read as, or `nil` for the owner.
  /// - Returns: The result of the body. Returns `nil` if the body throws an error, or if the catalog is missing,
  ///   damaged, from another version, or not readable immediately.
  package static func glance<Result>(
    at path: String, as person: String? = nil, _ body: (CatalogSnapshot) throws -> Result
  ) -> Result? {
    try? {
      guard try DatabaseFile.identity(of: path) != nil else { return nil }
      // If there is no write-ahead log, no process is writing to the file, so it can be opened as immutable. A process
      // that starts to write creates a log first. A read-only connection would also create a log, and might not be able
      // to delete it.
      let hasLog = DatabaseFile.exists(DatabaseFile.resolved(path) + "-wal")
      let connection = try Connection(path: path, mode: hasLog ? .readOnly : .immutable, patience: 0)
      guard try Migrator.state(of: connection) == .current, try Migrator.hasCurrentFold(connection) else { return nil }
      let origin = TransactionOrigin(person: try person.map(Person.checked), command: nil)
      return try connection.transaction("BEGIN", for: origin) {
        try CatalogSnapshot.during(connection, for: .owner, body)
      }
    }()
  }
}
