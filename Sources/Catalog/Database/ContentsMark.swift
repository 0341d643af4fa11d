/// An identity of the contents of a catalog's file, which changes when a backup is restored. Work that takes several
/// transactions remembers ids of books, sources and steps. In restored contents, these ids have different meanings.
package struct ContentsMark: Sendable, Equatable {
  /// The random value of the mark, or `nil` if no backup was ever restored.
  private let value: Int64?

  /// Reads the mark of the current contents.
  init(_ connection: Connection) throws {
    value = try connection.integer("SELECT value FROM catalog_fact WHERE name = 'contents'")
  }

  /// Checks that the contents were not replaced.
  ///
  /// - Throws: ``CatalogError/Code/restored`` if the contents were replaced.
  func require(_ connection: Connection) throws {
    guard try ContentsMark(connection) == self else { throw CatalogError.restored(connection.path) }
  }

  /// Gives the contents a new mark, different from the marks of all earlier contents of the file. A backup gets its own
  /// mark as well, so that restored contents have a new mark as soon as they are in the file.
  static func renew(_ connection: Connection) throws {
    try connection.run(
      "INSERT OR REPLACE INTO catalog_fact (name, value) VALUES ('contents', ?)",
      [.integer(.random(in: .min ... .max))])
  }
}
