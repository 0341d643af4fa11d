import CatalogDatabase

/// Finds shown books that may be duplicates, by comparing titles that different programs may have spelled differently.
///
/// SQLite sorts the books by ``AlikeKey``, using a temporary file for large catalogs. Only books that share a key are
/// then read in full.
struct AlikeFinder {
  let connection: Connection

  /// The query for all shown books, sorted by key. It scans the table in row order, because using the index on titles
  /// would cause random access.
  private static let byKey = """
    SELECT alike_key(title) AS key, id FROM book NOT INDEXED WHERE \(BookTable.isShown) ORDER BY key, id
    """

  /// Calls the body once for each title that several books share, with all books that have the title. If more than
  /// ``LikenessGroups/limit`` books share a title, they are divided by author first.
  func forEachTitle(_ body: ([AlikeBook]) throws -> Void) throws {
    try connection.define("alike_key", AlikeKey.key)
    var last: Int64?
    var ids: [Book.ID] = []
    try connection.statement(Self.byKey).forEachRow { row in
      let key = row.integer(0)
      if key != last {
        try tell(ids, body)
        ids.removeAll(keepingCapacity: true)
        last = key
      }
      ids.append(row.id(1))
    }
    try tell(ids, body)
  }

  private func tell(_ ids: [Book.ID], _ body: ([AlikeBook]) throws -> Void) throws {
    if ids.count < 2 { return }
    if ids.count <= LikenessGroups.limit { return try body(books(ids)) }
    // If too many books share a title, they are compared separately for each author. Groups that are still too large
    // are skipped, since their books cannot be distinguished.
    var byAuthor: [String: [Book.ID]] = [:]
    for id in ids {
      guard let authors = try BookTable(connection: connection).line(id, withAuthors: true)?.authors else { continue }
      byAuthor[authors.first.map { AuthorName($0).family } ?? "", default: []].append(id)
    }
    for (_, ids) in byAuthor.sorted(by: { $0.value[0] < $1.value[0] })
    where (2...LikenessGroups.limit).contains(ids.count) {
      try body(books(ids))
    }
  }

  private func books(_ ids: [Book.ID]) throws -> [AlikeBook] {
    let table = BookTable(connection: connection)
    return try ids.compactMap(table.book).map(AlikeBook.init)
  }
}
