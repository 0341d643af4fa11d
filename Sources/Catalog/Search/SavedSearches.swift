/// Puts what saved searches stand for in the place of their names, within limits: they are asked for by others, and another
/// program, or an undo out of order, may have made a circle of them.
struct SavedSearches {
  let connection: Connection
  /// The searches that were asked for, each once, in the order in which they were met.
  private(set) var asked: [SavedSearch] = []
  /// The first search that could not be put in its place, and why.
  private(set) var refused: (name: String, reason: Refusal)?
  /// How often any search was put in its place.
  private var count = 0

  /// How deep searches may ask for others.
  static let depth = 8
  /// How many searches a query may ask for: those within others count, each as often as it is asked for.
  static let mostAsked = 64

  /// Why a search finds nothing.
  enum Refusal {
    case circle, tooDeep, tooMany

    /// In words for people.
    var words: String {
      switch self {
      case .circle: "it asks for itself"
      case .tooDeep: "saved searches within others go at most \(SavedSearches.depth) deep"
      case .tooMany: "a query asks for at most \(SavedSearches.mostAsked) saved searches, those within others counted"
      }
    }
  }

  init(connection: Connection) { self.connection = connection }

  /// The query with what its saved searches stand for; `.nothing` for one that is refused.
  mutating func resolved(_ query: Query) throws -> Query { try resolved(query, within: []) }

  /// Why a search cannot be saved; `nil` where it can.
  static func refusal(of search: SavedSearch, _ connection: Connection) throws -> Refusal? {
    var searches = SavedSearches(connection: connection)
    searches.count = 1
    _ = try searches.resolved(QueryParser.parse(search.query), within: [SavedSearch.key(search.name)])
    return searches.refused?.reason
  }

  /// - Parameter names: the keys of the searches that the query is of, the outermost first.
  private mutating func resolved(_ query: Query, within names: [String]) throws -> Query {
    switch query {
    case .saved(let saved):
      let key = SavedSearch.key(saved.name)
      // One that is about to be saved may not be there yet.
      let search = try SavedSearchTable(connection: connection).search(named: key)
      guard search != nil || names.contains(key) else { return saved.otherwise }
      if let reason = refusal(of: key, within: names) {
        refused = refused ?? (search?.name ?? saved.name, reason)
        return .nothing
      }
      guard let search else { return .nothing }
      count += 1
      if !asked.contains(search) { asked.append(search) }
      // Apart: its words are no part of a ranking.
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
    return count >= Self.mostAsked ? .tooMany : nil
  }
}

extension Query {
  /// A search by its name, and what is meant where the catalog has none of that.
  struct NamedSearch: Equatable, Sendable {
    let name: String
    let otherwise: Query
  }
}
