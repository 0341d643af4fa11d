/// Where a list goes over from one way of finding books to another.
package struct SelectionLimits: Sendable, Equatable {
  /// So many books, found by indexes, are sorted.
  package var few = 2_000
  /// How many rows of an index are read in the time in which one book is read and tested.
  package var testCost = 50
  /// So many books that a load has not indexed yet are tested beside what the indexes find; of more, every book is tested.
  package var pending = 10_000
}

/// Reads pages of the books of a selection that leaves out some. What it finds is the same in each of three ways; they
/// differ in what they cost:
///
/// - **sort**: when indexes find few books, these are sorted;
/// - **test**: when many books are of the selection, the first ones of the order soon fill a page, each read and tested;
/// - **gather**: else indexes find all of them, and the order's index is scanned without reading books that are not shown.
struct SelectionReader {
  let connection: Connection
  let selection: BookSelection
  let order: KeyOrder
  let limits: SelectionLimits
  /// How many books are shown.
  let total: Int
  /// True to leave long texts out of the books of pages.
  var isBrief = false
  /// The ids of the books that a load has not indexed yet.
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
    if case .unknown = found, let page = try tested(ranges, empty, wanted: offset.addingReportingOverflow(size)) {
      return page
    }
    var page = empty
    try forEachBook(in: ranges, found) { row in
      try page.take(try books.book(row.id(0)), key: row.value(1))
      return !page.isFull
    }
    return page.page
  }

  /// The ids of all books in order, where indexes find few.
  func fewIDs() throws -> [Book.ID]? {
    guard case .few(let few) = try found() else { return nil }
    var ids: [Book.ID] = []
    try forEachBook(in: wholeOrder, .few(few)) { row in
      ids.append(row.id(0))
      return true
    }
    return ids
  }

  /// Calls the body for each id in order, until it says stop.
  func forEachID(_ body: (Book.ID) throws -> Bool) throws {
    try forEachBook(in: wholeOrder, found()) { try body($0.id(0)) }
  }

  func forEachBook(_ body: (Book) throws -> Void) throws {
    try forEachBook(in: wholeOrder, found()) { row in
      if let book = try books.book(row.id(0)) { try body(book) }
      return true
    }
  }

  /// How many books stand before a book; `nil` when it is not shown or not of the selection.
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
    case .few(let few): return try few.count { try isListed(Book.ID($0)) }
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

  // MARK: The three ways

  /// What indexes have told without looking at a book.
  private enum Found {
    /// Books that hold the selection, and others.
    case few([Int64])
    case gathered(GatheredBooks)
    /// Many, which are gathered or tested.
    case unknown
  }

  private func found() throws -> Found {
    if isMuchPending { return .unknown }
    // Sets are gathered sooner than a book is tested.
    if selection.indexed.isOfPostings {
      let gathered = try gathered()
      guard gathered.count(of: total) <= limits.few else { return .gathered(gathered) }
      return few(try indexes.shown(gathered).numbers)
    }
    return try indexes.few(selection.indexed, limit: limits.few).map(few) ?? .unknown
  }

  private func few(_ ids: [Int64]) -> Found { .few(pending.isEmpty ? ids : Array(Set(ids).union(pending.joined()))) }

  private func gathered() throws -> GatheredBooks {
    try indexes.all(selection, pending: pending)
  }

  /// The page, by testing book after book; `nil` when it takes longer than gathering is likely to.
  private func tested(
    _ ranges: [PageRange], _ empty: PageBuilder, wanted: (partialValue: Int, overflow: Bool)
  ) throws -> BookPage? {
    guard !wanted.overflow else { return nil }
    // With n of N books in the selection, testing takes wanted × N ÷ n tests, and gathering n rows. Both cost the same
    // when this many books are tested; with more to come, gathering costs less.
    var rest = Int((Double(wanted.partialValue) * Double(total) / Double(limits.testCost)).squareRoot())
    if isMuchPending { rest = .max }
    guard wanted.partialValue <= rest else { return nil }
    var page = empty
    func test(_ book: Book, key: SQLValue) throws -> Bool {
      rest -= 1
      if try selection.contains(book) { page.take(book, key: key) }
      return rest > 0 && !page.isFull
    }
    let viewers = try indexes.viewers(of: selection.indexed)
    for range in ranges where !page.isFull {
      if let viewers {
        // The rows of books that do not exist for the viewer are not read.
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
            try test(try books.seen(row), key: row.value(PageStatement.keyBehindBook))
          }
      }
      if rest == 0, !page.isFull { return nil }
    }
    return page.page
  }

  /// Calls the body for each book of the selection in order, until it says stop: with a row of its id and its key.
  ///
  /// - Parameter found: as ``found()`` gives it.
  private func forEachBook(in ranges: [PageRange], _ found: Found, _ body: (Statement) throws -> Bool) throws {
    switch found {
    case .few(let few):
      let list = SQLValue.text("[\(few.map(String.init).joined(separator: ","))]")
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
