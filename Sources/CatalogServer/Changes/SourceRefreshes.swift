import Catalog
import Synchronization

/// The refreshes that requests have started. They continue after the responses to these requests. Each source has at
/// most one refresh in progress.
final class SourceRefreshes: Sendable {
  /// A closure that makes a source of the catalog ready to refresh; it returns `nil` if the source cannot be refreshed.
  typealias Connect = @Sendable (CatalogSource) -> (any BookSource)?

  private struct UnderWay {
    let engine: SyncEngine
    let name: String
  }

  private let catalog: BookCatalog
  private let connect: Connect
  /// A closure to call when a refresh ends. A refresh can end without a change to the catalog, so no other event would
  /// report its end.
  private let ended: @Sendable () -> Void
  private let underWay = Mutex<[CatalogSource.ID: UnderWay]>([:])

  init(_ catalog: BookCatalog, connect: @escaping Connect, ended: @escaping @Sendable () -> Void) {
    (self.catalog, self.connect, self.ended) = (catalog, connect, ended)
  }

  /// Starts to refresh a source, unless its refresh is already in progress.
  ///
  /// - Throws: ``Problem``, 400 if the source cannot be refreshed.
  func start(_ source: CatalogSource) throws(Problem) {
    guard let connected = connect(source) else {
      throw .badRequest("“\(source.name)” cannot be refreshed, because it was imported from a file.")
    }
    let engine = catalog.syncEngine(sources: [connected])
    let isNew = underWay.withLock { underWay in
      guard underWay[source.id] == nil else { return false }
      underWay[source.id] = UnderWay(engine: engine, name: connected.name)
      return true
    }
    guard isNew else { return }
    Task {
      // Errors are stored in the source's state and shown on the sources page. If the catalog itself cannot be written,
      // other requests report the error.
      _ = try? await engine.refresh()
      underWay.withLock { $0[source.id] = nil }
      ended()
    }
  }

  /// Returns the number of records that the refresh of a source has stored so far; `nil` if no refresh is in progress.
  func progress(of source: CatalogSource.ID) -> Int? {
    guard let current = underWay.withLock({ $0[source] }) else { return nil }
    guard case .refreshing(let counts) = current.engine.state(of: current.name) else { return 0 }
    return counts.added + counts.updated + counts.unchanged
  }

  /// Stops all refreshes. Data already stored is kept.
  func stop() async {
    for current in underWay.withLock({ Array($0.values) }) { await current.engine.stop() }
  }
}
