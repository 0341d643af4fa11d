import FoundationEssentials

/// Copies of a whole catalog, made by SQLite's backup interface while others read and write.
enum Backup {
  /// Copies the catalog into a new file that only its owner can read, and that has its name once it is whole.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/inTheWay`` when the file is there already. What was begun is removed.
  static func copy(_ source: Connection, to path: String) throws {
    let inTheWay = CatalogError(
      .inTheWay, "back up to", path, cause: "the file exists", hint: "choose another name, or remove it first")
    guard !DatabaseFile.exists(path) else { throw inTheWay }
    let isMade = try NewFile(path).make { target in
      try source.copy(into: target)
      // The copy is one plain file: reading it needs no log beside it, also in a folder that cannot be written.
      try target.runScript("PRAGMA journal_mode = DELETE")
    }
    guard isMade else { throw inTheWay }
  }

  /// Puts the contents of a backup in the place of a catalog's, in one transaction of SQLite's.
  /// - Returns: where a copy of what was there before is.
  static func restore(_ backup: String, into connection: Connection, now: Date) throws -> String {
    let path = connection.path
    guard try DatabaseFile.identity(of: backup) != DatabaseFile.identity(of: path) else {
      throw CatalogError(.inTheWay, "restore", backup, cause: "it is this catalog itself", hint: "name a backup")
    }
    let source = try examined(backup)
    try connection.set(.everyday)
    let kept = "\(path).before-restore-\(now.rfc3339.filter(\.isNumber))"
    try copy(connection, to: kept)
    let newest = try ChangeTable(connection: connection).newest()
    try source.copy(into: connection, cancelledBy: connection)
    // The books have been replaced by now.
    connection.ignoreCancellation()
    // Before anything is written: a trigger of another program's would act on it.
    let lacksDerived = try connection.transaction { try SchemaCheck(connection: connection).mend() }
    try Migrator.migrate(connection, now: now)
    try connection.transaction {
      if lacksDerived { try CatalogRepair(connection: connection, now: now).rebuildDerived() }
      try ChangeTable(connection: connection).goOn(behind: newest)
      connection.changedBooks.insertMany()
    }
    return kept
  }

  /// Opens a backup for reading, after a look at whether it can be restored.
  static func examined(_ path: String) throws -> Connection {
    guard try DatabaseFile.identity(of: path) != nil else {
      throw CatalogError(.missing, "restore", path, cause: "there is no such file")
    }
    // Nobody writes a backup without a log: opened so, none is made beside it, and it may lie where nothing can be made.
    let hasLog = DatabaseFile.exists(path + "-wal")
    let connection = try Connection(path: path, mode: hasLog ? .readOnly : .immutable)
    guard try Migrator.state(of: connection) != .empty else {
      throw CatalogError(.notACatalog, "restore", path, cause: "the file is empty")
    }
    let finding = try connection.text("PRAGMA quick_check(1)") ?? "it cannot be read"
    guard finding == "ok" else {
      throw CatalogError(.damaged, "restore", path, cause: "the backup is damaged (\(finding))")
    }
    if let finding = try SchemaCheck(connection: connection).findings().findings.first(where: { !$0.isRepairable }) {
      throw CatalogError(.damaged, "restore", path, cause: "the backup is damaged (\(finding.message))")
    }
    return connection
  }
}
