import CatalogModel

// Groups of books, for catalogs of any size.
extension CatalogSnapshot {
  /// Returns a menu of groups with at most about a hundred entries. An entry is a single group, or a submenu of groups
  /// whose names begin with the same letters.
  ///
  /// - Parameters:
  ///   - grouping: Author, series or tag. The other groupings have few groups and need no menus.
  ///   - stretch: The range of groups that the menu covers.
  /// - Returns: The entries. While an empty catalog is being filled, there are no entries for series.
  package func menu(of grouping: BookGrouping, in stretch: GroupStretch) throws -> [GroupMenuEntry] {
    if grouping == .series, try !connection.has(index: "book_by_series") { return [] }
    let keys: GroupKeys
    switch (grouping, limits.books) {
    case (.year, _), (.language, _): return []
    case (_, _?): keys = try .all(by: grouping, of: selection(of: nil, ""), connection)
    case (.author, nil): keys = try .authors(connection)
    case (.series, nil): keys = try .series(connection)
    case (.tag, nil): keys = try .tags(connection)
    }
    return try GroupMenu(keys: keys).entries(in: stretch)
  }

  /// Returns a page of the books in a group that a query also finds.
  package func page(
    of group: BookGroupPart, _ query: BookQuery, order: KeyOrder, at position: PagePosition, size: Int
  ) throws -> BookPage {
    limits.shown(
      try PageReader(connection: connection)
        .page(selection(of: group, query), order, at: position, size: max(1, size)))
  }

  /// Returns the number of books that a query finds. If a group is given, only its books are counted.
  package func count(of query: BookQuery, in group: BookGroupPart?) throws -> Int {
    try PageReader(connection: connection).count(selection(of: group, query))
  }

  /// Returns the number of books that a query finds for each label of a grouping, and the number of books without a
  /// label. If a group is given, only its books are counted.
  func groupCounts(
    by grouping: BookGrouping, of query: BookQuery, in group: BookGroupPart?
  ) throws -> (labels: [String: Int], unknown: Int) {
    try GroupReader(connection: connection).counts(by: grouping, of: selection(of: group, query))
  }

  /// Returns the number of books that a query finds for each search term of a kind (``TermCounter``). If a group is
  /// given, only its books are counted.
  func termCounts(
    of kind: PostingKind, _ query: BookQuery, in group: BookGroupPart?
  ) throws -> [(value: String, count: Int)]? {
    try TermCounter(connection: connection).counts(of: kind, in: selection(of: group, query))
  }

  private func selection(of group: BookGroupPart?, _ query: BookQuery) throws -> BookSelection {
    let connection = try connection
    let all = try QueryReader(limits.limited(query, connection), connection).selection()
    return group.map { all.intersection($0.selection) } ?? all
  }
}
