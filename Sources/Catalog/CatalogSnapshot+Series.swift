import CatalogModel

// Series of books, with what was read and what is missing.
extension CatalogSnapshot {
  /// Returns a series, with the parts that the catalog has, or `nil` if no book is in it. Case, accents and an article
  /// at the beginning of the name are ignored.
  ///
  /// - Complexity: Reads the books of the series, whatever the size of the catalog.
  public func series(named name: String) throws -> BookSeries? {
    guard let condition = BookFacet.condition(.series, name) else { return nil }
    var books: [Book] = []
    try forEachBook(of: BookQuery(condition, order: .series)) { if $0.series != nil { books.append($0) } }
    return books.first?.series.map { BookSeries($0, books) }
  }

  /// Calls the body for every series of the books that a query finds, by name. Parts that the query does not find are
  /// missing from the series.
  ///
  /// - Complexity: Reads every book that is in a series.
  package func forEachSeries(of query: BookQuery = "", _ body: (BookSeries) throws -> Void) throws {
    for group in try groups(by: .series, of: query, withBooks: true) {
      guard let name = group.label else { continue }
      try body(BookSeries(name, group.ids.compactMap { try book($0) }))
    }
  }
}

extension BookCatalog {
  /// Returns a series, with the parts that the catalog has (``CatalogSnapshot/series(named:)``).
  public func series(named name: String) async throws -> BookSeries? {
    try await read { try $0.series(named: name) }
  }
}
