import CatalogModel

// Values in sources' records that the catalog has no fields for.

extension CatalogSnapshot {
  /// Returns the values that sources have for a book but that the catalog has no fields for. There is one JSON text for
  /// each record (``SourceRecord/unknown``). Sources with higher priority come first. Sources that no longer have the
  /// book are skipped.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read.
  public func unknown(of book: Book.ID) throws -> [String] {
    try SourceRecordTable(connection: connection).rows(of: book).filter { $0.tombstone == nil }.compactMap(\.unknown)
  }
}

extension BookCatalog {
  /// Returns the values that sources have for a book but that the catalog has no fields for
  /// (``CatalogSnapshot/unknown(of:)``).
  public func unknown(of book: Book.ID) async throws -> [String] { try await read { try $0.unknown(of: book) } }
}
