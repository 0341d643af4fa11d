import Catalog

/// Asks the sources of a catalog for what is new, as `catalog refresh` does.
@MainActor final class BrowserRefresh {
  /// Is told how far it is.
  var progress: @MainActor (String) -> Void = { _ in }
  /// What came of the last one.
  private(set) var reports: [RefreshReport] = []
  private let catalog: BookCatalog
  private let environment: [String: String]

  init(_ catalog: BookCatalog, environment: [String: String]) {
    (self.catalog, self.environment) = (catalog, environment)
  }

  /// - Throws: ``CatalogError``; ``CommandError/noSourcesToRefresh``; `CancellationError`. A source that fails says so in
  ///   its report.
  func run() async throws {
    reports = []
    let known = RefreshSources(environment: environment)
    let sources = try await catalog.read { try known.all($0, isTimer: false) }
    if sources.isEmpty { throw CommandError.noSourcesToRefresh }
    let engine = catalog.syncEngine(sources: sources)
    let events = engine.events
    let listening = Task {
      for await case .stored(let report) in events {
        progress("refreshing \(report.source): \(report.counts.total.grouped)")
      }
    }
    defer { listening.cancel() }
    reports = try await engine.refresh()
  }
}
