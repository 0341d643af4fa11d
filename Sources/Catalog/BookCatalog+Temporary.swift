extension BookCatalog {
  /// Creates a catalog for a preview or a test. Its file is private and is deleted when the catalog is released. Each
  /// call creates a separate catalog.
  ///
  /// ```swift
  /// let catalog = try BookCatalog.temporary(holding: [Book(id: 1, title: "Dune", authors: ["Frank Herbert"])])
  /// ```
  ///
  /// - Parameters:
  ///   - books: The books to add by hand, in order. They get the ids 1, 2, 3 and so on, instead of their present ids.
  ///   - options: The options for opening the catalog.
  /// - Throws: ``InvalidValue`` for a book that cannot be stored; ``CatalogError`` if the file cannot be created.
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
