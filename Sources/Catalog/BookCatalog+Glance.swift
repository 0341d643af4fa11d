extension BookCatalog {
  /// Reads a catalog without side effects and without waiting, for hints such as completions while the user types. Does
  /// not create, upgrade or repair anything, does not create a write-ahead log next to the file, and does not
  /// checkpoint an existing one.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - person: The name of the person to read as, or `nil` for the owner.
  /// - Returns: The result of the body. `nil` if there is no catalog, if it is damaged, from another version or not
  ///   readable immediately, or if the body throws.
  package static func glance<Result>(
    at path: String, as person: String? = nil, _ body: (CatalogSnapshot) throws -> Result
  ) -> Result? {
    try? {
      guard try DatabaseFile.identity(of: path) != nil else { return nil }
      // If there is no log, no process is writing to the file itself; one that starts now writes to a new log. A
      // read-only connection would create a log, and could not remove it again without write permission.
      let hasLog = DatabaseFile.exists(DatabaseFile.resolved(path) + "-wal")
      let connection = try Connection(path: path, mode: hasLog ? .readOnly : .immutable, patience: 0)
      guard try Migrator.state(of: connection) == .current, try Migrator.hasCurrentFold(connection) else { return nil }
      let origin = TransactionOrigin(person: try person.map(Person.checked), command: nil)
      return try connection.transaction("BEGIN", for: origin) { try CatalogSnapshot.during(connection, body) }
    }()
  }
}
