/// Where a list goes over from one way of finding books to another.
struct SelectionLimits: Sendable, Equatable {
  /// So many books, found by indexes, are sorted.
  var few = 2_000
  /// How many rows of an index are read in the time in which one book is read and tested.
  var testCost = 50
  /// So many books that a load has not indexed yet are tested beside what the indexes find; of more, every book is tested.
  var pending = 10_000
}

/// Reads pages of the books of a selection that leaves out some. What it finds is the same in each of three ways; they
/// differ in what they cost:
///
/// - **sort**: when indexes find few books, these are sorted;
/// - **test**: when many books are of the selection, the first ones of the order soon fill a page, each read and tested;
/// - **gather**: else indexes find all of them, and the order's index is walked without reading books that are not shown.
struct SelectionReader {
  let connection: Connection
  let selection: BookSelection
  let order: BookOrder
  let limits: SelectionLimits
  /// How many books are shown.
  let total: Int
  /// The ids of the books that a load has not indexed yet.
  private let pending: [ClosedRange<Int64>]

  init(
    connection: Connection, selection: BookSelection, order: BookOrder, limits: SelectionLimits, total: Int
  ) throws {
    self.connection = connection
    self.selection = selection
    self.order = order
    self.limits = limits
    self.total = total
    pending = try DerivedPending(connection: connection).books()
  }

  private var isMuchPending: Bool { pending.reduce(0) { $0 + $1.count } > limits.pending }

  func page(at position: PagePosition, size: Int) throws -> BookPage {
    let (ranges, offset) =
      switch position {
      case .offset(let offset): (wholeOrder, max(0, offset))
      case .after(let cursor): (cursor.ranges(order), 0)
      }
    let empty = PageBuilder(order: order, size: size, offset: offset)
    let few = try few()
    if few == nil, !isGatheredSoon, let page = try tested(ranges, empty, wanted: offset.addingReportingOverflow(size)) {
      return page
    }
    var page = empty
    try forEachBook(in: ranges, few) { row in
      try page.take(try books.book(row.integer(0)), key: row.value(1))
      return !page.isFull
    }
    return page.page
  }

  /// The ids of all books in order, where indexes find few.
  func fewIDs() throws -> [Int64]? {
    guard let few = try few() else { return nil }
    var ids: [Int64] = []
    try forEachBook(in: wholeOrder, few) { row in
      ids.append(row.integer(0))
      return true
    }
    return ids
  }

  /// Calls the body for each id in order, until it says stop.
  func forEachID(_ body: (Int64) throws -> Bool) throws {
    try forEachBook(in: wholeOrder, few()) { try body($0.integer(0)) }
  }

  func forEachBook(_ body: (Book) throws -> Void) throws {
    try forEachBook(in: wholeOrder, few()) { row in
      if let book = try books.book(row.integer(0)) { try body(book) }
      return true
    }
  }

  /// How many books stand before a book; `nil` when it is not shown or not of the selection.
  func position(of id: Int64) throws -> Int? {
    guard try isListed(id) else { return nil }
    var position = 0
    try forEachBook(in: wholeOrder, few()) { row in
      if row.integer(0) == id { return false }
      position += 1
      return true
    }
    return position
  }

  func count() throws -> Int {
    let indexes = try IndexedBooksReader(connection: connection)
    switch selection.indexed {
    case .rows(let rows) where pending.isEmpty: return try indexes.count(rows)
    case .not(.rows(let rows)) where pending.isEmpty: return total - (try indexes.count(rows))
    default: break
    }
    if let few = try few() { return try few.count(where: isListed) }
    if !isMuchPending { return try gathered().count(of: total) }
    var count = 0
    try forEachBook { _ in count += 1 }
    return count
  }

  private var books: BookTable { BookTable(connection: connection) }

  private func isListed(_ id: Int64) throws -> Bool {
    guard let book = try books.book(id), book.visibility == .shown else { return false }
    return try selection.contains(book)
  }

  private var wholeOrder: [PageRange] { PageRun.all(of: order.key).map { $0.range() } }

  // MARK: The three ways

  /// Whether gathering takes less than testing would.
  private var isGatheredSoon: Bool { selection.indexed.isOfPostings && !isMuchPending }

  private func few() throws -> [Int64]? {
    guard !isMuchPending,
      let few = try IndexedBooksReader(connection: connection).few(selection.indexed, limit: limits.few)
    else { return nil }
    return pending.isEmpty ? few : Array(Set(few).union(pending.joined()))
  }

  private func gathered() throws -> GatheredBooks {
    try IndexedBooksReader(connection: connection).all(selection, pending: pending)
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
    for range in ranges where !page.isFull {
      try connection.statement(PageStatement(.books, range, order))
        .walk(range.values + [.integer(-1), .integer(0)]) { row in
          rest -= 1
          let book = BookTable.decode(row)
          if try selection.contains(book) { page.take(book, key: row.value(PageStatement.keyBehindBook)) }
          return rest > 0 && !page.isFull
        }
      if rest == 0, !page.isFull { return nil }
    }
    return page.page
  }

  /// Calls the body for each book of the selection in order, until it says stop: with a row of its id and its key.
  ///
  /// - Parameter few: books that hold the selection; `nil` to gather it.
  private func forEachBook(in ranges: [PageRange], _ few: [Int64]?, _ body: (Statement) throws -> Bool) throws {
    if let few {
      let list = SQLValue.text("[\(few.map(String.init).joined(separator: ","))]")
      try forEachRow(.idsOfList, in: ranges, [list]) { try isListed($0.integer(0)) ? try body($0) : true }
    } else if isMuchPending {
      try forEachRow(.ids, in: ranges, []) { try isListed($0.integer(0)) ? try body($0) : true }
    } else {
      let gathered = try gathered()
      try forEachRow(.ids, in: ranges, []) { gathered.contains($0.integer(0)) ? try body($0) : true }
    }
  }

  private func forEachRow(
    _ columns: PageStatement.Columns, in ranges: [PageRange], _ values: [SQLValue], _ body: (Statement) throws -> Bool
  ) throws {
    for range in ranges {
      let isWhole = try connection.statement(PageStatement(columns, range, order))
        .walk(values + range.values, body)
      guard isWhole else { return }
    }
  }
}
