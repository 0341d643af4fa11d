import CatalogDatabase
import FoundationEssentials

/// Creates and upgrades the schema. It runs the numbered scripts of `migrations/` in one transaction, and stores the
/// number of the last script in `user_version`. At the end of that transaction, it also makes changes that SQL scripts
/// cannot make.
enum Migrator {
  /// “CTLG”, which identifies a file as a catalog (sqlite.org/pragma.html#pragma_application_id).
  static let applicationID: Int64 = 0x4354_4C47

  static var newest: Int64 { Int64(EmbeddedMigrations.all.count) }

  enum FileSchema: Equatable {
    case current
    /// The file is new and empty.
    case empty
    /// The file was created by an older version, with this schema number.
    case older(Int64)
  }

  /// Returns the state of a file's schema.
  ///
  /// - Throws: ``CatalogError`` if the file is not a catalog, or was created by a newer version.
  static func state(of connection: Connection) throws -> FileSchema {
    let version = try connection.integer("PRAGMA user_version") ?? 0
    let application = try connection.integer("PRAGMA application_id") ?? 0
    if application == applicationID {
      guard version <= newest else {
        throw CatalogError(
          .newer, "open", connection.path,
          cause: "it was created by a newer version (schema \(version); this version supports up to \(newest))",
          hint: "update this program")
      }
      guard version >= 1 else {
        throw CatalogError(
          .damaged, "open", connection.path, cause: "its schema number \(version) is not valid",
          remedy: .restoreBackup)
      }
      return version == newest ? .current : .older(version)
    }
    let isEmpty = try application == 0 && connection.integer("SELECT count(*) FROM sqlite_schema") == 0
    guard isEmpty else {
      throw CatalogError(
        .notACatalog, "open", connection.path, cause: "it is a database of another program",
        remedy: .chooseAnotherFile)
    }
    return .empty
  }

  /// Returns true if the stored sort keys and words were computed with the current rules for folding text.
  static func hasCurrentFold(_ connection: Connection) throws -> Bool {
    try connection.integer("SELECT value FROM catalog_fact WHERE name = 'fold_version'") == Fold.version
  }

  /// Creates or upgrades the schema. Before an upgrade, a copy of the whole file is saved next to it. Nobody else can
  /// write during the copy and the upgrade.
  ///
  /// - Parameter finish: Makes the changes that SQL scripts cannot make, in the same transaction as the scripts.
  ///   Returns a line of text for each visible change to a book.
  /// - Returns: A description of the upgrade, or `nil` if none was needed.
  @discardableResult
  static func migrate(
    _ connection: Connection, now: Date, finish: (Connection) throws -> [String]
  ) throws -> SchemaUpgrade? {
    guard case .older = try state(of: connection) else {
      _ = try connection.transaction { try runScripts(connection, finish) }
      return nil
    }
    var copy: String?
    do {
      return try connection.transaction {
        // Another process may have upgraded the file in the meantime.
        guard case .older(let version) = try state(of: connection) else { return nil }
        let copies = UpgradeCopies(path: connection.path)
        copies.removeAbandoned()
        let made = copies.name(before: version + 1, now: now)
        // The copy needs a separate connection, because SQLite cannot copy from a connection that is writing.
        try Backup.copy(Connection(path: connection.path, mode: .readOnly), to: made)
        copy = made
        let changes = try runScripts(connection, from: version, finish)
        return SchemaUpgrade(from: Int(clamping: version), to: Int(clamping: newest), copy: made, changes: changes)
      }
    } catch {
      if let copy { DatabaseFile.remove(copy) }
      throw error
    }
  }

  /// Upgrades a file without saving a copy first.
  static func upgrade(_ connection: Connection, from version: Int64, finish: (Connection) throws -> [String]) throws {
    _ = try connection.transaction { try runScripts(connection, from: version, finish) }
  }

  private static func runScripts(
    _ connection: Connection, from version: Int64, _ finish: (Connection) throws -> [String]
  ) throws -> [String] {
    do {
      return try runScripts(connection, finish)
    } catch let error as CatalogError where error.code == .failed {
      throw CatalogError(
        .damaged, "upgrade", connection.path, cause: "its tables do not match schema \(version)",
        remedy: .restoreBackup)
    }
  }

  /// Runs the scripts that the file has not been upgraded with yet.
  ///
  /// - Returns: The lines of text from `finish`.
  private static func runScripts(
    _ connection: Connection, _ finish: (Connection) throws -> [String]
  ) throws -> [String] {
    let version = try connection.integer("PRAGMA user_version") ?? 0
    let scripts = EmbeddedMigrations.all.dropFirst(Int(clamping: max(0, version)))
    for script in scripts { try connection.runScript(script.sql) }
    if scripts.isEmpty { return [] }
    try connection.runScript("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(newest)")
    if version == 0 {
      try connection.run(
        "INSERT INTO catalog_fact (name, value) VALUES ('fold_version', ?)", [.integer(Fold.version)])
    }
    return try finish(connection)
  }
}
