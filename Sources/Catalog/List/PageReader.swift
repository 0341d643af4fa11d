import CatalogDatabase

/// Reads the books of a selection, in any order that has a sort key.
struct PageReader {
  let connection: Connection
  /// The thresholds at which the reader switches to another method. Lower thresholds let tests use every method with
  /// few books.
  var limits = SelectionLimits()
  /// True to leave long texts, such as descriptions, out of the books on pages.
  var isBrief = false

  /// Returns a page of the books in a selection.
  ///
  /// - Parameter size: The maximum number of books, at least 1.
  func page(_ selection: BookSelection, _ order: KeyOrder, at position: PagePosition, size: Int) throws -> BookPage {
    guard selection.isEverything else { return try reader(selection, order).page(at: position, size: size) }
    let size = min(size, .max - 1)
    var page = PageBuilder(order: order, size: size, isBrief: isBrief)
    try forEachSegment(order, from: position) { range, offset in
      guard !page.isFull else { return 0 }
      let before = page.found
      // One more book is read in order to know if there is a next page.
      let requested = size + 1 - page.found
      try connection.statement(PageStatement(.books, range, order))
        .forEachRow(range.values + [.integer(Int64(requested)), .integer(Int64(offset))]) { row in
          try page.take(books.seen(row), key: row.value(PageStatement.keyAfterBook))
        }
      return page.found - before
    }
    return page.page
  }

  /// Calls the body with every book of a selection, in order. Uses constant memory.
  func forEachBook(_ selection: BookSelection, _ order: KeyOrder, _ body: (Book) throws -> Void) throws {
    guard selection.isEverything else { return try reader(selection, order).forEachBook(body) }
    for run in PageRun.all(of: order.key) {
      try connection.statement(PageStatement(.books, run.range(), order)).forEachRow([.integer(-1), .integer(0)]) {
        try body(books.seen($0))
      }
    }
  }

  /// Returns the number of books in a selection.
  func count(_ selection: BookSelection) throws -> Int {
    if selection.isEverything { return try count(PageRun.everything) }
    return try reader(selection, .newestFirst).count()
  }

  /// Returns the number of books that come before a book, or `nil` if the book is hidden or not selected.
  func position(of id: Book.ID, _ selection: BookSelection, _ order: KeyOrder) throws -> Int? {
    guard selection.isEverything else { return try reader(selection, order).position(of: id) }
    guard let book = try sortPosition(of: id, order) else { return nil }
    let (run, key) = PageRun.location(order.key, key: book.key)
    let position = try positionInRun(of: id, run, key: key)
    let before = order.isDescending ? try count(run) - 1 - position : position
    return run.isUnknown ? try count(PageRun(key: order.key, isUnknown: false)) + before : before
  }

  /// Returns the position of a book in a sort order, or `nil` if the book is hidden.
  func sortPosition(of id: Book.ID, _ order: KeyOrder) throws -> BookPosition? {
    let sql = "SELECT \(order.key.column) FROM book WHERE hidden = 0 AND id = ?"
    return try connection.statement(sql).first([.id(id)]) { BookPosition(key: $0.value(0), id: id) }
  }

  /// Returns the ids of all selected books, in order, if an index lookup finds them and there are few. Otherwise,
  /// returns `nil`.
  func fewIDs(_ selection: BookSelection, _ order: KeyOrder) throws -> [Book.ID]? {
    try reader(selection, order).fewIDs()
  }

  /// Calls the body with the id of each selected book, in order, until the body returns false. The selection must not
  /// include all books.
  func forEachID(_ selection: BookSelection, _ order: KeyOrder, _ body: (Book.ID) throws -> Bool) throws {
    try reader(selection, order).forEachID(body)
  }

  private var books: BookTable { BookTable(connection: connection) }

  private func reader(_ selection: BookSelection, _ order: KeyOrder) throws -> SelectionReader {
    var reader = try SelectionReader(
      connection: connection, selection: selection, order: order, limits: limits,
      total: try count(PageRun.everything))
    reader.isBrief = isBrief
    return reader
  }

  /// Returns the number of books that come before a book in a run, in ascending order.
  private func positionInRun(of id: Book.ID, _ run: PageRun, key: SQLValue) throws -> Int {
    if let position = try PageIndexReader(connection: connection).position(of: id.rawValue, run, key: key) {
      return position
    }
    let tied = try scan(run.range(from: .before(key), to: .at(key, id.rawValue)))
    return run.isUnknown ? tied : try scan(run.range(to: .before(key))) + tied
  }

  /// Calls a closure for each part of the order after a position, with the number of books to skip in that part. If a
  /// part has fewer books than are to be skipped, the rest is skipped in the next part.
  ///
  /// - Parameter read: Reads a part and returns the number of books that it found.
  private func forEachSegment(
    _ order: KeyOrder, from position: PagePosition, _ read: (PageRange, Int) throws -> Int
  ) throws {
    switch position {
    case .offset(let offset):
      // For small offsets, scanning index rows is faster than looking up the position: a row takes about 15 ns.
      if offset > connection.pageIndexSizes.bucket, let segments = try segments(order, after: offset) {
        for (range, offset) in segments { _ = try read(range, offset) }
        return
      }
      let known = PageRun(key: order.key, isUnknown: false)
      let found = try read(known.range(), offset)
      guard order.key.mayBeUnknown else { return }
      let skipped = found > 0 || offset <= 0 ? 0 : offset - (try count(known))
      _ = try read(PageRun(key: order.key, isUnknown: true).range(), max(0, skipped))
    case .after(let cursor):
      for range in try cursor.ranges(order) { _ = try read(range, 0) }
    }
  }

  /// Returns the parts of the order that follow an offset in the list of all books, with the number of books to skip in
  /// each part. This number is less than the size of a bucket. Returns `nil` if there is no page index.
  private func segments(_ order: KeyOrder, after offset: Int) throws -> [(PageRange, Int)]? {
    let index = try PageIndexReader(connection: connection)
    var segments: [(PageRange, Int)] = []
    var rest = offset
    for run in PageRun.all(of: order.key) {
      guard let count = try index.count(run) else { return nil }
      if rest >= count {
        rest -= count
        continue
      }
      if rest == 0 {
        segments.append((run.range(), 0))
      } else if let location = try index.location(run, at: order.isDescending ? count - 1 - rest : rest) {
        segments += Self.segments(run, order, from: location)
      }
      rest = 0
    }
    return segments
  }

  /// Returns the parts of a run from a book to the end of the run, and the number of books to skip in each part.
  private static func segments(
    _ run: PageRun, _ order: KeyOrder, from location: BucketPosition
  ) -> [(PageRange, Int)] {
    let (cut, skipped) = order.isDescending ? (location.upper, location.after) : (location.lower, location.before)
    let range = order.isDescending ? run.range(to: cut) : run.range(from: location.lower)
    guard let key = cut?.keyWithin, !run.isUnknown else { return [(range, skipped)] }
    // The first part contains only books with the same key as the book. The second part contains all books after them.
    let others = order.isDescending ? run.range(to: .before(key)) : run.range(from: .after(key))
    return [(range, skipped), (others, 0)]
  }

  private func count(_ run: PageRun) throws -> Int {
    try PageIndexReader(connection: connection).count(run) ?? scan(run.range())
  }

  /// Returns the number of books in a range, by scanning the range.
  private func scan(_ range: PageRange) throws -> Int {
    let sql = "SELECT count(*) FROM book WHERE hidden = 0 AND \(range.condition)"
    return Int(try connection.integer(sql, range.values) ?? 0)
  }
}
