import CatalogDatabase

/// Replaces names of saved searches in a query with the queries of those searches. Saved searches can use each other.
/// Limits stop the replacement if a search uses itself indirectly. A search can come to use itself through another
/// program, or if steps are undone out of order.
struct SavedSearches {
  let connection: Connection
  /// The saved searches that were replaced, in the order of their first use. Each search is listed once.
  private(set) var used: [SavedSearch] = []
  /// The first saved search that could not be used, with the reason.
  private(set) var refused: (name: String, reason: Refusal)?
  /// The number of replacements made so far.
  private var count = 0

  /// The maximum nesting depth of saved searches.
  static let depth = 8
  /// The maximum number of saved searches in a query. A search is counted each time it is used, even inside other
  /// searches.
  static let maxSearches = 64

  /// A reason why a saved search cannot be used.
  enum Refusal {
    case circle, tooDeep, tooMany

    /// A description of the reason for people.
    var words: String {
      switch self {
      case .circle: "it refers to itself"
      case .tooDeep: "saved searches can be nested at most \(SavedSearches.depth) deep"
      case .tooMany: "a query can use at most \(SavedSearches.maxSearches) saved searches, including nested ones"
      }
    }
  }

  init(connection: Connection) { self.connection = connection }

  /// Returns the query with names of saved searches replaced by their queries. A search that cannot be used is replaced
  /// by `.nothing`.
  mutating func resolved(_ query: Query) throws -> Query { try resolved(query, within: []) }

  /// Returns the reason why a search cannot be saved, or `nil` if it can be saved.
  static func refusal(of search: SavedSearch, _ connection: Connection) throws -> Refusal? {
    var searches = SavedSearches(connection: connection)
    searches.count = 1
    _ = try searches.resolved(QueryParser.parse(search.query), within: [SavedSearch.key(search.name)])
    return searches.refused?.reason
  }

  /// Returns the query with names of saved searches replaced.
  ///
  /// - Parameter names: The keys of the saved searches that contain this query, outermost first.
  private mutating func resolved(_ query: Query, within names: [String]) throws -> Query {
    switch query {
    case .saved(let saved):
      let key = SavedSearch.key(saved.name)
      // A search that is about to be saved is not in the table yet, but may already use itself.
      let search = try SavedSearchTable(connection: connection).search(named: key)
      guard search != nil || names.contains(key) else { return saved.otherwise }
      if let reason = refusal(of: key, within: names) {
        refused = refused ?? (search?.name ?? saved.name, reason)
        return .nothing
      }
      guard let search else { return .nothing }
      count += 1
      if !used.contains(search) { used.append(search) }
      // The query is nested in a separate part, so that its words do not affect the ranking.
      return .all([.all([try resolved(QueryParser.parse(search.query), within: names + [key])])])
    case .all(let parts): return .all(try parts.map { try resolved($0, within: names) })
    case .any(let parts): return .any(try parts.map { try resolved($0, within: names) })
    case .not(let part): return .not(try resolved(part, within: names))
    case .owners(let part): return .owners(try resolved(part, within: names))
    default: return query
    }
  }

  private func refusal(of key: String, within names: [String]) -> Refusal? {
    if names.contains(key) { return .circle }
    if names.count >= Self.depth { return .tooDeep }
    return count >= Self.maxSearches ? .tooMany : nil
  }
}

extension Query {
  /// A name that may be the name of a saved search, and the query to use if no such search exists.
  struct NamedSearch: Equatable, Sendable {
    let name: String
    let otherwise: Query
  }
}
