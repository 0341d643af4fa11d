import CatalogModel

// Values in source records that are not fields of books.

extension CatalogSnapshot {
  /// Returns the values that sources state about a book and that the catalog has no fields for, each as JSON
  /// (``SourceRecord/unknown``). They are ordered by the priority of their sources. Sources that no longer have the
  /// book are skipped.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read.
  public func unknown(of book: Book.ID) throws -> [String] {
    try SourceRecordTable(connection: connection).rows(of: book).filter { $0.tombstone == nil }.compactMap(\.unknown)
  }
}

extension BookCatalog {
  /// Returns the values that sources state about a book and that the catalog has no fields for
  /// (``CatalogSnapshot/unknown(of:)``).
  public func unknown(of book: Book.ID) async throws -> [String] { try await read { try $0.unknown(of: book) } }
}
