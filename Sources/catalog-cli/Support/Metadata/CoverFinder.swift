import Catalog
import CatalogSources

/// Finds the cover of a book: the one that the user or a source says it has; else what a provider says of it, where nobody was
/// asked yet by asking. Then the image itself.
struct CoverFinder {
  let catalog: BookCatalog
  let environment: [String: String]
  /// The name of who is asked, whatever the book says itself; `nil` for the one that the settings name, where it says nothing.
  let provider: String?

  /// - Parameter name: the book's number, ISBN or UUID.
  /// - Returns: the book's number, and the image.
  /// - Throws: ``CatalogError`` without such a book; ``CommandError/noCover(id:title:provider:)``; ``SourceFailure`` where
  ///   the cover cannot be fetched; `CancellationError`.
  func cover(ofBook name: String) throws -> (book: Book.ID, cover: Cover) {
    let connections = MetadataConnections(environment: environment)
    let wanted = provider
    let book = try catalog.read { try $0.book($0.id(named: name)) }
    guard let book else { throw CommandError.noBook(name) }
    if wanted == nil, let own = book.cover {
      let covers = try connections.covers()
      return (book.id, try Interruption.cancelling { try await covers.cover(at: own) })
    }
    var address = try catalog.read { try Self.address(book, $0, wanted) }
    if address == nil, !catalog.isReadOnly {
      try ask(for: book.id, try connections.provider(wanted))
      address = try catalog.read { snapshot in try Self.address(snapshot.book(book.id) ?? book, snapshot, wanted) }
    }
    guard let address else {
      let asked = try connections.providerName(wanted)
      let state = try catalog.read { try $0.metadataStates(of: [book], from: asked).first }
      if case .failed(let cause, _)? = state { throw SourceFailure(.nonsense, asked, cause: cause) }
      throw CommandError.noCover(id: book.id, title: book.title, provider: MetadataText.name(of: asked))
    }
    let covers = try connections.covers()
    return (book.id, try Interruption.cancelling { try await covers.cover(at: address) })
  }

  private static func address(_ book: Book, _ snapshot: CatalogSnapshot, _ provider: String?) throws -> String? {
    try snapshot.metadata(of: book).first { entry in
      entry.metadata.cover != nil && (provider == nil || entry.provider == provider)
    }?.metadata.cover
  }

  /// Asks what is said of a book, unless that is known.
  private func ask(for book: Book.ID, _ provider: any MetadataProvider) throws {
    let catalog = catalog
    let report = try Interruption.cancelling {
      try await BriefFetch.run([book], of: catalog, from: provider, wait: nil)
    }
    if let failure = report?.hostFailure { throw failure }
  }
}
