import FoundationEssentials

/// Copies a whole catalog with SQLite's backup interface, while others read and write.
enum Backup {
  /// Copies the catalog into a new file that only its owner can read. The file gets its name only when the copy is
  /// complete.
  ///
  /// - Parameter access: The connection whose cancellation ends the copy; by default the source.
  /// - Throws: ``CatalogError``, in particular ``CatalogError/Code/inTheWay`` if the file exists, or if SQLite reserves
  ///   its name for a file that belongs to the catalog. The incomplete copy is removed.
  static func copy(_ source: Connection, to path: String, cancelledBy access: Connection? = nil) throws {
    let location = FilePlace(path)
    guard !FilePlace.ofCatalog(source.path).contains(where: location.isSame) else {
      throw CatalogError(
        .inTheWay, "back up to", path, cause: "it is the catalog or belongs to it", hint: "choose another name")
    }
    let inTheWay = CatalogError(
      .inTheWay, "back up to", path, cause: "the file exists", hint: "choose another name, or remove it first")
    guard !DatabaseFile.exists(path) else { throw inTheWay }
    let isMade = try NewFile(path).make { target in
      try source.copy(into: target, cancelledBy: access)
      // A damaged catalog can be copied, too. If its mark cannot be renewed, the error is ignored, since the mark is
      // not essential.
      try? ContentsMark.renew(target)
      // The copy is a single file that can be read without a log next to it, even in a read-only folder.
      try target.runScript("PRAGMA journal_mode = DELETE")
    }
    guard isMade else { throw inTheWay }
  }
}
