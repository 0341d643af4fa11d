import FoundationEssentials

/// Copies of a whole catalog, made by SQLite's backup interface while others read and write.
enum Backup {
  /// Copies the catalog into a new file that only its owner can read, and that has its name once it is whole.
  ///
  /// - Parameter access: the connection whose access is cancelled; the source by default.
  /// - Throws: ``CatalogError``: ``CatalogError/Code/inTheWay`` when the file is there already, or its name is one of those
  ///   that SQLite gives to what it keeps beside the catalog. What was begun is removed.
  static func copy(_ source: Connection, to path: String, cancelledBy access: Connection? = nil) throws {
    let place = FilePlace(path)
    guard !FilePlace.ofCatalog(source.path).contains(where: place.isSame) else {
      throw CatalogError(
        .inTheWay, "back up to", path, cause: "it is the catalog or belongs to it", hint: "choose another name")
    }
    let inTheWay = CatalogError(
      .inTheWay, "back up to", path, cause: "the file exists", hint: "choose another name, or remove it first")
    guard !DatabaseFile.exists(path) else { throw inTheWay }
    let isMade = try NewFile(path).make { target in
      try source.copy(into: target, cancelledBy: access)
      // Of what is damaged there is a copy, too, and nothing depends on its mark.
      try? ContentsMark.renew(target)
      // The copy is one plain file: reading it needs no log beside it, also in a folder that cannot be written.
      try target.runScript("PRAGMA journal_mode = DELETE")
    }
    guard isMade else { throw inTheWay }
  }
}
