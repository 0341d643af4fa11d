extension CatalogSnapshot {
  /// A page of the books that a query finds.
  ///
  /// - Parameters:
  ///   - query: which books, and what stands first.
  ///   - position: where the page begins.
  ///   - size: how many books, at least 1.
  /// - Throws: ``InvalidValue`` for a cursor of another order; ``CatalogError`` when the catalog cannot be read.
  public func page(_ query: BookQuery, at position: PagePosition = .start, size: Int = 20) throws -> BookPage {
    try reader(query).page(at: position, size: size)
  }

  /// A page of the books that a query finds.
  ///
  /// - Parameter isBrief: true for books without the description, the review and the notes: so a page of large books
  ///   takes bounded memory.
  package func page(
    _ query: BookQuery, at position: PagePosition, size: Int, isBrief: Bool
  ) throws -> BookPage {
    try reader(query).page(at: position, size: size, isBrief: isBrief)
  }

  /// A page of the books that a text finds: ``page(_:at:size:)`` of a query of that.
  ///
  /// - Parameters:
  ///   - text: what a person typed; empty for every book. Anything is a legal query.
  ///   - order: what stands first.
  ///   - position: where the page begins.
  ///   - size: how many books, at least 1.
  public func page(
    matching text: String = "", order: BookOrder = .newestFirst, at position: PagePosition = .start, size: Int = 20
  ) throws -> BookPage {
    try page(BookQuery(text, order: order), at: position, size: size)
  }

  /// Counts the books that a query finds.
  public func count(of query: BookQuery = "") throws -> Int { try reader(query).count() }

  /// Counts the books that a query finds, without reading them, so that a million take some milliseconds; but words that
  /// have to stand side by side, which only reading tells, are counted up to a limit.
  ///
  /// - Parameters:
  ///   - query: which books.
  ///   - limit: how many matches of a phrase are counted, at least 1. Where there are more, it is known of one more.
  public func count(of query: BookQuery, upTo limit: Int) throws -> ListCount { try reader(query).count(upTo: limit) }

  /// Counts the books that stand before a book in a list: it is on page `position / size`, counted from 0. Where the best
  /// match stands first, those before it are read; in any other order a seek tells, or scanning an index.
  ///
  /// - Parameters:
  ///   - id: the book's.
  ///   - query: the list, with its order.
  /// - Returns: the position, counted from 0; `nil` when the book is not shown, or the query does not find it.
  public func position(of id: Book.ID, in query: BookQuery = "") throws -> Int? { try reader(query).position(of: id) }

  /// Counts the books that stand before the first whose key begins with a text, or that stands behind where such a one would: the
  /// place of a letter in a list by title, author or series.
  ///
  /// - Parameters:
  ///   - beginning: folded, as keys are.
  ///   - query: the list, with its order.
  /// - Returns: the position, counted from 0, that of the end where all stand before it; `nil` in an order by no text.
  package func position(ofBeginning beginning: String, in query: BookQuery) throws -> Int? {
    guard let key = query.order.key, [.title, .author, .series].contains(key) else { return nil }
    let isDescending = query.order.isDescending
    let before = PageCursor(
      order: query.order, key: .text(isDescending ? beginning + "\u{10FFFF}" : beginning),
      id: Book.ID(isDescending ? .max : 0))
    guard let first = try page(query, at: .after(before), size: 1).books.first else { return try count(of: query) }
    return try position(of: first.id, in: query)
  }

  /// Calls the body for every book that a query finds, in its order and in constant memory.
  public func forEachBook(of query: BookQuery = "", _ body: (Book) throws -> Void) throws {
    try reader(query).forEachBook(body)
  }

  /// The numbers of the books that a query finds, in ascending order: eight bytes of memory for each, whatever it holds.
  public func ids(of query: BookQuery = "") throws -> [Book.ID] { try reader(query).ids() }

  /// The book of an id where a query finds it; `nil` elsewhere.
  public func book(_ id: Book.ID, in query: BookQuery) throws -> Book? {
    let selection = try reader(query).selection()
    return try book(id).flatMap { try selection.contains($0) ? $0 : nil }
  }

  /// The groups of the books that a query finds, in the order of their labels. Books without an author, a year or a language
  /// come last, in a group without a label; those without a series or a tag are in no group.
  ///
  /// - Parameters:
  ///   - grouping: what the groups are of.
  ///   - query: which books.
  ///   - withBooks: whether each group tells the numbers of its books, of which ``lines(of:withAuthors:)`` tells more: eight
  ///     bytes of memory for each book of each group.
  public func groups(
    by grouping: BookGrouping, of query: BookQuery = "", withBooks: Bool = false
  ) throws -> [BookGroup] {
    try reader(query).groups(by: grouping, withBooks: withBooks)
  }

  /// Counts what was read of the books that a query finds, and what there is of them. A million books take some tenths of a
  /// second, few of which were read some hundredths.
  ///
  /// - Parameters:
  ///   - query: which books.
  ///   - year: whose readings count, one of ``PartialDate/years``; `nil` for all.
  ///   - authors: how many of the most read authors are named.
  /// - Throws: ``InvalidValue`` for a year that no date has; ``CatalogError`` when the catalog cannot be read.
  public func statistics(
    of query: BookQuery = "", year: Int? = nil, authors: Int = 10
  ) throws -> ReadingStatistics {
    try StatisticsReader(connection: connection).statistics(of: query, year: year, authors: authors)
  }

  /// Suggests what a person may have meant by a query that finds nothing: other spellings, and words that the typed ones
  /// stand inside of.
  ///
  /// - Parameters:
  ///   - query: what a person typed.
  ///   - limit: how many of each, at most.
  ///   - isExhaustive: whether to go on for as long as it takes; else the looking ends after 40 milliseconds, in a catalog of more
  ///     than 10,000 books.
  public func suggestions(
    for query: String, limit: Int = 3, isExhaustive: Bool = false
  ) throws -> SearchSuggestions {
    let spelling = try QuerySpelling(
      connection: connection, deadline: deadline(isExhaustive), problems: QueryProblemFinder(connection: connection))
    return try spelling.suggestions(for: query, limit: limit)
  }

  /// The personal fields and those of the user's own that a query asks about, its saved searches and its order among it. Who may not
  /// see a field may not ask about it either: the answers would tell its values one by one.
  ///
  /// - Returns: with them, whether it asks where values come from: which source has a book, and what the user has edited.
  package func asked(by query: BookQuery) throws -> (fields: Set<BookField>, origins: Bool) {
    let (fields, origins) = try query.parsed.resolved(connection).asked
    return (fields.union([query.order.ownField?.field].compactMap(\.self)), origins)
  }

  private func reader(_ query: BookQuery) throws -> QueryReader { try QueryReader(query, connection) }

  /// Few books are searched to the end, however busy the machine is: that takes a moment.
  private func deadline(_ isExhaustive: Bool) throws -> SearchDeadline {
    let isUnbounded = try isExhaustive || connection.integer("SELECT max(id) FROM book") ?? 0 <= 10_000
    return SearchDeadline(in: isUnbounded ? nil : SearchDeadline.interactive)
  }
}
