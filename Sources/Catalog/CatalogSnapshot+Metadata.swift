import FoundationEssentials

extension CatalogSnapshot {
  /// Reads the metadata that providers have for a book as it is asked for now, in the order of the providers' names.
  public func metadata(of book: Book) throws -> [BookMetadata] {
    try MetadataTable(connection: connection).layers(of: book.id)
      .filter { $0.input == book.metadataInput.fingerprint }.map(BookMetadata.init)
  }

  /// Reads how far the metadata of books is with a provider.
  ///
  /// - Parameters:
  ///   - books: the books.
  ///   - provider: the provider's name.
  ///   - now: the present time.
  /// - Returns: a state for each of the books, in their order.
  public func metadataStates(of books: [Book], from provider: String, now: Date = Date()) throws -> [MetadataState] {
    let reader = try MetadataReader(connection: connection, provider: provider)
    return try books.map { try reader.state(of: $0.metadataInput, now: now) }
  }

  /// Counts the books by the state of their metadata, and tells how the hosts of providers are doing.
  ///
  /// - Parameter now: the present time.
  public func metadataStatus(now: Date = Date()) throws -> MetadataStatus {
    try MetadataStatusReader(connection: connection).status(now: now)
  }
}
