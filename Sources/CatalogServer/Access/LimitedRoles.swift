import Catalog

/// The roles whose accounts read some of the books, each with the query that finds these.
public struct LimitedRoles: Sendable {
  private var queries: [String: BookQuery] = [:]

  /// No such roles.
  public init() {}

  /// Roles as they are typed: `child=tag:children`.
  ///
  /// - Throws: `InvalidValue` for a text that is no name with a query behind it, and for a name that is one of ours, stands there
  ///   twice, or that no role can have.
  public init(_ texts: [String]) throws(InvalidValue) {
    for text in texts {
      guard let end = text.firstIndex(of: "=") else {
        throw InvalidValue("role", text, "it is a name and a query, such as child=tag:children")
      }
      let (name, query) = (String(text[..<end]), String(text[text.index(after: end)...]).trimmed())
      guard let role = Role(rawValue: name) else {
        throw InvalidValue("role", name, "a name has letters, digits and hyphens, at most 50 bytes")
      }
      guard case .limited = role else { throw InvalidValue("role", name, "every server has it: take another name") }
      // A query that is left out by mistake would show all books.
      guard !query.isEmpty else { throw InvalidValue("role", name, "it has no query: who reads all books is a reader") }
      guard queries.updateValue(BookQuery(query), forKey: name) == nil else {
        throw InvalidValue("role", name, "it has a query already")
      }
    }
  }

  /// Which books there are for a role.
  func books(for role: Role) -> ViewedBooks {
    guard case .limited(let name) = role else { return .all }
    return queries[name].map(ViewedBooks.found) ?? .none
  }

  /// Whether there are some.
  public var isEmpty: Bool { queries.isEmpty }

  /// What is not clear of their queries, of each role its first problem, in the order of their names.
  public func problems(in snapshot: CatalogSnapshot) throws -> [(role: String, problem: QueryProblem)] {
    try queries.sorted { $0.key < $1.key }.compactMap { name, query in
      try snapshot.problems(of: query).first.map { (name, $0) }
    }
  }

  /// The accounts that see no book, since nobody has said what those of their role see.
  public func accountsWithoutBooks(in snapshot: CatalogSnapshot) throws -> [Account] {
    try snapshot.accounts().filter { books(for: $0.role) == .none }
  }
}
