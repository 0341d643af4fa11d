import Catalog

/// Which books there are for a viewer. Of the others they are told nothing, not even that there are some.
public enum ViewedBooks: Sendable, Hashable {
  /// All.
  case all
  /// Those that a query finds. It is the owner's, and may ask about what the viewer may not.
  case found(by: BookQuery)
  /// None.
  case none

  /// The query that finds them; `nil` of all.
  var query: BookQuery? { self == .all ? nil : limiting("") }

  /// A query of the viewer's as it is asked among them.
  func limiting(_ query: BookQuery) -> BookQuery {
    switch self {
    case .all: query
    case .found(let books): query.limited(to: books)
    case .none: query.limited(to: nil)
    }
  }

  /// Returns a query that finds, of the books of a query, those that there are for the viewer; none if the query of the
  /// viewer's role is no longer clear.
  ///
  /// - Parameter snapshot: the catalog that is asked.
  public func limiting(_ query: BookQuery, in snapshot: CatalogSnapshot) throws -> BookQuery {
    try whereClear(in: snapshot).limiting(query)
  }

  /// The same, or none where it is not clear by now what the query finds: a saved search or a field that it names may be gone, and its
  /// words may find, or leave out, anything then.
  func whereClear(in snapshot: CatalogSnapshot) throws -> ViewedBooks {
    guard case .found(let books) = self else { return self }
    return try snapshot.problems(of: books).isEmpty ? self : .none
  }
}
