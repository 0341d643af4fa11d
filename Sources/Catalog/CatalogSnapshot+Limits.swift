extension CatalogSnapshot {
  /// Returns the changes after a number for a viewer who may see only the books of a query.
  ///
  /// The result has the changed books that the query finds now. It is `nil` if there are none, so that a change of other books
  /// is not told at all; neither is a change by which the query stops finding a book. If too many books changed to name
  /// them, it is ``CatalogChange/many``, whichever they are.
  package func changes(
    after number: Int64, among books: BookQuery
  ) throws -> (change: CatalogChange?, newest: Int64) {
    let (change, newest) = try changes(after: number)
    guard case .books(let ids) = change else { return (change, newest) }
    let selection = try QueryReader(books, connection).selection()
    let found = try ids.filter { try book($0).map(selection.contains) ?? false }
    return (found.isEmpty ? nil : .books(found), newest)
  }
}
