import FoundationEssentials

extension CatalogSnapshot {
  /// Returns the stored metadata of a book, one entry for each provider, ordered by provider name. Metadata is left out
  /// if it was fetched for an earlier title or earlier identifiers of the book.
  public func metadata(of book: Book) throws -> [BookMetadata] {
    guard try limits.books == nil || wholeBook(book.id) != nil else { return [] }
    return try MetadataTable(connection: connection).layers(of: book.id)
      .filter { $0.input == book.metadataInput.fingerprint }.map(BookMetadata.init)
  }

  /// Returns the state of each book's metadata from a provider.
  ///
  /// - Parameters:
  ///   - books: The books.
  ///   - provider: The provider's name.
  ///   - now: The current time.
  /// - Returns: One state for each book, in the order of the books.
  public func metadataStates(of books: [Book], from provider: String, now: Date = Date()) throws -> [MetadataState] {
    let reader = try MetadataReader(connection: connection, provider: provider)
    return try books.map { try reader.state(of: $0.metadataInput, now: now) }
  }

  /// Returns the number of books in each metadata state, and the state of each provider's host.
  ///
  /// - Parameter now: The current time.
  public func metadataStatus(now: Date = Date()) throws -> MetadataStatus {
    try MetadataStatusReader(connection: unlimited).status(now: now)
  }

  /// Returns the owner's answer to the question about covers; `nil` if the owner was not asked.
  package func coverConsent() throws -> CoverConsent? { try CoverConsent.stored(in: connection) }
}

extension CatalogSnapshot {
  /// An identifier or key that other systems use for a book.
  package enum KnownName {
    /// The ISBN of the book.
    case isbn(ISBN)
    /// An identifier of the book, of one of the requested types.
    case identifier(BookIdentifier)
    /// The provider's key for the work, of which the book may be one of several editions.
    case key(String)
  }

  /// Calls the body with each identifier and key that other systems use for the shown books.
  ///
  /// - Parameters:
  ///   - types: The types of identifiers to include.
  ///   - provider: The provider whose keys to include.
  package func forEachKnownName(
    types: [String], provider: String, _ body: (Book.ID, KnownName) throws -> Void
  ) throws {
    let connection = try connection
    try connection.statement("SELECT id, isbn FROM book WHERE isbn IS NOT NULL AND hidden = 0").forEachRow { row in
      try body(row.id(0), .isbn(ISBN(checked: row.integer(1))))
    }
    for type in types {
      try connection.statement("SELECT book_id, value FROM book_identifier WHERE type = ?").forEachRow([.text(type)]) {
        row in
        try body(row.id(0), .identifier(BookIdentifier(type, row.text(1))))
      }
    }
    try connection.statement("SELECT book_id, key FROM metadata WHERE provider = ? AND key IS NOT NULL")
      .forEachRow([.text(provider)]) { try body($0.id(0), .key($0.text(1))) }
  }
}
