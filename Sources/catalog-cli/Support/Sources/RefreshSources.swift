import Catalog
import CatalogSources

/// The choice of sources to refresh, and the connections to them.
struct RefreshSources {
  /// The end of a message about a source that is skipped because an app refreshes it.
  static let ofApp = "it belongs to an app, which refreshes it when you open the app"

  let environment: [String: String]

  /// Returns all sources that are not paused, in the catalog's order. For a new catalog, returns the sample books.
  ///
  /// - Parameter isTimer: True for an automatic run, which never adds the sample books.
  func all(_ snapshot: CatalogSnapshot, isTimer: Bool) throws -> [any BookSource] {
    if try !isTimer && Self.areSamples(snapshot) { return [SampleSource()] }
    return try snapshot.sources().filter(\.isRefreshed).filter { $0.state == .active }.compactMap(
      connections.bookSource)
  }

  /// Returns true if a refresh would add the sample books, because the catalog is new: it has no books and no sources
  /// to refresh, and the user has not removed the sample books.
  static func areSamples(_ snapshot: CatalogSnapshot) throws -> Bool {
    guard try snapshot.sources().filter(\.isRefreshed).isEmpty, try !snapshot.hasRemovedSamples() else { return false }
    return try snapshot.page("", size: 1).books.isEmpty
  }

  /// Returns the sources with the given names, in the given order and without duplicates.
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
