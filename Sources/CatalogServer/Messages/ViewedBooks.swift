import Catalog

/// The books that exist for a viewer. Nothing is revealed about others, not even that they exist.
public enum ViewedBooks: Sendable, Hashable {
  /// All books.
  case all
  /// The books that a query matches. It is the owner's query, and may use data that the viewer may not see.
  case found(by: BookQuery)
  /// No books.
  case none

  /// The query that finds the books; `nil` for all books.
  var query: BookQuery? { self == .all ? nil : limiting("") }

  /// Limits a query of the viewer to these books.
  func limiting(_ query: BookQuery) -> BookQuery {
    switch self {
    case .all: query
    case .found(let books): query.limited(to: books)
    case .none: query.limited(to: nil)
    }
  }

  /// Returns a query limited to the viewer's books. It finds nothing if the query of the viewer's role has become
  /// ambiguous.
  ///
  /// - Parameter snapshot: The snapshot of the catalog to query.
  public func limiting(_ query: BookQuery, in snapshot: CatalogSnapshot) throws -> BookQuery {
    try whereClear(in: snapshot).limiting(query)
  }

  /// Returns these books, or none if their query has become ambiguous. A saved search or a field that the query names
  /// may have been deleted; its words could then match, or leave out, anything.
  func whereClear(in snapshot: CatalogSnapshot) throws -> ViewedBooks {
    guard case .found(let books) = self else { return self }
    return try snapshot.problems(of: books).isEmpty ? self : .none
  }
}
