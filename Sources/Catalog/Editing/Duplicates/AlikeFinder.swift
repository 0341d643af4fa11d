/// Finds shown books that may be one by their titles, written otherwise by two programs.
///
/// SQLite sorts the books by ``AlikeKey``, in a temporary file where they are many; only books that share it with another
/// one are read again.
struct AlikeFinder {
  let connection: Connection

  /// Through the table in its order: by the index on titles it would be read here and there.
  private static let byKey = """
    SELECT alike_key(title) AS key, id FROM book NOT INDEXED WHERE \(BookTable.isShown) ORDER BY key, id
    """

  /// Calls the body for all books of a title, at most ``LikenessGroups/limit`` at once, where there are at least two.
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
    // Of a title that many books have, those of each author: of what still is too many nobody could say which are one.
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
