import Catalog
import CatalogSources
import CommandLineKit

/// Finds the cover of a book: the one that the user or a source says it has; else what a provider says of it, where nobody was
/// asked yet by asking. Then the image itself. Of several that are known the first that can be had is taken.
struct CoverFinder {
  let catalog: BookCatalog
  let console: Console
  /// The name of who is asked, whatever the book says itself; `nil` for the one that the settings name, where it says nothing.
  let provider: String?
  /// Whether nobody is asked: what is on this machine, or was fetched before, has to do.
  let isOffline: Bool

  private var connections: MetadataConnections { MetadataConnections(environment: console.environment) }

  /// - Parameter name: the book's number, ISBN or UUID.
  /// - Returns: the book's number, and the image.
  /// - Throws: ``CatalogError`` without such a book; ``CommandError/noCover(id:title:provider:)``; ``SourceFailure`` where
  ///   no cover that is known can be had, of the first of them; `CancellationError`.
  func cover(ofBook name: String) throws -> (book: Book.ID, cover: Cover) {
    guard let book = try catalog.read({ try $0.book($0.id(named: name)) }) else { throw CommandError.noBook(name) }
    let own = provider == nil ? book.cover : nil
    var failure: SourceFailure?
    if let own, let cover = try image(at: own, &failure) { return (book.id, cover) }
    var known = try addresses(of: book)
    if known.isEmpty, !catalog.isReadOnly, !isOffline {
      do {
        try ask(for: book.id)
      } catch let error as SourceFailure where failure != nil {
        console.diagnostics.note("\(error)")
      }
      known = try addresses(of: book)
    }
    for (provider, address) in known where address != own {
      guard let cover = try image(at: address, &failure) else { continue }
      if own != nil, let failure {
        console.diagnostics.note(
          "the book's own cover cannot be had, this is \(MetadataText.name(of: provider))'s: \(failure)")
      }
      return (book.id, cover)
    }
    throw try failure ?? missing(book)
  }

  /// - Parameter failure: why the first image could not be had.
  /// - Returns: `nil` for one that cannot be had.
  private func image(at address: String, _ failure: inout SourceFailure?) throws -> Cover? {
    let covers = try connections.covers(isOffline: isOffline)
    do {
      return try Interruption.cancelling { try await covers.cover(at: address) }
    } catch let error as SourceFailure {
      failure = failure ?? error
      return nil
    }
  }

  /// What providers said, those that are meant.
  private func addresses(of book: Book) throws -> [(provider: String, address: String)] {
    try catalog.read { snapshot in
      try snapshot.metadata(of: snapshot.book(book.id) ?? book).compactMap { entry in
        guard provider == nil || entry.provider == provider else { return nil }
        return entry.metadata.cover.map { (entry.provider, $0) }
      }
    }
  }

  /// Why there is none.
  private func missing(_ book: Book) throws -> any Error {
    let asked = try connections.providerName(provider)
    let state = try catalog.read { try $0.metadataStates(of: [book], from: asked).first }
    if case .failed(let cause, _)? = state { return SourceFailure(.nonsense, asked, cause: cause) }
    if case .notAsked? = state, isOffline { return CommandError.coverNotAsked(id: book.id, title: book.title) }
    return CommandError.noCover(id: book.id, title: book.title, provider: MetadataText.name(of: asked))
  }

  /// Asks what is said of a book, unless that is known.
  private func ask(for book: Book.ID) throws {
    let (catalog, provider) = (catalog, try connections.provider(provider))
    let report = try Interruption.cancelling {
      try await BriefFetch.run([book], of: catalog, from: provider, wait: nil)
    }
    if let failure = report?.hostFailure { throw failure }
  }
}
