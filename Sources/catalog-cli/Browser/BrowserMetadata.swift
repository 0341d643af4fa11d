import Catalog
import CatalogUI

/// The metadata of the books in view, fetched while they can be seen; and whether the provider can be asked.
@MainActor final class BrowserMetadata {
  /// Is told, once, why the provider is not asked.
  var refused: @MainActor (String) -> Void = { _ in }
  private let rows: RowMetadata
  private let fetcher: MetadataFetcher
  private var hostWaits = false
  private var listening: Task<Void, Never>?

  /// - Parameters:
  ///   - catalog: keeps what is fetched.
  ///   - provider: is asked.
  init(_ catalog: BookCatalog, _ provider: any MetadataProvider) {
    fetcher = catalog.metadataFetcher(provider: provider)
    rows = RowMetadata(catalog, fetcher)
    let events = fetcher.events
    listening = Task { [weak self] in
      for await event in events { self?.take(event) }
    }
  }

  deinit { listening?.cancel() }

  /// How far a book is. While the provider is not asked, nothing is waited for.
  func state(of book: Book.ID) -> MetadataState {
    let state = rows.state(of: book)
    return hostWaits && !state.isSettled ? .notAsked : state
  }

  /// Reads what is observed.
  func touch() { _ = (rows.isFetched(0), rows.error == nil) }

  /// Says which books are in view, and which are about to come.
  func show(_ visible: [Book.ID], ahead: [Book.ID]) { rows.rowsAppeared(visible, ahead: ahead) }

  /// Ends what is under way.
  func stop() async { await fetcher.stop() }

  private func take(_ event: MetadataEvent) {
    switch event {
    case .row(_, let state):
      // It answers again.
      if state.isSettled { hostWaits = false }
    case .hostWaits(let failure, _):
      if !hostWaits { refused("no metadata for now: \(failure)") }
      hostWaits = true
    case .cannotStore(let error): refused("no metadata for now: \(error)")
    }
  }
}
