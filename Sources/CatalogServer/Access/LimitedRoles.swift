import Catalog

/// The roles whose accounts may read only some of the books. Each role has a query that selects these books.
public struct LimitedRoles: Sendable {
  private var queries: [String: BookQuery] = [:]

  /// Creates an empty list of roles.
  public init() {}

  /// Creates roles from definitions such as `child=tag:children`.
  ///
  /// ```swift
  /// let roles = try LimitedRoles(["child=tag:children"])
  /// let site = CatalogSite(catalog, roles: roles)
  /// ```
  ///
  /// - Throws: `InvalidValue` if a definition has no query, or if its name is invalid, is that of a built-in role, or
  ///   is defined twice.
  public init(_ texts: [String]) throws(InvalidValue) {
    for text in texts {
      guard let end = text.firstIndex(of: "=") else {
        throw InvalidValue("role", text, "not a name and a query, such as child=tag:children")
      }
      let (name, query) = (String(text[..<end]), String(text[text.index(after: end)...]).trimmed())
      guard let role = Role(rawValue: name) else {
        throw InvalidValue(
          "role", name, "use at most 50 bytes of letters, digits and hyphens, and not the name of a built-in role")
      }
      guard case .limited = role else {
        throw InvalidValue("role", name, "this is a built-in role; choose another name")
      }
      // An empty query would show all books, and is probably a mistake.
      guard !query.isEmpty else {
        throw InvalidValue("role", name, "the query is missing; to show all books, use the role reader")
      }
      guard queries.updateValue(BookQuery(query), forKey: name) == nil else {
        throw InvalidValue("role", name, "the role already has a query")
      }
    }
  }

  /// Returns the books that accounts with a role can see.
  func books(for role: Role) -> Audience.Books {
    guard case .limited(let name) = role else { return .all }
    return queries[name].map(Audience.Books.found) ?? .none
  }

  /// True if there are no limited roles.
  public var isEmpty: Bool { queries.isEmpty }

  /// Returns the roles whose queries are ambiguous, sorted by name, each with the first problem of its query.
  public func problems(in snapshot: CatalogSnapshot) throws -> [(role: String, problem: QueryProblem)] {
    try queries.sorted { $0.key < $1.key }.compactMap { name, query in
      try snapshot.problems(of: query).first.map { (name, $0) }
    }
  }

  /// Returns the accounts that cannot see any books because no query is defined for their role.
  public func accountsWithoutBooks(in snapshot: CatalogSnapshot) throws -> [Account] {
    try snapshot.accounts().filter { books(for: $0.role) == .none }
  }
}
