import CatalogDatabase

/// The thresholds at which a list switches to another method of finding its books.
package struct SelectionLimits: Sendable, Equatable {
  /// The maximum number of books to sort after an index lookup. For more books, another method is used.
  package var smallLimit = 2_000
  /// The number of index rows that can be read in the time it takes to read and test one book.
  package var testCost = 50
  /// The maximum number of unindexed books to test in addition to the books found by an index lookup. If there are more
  /// unindexed books, all books of the catalog are tested instead.
  package var pending = 10_000
}

/// Reads the books of a selection that does not include all books. There are three methods, which return the same
/// results at different costs:
///
/// - **sort**: If index lookups find few books, sorts them.
/// - **test**: If many books are selected, reads books in order, and tests each of them until the page is full.
/// - **gather**: Otherwise, collects the ids of all selected books, and scans the index of the order. Only the books on
///   the page are read.
struct SelectionReader {
  let connection: Connection
  let selection: BookSelection
  let order: KeyOrder
  let limits: SelectionLimits
  /// The number of all shown books.
  let total: Int
  /// True to leave long texts, such as descriptions, out of the books on pages.
  var isBrief = false
  /// The ids of the books that a bulk load has not indexed yet.
  private let pending: [ClosedRange<Int64>]
  private let indexes: IndexedBooksReader

  init(
    connection: Connection, selection: BookSelection, order: KeyOrder, limits: SelectionLimits, total: Int
  ) throws {
    self.connection = connection
    self.selection = selection
    self.order = order
    self.limits = limits
    self.total = total
    pending = try DerivedPending(connection: connection).books()
    indexes = IndexedBooksReader(try PostingReader(connection: connection))
  }

  private var isMuchPending: Bool { pending.total > limits.pending }

  func page(at position: PagePosition, size: Int) throws -> BookPage {
    let (ranges, offset) =
      switch position {
      case .offset(let offset): (wholeOrder, max(0, offset))
      case .after(let cursor): (try cursor.ranges(order), 0)
      }
    let empty = PageBuilder(order: order, size: size, offset: offset, isBrief: isBrief)
    let found = try found()
    if case .unknown = found, let page = try tested(ranges, empty, requested: offset.addingReportingOverflow(size)) {
      return page
    }
    var page = empty
    try forEachBook(in: ranges, found) { row in
      try page.take(try books.book(row.id(0)), key: row.value(1))
      return !page.isFull
    }
    return page.page
  }

  /// Returns the ids of all selected books, in order, if index lookups find few books. Otherwise, returns `nil`.
  func fewIDs() throws -> [Book.ID]? {
    guard case .small(let small) = try found() else { return nil }
    var ids: [Book.ID] = []
    try forEachBook(in: wholeOrder, .small(small)) { row in
      ids.append(row.id(0))
      return true
    }
    return ids
  }

  /// Calls the body with the id of each selected book, in order, until the body returns false.
  func forEachID(_ body: (Book.ID) throws -> Bool) throws {
    try forEachBook(in: wholeOrder, found()) { try body($0.id(0)) }
  }

  func forEachBook(_ body: (Book) throws -> Void) throws {
    try forEachBook(in: wholeOrder, found()) { row in
      if let book = try books.book(row.id(0)) { try body(book) }
      return true
    }
  }

  /// Returns the number of books that come before a book, or `nil` if the book is hidden or not selected.
  func position(of id: Book.ID) throws -> Int? {
    guard try isListed(id) else { return nil }
    var position = 0
    try forEachBook(in: wholeOrder, found()) { row in
      if row.id(0) == id { return false }
      position += 1
      return true
    }
    return position
  }

  func count() throws -> Int {
    switch selection.indexed {
    case .rows(let rows) where pending.isEmpty: return try indexes.count(rows)
    case .not(.rows(let rows)) where pending.isEmpty: return total - (try indexes.count(rows))
    default: break
    }
    switch try found() {
    case .small(let small): return try small.count { try isListed(Book.ID($0)) }
    case .gathered(let gathered): return gathered.count(of: total)
    case .unknown where !isMuchPending: return try gathered().count(of: total)
    case .unknown: break
    }
    var count = 0
    try forEachBook { _ in count += 1 }
    return count
  }

  private var books: BookTable { BookTable(connection: connection) }

  private func isListed(_ id: Book.ID) throws -> Bool {
    guard let book = try books.book(id), book.visibility == .shown else { return false }
    return try selection.contains(book)
  }

  private var wholeOrder: [PageRange] { PageRun.all(of: order.key).map { $0.range() } }

  // MARK: The three methods

  /// The result of looking up the selection in indexes, without reading books.
  private enum Found {
    /// Few candidates, which include all selected books.
    case small([Int64])
    case gathered(GatheredBooks)
    /// Possibly many books. They are not known yet.
    case unknown
  }

  private func found() throws -> Found {
    if isMuchPending { return .unknown }
    // Looking up sets of books in the search index takes less time than testing a single book.
    if selection.indexed.isOfPostings {
      let gathered = try gathered()
      guard gathered.count(of: total) <= limits.smallLimit else { return .gathered(gathered) }
      return small(try indexes.shown(gathered).numbers)
    }
    return try indexes.limitedIDs(selection.indexed, limit: limits.smallLimit).map(small) ?? .unknown
  }

  private func small(_ ids: [Int64]) -> Found {
    .small(pending.isEmpty ? ids : Array(Set(ids).union(pending.joined())))
  }

  private func gathered() throws -> GatheredBooks {
    try indexes.all(selection, pending: pending)
  }

  /// Returns a page by testing one book after the other. Returns `nil` if the gathering method is likely to be faster.
  private func tested(
    _ ranges: [PageRange], _ empty: PageBuilder, requested: (partialValue: Int, overflow: Bool)
  ) throws -> BookPage? {
    guard !requested.overflow else { return nil }
    // If n of N books are selected, testing reads about requested × N ÷ n books, while gathering reads about n index
    // rows. `rest` is the number of tested books at which both methods have the same cost. If the page is not full by
    // then, gathering is cheaper.
    var rest = Int((Double(requested.partialValue) * Double(total) / Double(limits.testCost)).squareRoot())
    if isMuchPending { rest = .max }
    guard requested.partialValue <= rest else { return nil }
    var page = empty
    func test(_ book: Book, key: SQLValue) throws -> Bool {
      rest -= 1
      if try selection.contains(book) { page.take(book, key: key) }
      return rest > 0 && !page.isFull
    }
    let viewers = try indexes.viewers(of: selection.indexed)
    for range in ranges where !page.isFull {
      if let viewers {
        // Rows are read only for books that the viewer may see.
        try connection.statement(PageStatement(.ids, range, order)).scan(range.values) { row in
          let id = row.integer(0)
          guard viewers.contains(id) || pending.contains(where: { $0.contains(id) }),
            let book = try books.book(row.id(0))
          else { return true }
          return try test(book, key: row.value(1))
        }
      } else {
        try connection.statement(PageStatement(.books, range, order))
          .scan(range.values + [.integer(-1), .integer(0)]) { row in
            try test(try books.seen(row), key: row.value(PageStatement.keyAfterBook))
          }
      }
      if rest == 0, !page.isFull { return nil }
    }
    return page.page
  }

  /// Calls the body with a row for each selected book, in order, until the body returns false. The row contains the
  /// book's id and sort key.
  ///
  /// - Parameter found: The result of ``found()``.
  private func forEachBook(in ranges: [PageRange], _ found: Found, _ body: (Statement) throws -> Bool) throws {
    switch found {
    case .small(let small):
      let list = SQLValue.text("[\(small.map(String.init).joined(separator: ","))]")
      try forEachRow(.idsOfList, in: ranges, [list]) { try isListed($0.id(0)) ? try body($0) : true }
    case .unknown where isMuchPending:
      try forEachRow(.ids, in: ranges, []) { try isListed($0.id(0)) ? try body($0) : true }
    case .unknown: try forEachBook(in: ranges, .gathered(gathered()), body)
    case .gathered(let gathered):
      try forEachRow(.ids, in: ranges, []) { gathered.contains($0.integer(0)) ? try body($0) : true }
    }
  }

  private func forEachRow(
    _ columns: PageStatement.Columns, in ranges: [PageRange], _ values: [SQLValue], _ body: (Statement) throws -> Bool
  ) throws {
    for range in ranges {
      let isWhole = try connection.statement(PageStatement(columns, range, order))
        .scan(values + range.values, body)
      guard isWhole else { return }
    }
  }
}
