import CatalogModel

// Values in sources' records that fit no field of the catalog.

extension CatalogSnapshot {
  /// Returns the values in a book's source records that fit no field of the catalog. There is one JSON text for each
  /// record (``SourceRecord/unknown``). Sources with higher priority come first. Sources that no longer have the book
  /// are skipped.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read.
  public func unknown(of book: Book.ID) throws -> [String] {
    try SourceRecordTable(connection: unlimited).rows(of: book).filter { $0.tombstone == nil }.compactMap(\.unknown)
  }
}

extension BookCatalog {
  /// Returns the values in a book's source records that fit no field of the catalog (``CatalogSnapshot/unknown(of:)``).
  public func unknown(of book: Book.ID) async throws -> [String] { try await read { try $0.unknown(of: book) } }
}
