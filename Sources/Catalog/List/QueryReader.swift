import CatalogDatabase

/// Reads the books that a query finds. Uses a ranked search for the order by best match, and indexes for other orders.
struct QueryReader {
  let query: BookQuery
  let connection: Connection

  init(_ query: BookQuery, _ connection: Connection) { (self.query, self.connection) = (query, connection) }

  /// Returns a page of the books that the query finds.
  ///
  /// - Parameters:
  ///   - size: The maximum number of books. Values below 1 are treated as 1.
  ///   - isBrief: True to leave out long texts (``Book/withoutLongTexts``).
  func page(at position: PagePosition, size: Int, isBrief: Bool = false) throws -> BookPage {
    let size = max(1, size)
    return switch try order {
    case .key(let order):
      try PageReader(connection: connection, isBrief: isBrief).page(selection(), order, at: position, size: size)
    case .terms(let order): try byTerms(order).page(at: position, size: size, isBrief: isBrief)
    case .match: try search().page(at: position, size: size, isBrief: isBrief)
    }
  }

  func count() throws -> Int { try pages.count(selection()) }

  /// Returns the number of books that the query finds. If each book must be read to find out whether it matches,
  /// counting stops at the limit.
  func count(upTo limit: Int) throws -> ListCount {
    let beyond = max(1, min(limit, .max - 1)) + 1
    let (count, isCutShort) = try search().count(limit: beyond)
    return isCutShort ? .atLeast(beyond) : .exactly(count)
  }

  /// Returns the number of books that come before a book, or `nil` if the book is hidden or the query does not find it.
  func position(of id: Book.ID) throws -> Int? {
    switch try order {
    case .key(let order): try pages.position(of: id, selection(), order)
    case .terms(let order): try byTerms(order).position(of: id)
    case .match: try search().position(of: id)
    }
  }

  /// Calls the body with every book that the query finds, in order. Uses constant memory.
  func forEachBook(_ body: (Book) throws -> Void) throws {
    switch try order {
    case .key(let order): try pages.forEachBook(selection(), order, body)
    case .terms(let order):
      let books = BookTable(connection: connection)
      try byTerms(order).forEachPosition { position in
        if let book = try books.book(position.id) { try body(book) }
        return true
      }
    case .match:
      try search().forEachMatch { book in
        try body(book)
        return true
      }
    }
  }

  /// Returns the ids of the books that the query finds, in ascending order.
  func ids() throws -> [Book.ID] {
    var ids: [Book.ID] = []
    if query.parsed == .everything {
      try connection.statement("SELECT id FROM book WHERE hidden = 0 ORDER BY id").forEachRow {
        ids.append($0.id(0))
      }
      return ids
    }
    try pages.forEachBook(selection(), .newestFirst) { ids.append($0.id) }
    return ids.sorted()
  }

  func groups(by grouping: BookGrouping, withBooks: Bool) throws -> [BookGroup] {
    try GroupReader(connection: connection).groups(by: grouping, of: selection(), withBooks: withBooks)
  }

  func selection() throws -> BookSelection { try QueryCompiler(connection: connection).selection(for: query.parsed) }

  /// The order in which books are read. For a person other than the owner, an order by rating is read from the search
  /// index, because only the owner's ratings are in a list index.
  private var order: BookOrder.Kind {
    get throws {
      guard case .key(let order) = query.order.kind, order.key == .rating, try connection.marker != nil else {
        return query.order.kind
      }
      return .terms(TermOrder.markedRating.descending(order.isDescending))
    }
  }

  private var pages: PageReader { PageReader(connection: connection) }

  private func byTerms(_ order: TermOrder) throws -> TermOrderReader {
    try TermOrderReader(selection(), order, connection: connection)
  }

  private func search() throws -> RankedSearch { try RankedSearch(query.parsed, connection: connection) }
}

extension RankedSearch {
  /// The number of matches to read at a time when all matches are needed.
  private static let readAtOnce = 500

  /// Returns a page of matches.
  ///
  /// - Parameter size: The maximum number of books, at least 1.
  fileprivate func page(at position: PagePosition, size: Int, isBrief: Bool) throws -> BookPage {
    let size = min(size, .max / 4)
    var start: Position?
    var skipped = 0
    switch position {
    case .offset(let offset): skipped = max(0, min(offset, .max / 4))
    case .after(let cursor): start = try cursor.rankedPosition()
    }
    let found = try matches(after: start, skipping: skipped, limit: size + 1)
    let page = found.matches.prefix(size)
    let next = found.matches.count > size ? page.last.map { PageCursor($0.position) } : nil
    let books = page.map { isBrief ? $0.book.withoutLongTexts : $0.book }
    return BookPage(books: books, next: next, unindexed: found.unindexed)
  }

  /// Calls the body with every match, best first, until the body returns false.
  fileprivate func forEachMatch(_ body: (Book) throws -> Bool) throws {
    var start: Position?
    while true {
      let found = try matches(after: start, limit: Self.readAtOnce).matches
      for match in found where try !body(match.book) { return }
      guard found.count == Self.readAtOnce, let last = found.last else { return }
      start = last.position
    }
  }

  /// Returns the number of matches that rank before a book, or `nil` if the book does not match.
  fileprivate func position(of id: Book.ID) throws -> Int? {
    guard try match(id) != nil else { return nil }
    var (position, isFound) = (0, false)
    try forEachMatch { book in
      isFound = book.id == id
      if !isFound { position += 1 }
      return !isFound
    }
    return isFound ? position : nil
  }
}
