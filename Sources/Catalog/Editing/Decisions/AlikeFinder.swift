/// Finds shown books that may be one, written otherwise by two programs: with a series or a subtitle in the title, other
/// signs, initials of given names, the first author alone. What fits two books that are not alike stays apart.
///
/// SQLite sorts the books by ``AlikeKey``, in a temporary file where they are many; only books that
/// share it with another one are read again.
struct AlikeFinder {
  let connection: Connection

  /// So many books of one title and family name are compared with each other; where there are more, nobody could say
  /// which two are one.
  private static let limit = 64
  /// Through the table in its order: by the index on titles it would be read here and there.
  private static let byKey = """
    SELECT alike_key(title, authors) AS key, id FROM book NOT INDEXED WHERE \(BookTable.isShown) AND authors <> ''
    ORDER BY key, id
    """

  /// Calls the body for the ids of each group, in ascending order, that no surer rule tells.
  func forEachGroup(_ body: ([Book.ID]) throws -> Void) throws {
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
      if ids.count <= Self.limit { ids.append(row.id(1)) }
    }
    try tell(ids, body)
  }

  private func tell(_ ids: [Book.ID], _ body: ([Book.ID]) throws -> Void) throws {
    guard (2...Self.limit).contains(ids.count) else { return }
    let table = BookTable(connection: connection)
    let books = try ids.compactMap(table.book).map(AlikeBook.init)
    for group in Self.groups(of: books) where try !isTold(group) { try body(group.map(\.id)) }
  }

  /// Books of which each is like each other one, without those that are like several others that are not.
  private static func groups(of books: [AlikeBook]) -> [[AlikeBook]] {
    // The bits of the books that each one is like, itself among them.
    var alike = books.indices.map { UInt64(1) << UInt64($0) }
    for one in books.indices {
      for other in books.indices where other > one && books[one].isAlike(books[other]) {
        alike[one] |= 1 << UInt64(other)
        alike[other] |= 1 << UInt64(one)
      }
    }
    func members(_ bits: UInt64) -> [Int] { books.indices.filter { bits & (1 << UInt64($0)) != 0 } }
    // What is like two books that are not like each other may be either.
    let isClear = alike.map { bits in members(bits).allSatisfy { alike[$0] & bits == bits } }
    var groups: [[AlikeBook]] = []
    var told: UInt64 = 0
    for index in books.indices where isClear[index] && told & (1 << UInt64(index)) == 0 {
      let group = members(alike[index]).filter { isClear[$0] }
      told |= alike[index]
      if group.count > 1 { groups.append(group.map { books[$0] }) }
    }
    return groups
  }

  /// Whether all of them are books of one group that is told for a surer reason.
  private func isTold(_ group: [AlikeBook]) throws -> Bool {
    let first = group[0]
    if group.allSatisfy({ $0.fingerprint == first.fingerprint }) { return true }
    if first.isbn != nil, group.allSatisfy({ $0.isbn == first.isbn }) { return true }
    return try SharedIdentifier(connection: connection).of(group.map(\.id)) != nil
  }
}
