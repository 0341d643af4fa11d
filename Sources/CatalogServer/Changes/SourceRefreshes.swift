import Catalog
import Synchronization

/// The refreshes that requests have asked for. They go on when their requests are answered, one at a time for each source.
final class SourceRefreshes: Sendable {
  /// Makes a stored source ready to be asked; `nil` for one that is not refreshed.
  typealias Connect = @Sendable (CatalogSource) -> (any BookSource)?

  private struct UnderWay {
    let engine: SyncEngine
    let name: String
  }

  private let catalog: BookCatalog
  private let connect: Connect
  /// Hears of each end: what was asked may have changed nothing else that is told.
  private let ended: @Sendable () -> Void
  private let underWay = Mutex<[CatalogSource.ID: UnderWay]>([:])

  init(_ catalog: BookCatalog, connect: @escaping Connect, ended: @escaping @Sendable () -> Void) {
    (self.catalog, self.connect, self.ended) = (catalog, connect, ended)
  }

  /// Begins to refresh a source, unless that is under way.
  ///
  /// - Throws: ``Problem``, 400 for one that is not refreshed.
  func start(_ source: CatalogSource) throws(Problem) {
    guard let asked = connect(source) else { throw .badRequest("This source is not refreshed: it was read once.") }
    let engine = catalog.syncEngine(sources: [asked])
    let isNew = underWay.withLock { underWay in
      guard underWay[source.id] == nil else { return false }
      underWay[source.id] = UnderWay(engine: engine, name: asked.name)
      return true
    }
    guard isNew else { return }
    Task {
      // What went wrong stands in the state of the source, which the page of the sources shows; where the catalog itself cannot be
      // written, every other request says so.
      _ = try? await engine.refresh()
      underWay.withLock { $0[source.id] = nil }
      ended()
    }
  }

  /// How many records were stored so far, of a refresh that is under way; `nil` where none is.
  func progress(of source: CatalogSource.ID) -> Int? {
    guard let current = underWay.withLock({ $0[source] }) else { return nil }
    guard case .refreshing(let counts) = current.engine.state(of: current.name) else { return 0 }
    return counts.added + counts.updated + counts.unchanged
  }

  /// Ends all of them; what was stored stands.
  func stop() async {
    for current in underWay.withLock({ Array($0.values) }) { await current.engine.stop() }
  }
}
