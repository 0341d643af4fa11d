extension BookCatalog {
  /// Reads a catalog as it lies there, for what helps while somebody types and is nothing without it. Nothing is made, upgraded,
  /// repaired or waited for, no log comes to lie beside the file, and one that lies there is not copied into it.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - person: who asks; `nil` for the owner.
  /// - Returns: `nil` where there is no catalog, where it is damaged or of another version, where it cannot be read at once,
  ///   and where the body fails.
  package static func glance<Result>(
    at path: String, as person: String? = nil, _ body: (CatalogSnapshot) throws -> Result
  ) -> Result? {
    try? {
      guard try DatabaseFile.identity(of: path) != nil else { return nil }
      // Without a log nobody writes the file, or has begun just now: into the log. A reader would make one, and one that may not
      // write could not remove it again.
      let hasLog = DatabaseFile.exists(DatabaseFile.resolved(path) + "-wal")
      let connection = try Connection(path: path, mode: hasLog ? .readOnly : .immutable, patience: 0)
      guard try Migrator.state(of: connection) == .current, try Migrator.hasCurrentFold(connection) else { return nil }
      let origin = TransactionOrigin(person: try person.map(Person.checked), command: nil)
      return try connection.transaction("BEGIN", for: origin) { try CatalogSnapshot.during(connection, body) }
    }()
  }
}
