import Catalog
import Platform

/// An object that refreshes the sources of a catalog, as `catalog refresh` does.
@MainActor final class BrowserRefresh {
  /// A closure called with a description of the progress.
  var progress: @MainActor (String) -> Void = { _ in }
  /// The reports of the last refresh.
  private(set) var reports: [RefreshReport] = []
  private let catalog: BookCatalog
  private let environment: [String: String]

  init(_ catalog: BookCatalog, environment: [String: String]) {
    (self.catalog, self.environment) = (catalog, environment)
  }

  /// Refreshes all sources. If a source fails, its report contains the failure.
  ///
  /// - Throws: ``CatalogError``; ``CommandError/noSourcesToRefresh``; `CancellationError`.
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
