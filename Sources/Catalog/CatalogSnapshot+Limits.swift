extension CatalogSnapshot {
  /// Returns the changes after a change number for a viewer who may see only the books of a query.
  ///
  /// The result contains the changed books that the query finds now. Changes to other books are not reported, nor is a
  /// change after which the query no longer finds a book. If no change is left, the result is `nil`. If more books
  /// changed than can be listed, the result is ``CatalogChange/many``, no matter which books they are.
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
