/// Replaces the names of saved searches in a query with their queries, within limits. The limits are needed because
/// searches can use each other: another program, or an undo out of order, may have created a cycle.
struct SavedSearches {
  let connection: Connection
  /// The saved searches that were used, each once, in the order in which they were found.
  private(set) var used: [SavedSearch] = []
  /// The name of the first search that was refused, and the reason.
  private(set) var refused: (name: String, reason: Refusal)?
  /// The number of replacements so far.
  private var count = 0

  /// The maximum nesting depth of saved searches.
  static let depth = 8
  /// The maximum number of saved searches in a query. Nested searches count each time they are used.
  static let maxSearches = 64

  /// A reason why a search matches nothing.
  enum Refusal {
    case circle, tooDeep, tooMany

    /// The reason in words for people.
    var words: String {
      switch self {
      case .circle: "it refers to itself"
      case .tooDeep: "saved searches can be nested at most \(SavedSearches.depth) deep"
      case .tooMany: "a query can use at most \(SavedSearches.maxSearches) saved searches, including nested ones"
      }
    }
  }

  init(connection: Connection) { self.connection = connection }

  /// Returns the query with saved searches replaced by their queries; a refused search becomes `.nothing`.
  mutating func resolved(_ query: Query) throws -> Query { try resolved(query, within: []) }

  /// Returns the reason why a search cannot be saved; `nil` if it can.
  static func refusal(of search: SavedSearch, _ connection: Connection) throws -> Refusal? {
    var searches = SavedSearches(connection: connection)
    searches.count = 1
    _ = try searches.resolved(QueryParser.parse(search.query), within: [SavedSearch.key(search.name)])
    return searches.refused?.reason
  }

  /// Returns the query with its saved searches replaced.
  ///
  /// - Parameter names: The keys of the searches that contain the query, outermost first.
  private mutating func resolved(_ query: Query, within names: [String]) throws -> Query {
    switch query {
    case .saved(let saved):
      let key = SavedSearch.key(saved.name)
      // A search that is about to be saved may not exist yet.
      let search = try SavedSearchTable(connection: connection).search(named: key)
      guard search != nil || names.contains(key) else { return saved.otherwise }
      if let reason = refusal(of: key, within: names) {
        refused = refused ?? (search?.name ?? saved.name, reason)
        return .nothing
      }
      guard let search else { return .nothing }
      count += 1
      if !used.contains(search) { used.append(search) }
      // Nested, so that its words do not affect the ranking.
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
  /// A reference to a saved search, and its meaning if the catalog has no such search.
  struct NamedSearch: Equatable, Sendable {
    let name: String
    let otherwise: Query
  }
}
