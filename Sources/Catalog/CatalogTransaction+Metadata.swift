import FoundationEssentials

extension CatalogTransaction {
  /// Queues books so that the provider's next fetcher looks up their metadata, whenever it runs. Use this, for example,
  /// for books that are added while there is no network connection.
  ///
  /// - Parameters:
  ///   - books: The ids of the books. Nothing changes for books that are already queued or were looked up.
  ///   - provider: The provider's name.
  public func askMetadata(of books: [Book.ID], from provider: String) throws {
    let queue = try FetchStateTable(connection: snapshot.connection, provider: provider)
    for id in books {
      guard let book = try whole.book(id) else { continue }
      let input = book.metadataInput.fingerprint
      if try queue.insert(id, input: input, queue: .seen, due: now.milliseconds, owner: nil) { continue }
      // The row was requested by a single fetcher, which could withdraw the request. Without an owner, no fetcher can
      // withdraw it.
      guard var row = try queue.row(id), row.queue != .claimed, row.claimedBy != nil else { continue }
      row.claimedBy = nil
      try queue.write(row)
    }
  }

  /// Shows metadata that is already available for a book until the provider's own answer arrives. The book stays in the
  /// queue. If the provider has already answered for the book, nothing is stored.
  ///
  /// - Parameters:
  ///   - metadata: The metadata.
  ///   - id: The id of the book. If the book does not exist, nothing is stored.
  ///   - provider: The provider's name.
  ///   - date: The date of the metadata, or `nil` for now.
  package func showForNow(
    _ metadata: ProviderMetadata, of id: Book.ID, from provider: String, dated date: Date? = nil
  ) throws {
    let connection = try snapshot.connection
    guard let book = try whole.book(id) else { return }
    let layer = try MetadataTable(connection: connection).layer(of: id, provider)
    if layer?.input == book.metadataInput.fingerprint { return }
    try MetadataApplier(connection: connection, provider: provider, now: now)
      .apply(metadata, to: book, fetched: date.map { min($0, now) })
  }

  /// Stores the owner's answer to the question about covers. This is not a step in the history.
  package func setCoverConsent(_ consent: CoverConsent) throws { try consent.store(in: snapshot.connection) }

  /// Adds a book that a provider knows, with the provider's metadata, as one step.
  ///
  /// - Throws: The errors of ``add(_:)`` and ``keep(_:of:from:)``.
  @discardableResult
  package func add(
    _ fields: [BookField: FieldValue], _ metadata: ProviderMetadata, from provider: String
  ) throws -> ChangeOutcome {
    let outcome = try add(fields)
    for id in outcome.books { try keep(metadata, of: id, from: provider) }
    return outcome
  }

  /// Stores a provider's metadata for a book, as if a fetcher had just received it.
  ///
  /// - Parameters:
  ///   - metadata: All metadata that the provider has for the book.
  ///   - id: The id of the book.
  ///   - provider: The provider's name.
  /// - Throws: ``CatalogError/Code/noSuchBook``; another ``CatalogError`` if the catalog cannot be written.
  public func keep(_ metadata: ProviderMetadata, of id: Book.ID, from provider: String) throws {
    guard let book = try whole.book(id) else { throw CatalogError.noBook(String(id)) }
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
