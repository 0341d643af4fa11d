import CatalogDatabase
import FoundationEssentials

/// Copies a whole catalog with SQLite's backup interface, while others read and write.
enum Backup {
  /// Copies the catalog into a new file that only its owner can read. The file appears under the given path only when
  /// the copy is complete. If copying fails, no file is left.
  ///
  /// - Parameter access: The connection whose cancellation ends the copy; by default, `source`.
  /// - Throws: ``CatalogError``, in particular ``CatalogError/Code/inTheWay`` if the file exists, or if it is one of
  ///   the files that SQLite keeps next to the catalog.
  static func copy(_ source: Connection, to path: String, cancelledBy access: Connection? = nil) throws {
    let location = FileLocation(path)
    guard !FileLocation.ofCatalog(source.path).contains(where: location.isSame) else {
      throw CatalogError(
        .inTheWay, "back up to", path, cause: "it is the catalog or belongs to it", hint: "choose another name")
    }
    let inTheWay = CatalogError(
      .inTheWay, "back up to", path, cause: "the file exists", hint: "choose another name, or remove it first")
    guard !DatabaseFile.exists(path) else { throw inTheWay }
    let isMade = try NewFile(path).make { target in
      try source.copy(into: target, cancelledBy: access)
      // A damaged catalog can be copied, too. In that case, it may be impossible to write the new contents version. The
      // error is ignored, because the version is not essential.
      try? ContentsVersion.renew(target)
      // This mode makes the copy a single file, which can be read without a log next to it, even in a read-only folder.
      try target.runScript("PRAGMA journal_mode = DELETE")
    }
    guard isMade else { throw inTheWay }
  }
}

extension Database {
  /// Copies the whole catalog into a new file.
  func copy(to target: String) throws {
    try readers.next.sync { try Backup.copy($0, to: target) }
  }

  /// Copies the whole catalog into a new file. If the task is cancelled before the end, no file is left.
  func copy(to target: String) async throws {
    try await readers.next.async { try Backup.copy($0, to: target) }
  }
}
