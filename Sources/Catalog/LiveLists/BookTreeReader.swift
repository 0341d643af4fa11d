import CatalogDatabase

/// Reads the items of a tree, in one transaction.
struct BookTreeReader {
  let groupings: [BookGrouping]
  let query: BookQuery
  var audience = Audience.owner
  let connection: Connection

  /// Returns a page of the children of an item.
  ///
  /// - Throws: ``OutlineMoved`` if `last` no longer exists.
  func page(below parent: BookTreeItem?, after last: BookTreeItem?, limit: Int) throws -> OutlinePage<BookTreeItem> {
    let path = parent?.id.groups ?? []
    let all = try QueryReader(AudienceLimits(audience, connection).limited(query, connection), connection).selection()
    let groups = GroupReader(connection: connection)
    let isInnermost = path.count >= groupings.count
    if path.isEmpty, !isInnermost, all.isEverything {
      let part = last.map { BookGroupPart(grouping: groupings[0], label: $0.id.groups.last ?? nil) }
      let page = try groups.page(by: groupings[0], after: part, limit: limit)
      return OutlinePage(page.groups.map { item($0, below: path) }, hasMore: page.hasMore)
    }
    let selection = zip(groupings, path).reduce(all) {
      $0.intersection(BookGroupPart(grouping: $1.0, label: $1.1).selection)
    }
    if isInnermost { return try books(selection, path, after: last, limit) }
    let grouping = groupings[path.count]
    var items: [BookTreeItem] = []
    if last == nil { items = try groups.groups(by: grouping, of: selection).map { item($0, below: path) } }
    // At the top level, there are only groups, as with `list --by`. Inside a group, books that are not in any subgroup
    // follow the subgroups.
    guard !grouping.hasUnknown, !path.isEmpty else { return OutlinePage(items) }
    let loose = selection.intersection(BookGroupPart(grouping: grouping, label: nil).selection)
    let page = try books(loose, path, after: last, max(1, limit - items.count))
    return OutlinePage(items + page.items, hasMore: page.hasMore)
  }

  private func item(_ group: BookGroup, below path: [String?]) -> BookTreeItem {
    BookTreeItem(
      id: BookTreeItem.ID(groups: path + [group.label], book: nil),
      content: .group(groupings[path.count], label: group.label, count: group.count))
  }

  /// Returns books that are in the same group. Books in a series are ordered by their number, other books by title.
  private func books(
    _ selection: BookSelection, _ path: [String?], after last: BookTreeItem?, _ limit: Int
  ) throws -> OutlinePage<BookTreeItem> {
    let isSeries = !path.isEmpty && path.count == groupings.count && groupings.last == .series
    let order = KeyOrder(isSeries ? .series : .title)
    let reader = PageReader(connection: connection)
    var position = PagePosition.start
    if let last = last?.book {
      guard let sortPosition = try reader.sortPosition(of: last.id, order) else { throw OutlineMoved() }
      position = .after(PageCursor(order: BookOrder(order), key: sortPosition.key, id: last.id))
    }
    let page = try reader.page(selection, order, at: position, size: limit)
    return OutlinePage(
      page.books.map { book in
        BookTreeItem(id: BookTreeItem.ID(groups: path, book: book.id), content: .book(audience.shown(book)))
      },
      hasMore: page.next != nil)
  }
}
