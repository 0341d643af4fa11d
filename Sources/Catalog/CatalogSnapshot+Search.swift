extension CatalogSnapshot {
  /// The books that a query finds, the best first: the whole title before its beginning, that before words in the title,
  /// in title and authors, anywhere; whole words before beginnings of words; among equals, the books that most people
  /// rated. docs/ranking.md defines it. The first page costs about the same however many books match.
  ///
  /// - Parameters:
  ///   - query: what a person typed; empty for every book. Anything is a legal query.
  ///   - position: where the page begins.
  ///   - size: how many books, at least 1.
  public func search(_ query: String, at position: SearchPosition = .start, size: Int = 20) throws -> SearchPage {
    let size = max(1, min(size, .max / 4))
    var start: RankedSearch.Place?
    var skipped = 0
    switch position {
    case .offset(let offset): skipped = max(0, min(offset, .max / 4))
    case .after(let cursor): start = cursor.place
    }
    let search = try RankedSearch(QueryParser.parse(query), connection: connection)
    let found = try search.matches(after: start, skipping: skipped, limit: size + 1)
    let page = found.matches.prefix(size)
    let next = found.matches.count > size ? page.last.map { SearchCursor($0.place) } : nil
    return SearchPage(books: page.map(\.book), next: next, unindexed: found.unindexed)
  }

  /// How many books a query finds: counted without being read, so that a million take some milliseconds; but words that have
  /// to stand side by side, which only reading tells, are counted up to a limit.
  ///
  /// - Parameters:
  ///   - query: what a person typed.
  ///   - limit: how many matches of a phrase are counted, at least 1.
  public func matchCount(of query: String, upTo limit: Int = 1_000) throws -> MatchCount {
    let search = try RankedSearch(QueryParser.parse(query), connection: connection)
    let (count, isCutShort) = try search.count(limit: max(1, min(limit, .max - 1)) + 1)
    return isCutShort ? .moreThan(max(1, limit)) : .exactly(count)
  }

  /// Calls the body for every book that a query finds, the best first, in constant memory.
  public func forEachMatch(of query: String, _ body: (Book) throws -> Void) throws {
    var position = SearchPosition.start
    while true {
      let page = try search(query, at: position, size: 500)
      for book in page.books { try body(book) }
      guard let next = page.next else { return }
      position = .after(next)
    }
  }

  /// What a person may have meant by a query that finds nothing: other spellings, and words that the typed ones stand
  /// inside of.
  ///
  /// - Parameters:
  ///   - query: what a person typed.
  ///   - limit: how many of each, at most.
  ///   - isExhaustive: whether to go on for as long as it takes; else the looking ends after 40 milliseconds, in a
  ///     catalog of more than 10,000 books.
  public func suggestions(
    for query: String, limit: Int = 3, isExhaustive: Bool = false
  ) throws -> SearchSuggestions {
    let spelling = try QuerySpelling(connection: connection, deadline: deadline(isExhaustive))
    return try spelling.suggestions(for: query, limit: limit)
  }

  /// Few books are searched to the end, however busy the machine is: that takes a moment.
  private func deadline(_ isExhaustive: Bool) throws -> SearchDeadline {
    let isUnbounded = try isExhaustive || connection.integer("SELECT max(id) FROM book") ?? 0 <= 10_000
    return SearchDeadline(in: isUnbounded ? nil : SearchDeadline.interactive)
  }
}
