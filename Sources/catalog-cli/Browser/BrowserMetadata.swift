import Catalog

/// The metadata of the books in view: fetched while they can be seen, and kept as states for their rows.
@MainActor final class BrowserMetadata {
  /// Is told that states have changed.
  var changed: @MainActor () -> Void = {}
  /// Is told, once, why the provider does not answer.
  var refused: @MainActor (String) -> Void = { _ in }
  private let catalog: BookCatalog
  private let fetcher: MetadataFetcher
  /// Of the books in view, and of those that are about to come into view.
  private var states: [Int64: MetadataState] = [:]
  private var hostWaits = false
  private var listening: Task<Void, Never>?

  /// - Parameters:
  ///   - catalog: keeps what is fetched.
  ///   - provider: is asked.
  init(_ catalog: BookCatalog, _ provider: any MetadataProvider) {
    self.catalog = catalog
    fetcher = catalog.metadataFetcher(provider: provider)
    let events = fetcher.events
    listening = Task { [weak self] in
      for await event in events { self?.take(event) }
    }
  }

  deinit { listening?.cancel() }

  /// How far a book is. What is in view and was not asked for yet waits for its turn; while the provider does not answer,
  /// nothing is waited for.
  func state(of book: Int64) -> MetadataState {
    let state = states[book] ?? .notAsked
    if hostWaits { return state.isSettled ? state : .notAsked }
    return state == .notAsked ? .waiting : state
  }

  /// Says which books are in view, and which are about to come.
  func show(_ visible: [Int64], ahead: [Int64]) {
    let wanted = Set(visible + ahead)
    states = states.filter { wanted.contains($0.key) }
    let unknown = wanted.filter { states[$0] == nil }
    let provider = fetcher.provider
    Task { [catalog, fetcher] in
      let found = try? await catalog.read { snapshot in
        let books = try unknown.compactMap { try snapshot.book($0) }
        return zip(books.map(\.id), try snapshot.metadataStates(of: books, from: provider)).map { ($0, $1) }
      }
      for (book, state) in found ?? [] where states[book] == nil { states[book] = state }
      changed()
      await fetcher.show(visible, ahead: ahead, viewer: "browse")
    }
  }

  /// Ends what is under way.
  func stop() async { await fetcher.stop() }

  private func take(_ event: MetadataEvent) {
    switch event {
    case .row(let book, let state):
      // It answers again.
      if state.isSettled { hostWaits = false }
      states[book] = state
    case .hostWaits(let failure, _):
      if !hostWaits { refused("metadata waits: \(failure)") }
      hostWaits = true
    }
    changed()
  }
}
