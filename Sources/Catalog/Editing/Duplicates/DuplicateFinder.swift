import CatalogDatabase

/// Finds shown books that look like duplicates.
///
/// Books that share an ISBN or another edition identifier are found through the indexes, so that only those books are
/// read. Books that share a title are found by ``AlikeFinder``. ``Likeness`` rates the certainty for each pair.
struct DuplicateFinder {
  let connection: Connection

  func forEachGroup(_ body: (DuplicateGroup) throws -> Void) throws {
    let distinct = try DistinctBooks(connection: connection).pairs()
    let shared = SharedIdentifier(connection: connection)
    let books = BookTable(connection: connection)

    func tell(_ some: [AlikeBook], _ reason: DuplicateGroup.Reason) throws {
      for group in LikenessGroups(some, distinct: distinct).groups() where group.grade != .edition {
        try body(DuplicateGroup(group.grade, reason, group.differences, books: group.books.map(\.id)))
      }
    }
    func numbered(_ ids: [Book.ID]) throws -> [AlikeBook] {
      // An ISBN that too many books share does not denote an edition.
      guard ids.count <= LikenessGroups.limit else { return [] }
      return try ids.compactMap(books.book).map(AlikeBook.init)
    }

    try forEachISBN { isbn in try tell(numbered(books.ids(of: isbn)), .isbn(isbn)) }
    try shared.forEachShared { identifier, ids in
      let some = try numbered(ids)
      // If all books share several identifiers, only the first identifier is reported. If they also share their ISBN,
      // only the ISBN is reported.
      guard let first = some.first, try shared.of(ids) == identifier else { return }
      if first.isbn != nil, some.allSatisfy({ $0.isbn == first.isbn }) { return }
      try tell(some, .identifier(identifier))
    }
    try AlikeFinder(connection: connection).forEachTitle { some in
      for group in LikenessGroups(some, distinct: distinct).groups() {
        if try isReported(group.books, shared) { continue }
        let isSame = group.books.allSatisfy { $0.fingerprint == group.books[0].fingerprint }
        try body(
          DuplicateGroup(
            group.grade, isSame ? .titleAndAuthors : .alike, group.differences, books: group.books.map(\.id)))
      }
    }
  }

  private func forEachISBN(_ body: (ISBN) throws -> Void) throws {
    try connection.statement(
      "SELECT isbn FROM book WHERE isbn IS NOT NULL GROUP BY isbn HAVING count(*) > 1 ORDER BY isbn"
    ).forEachRow { try body(ISBN(checked: $0.integer(0))) }
  }

  /// Returns true if all books share an edition identifier and have already been reported for it.
  private func isReported(_ group: [AlikeBook], _ shared: SharedIdentifier) throws -> Bool {
    let first = group[0]
    if first.isbn != nil, group.allSatisfy({ $0.isbn == first.isbn }) { return true }
    return try shared.of(group.map(\.id)) != nil
  }
}
