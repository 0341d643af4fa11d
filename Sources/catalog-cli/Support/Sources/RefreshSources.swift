import Catalog
import CatalogSources

/// Selects the sources to refresh and connects them.
struct RefreshSources {
  /// The reason why an app's own source is skipped, and the remedy.
  static let ofApp = "an app owns it and refreshes it when opened"

  let environment: [String: String]

  /// Returns all sources that are not paused, in the catalog's order.
  ///
  /// - Parameter isTimer: True for automatic runs. Then a catalog without sources is not given the sample books.
  func all(_ snapshot: CatalogSnapshot, isTimer: Bool) throws -> [any BookSource] {
    if try !isTimer && Self.areSamples(snapshot) { return [SampleSource()] }
    return try snapshot.sources().filter(\.isRefreshed).filter { $0.state == .active }.compactMap(
      connections.bookSource)
  }

  /// Returns true if no source was ever added to the catalog, so that the samples are its only source.
  static func areSamples(_ snapshot: CatalogSnapshot) throws -> Bool {
    try snapshot.sources().filter(\.isRefreshed).isEmpty && !snapshot.hasRemovedSamples()
  }

  /// Returns the named sources in order, without duplicates.
  ///
  /// - Throws: ``CommandError/noSource(_:nearest:)``; ``ValidationError`` for a source that cannot be refreshed.
  func named(_ names: [String], _ snapshot: CatalogSnapshot) throws -> [any BookSource] {
    var seen = Set<String>()
    return try names.compactMap { name -> (any BookSource)? in
      guard name != SampleSource().name || (try? snapshot.source(named: name)) != nil else { return SampleSource() }
      return connections.bookSource(of: try SourceArguments.refreshedHere(name, snapshot))
    }.filter { seen.insert($0.name).inserted }
  }

  private var connections: SourceConnections { SourceConnections(environment: environment) }
}
