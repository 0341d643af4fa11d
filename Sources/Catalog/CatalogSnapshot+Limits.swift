extension CatalogSnapshot {
  /// Returns the change since a change number, for a viewer who may see only some of the books.
  ///
  /// Only books that the viewer may see now are listed. If no such book has changed, the change is `nil`. A book that
  /// the viewer could see before the change but not after it is not listed. If too many books changed to list them, the
  /// change is ``CatalogChange/many``, even if the viewer may see none of them.
  ///
  /// - Parameters:
  ///   - number: The number of the latest change that the viewer already knows.
  ///   - books: The query that finds the books that the viewer may see.
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
