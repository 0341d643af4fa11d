/// Copies of a whole catalog, made by SQLite's backup interface while others read and write.
enum Backup {
  /// Copies the catalog into a new file that only its owner can read.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/inTheWay`` when the file is there already. What was begun is removed.
  static func copy(_ source: Connection, to path: String) throws {
    guard try DatabaseFile.create(path) else {
      throw CatalogError(
        .inTheWay, "back up to", path, cause: "the file exists", hint: "choose another name, or remove it first")
    }
    do {
      let target = try Connection(path: path, mode: .readWrite)
      try source.copy(into: target)
      // The copy is one plain file: reading it needs no log beside it, also in a folder that cannot be written.
      try target.runScript("PRAGMA journal_mode = DELETE")
    } catch {
      DatabaseFile.remove(path)
      throw error
    }
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
    return connection
  }
}
