/// Finds shown books that look like one: those that share a number of an edition, along the indexes over ISBNs and
/// identifiers, so that only books that share one are read; then those of one title, by ``AlikeFinder``. How sure it is,
/// ``Likeness`` says of each two of them.
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
      // An ISBN that more books have stands for none.
      guard ids.count <= LikenessGroups.limit else { return [] }
      return try ids.compactMap(books.book).map(AlikeBook.init)
    }

    try forEachISBN { isbn in try tell(numbered(books.ids(of: isbn)), .isbn(isbn)) }
    try shared.forEachShared { identifier, ids in
      let some = try numbered(ids)
      // Of several identifiers that all of them have the first one tells them; and their ISBN, where all have that.
      guard let first = some.first, try shared.of(ids) == identifier else { return }
      if first.isbn != nil, some.allSatisfy({ $0.isbn == first.isbn }) { return }
      try tell(some, .identifier(identifier))
    }
    try AlikeFinder(connection: connection).forEachTitle { some in
      for group in LikenessGroups(some, distinct: distinct).groups() {
        if try isTold(group.books, shared) { continue }
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

  /// Whether all of them share a number of an edition, by which they are told before.
  private func isTold(_ group: [AlikeBook], _ shared: SharedIdentifier) throws -> Bool {
    let first = group[0]
    if first.isbn != nil, group.allSatisfy({ $0.isbn == first.isbn }) { return true }
    return try shared.of(group.map(\.id)) != nil
  }
}
