import Catalog
import CatalogUI

/// An object that fetches metadata for visible books and records whether the provider is available.
@MainActor final class BrowserMetadata {
  /// A closure called with the reason when metadata becomes unavailable.
  var refused: @MainActor (String) -> Void = { _ in }
  private let rows: RowMetadata
  private let fetcher: MetadataFetcher
  private var hostWaits = false
  private var listening: Task<Void, Never>?

  /// Starts fetching.
  ///
  /// - Parameters:
  ///   - catalog: The catalog that stores the metadata.
  ///   - provider: The provider that supplies the metadata.
  init(_ catalog: BookCatalog, _ provider: any MetadataProvider) {
    fetcher = catalog.metadataFetcher(provider: provider)
    rows = RowMetadata(catalog, fetcher)
    let events = fetcher.events
    listening = Task { [weak self] in
      for await event in events { self?.take(event) }
    }
  }

  deinit { listening?.cancel() }

  /// Returns the metadata state of a book. While the provider is unavailable, a pending request counts as `notAsked`.
  func state(of book: Book.ID) -> MetadataState {
    let state = rows.state(of: book)
    return hostWaits && !state.isSettled ? .notAsked : state
  }

  /// Accesses all observed properties, so that observation tracking registers them.
  func touch() { _ = (rows.isFetched(0), rows.error == nil) }

  /// Sets the visible books and the books that are expected to become visible next.
  func show(_ visible: [Book.ID], ahead: [Book.ID]) { rows.rowsAppeared(visible, ahead: ahead) }

  /// Stops all requests.
  func stop() async { await fetcher.stop() }

  private func take(_ event: MetadataEvent) {
    switch event {
    case .row(_, let state):
      // A settled state shows that the provider is responding again.
      if state.isSettled { hostWaits = false }
    case .hostWaits(let failure, _):
      if !hostWaits { refused("Metadata is not available now: \(failure)") }
      hostWaits = true
    case .cannotStore(let error): refused("Metadata is not available now: \(error)")
    }
  }
}
