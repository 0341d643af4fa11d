import CatalogModel

// Groups of any number of books, and the books of one of them.
extension CatalogSnapshot {
  /// A menu of the groups of all books, of at most a hundred entries: groups, or menus of those that begin alike.
  ///
  /// - Parameters:
  ///   - grouping: author, series or tag; the others have few groups, and no menus.
  ///   - stretch: which of the groups.
  ///   - books: the query whose books alone have groups, all of which are counted for that; `nil` of all books.
  /// - Returns: no series while an empty catalog is being filled.
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

  /// A page of the books of a group that a query finds.
  package func page(
    of group: BookGroupPart, _ query: BookQuery, order: KeyOrder, at position: PagePosition, size: Int
  ) throws -> BookPage {
    try PageReader(connection: connection)
      .page(selection(of: group, query), order, at: position, size: max(1, size))
  }

  /// Counts the books of a query, of a group where one is named.
  package func count(of query: BookQuery, in group: BookGroupPart?) throws -> Int {
    try PageReader(connection: connection).count(selection(of: group, query))
  }

  /// How many of the books of a query, of a group where one is named, are in the group of each label, and in that without one.
  func groupCounts(
    by grouping: BookGrouping, of query: BookQuery, in group: BookGroupPart?
  ) throws -> (labels: [String: Int], unknown: Int) {
    try GroupReader(connection: connection).counts(by: grouping, of: selection(of: group, query))
  }

  /// As ``TermCounter`` does, for what is known by a term of the search index.
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
