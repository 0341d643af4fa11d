import Catalog

/// The books that a viewer may see. Nothing is revealed about other books, not even that they exist.
public enum ViewedBooks: Sendable, Hashable {
  /// All books.
  case all
  /// The books that a query matches. It is the owner's query, and may use data that the viewer may not see.
  case found(by: BookQuery)
  /// No books.
  case none

  /// The query that finds the books; `nil` for all books.
  var query: BookQuery? { self == .all ? nil : limiting("") }

  /// Returns a query of the viewer, limited to these books.
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

  /// Returns these books, or none if their query has become ambiguous. It does if a saved search or a field that it
  /// names was deleted; the query could then match, or leave out, any book.
  func whereClear(in snapshot: CatalogSnapshot) throws -> ViewedBooks {
    guard case .found(let books) = self else { return self }
    return try snapshot.problems(of: books).isEmpty ? self : .none
  }
}
