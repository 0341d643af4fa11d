extension BookCatalog {
  /// A catalog of its own for a preview or a test, in a private file that goes when the catalog is let go of. Each call
  /// makes another one.
  ///
  /// ```swift
  /// let catalog = try BookCatalog.temporary(holding: [Book(id: 1, title: "Dune", authors: ["Frank Herbert"])])
  /// ```
  ///
  /// - Parameters:
  ///   - books: what is added by hand, in order: their ids are 1, 2, 3 and so on, whatever those of the given books are.
  ///   - options: how it is opened.
  /// - Throws: ``InvalidValue`` for a book that cannot be stored; ``CatalogError`` where no file can be made.
  public static func temporary(holding books: [Book] = [], options: Options = Options()) throws -> BookCatalog {
    let folder = try PrivateFolder()
    let catalog = try open(folder.path + "/catalog.db", options: options)
    catalog.belongings.withLock { $0 = folder }
    try catalog.write { transaction in
      for book in books {
        try transaction.add(BookField.allCases.reduce(into: [:]) { $0[$1] = book[$1] })
      }
    }
    return catalog
  }
}
