import FoundationEssentials

extension CatalogSnapshot {
  /// What providers say of a book, as it is asked for now; in the order of the providers' names.
  public func metadata(of book: Book) throws -> [BookMetadata] {
    try MetadataTable(connection: connection).layers(of: book.id)
      .filter { $0.input == book.metadataInput.fingerprint }.map(BookMetadata.init)
  }

  /// How far the metadata of books is with a provider.
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

  /// How far the catalog's metadata is, in numbers, and how the hosts of its providers are doing.
  ///
  /// - Parameter now: the present time.
  public func metadataStatus(now: Date = Date()) throws -> MetadataStatus {
    try MetadataStatusReader(connection: connection).status(now: now)
  }
}
