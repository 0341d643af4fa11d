import CatalogModel

// Menus of groups, and the books of a group, for any number of books.
extension CatalogSnapshot {
  /// Returns a menu of book groups with at most a hundred entries. Each entry is a group, or a submenu of groups whose
  /// names begin alike.
  ///
  /// - Parameters:
  ///   - grouping: Author, series or tag. The other groupings have few groups and no menus.
  ///   - stretch: The part of the groups that the menu covers.
  ///   - books: The query whose books are grouped and counted, or `nil` for all books.
  /// - Returns: The entries. There are none for series while an empty catalog is being filled.
  package func menu(
    of grouping: BookGrouping, in stretch: GroupStretch, among books: BookQuery? = nil
  ) throws -> [GroupMenuEntry] {
    if grouping == .series, try !connection.has(index: "book_by_series") { return [] }
    let keys: GroupKeys
    switch (grouping, books) {
    case (.year, _), (.language, _): return []
    case (_, let books?): keys = try .all(by: grouping, of: selection(of: nil, books), connection)
    case (.author, nil): keys = try .authors(connection)
    case (.series, nil): keys = try .series(connection)
    case (.tag, nil): keys = try .tags(connection)
    }
    return try GroupMenu(keys: keys).entries(in: stretch)
  }

  /// Returns a page of the books that are in a group and that a query finds.
  package func page(
    of group: BookGroupPart, _ query: BookQuery, order: KeyOrder, at position: PagePosition, size: Int
  ) throws -> BookPage {
    try PageReader(connection: connection)
      .page(selection(of: group, query), order, at: position, size: max(1, size))
  }

  /// Returns the number of books that a query finds, within a group if one is given.
  package func count(of query: BookQuery, in group: BookGroupPart?) throws -> Int {
    try PageReader(connection: connection).count(selection(of: group, query))
  }

  /// Returns the number of books for each label of a grouping, and the number of books without a label. Counts only
  /// books that a query finds, within a group if one is given.
  func groupCounts(
    by grouping: BookGrouping, of query: BookQuery, in group: BookGroupPart?
  ) throws -> (labels: [String: Int], unknown: Int) {
    try GroupReader(connection: connection).counts(by: grouping, of: selection(of: group, query))
  }

  /// Returns the number of books for each term of a kind, according to the search index (``TermCounter``).
  func termCounts(
    of kind: PostingKind, _ query: BookQuery, in group: BookGroupPart?
  ) throws -> [(value: String, count: Int)]? {
    try TermCounter(connection: connection).counts(of: kind, in: selection(of: group, query))
  }

  private func selection(of group: BookGroupPart?, _ query: BookQuery) throws -> BookSelection {
    let all = try QueryReader(query, connection).selection()
    return group.map { all.intersection($0.selection) } ?? all
  }
}
