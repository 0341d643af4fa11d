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
        filter.values + segment.values + [.integer(Int64(wanted - found)), .integer(Int64(offset))]
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
        filter.values + segment.values + [.integer(-1), .integer(Int64(offset))]
      ) { row in
        count += 1
        try body(BookTable.decode(row))
      }
      return count
    }
  }

  /// How many books the filter lets through.
  func count(_ filter: BookFilter) throws -> Int {
    let sql = "SELECT count(*) FROM book WHERE hidden = 0 AND (\(filter.condition))"
    return try connection.statement(sql).first(filter.values) { Int($0.integer(0)) } ?? 0
  }

  // MARK: Segments

  /// A run of the order that one index range gives: books with the cursor's own key, those beyond it, those without one.
  private struct Segment {
    let condition: String
    var values: [SQLValue] = []
    let order: BookOrder
    let isUnknown: Bool
  }

  /// Goes through the segments behind the position. An offset beyond a segment's end goes on in the next.
  private func forEachSegment(
    _ filter: BookFilter, _ order: BookOrder, from position: PagePosition, _ read: (Segment, Int) throws -> Int
  ) throws {
    let known = Segment(condition: order.mayBeUnknown ? order.isKnown : "1", order: order, isUnknown: false)
    let unknown = Segment(condition: "\(order.column) IS NULL", order: order, isUnknown: true)
    switch position {
    case .offset(let offset):
      let found = try read(known, offset)
      guard order.mayBeUnknown else { return }
      let skipped = found > 0 || offset == 0 ? 0 : offset - (try count(known, filter))
      _ = try read(unknown, max(0, skipped))
    case .after(let cursor):
      let sign = order.isDescending ? "<" : ">"
      if cursor.key == .null {
        _ = try read(
          Segment(
            condition: "\(unknown.condition) AND id \(sign) ?", values: [.integer(cursor.id)], order: order,
            isUnknown: true), 0)
        return
      }
      // Not (key, id) > (?, ?): on an index of the key and the row's id SQLite would seek by the key alone and walk
      // through all that share it.
      _ = try read(
        Segment(
          condition: "\(order.column) = ? AND id \(sign) ?", values: [cursor.key, .integer(cursor.id)], order: order,
          isUnknown: true), 0)
      _ = try read(
        Segment(condition: "\(order.column) \(sign) ?", values: [cursor.key], order: order, isUnknown: false), 0)
      if order.mayBeUnknown { _ = try read(unknown, 0) }
    }
  }

  private func count(_ segment: Segment, _ filter: BookFilter) throws -> Int {
    let sql = "SELECT count(*) FROM book WHERE hidden = 0 AND (\(filter.condition)) AND \(segment.condition)"
    return try connection.statement(sql).first(filter.values + segment.values) { Int($0.integer(0)) } ?? 0
  }

  private static let keyColumn = Int32(BookTable.columns.split(separator: ",").count)

  private func statement(for segment: Segment, _ filter: BookFilter) throws -> Statement {
    try connection.statement(Self.sql(for: segment, filter))
  }

  private static func sql(for segment: Segment, _ filter: BookFilter) -> String {
    let direction = segment.order.isDescending ? "DESC" : "ASC"
    let keys = segment.isUnknown ? "id \(direction)" : "\(segment.order.column) \(direction), id \(direction)"
    return """
      SELECT \(BookTable.columns), \(segment.order.column) FROM book
      WHERE hidden = 0 AND (\(filter.condition)) AND \(segment.condition)
      ORDER BY \(keys) LIMIT ? OFFSET ?
      """
  }
}

extension Statement {
  /// A column as it is stored.
  func value(_ column: Int32) -> SQLValue {
    switch type(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(text(column))
    }
  }
}
