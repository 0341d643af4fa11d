import Catalog

extension Audience.Books {
  /// The query that finds the books; `nil` for all books.
  var query: BookQuery? { self == .all ? nil : limiting("") }

  /// Returns the viewer's query, limited to these books.
  func limiting(_ query: BookQuery) -> BookQuery {
    switch self {
    case .all: query
    case .found(let books): query.limited(to: books)
    case .none: query.limited(to: nil)
    }
  }

  /// Returns a query limited to the viewer's books. The result finds no books if the query of the viewer's role has
  /// become ambiguous.
  ///
  /// - Parameter snapshot: The snapshot of the catalog to query.
  public func limiting(_ query: BookQuery, in snapshot: CatalogSnapshot) throws -> BookQuery {
    try whereClear(in: snapshot).limiting(query)
  }

  /// Returns these books, or no books if their query has become ambiguous. A query becomes ambiguous when a saved
  /// search or a field that it names is deleted. It could then select the wrong books.
  func whereClear(in snapshot: CatalogSnapshot) throws -> Self {
    guard case .found(let books) = self else { return self }
    return try snapshot.problems(of: books).isEmpty ? self : .none
  }
}
