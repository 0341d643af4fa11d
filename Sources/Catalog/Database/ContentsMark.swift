/// Which contents a catalog's file has: others once a backup was restored into it. A work of several transactions carries
/// the numbers of books, sources and steps from one to the next, and in other contents they mean other things.
package struct ContentsMark: Sendable, Equatable {
  /// `nil` where nothing was ever restored.
  private let value: Int64?

  /// The mark of the contents as they are now.
  init(_ connection: Connection) throws {
    value = try connection.integer("SELECT value FROM catalog_fact WHERE name = 'contents'")
  }

  /// - Throws: ``CatalogError/Code/restored`` when these contents are not there any more.
  func require(_ connection: Connection) throws {
    guard try ContentsMark(connection) == self else { throw CatalogError.restored(connection.path) }
  }

  /// Marks the contents as others than all that were in the file before, and those of a backup as others than the catalog's:
  /// what is restored has another mark from the moment on in which it is there.
  static func renew(_ connection: Connection) throws {
    try connection.run(
      "INSERT OR REPLACE INTO catalog_fact (name, value) VALUES ('contents', ?)",
      [.integer(.random(in: .min ... .max))])
  }
}
