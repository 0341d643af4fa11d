// For whom there are no other books than those that a query finds.
extension CatalogSnapshot {
  /// What changed since the change of a number, for somebody for whom there are no books but those of a query.
  ///
  /// - Returns: as ``changes(after:)``, but ``CatalogChange/many`` where others changed, too: these are not named, and a book that was
  ///   one of the query's until then is among them.
  package func changes(
    after number: Int64, among books: BookQuery
  ) throws -> (change: CatalogChange?, newest: Int64) {
    let (change, newest) = try changes(after: number)
    guard case .books(let ids) = change else { return (change, newest) }
    let selection = try QueryReader(books, connection).selection()
    let areOfQuery = try ids.allSatisfy { try book($0).map(selection.contains) ?? false }
    return (areOfQuery ? change : .many, newest)
  }
}
