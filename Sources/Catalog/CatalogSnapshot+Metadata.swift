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

extension CatalogSnapshot {
  /// A number or a name by which others know a book.
  package enum KnownName {
    /// The book's own.
    case isbn(ISBN)
    /// One of the identifiers of the types that were asked for.
    case identifier(BookIdentifier)
    /// The provider's name for the work, as far as it is known.
    case key(String)
  }

  /// Calls the body with the numbers and names by which others know the books that are shown.
  ///
  /// - Parameters:
  ///   - types: of identifiers.
  ///   - provider: whose names for works are meant.
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
