extension CatalogSnapshot {
  /// Returns a page of the books that a query finds.
  ///
  /// ```swift
  /// let page = try await catalog.read { try $0.page(BookQuery("is:unread", order: .title), size: 50) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query, which includes the order of its books.
  ///   - position: The position at which the page begins.
  ///   - size: The maximum number of books, at least 1.
  /// - Throws: ``InvalidValue`` for a cursor from a list in another order; ``CatalogError`` if the catalog cannot be
  ///   read.
  public func page(_ query: BookQuery, at position: PagePosition = .start, size: Int = 20) throws -> BookPage {
    try page(query, at: position, size: size, isBrief: false)
  }

  /// Returns a page of the books that a query finds.
  ///
  /// - Parameter isBrief: True to leave out descriptions, reviews and notes. This limits the memory that a page needs.
  package func page(
    _ query: BookQuery, at position: PagePosition, size: Int, isBrief: Bool
  ) throws -> BookPage {
    limits.shown(try reader(query).page(at: position, size: size, isBrief: isBrief))
  }

  /// Returns a page of the books that match a text, like ``page(_:at:size:)`` with a query of that text.
  ///
  /// - Parameters:
  ///   - text: Text as the user typed it. Any text is a valid query; an empty text finds every book.
  ///   - order: The order of the books.
  ///   - position: The position of the page.
  ///   - size: The maximum number of books, at least 1.
  public func page(
    matching text: String = "", order: BookOrder = .newestFirst, at position: PagePosition = .start, size: Int = 20
  ) throws -> BookPage {
    try page(BookQuery(text, order: order), at: position, size: size)
  }

  /// Returns the number of books that a query finds.
  public func count(of query: BookQuery = "") throws -> Int { try reader(query).count() }

  /// Returns the number of books that a query finds, usually without reading the books. Counting a million books takes
  /// a few milliseconds. If the query contains a phrase, books must be read to tell if they match, so counting stops at
  /// the limit.
  ///
  /// ```swift
  /// let count = try snapshot.count(of: "\"the long way\"", upTo: 1_000)
  /// print(count.isExact ? "\(count.known) books" : "more than 1,000 books")
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - limit: The maximum number of matches to count for a query with a phrase, at least 1. If there are more, the
  ///     result is ``ListCount/atLeast(_:)`` with one more than the limit.
  public func count(of query: BookQuery, upTo limit: Int) throws -> ListCount { try reader(query).count(upTo: limit) }

  /// Returns the position of a book in a list, which is the number of books before it. With pages of `size` books, the
  /// book is on page `position / size`, starting at page 0. For the order by best match, all better matches are read.
  /// For other orders, the position is found in an index.
  ///
  /// ```swift
  /// let query = BookQuery("is:unread", order: .title)
  /// if let position = try snapshot.position(of: book.id, in: query) {
  ///   let page = try snapshot.page(query, at: .offset(position / 20 * 20))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the book.
  ///   - query: The list, with its order.
  /// - Returns: The position, starting at 0, or `nil` if the book is hidden or the query does not find it.
  public func position(of id: Book.ID, in query: BookQuery = "") throws -> Int? { try reader(query).position(of: id) }

  /// Returns the position of the first book whose sort key begins with a text. If there is no such book, returns the
  /// position where it would be. Use this to jump to a letter in a list by title, author or series.
  ///
  /// - Parameters:
  ///   - beginning: The beginning of the sort key, folded in the same way as sort keys.
  ///   - query: The list, with its order.
  /// - Returns: The position, starting at 0. If the text is after all keys, this is the number of books. `nil` if the
  ///   list is not ordered by text.
  package func position(ofBeginning beginning: String, in query: BookQuery) throws -> Int? {
    guard let key = query.order.key, [.title, .author, .series].contains(key) else { return nil }
    let isDescending = query.order.isDescending
    let before = PageCursor(
      order: query.order, key: .text(isDescending ? beginning + "\u{10FFFF}" : beginning),
      id: Book.ID(isDescending ? .max : 0))
    guard let first = try page(query, at: .after(before), size: 1).books.first else { return try count(of: query) }
    return try position(of: first.id, in: query)
  }

  /// Calls the body for every book that a query finds, in the query's order. Uses constant memory.
  ///
  /// ```swift
  /// try await catalog.read { snapshot in
  ///   try snapshot.forEachBook(of: "tag:borrowed") { print($0.title) }
  /// }
  /// ```
  public func forEachBook(of query: BookQuery = "", _ body: (Book) throws -> Void) throws {
    try reader(query).forEachBook(audience.fields == .everything ? body : { try body(audience.shown($0)) })
  }

  /// Returns the ids of the books that a query finds, in ascending order. The result takes eight bytes of memory for
  /// each book.
  public func ids(of query: BookQuery = "") throws -> [Book.ID] { try reader(query).ids() }

  /// Returns the book with the given id if a query finds it, or `nil` otherwise.
  public func book(_ id: Book.ID, in query: BookQuery) throws -> Book? {
    let selection = try reader(query).selection()
    guard let book = try BookTable(connection: connection).book(id), book.visibility == .shown else { return nil }
    return try selection.contains(book) ? audience.shown(book) : nil
  }

  /// Returns the groups of the books that a query finds, ordered by label. Books without an author, year or language
  /// are in a group without a label at the end. Books without a series or tag are not in any group.
  ///
  /// - Parameters:
  ///   - grouping: The property to group by.
  ///   - query: The query.
  ///   - withBooks: True to include the ids of the books in each group, for example for ``lines(of:withAuthors:)``.
  ///     Each id takes eight bytes of memory.
  public func groups(
    by grouping: BookGrouping, of query: BookQuery = "", withBooks: Bool = false
  ) throws -> [BookGroup] {
    try reader(query).groups(by: grouping, withBooks: withBooks)
  }

  /// Returns statistics about the books that a query finds and about the readings of these books. This takes a few
  /// tenths of a second for a million books, or a few hundredths if few of them were read.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - year: The year whose readings are counted, in the range ``PartialDate/years``, or `nil` for all years.
  ///   - authors: The number of most-read authors to list.
  /// - Returns: The statistics. The numbers of owned books are `nil` if copies are hidden from the audience.
  /// - Throws: ``InvalidValue`` for a year out of range; ``CatalogError`` if the catalog cannot be read.
  public func statistics(
    of query: BookQuery = "", year: Int? = nil, authors: Int = 10
  ) throws -> ReadingStatistics {
    var statistics = try StatisticsReader(connection: connection).statistics(
      of: limits.limited(query, connection), year: year, authors: authors)
    if audience.fields != .everything { (statistics.owned, statistics.ownedUnread) = (nil, nil) }
    return statistics
  }

  /// Suggests corrections for a query that finds nothing. The suggestions are other spellings, and words that contain
  /// the typed words. There are no suggestions unless the audience may see everything, because they may be words of
  /// notes or of hidden books.
  ///
  /// - Parameters:
  ///   - query: Text as the user typed it.
  ///   - limit: The maximum number of spellings and of words.
  ///   - isExhaustive: True to search without a time limit. If false, the search stops after 40 milliseconds in a
  ///     catalog of more than 10,000 books.
  public func suggestions(
    for query: String, limit: Int = 3, isExhaustive: Bool = false
  ) throws -> SearchSuggestions {
    guard audience.seesEverything else { return SearchSuggestions() }
    let spelling = try QuerySpelling(
      connection: connection, deadline: deadline(isExhaustive), problems: QueryProblemFinder(connection: connection))
    return try spelling.suggestions(for: query, limit: limit)
  }

  private func reader(_ query: BookQuery) throws -> QueryReader {
    let connection = try connection
    return QueryReader(try limits.limited(query, connection), connection)
  }

  /// Returns the deadline for suggestions. A small catalog has no deadline, because searching it takes only a moment
  /// even on a busy machine.
  private func deadline(_ isExhaustive: Bool) throws -> SearchDeadline {
    let isUnbounded = try isExhaustive || connection.integer("SELECT max(id) FROM book") ?? 0 <= 10_000
    return SearchDeadline(in: isUnbounded ? nil : SearchDeadline.interactive)
  }
}
