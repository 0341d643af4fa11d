import CatalogDatabase
import FoundationEssentials

extension Database {
  /// Opens a catalog's file, creates or upgrades it if necessary, and completes its derived data.
  ///
  /// - Parameters:
  ///   - mayCreate: True to create a missing file; otherwise, a missing file is an error.
  ///   - readOnly: True to open the file without ever writing to it, for example on read-only media.
  ///   - patience: The number of seconds to wait for another process's write.
  ///   - clock: A closure that returns the current time.
  /// - Throws: ``CatalogError``
  static func ofCatalog(
    path: String, mayCreate: Bool, readOnly: Bool, patience: Double, clock: @escaping @Sendable () -> Date
  ) throws -> Database {
    let database = try Database(
      path: path, mayCreate: mayCreate, readOnly: readOnly, patience: patience, clock: clock,
      finishUpgrade: CatalogUpgrade.run
    ) { connection, announce in
      connection.attachment(CommittedChanges.self).committed = announce
      // Creates the derived data that a load or a migration left out. If this fails, later calls that depend on the
      // data also fail and report the error.
      try? DerivedCatchUp.goOn(connection, now: clock())
    }
    if !database.isReadOnly, try database.withReader(hasOtherFold) {
      try database.write { try CatalogRepair(connection: $0, now: clock()).rebuildDerived() }
    }
    return database
  }

  /// Returns true if the sort keys were created with another version's folding rules. Returns false if the file is too
  /// damaged to tell. The file can then be opened, and a check can report the damage.
  private static func hasOtherFold(_ connection: Connection) throws -> Bool {
    do {
      return try !Migrator.hasCurrentFold(connection)
    } catch let error as CatalogError where error.code == .damaged {
      return false
    }
  }
}
