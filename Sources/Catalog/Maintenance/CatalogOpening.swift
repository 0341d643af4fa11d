import FoundationEssentials

extension Database {
  /// Opens a catalog's file, and makes or upgrades it when it must, with all that follows from what it holds.
  ///
  /// - Parameters:
  ///   - mayCreate: whether a missing file is made; else it is an error.
  ///   - readOnly: never write, for files on media that cannot be written.
  ///   - patience: seconds to wait for another process's write.
  ///   - clock: gives the time.
  /// - Throws: ``CatalogError``
  static func ofCatalog(
    path: String, mayCreate: Bool, readOnly: Bool, patience: Double, clock: @escaping @Sendable () -> Date
  ) throws -> Database {
    let database = try Database(
      path: path, mayCreate: mayCreate, readOnly: readOnly, patience: patience, clock: clock,
      finishUpgrade: CatalogUpgrade.run
    ) { connection, announce in
      connection.attachment(CommittedChanges.self).committed = announce
      // What a load or a migration has left to be derived. What fails here fails again where somebody asks for it, and is
      // explained there.
      try? DerivedCatchUp.goOn(connection, now: clock())
    }
    if !database.isReadOnly, try database.withReader(hasOtherFold) {
      try database.write { try CatalogRepair(connection: $0, now: clock()).rebuildDerived() }
    }
    return database
  }

  /// Whether another version's folding made the keys. In a damaged file that cannot tell, a check is to come so far as to
  /// say so.
  private static func hasOtherFold(_ connection: Connection) throws -> Bool {
    do {
      return try !Migrator.hasCurrentFold(connection)
    } catch let error as CatalogError where error.code == .damaged {
      return false
    }
  }
}
