import FoundationEssentials

extension CatalogTransaction {
  /// Queues books for their metadata, for the next fetcher of the provider, whenever that is: also of a book that is
  /// added while there is no network.
  ///
  /// - Parameters:
  ///   - books: the books; those of which something is known already stay as they are.
  ///   - provider: the provider's name.
  public func askMetadata(of books: [Book.ID], from provider: String) throws {
    let queue = try FetchStateTable(connection: snapshot.connection, provider: provider)
    for id in books {
      guard let book = try snapshot.book(id) else { continue }
      let input = book.metadataInput.fingerprint
      if try queue.insert(id, input: input, queue: .seen, due: now.milliseconds, owner: nil) { continue }
      // Whoever wanted it alone does so no more, and leaves it in the queue.
      guard var row = try queue.row(id), row.queue != .claimed, row.claimedBy != nil else { continue }
      row.claimedBy = nil
      try queue.write(row)
    }
  }

  /// Lets a book show what is known of it until its provider is asked, which it stays in line for. What the provider has said
  /// already stays.
  ///
  /// - Parameters:
  ///   - metadata: what is known.
  ///   - id: the book; of one that is not there nothing is kept.
  ///   - provider: the provider's name.
  ///   - date: from when that is; `nil` for now.
  package func showForNow(
    _ metadata: ProviderMetadata, of id: Book.ID, from provider: String, dated date: Date? = nil
  ) throws {
    let connection = try snapshot.connection
    guard let book = try snapshot.book(id) else { return }
    let layer = try MetadataTable(connection: connection).layer(of: id, provider)
    if layer?.input == book.metadataInput.fingerprint { return }
    try MetadataApplier(connection: connection, provider: provider, now: now)
      .apply(metadata, to: book, fetched: date.map { min($0, now) })
  }

  /// Adds a book that a provider has, with all that it knows of it, as one step.
  ///
  /// - Throws: as ``add(_:)`` and ``keep(_:of:from:)``.
  @discardableResult
  package func add(
    _ fields: [BookField: FieldValue], _ metadata: ProviderMetadata, from provider: String
  ) throws -> ChangeOutcome {
    let outcome = try add(fields)
    for id in outcome.books { try keep(metadata, of: id, from: provider) }
    return outcome
  }

  /// Keeps what a provider says of a book, as if it had just been asked for it.
  ///
  /// - Parameters:
  ///   - metadata: all that the provider knows.
  ///   - id: the book.
  ///   - provider: the provider's name.
  /// - Throws: ``CatalogError/Code/noSuchBook``; ``CatalogError`` when the catalog cannot be written.
  public func keep(_ metadata: ProviderMetadata, of id: Book.ID, from provider: String) throws {
    guard let book = try snapshot.book(id) else { throw CatalogError.noBook(String(id)) }
    try MetadataApplier(connection: snapshot.connection, provider: provider, now: now).apply(metadata, to: book)
    var generator = SystemRandomNumberGenerator()
    let expires = Int64(FetchTimes.answer(maxAge: nil, using: &generator) * 1000)
    try FetchStateTable(connection: snapshot.connection, provider: provider).write(
      FetchStateRow(
        book: id, input: book.metadataInput.fingerprint, state: .loaded, queue: .refresh,
        due: now.milliseconds + expires)
    )
  }
}
