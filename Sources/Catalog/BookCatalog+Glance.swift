extension BookCatalog {
  /// Reads a catalog without side effects and without waiting, for hints such as completions while the user types. It
  /// does not create, upgrade or repair the file, does not create a write-ahead log next to it, and does not checkpoint
  /// an existing log.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - person: The name of the person to read as, or `nil` for the owner.
  /// - Returns: The result of the body. `nil` if the body throws, or if the catalog is missing, damaged, from another
  ///   version, or not readable immediately.
  package static func glance<Result>(
    at path: String, as person: String? = nil, _ body: (CatalogSnapshot) throws -> Result
  ) -> Result? {
    try? {
      guard try DatabaseFile.identity(of: path) != nil else { return nil }
      // If there is no write-ahead log, no process is writing to the file itself, and a process that starts now writes
      // to a new log. A read-only connection would create a log, and could not delete it without write permission.
      let hasLog = DatabaseFile.exists(DatabaseFile.resolved(path) + "-wal")
      let connection = try Connection(path: path, mode: hasLog ? .readOnly : .immutable, patience: 0)
      guard try Migrator.state(of: connection) == .current, try Migrator.hasCurrentFold(connection) else { return nil }
      let origin = TransactionOrigin(person: try person.map(Person.checked), command: nil)
      return try connection.transaction("BEGIN", for: origin) { try CatalogSnapshot.during(connection, body) }
    }()
  }
}
