/// Where a page of a list begins.
public enum PagePosition: Hashable, Sendable {
  /// Behind so many books from the start.
  case offset(Int)
  /// Behind the book that a cursor names.
  case after(PageCursor)

  /// Where the first page begins.
  public static let start = PagePosition.offset(0)
}

/// A page of a list.
public struct BookPage: Sendable {
  /// In the order that was asked for, at most as many as were asked for; empty behind the end of the list.
  public let books: [Book]
  /// Where the next page begins; `nil` when this is the last one.
  public let next: PageCursor?
}

/// Reads pages of the books that a filter lets through, in any order.
struct PageReader {
  let connection: Connection

  /// - Parameter size: how many books, at least 1.
  func page(_ filter: BookFilter, _ order: BookOrder, at position: PagePosition, size: Int) throws -> BookPage {
    var books: [Book] = []
    books.reserveCapacity(min(size, 1_000))
    var lastKey = SQLValue.null
    // One more, to know whether there is a next page.
    let wanted = min(size, .max - 1) + 1
    var found = 0
    try forEachSegment(filter, order, from: position) { segment, offset in
      guard found < wanted else { return 0 }
      let before = found
      try statement(for: segment, filter).forEachRow(
        filter.values + segment.range.values + [.integer(Int64(wanted - found)), .integer(Int64(offset))]
      ) { row in
        found += 1
        guard found <= size else { return }
        books.append(BookTable.decode(row))
        if found == size { lastKey = row.value(Self.keyColumn) }
      }
      return found - before
    }
    guard found > size else { return BookPage(books: books, next: nil) }
    return BookPage(books: books, next: PageCursor(order: order, key: lastKey, id: books[size - 1].id))
  }

  /// Calls the body for every book, in constant memory.
  func forEachBook(
    _ filter: BookFilter, _ order: BookOrder, from position: PagePosition = .start, _ body: (Book) throws -> Void
  ) throws {
    try forEachSegment(filter, order, from: position) { segment, offset in
      var count = 0
      try statement(for: segment, filter).forEachRow(
        filter.values + segment.range.values + [.integer(-1), .integer(Int64(offset))]
      ) { row in
        count += 1
        try body(BookTable.decode(row))
      }
      return count
    }
  }

  /// How many books the filter lets through.
  func count(_ filter: BookFilter) throws -> Int {
    if filter == .all, let count = try PageIndexReader(connection: connection).count(.everything) { return count }
    return try count(filter, within: BookFilter.all)
  }

  /// How many books stand before a book, the first being at 0; `nil` when it is not shown or the filter keeps it out.
  func position(of id: Int64, _ filter: BookFilter, _ order: BookOrder) throws -> Int? {
    let sql = "SELECT \(order.key.column) FROM book WHERE hidden = 0 AND id = ? AND (\(filter.condition))"
    guard let stored = try connection.statement(sql).first([.integer(id)] + filter.values, { $0.value(0) }) else {
      return nil
    }
    let (run, key) = PageRun.place(order.key, key: stored)
    let place = try placeInRun(of: id, run, key: key, filter)
    let before = order.isDescending ? try count(run, filter) - 1 - place : place
    return run.isUnknown ? try count(PageRun(key: order.key, isUnknown: false), filter) + before : before
  }

  /// How many books of its run stand before a book, in ascending order.
  private func placeInRun(of id: Int64, _ run: PageRun, key: SQLValue, _ filter: BookFilter) throws -> Int {
    if filter == .all,
      let place = try PageIndexReader(connection: connection).position(of: id, run, key: key)
    {
      return place
    }
    let tied = try count(filter, within: run.range(from: .before(key), to: .at(key, id)))
    return run.isUnknown ? tied : try count(filter, within: run.range(to: .before(key))) + tied
  }

  // MARK: Segments

  /// A part of the order that one index range gives.
  private struct Segment {
    let range: BookFilter
    let order: BookOrder
    /// What it is sorted by. Of books that share a key, the id alone, so that SQLite sees that the index has that order.
    let terms: String

    init(_ range: BookFilter, _ order: BookOrder, isOneKey: Bool) {
      self.range = range
      self.order = order
      terms = PageRun(key: order.key, isUnknown: isOneKey).terms(descending: order.isDescending)
    }

    init(_ run: PageRun, _ order: BookOrder) { self.init(run.range(), order, isOneKey: run.isUnknown) }
  }

  /// Goes through the segments behind the position. An offset beyond a segment's end goes on in the next.
  private func forEachSegment(
    _ filter: BookFilter, _ order: BookOrder, from position: PagePosition, _ read: (Segment, Int) throws -> Int
  ) throws {
    let known = PageRun(key: order.key, isUnknown: false)
    let unknown = PageRun(key: order.key, isUnknown: true)
    switch position {
    case .offset(let offset):
      // Fewer than a bucket holds are walked over sooner than found: a row of an index takes some 15 ns.
      if filter == .all, offset > connection.pageIndexSizes.bucket, let segments = try segments(order, behind: offset) {
        for (segment, offset) in segments { _ = try read(segment, offset) }
        return
      }
      let found = try read(Segment(known, order), offset)
      guard order.key.mayBeUnknown else { return }
      let skipped = found > 0 || offset <= 0 ? 0 : offset - (try count(known, filter))
      _ = try read(Segment(unknown, order), max(0, skipped))
    case .after(let cursor):
      let sign = order.isDescending ? "<" : ">"
      func segment(_ condition: String, _ values: [SQLValue], isOneKey: Bool) -> Segment {
        Segment(BookFilter(condition: condition, values: values), order, isOneKey: isOneKey)
      }
      let column = order.key.column
      if cursor.key == .null {
        _ = try read(segment("\(column) IS NULL AND id \(sign) ?", [.integer(cursor.id)], isOneKey: true), 0)
        return
      }
      // Not (key, id) > (?, ?): on an index of the key and the row's id SQLite would seek by the key alone and walk
      // through all that share it.
      _ = try read(
        segment("\(column) = ? AND id \(sign) ?", [cursor.key, .integer(cursor.id)], isOneKey: true), 0)
      _ = try read(segment("\(column) \(sign) ?", [cursor.key], isOneKey: false), 0)
      if order.key.mayBeUnknown { _ = try read(Segment(unknown, order), 0) }
    }
  }

  /// The segments behind an offset in the order of all books, and how many books of each to skip: fewer than a bucket
  /// of the page index holds. `nil` while that is not kept.
  private func segments(_ order: BookOrder, behind offset: Int) throws -> [(Segment, Int)]? {
    let index = try PageIndexReader(connection: connection)
    var segments: [(Segment, Int)] = []
    var rest = offset
    for run in PageRun.all(of: order.key) {
      guard let count = try index.count(run) else { return nil }
      if rest >= count {
        rest -= count
        continue
      }
      if rest == 0 {
        segments.append((Segment(run, order), 0))
      } else if let place = try index.place(run, at: order.isDescending ? count - 1 - rest : rest) {
        segments += Self.segments(run, order, from: place)
      }
      rest = 0
    }
    return segments
  }

  /// The segments of a run from a book on.
  private static func segments(
    _ run: PageRun, _ order: BookOrder, from place: PageIndexReader.Place
  ) -> [(Segment, Int)] {
    let (cut, skipped) = order.isDescending ? (place.upper, place.behind) : (place.lower, place.before)
    let range = order.isDescending ? run.range(to: cut) : run.range(from: place.lower)
    guard let key = cut?.keyWithin, !run.isUnknown else {
      return [(Segment(range, order, isOneKey: run.isUnknown), skipped)]
    }
    // The bucket, and all up to that key's end, holds books of the key only.
    let others = order.isDescending ? run.range(to: .before(key)) : run.range(from: .behind(key))
    return [(Segment(range, order, isOneKey: true), skipped), (Segment(others, order, isOneKey: false), 0)]
  }

  private func count(_ run: PageRun, _ filter: BookFilter) throws -> Int {
    if filter == .all, let count = try PageIndexReader(connection: connection).count(run) { return count }
    return try count(filter, within: run.range())
  }

  private func count(_ filter: BookFilter, within range: BookFilter) throws -> Int {
    let sql = "SELECT count(*) FROM book WHERE hidden = 0 AND (\(filter.condition)) AND \(range.condition)"
    return Int(try connection.integer(sql, filter.values + range.values) ?? 0)
  }

  private static let keyColumn = Int32(BookTable.columns.split(separator: ",").count)

  private func statement(for segment: Segment, _ filter: BookFilter) throws -> Statement {
    try connection.statement(
      """
      SELECT \(BookTable.columns), \(segment.order.key.column) FROM book
      WHERE hidden = 0 AND (\(filter.condition)) AND \(segment.range.condition)
      ORDER BY \(segment.terms) LIMIT ? OFFSET ?
      """)
  }
}
