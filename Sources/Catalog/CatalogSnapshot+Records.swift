import CatalogModel

// What records say besides the fields of their books.

extension CatalogSnapshot {
  /// What sources said of a book that the catalog has no fields for, each as JSON (``SourceRecord/unknown``), the source first
  /// that is asked first. Sources that have the book no more are passed over.
  ///
  /// - Throws: ``CatalogError`` when the file cannot be read.
  public func unknown(of book: Book.ID) throws -> [String] {
    try SourceRecordTable(connection: connection).rows(of: book).filter { $0.tombstone == nil }.compactMap(\.unknown)
  }
}

extension BookCatalog {
  /// What sources said of a book that the catalog has no fields for (``CatalogSnapshot/unknown(of:)``).
  public func unknown(of book: Book.ID) async throws -> [String] { try await read { try $0.unknown(of: book) } }
}
