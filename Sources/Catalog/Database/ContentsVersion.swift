import CatalogDatabase

/// A value that identifies the contents of a catalog's file. It changes when a backup is restored. Operations that
/// consist of several transactions compare the version, because after a restore, the ids that they remember can refer
/// to other books, sources or steps.
package struct ContentsVersion: Sendable, Equatable {
  /// A random number, or `nil` if no backup was ever restored.
  private let value: Int64?

  /// Reads the version of the current contents.
  init(_ connection: Connection) throws {
    value = try connection.integer("SELECT value FROM catalog_fact WHERE name = 'contents'")
  }

  /// Checks that the contents were not replaced.
  ///
  /// - Throws: ``CatalogError/Code/restored`` if the contents were replaced.
  func require(_ connection: Connection) throws {
    guard try ContentsVersion(connection) == self else { throw CatalogError.restored(connection.path) }
  }

  /// Gives the contents a new version. Backups also get a new version, which distinguishes their contents from all
  /// other contents as soon as they are restored.
  static func renew(_ connection: Connection) throws {
    try connection.run(
      "INSERT OR REPLACE INTO catalog_fact (name, value) VALUES ('contents', ?)",
      [.integer(.random(in: .min ... .max))])
  }
}
