import Catalog
import CatalogSources

/// Which sources a refresh asks, made ready to be asked.
struct RefreshSources {
  /// Why an app's own source is passed over, and what to do.
  static let ofApp = "it belongs to an app, which refreshes it when that is opened"

  let environment: [String: String]

  /// All sources that are not paused, in the order of the catalog.
  ///
  /// - Parameter isTimer: whether nobody asks but the clock: then a catalog that was never told of a source stays without
  ///   the samples.
  func all(_ snapshot: CatalogSnapshot, isTimer: Bool) throws -> [any BookSource] {
    if try !isTimer && Self.areSamples(snapshot) { return [SampleSource()] }
    return try snapshot.sources().filter(\.isRefreshed).filter { $0.state == .active }.compactMap(
      connections.bookSource)
  }

  /// Whether a catalog was never told of a source, so that its only one is the samples.
  static func areSamples(_ snapshot: CatalogSnapshot) throws -> Bool {
    try snapshot.sources().filter(\.isRefreshed).isEmpty && !snapshot.hasRemovedSamples()
  }

  /// Those of these names, each once, in their order.
  ///
  /// - Throws: ``CommandError/noSource(_:nearest:)``; ``ValidationError`` for one that is not refreshed.
  func named(_ names: [String], _ snapshot: CatalogSnapshot) throws -> [any BookSource] {
    var seen = Set<String>()
    return try names.compactMap { name -> (any BookSource)? in
      guard name != SampleSource().name || (try? snapshot.source(named: name)) != nil else { return SampleSource() }
      return connections.bookSource(of: try SourceArguments.refreshedHere(name, snapshot))
    }.filter { seen.insert($0.name).inserted }
  }

  private var connections: SourceConnections { SourceConnections(environment: environment) }
}
