import Catalog
import CatalogSources
import CommandLineKit

/// A search for the cover of a book. It first tries the cover set by the user or a source, and then the providers'
/// covers. If no provider's cover is known, it requests one. The first cover that can be loaded is used.
struct CoverFinder {
  let catalog: BookCatalog
  let console: Console
  /// The provider whose cover is used, even if the book has a cover of its own. If `nil`, the book's own cover is
  /// preferred, followed by the cover from the provider in the settings.
  let provider: String?
  /// True to use only local files and cached covers, without any requests.
  let isOffline: Bool

  private var connections: MetadataConnections { MetadataConnections(environment: console.environment) }

  /// Finds and loads the cover of a book.
  ///
  /// - Parameter name: The book's number, ISBN, UUID or title.
  /// - Returns: The book's id and the image.
  /// - Throws: ``CatalogError`` if there is no such book; ``CommandError/noCover(id:title:provider:)`` if there is no
  ///   cover; ``SourceFailure`` for the first cover that failed to load, if no other cover could be loaded;
  ///   `CancellationError`.
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
          "using the cover from \(MetadataText.name(of: provider)); the book's own is not available: \(failure)")
      }
      return (book.id, cover)
    }
    throw try failure ?? missing(book)
  }

  /// Loads an image.
  ///
  /// - Parameter failure: The first failure to load an image so far, or `nil`. A later failure does not replace it.
  /// - Returns: The image; `nil` if it cannot be loaded.
  private func image(at address: String, _ failure: inout SourceFailure?) throws -> Cover? {
    let covers = try connections.covers(isOffline: isOffline)
    do {
      return try Interruption.cancelling { try await covers.cover(at: address) }
    } catch let error as SourceFailure {
      failure = failure ?? error
      return nil
    }
  }

  /// Returns the addresses of the covers that are known from the requested providers.
  private func addresses(of book: Book) throws -> [(provider: String, address: String)] {
    try catalog.read { snapshot in
      try snapshot.metadata(of: snapshot.book(book.id) ?? book).compactMap { entry in
        guard provider == nil || entry.provider == provider else { return nil }
        return entry.metadata.cover.map { (entry.provider, $0) }
      }
    }
  }

  /// Returns the error that explains why there is no cover.
  private func missing(_ book: Book) throws -> any Error {
    let name = try connections.providerName(provider)
    let state = try catalog.read { try $0.metadataStates(of: [book], from: name).first }
    if case .failed(let cause, _)? = state { return SourceFailure(.malformed, name, cause: cause) }
    if case .notAsked? = state, isOffline { return CommandError.coverNotAsked(id: book.id, title: book.title) }
    return CommandError.noCover(id: book.id, title: book.title, provider: MetadataText.name(of: name))
  }

  /// Requests the metadata of a book from the provider, unless the metadata is already known.
  private func ask(for book: Book.ID) throws {
    let (catalog, provider) = (catalog, try connections.provider(provider))
    let report = try Interruption.cancelling {
      try await BriefFetch.run([book], of: catalog, from: provider, wait: nil)
    }
    if let failure = report?.hostFailure { throw failure }
  }
}
