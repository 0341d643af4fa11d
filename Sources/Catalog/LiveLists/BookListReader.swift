import CatalogDatabase

/// Reads the rows of a live list, in one transaction.
struct BookListReader {
  /// The search method that finds the books of the list.
  enum AccessPath {
    case everything
    case selection(BookSelection)
    case terms(TermOrderReader)
    case ranked(RankedSearch)
  }

  /// A position in the order of the list.
  enum SortPosition {
    case ordered(BookPosition)
    case ranked(RankedSearch.Position)
  }

  /// An error that is thrown if the list's previous state does not match the catalog. The caller then reloads the list.
  struct Mismatch: Error {}

  let connection: Connection
  let accessPath: AccessPath
  let pages: PageReader
  /// The order of the books, if the list has a sort key.
  let order: KeyOrder
  private let isDescending: Bool
  private let limits: BookListLimits
  private let audience: Audience

  init(_ query: BookQuery, _ limits: BookListLimits, for audience: Audience, connection: Connection) throws {
    (self.connection, self.limits, self.audience) = (connection, limits, audience)
    let query = try AudienceLimits(audience, connection).limited(query, connection)
    pages = PageReader(connection: connection, limits: limits.selection)
    isDescending = query.order.isDescending
    order = if case .key(let order) = query.order.kind { order } else { .newestFirst }
    func selection() throws -> BookSelection { try QueryReader(query, connection).selection() }
    switch query.order.kind {
    case .match: accessPath = .ranked(try RankedSearch(query.parsed, connection: connection))
    case .terms(let order): accessPath = .terms(try TermOrderReader(selection(), order, connection: connection))
    case .key:
      let selection = try selection()
      accessPath = selection.isEverything ? .everything : .selection(selection)
    }
  }

  // MARK: Single books

  /// Returns a book and its position in the list, or `nil` if the book is not in the list.
  func entry(_ id: Book.ID) throws -> (position: SortPosition, book: Book)? {
    if case .ranked(let search) = accessPath {
      return try search.match(id).map { (.ranked($0.position), audience.shown($0.book)) }
    }
    if case .terms(let books) = accessPath {
      return try books.entry(id).map { (.ordered($0.position), audience.shown($0.book)) }
    }
    guard let sortPosition = try pages.sortPosition(of: id, order),
      let book = try BookTable(connection: connection).book(id)
    else { return nil }
    if case .selection(let selection) = accessPath, try !selection.contains(book) { return nil }
    return (.ordered(sortPosition), audience.shown(book))
  }

  /// Returns the position of a book in the list's order.
  ///
  /// - Throws: ``Mismatch`` if the book is not in the list.
  func sortPosition(of id: Book.ID) throws -> SortPosition {
    let sortPosition: SortPosition? =
      switch accessPath {
      case .ranked(let search): try search.match(id).map { .ranked($0.position) }
      case .terms(let books): try books.entry(id).map { .ordered($0.position) }
      case .everything, .selection: try pages.sortPosition(of: id, order).map(SortPosition.ordered)
      }
    guard let sortPosition else { throw Mismatch() }
    return sortPosition
  }

  func precedes(_ one: SortPosition, _ other: SortPosition) -> Bool {
    switch (one, other) {
    case (.ordered(let one), .ordered(let other)): one.precedes(other, descending: isDescending)
    case (.ranked(let one), .ranked(let other)): one < other
    case (.ordered, .ranked), (.ranked, .ordered): false
    }
  }

  /// Returns the number of books that come before a position, by binary search.
  ///
  /// - Parameter id: Returns the id of the book at an index. The books must be in the list's order.
  func countBefore(_ position: SortPosition, of count: Int, _ id: (Int) -> Book.ID) throws -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(try self.sortPosition(of: id(middle)), position) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Many books

  /// Finds more ids, until the requested number is found or the list ends.
  func extend(_ found: inout BookListContents.Found, to requestedCount: Int) throws {
    let missing = requestedCount - found.ids.count
    guard !found.isWhole, missing > 0 else { return }
    switch accessPath {
    case .everything: return
    case .selection(let selection):
      if found.ids.isEmpty, let ids = try pages.fewIDs(selection, order) {
        (found.ids, found.isWhole) = (ids, true)
      } else if missing > limits.farAway {
        found.ids = []
        found.isWhole = true
        try pages.forEachID(selection, order) { id in
          found.ids.append(id)
          found.isWhole = found.ids.count <= requestedCount
          return found.isWhole
        }
        found.ids = Array(found.ids.prefix(requestedCount))
      } else {
        var position = PagePosition.start
        if let last = found.ids.last, case .ordered(let lastPosition) = try sortPosition(of: last) {
          position = .after(PageCursor(order: BookOrder(order), key: lastPosition.key, id: last))
        }
        let page = try pages.page(selection, order, at: position, size: missing)
        found.ids += page.books.map(\.id)
        found.isWhole = page.next == nil
      }
    case .terms(let books):
      var start: BookPosition?
      if let last = found.ids.last, case .ordered(let lastPosition) = try sortPosition(of: last) {
        start = lastPosition
      }
      found.isWhole = books.unindexed == 0
      try books.forEachPosition(after: start) { position in
        guard found.ids.count < requestedCount else {
          found.isWhole = false
          return false
        }
        found.ids.append(position.id)
        return true
      }
    case .ranked(let search):
      var start: RankedSearch.Position?
      if let last = found.ids.last, case .ranked(let lastPosition) = try sortPosition(of: last) { start = lastPosition }
      let result = try search.matches(after: start, limit: missing + 1)
      found.ids += result.matches.prefix(missing).map(\.book.id)
      found.isWhole = result.matches.count <= missing && result.unindexed == 0
    }
  }

  /// Returns the books in a range of rows. They are looked up by the ids found so far or, in a list of all books, by
  /// the page index.
  func rows(_ range: Range<Int>, _ found: BookListContents.Found?) throws -> [Book] {
    guard !range.isEmpty else { return [] }
    if let found { return try found.ids[range].map(member) }
    let page = try pages.page(.all, order, at: .offset(range.lowerBound), size: range.count)
    guard page.books.count == range.count else { throw Mismatch() }
    return audience.fields == .everything ? page.books : page.books.map(audience.shown)
  }

  func member(_ id: Book.ID) throws -> Book {
    guard let book = try BookTable(connection: connection).book(id), book.visibility == .shown else { throw Mismatch() }
    return audience.shown(book)
  }

  /// Returns the index of a book in the list, or `nil` if the book is not in the list or has not been found yet.
  func index(of id: Book.ID, _ contents: BookListContents) throws -> Int? {
    if let found = contents.found { return found.ids.firstIndex(of: id) }
    return try pages.position(of: id, .all, order)
  }

  /// Returns the positions of the first and last loaded books in the sort order. Used for a list of all books.
  func ends(of window: ListWindow<Book>) throws -> (first: BookPosition, last: BookPosition)? {
    guard let first = window.rows.first, let last = window.rows.last else { return nil }
    guard let first = try pages.sortPosition(of: first.id, order), let last = try pages.sortPosition(of: last.id, order)
    else { throw Mismatch() }
    return (first, last)
  }

  /// Returns the number of books in the list, as far as it can be determined.
  ///
  /// - Parameter time: The time limit for counting books that are not counted in an index. `nil` for no limit; zero to
  ///   use only what is already known.
  func count(_ found: BookListContents.Found?, in time: Duration?) throws -> ListCount {
    guard let found else { return .exactly(try pages.count(.all)) }
    if found.isWhole { return .exactly(found.ids.count) }
    // The list continues after the ids found so far, so it has at least one more book.
    let known = found.ids.count + 1
    switch accessPath {
    case .ranked where time == .zero: return .atLeast(known)
    case .ranked(let search):
      let (count, isCutShort) = try search.count(limit: time == nil ? Int.max : limits.countedAtOnce + 1)
      return isCutShort || count < found.ids.count ? .atLeast(max(count, known)) : .exactly(count)
    case .selection(let selection) where time == nil: return .exactly(try pages.count(selection))
    case .terms(let books) where books.unindexed == 0: return .exactly(books.count)
    case .everything, .selection, .terms: return .atLeast(known)
    }
  }
}
