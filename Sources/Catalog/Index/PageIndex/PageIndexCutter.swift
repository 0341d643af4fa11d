import CatalogDatabase

/// Divides a range of sorted books into buckets. The range is either a bucket that has become too large, or a whole run
/// (``PageRun``).
struct PageIndexCutter {
  let connection: Connection
  let run: PageRun
  /// The normal number of books in a bucket. A bucket can contain up to twice as many.
  let size: Int

  /// Divides the range between two cuts into buckets, and calls the body with each of them in order.
  ///
  /// - Parameters:
  ///   - books: The number of books in the range.
  ///   - target: The number of books to put into each bucket. The actual number depends on the sort keys.
  func forEachBucket(
    from lower: PageCut, to upper: PageCut?, books: Int, target: Int, _ body: (PageIndexEntry) throws -> Void
  ) throws {
    if run.isUnknown {
      return try forEachPiece(of: PageRun.unknownKey, from: lower, books: books, target: target, body)
    }
    if let key = lower.keyWithin ?? upper?.keyWithin {
      return try forEachPiece(of: key, from: lower, books: books, target: target, body)
    }
    var cut = lower
    var rest = books
    while rest > 2 * size, let key = try key(target, after: cut, to: upper) {
      let before = try count(from: cut, to: .before(key))
      if before * 2 >= target {
        try body(PageIndexEntry(cut: cut, books: before))
        cut = .before(key)
        rest -= before
        continue
      }
      let through = try count(from: cut, to: .after(key))
      if through <= 2 * size {
        try body(PageIndexEntry(cut: cut, books: through))
      } else {
        if cut != .before(key) { try body(PageIndexEntry(cut: cut, books: before)) }
        try forEachPiece(of: key, from: .before(key), books: through - before, target: size, body)
      }
      cut = .after(key)
      rest -= through
    }
    // If the last key fills buckets of its own, no books are left after them.
    if cut != upper { try body(PageIndexEntry(cut: cut, books: rest)) }
  }

  /// Divides books with the same key into buckets by their ids, and calls the body with each bucket.
  private func forEachPiece(
    of key: SQLValue, from lower: PageCut, books: Int, target: Int, _ body: (PageIndexEntry) throws -> Void
  ) throws {
    var cut = lower
    var rest = books
    let piece = run.isUnknown ? "\(run.key.column) IS NULL" : "\(run.key.column) = ?"
    let values = run.isUnknown ? [] : [key]
    while rest > 2 * size {
      var first = Int64.min
      if case .at(_, let id) = cut { first = id }
      let next = try connection.integer(
        "SELECT id FROM book WHERE \(BookTable.isShown) AND \(piece) AND id >= ? ORDER BY id LIMIT 1 OFFSET ?",
        values + [.integer(first), .integer(Int64(target))])
      guard let next else { break }
      try body(PageIndexEntry(cut: cut, books: target))
      cut = .at(key, next)
      rest -= target
    }
    try body(PageIndexEntry(cut: cut, books: rest))
  }

  /// Returns the number of shown books between two cuts.
  func count(from lower: PageCut, to upper: PageCut?) throws -> Int {
    let range = run.range(from: lower, to: upper)
    let sql = "SELECT count(*) FROM book WHERE \(BookTable.isShown) AND \(range.condition)"
    return Int(try connection.integer(sql, range.values) ?? 0)
  }

  /// Returns the sort key of a book after a cut.
  ///
  /// - Parameter offset: The number of books between the cut and the book.
  private func key(_ offset: Int, after lower: PageCut, to upper: PageCut?) throws -> SQLValue? {
    let range = run.range(from: lower, to: upper)
    return try connection.statement(
      """
      SELECT \(run.key.column) FROM book WHERE \(BookTable.isShown) AND \(range.condition)
      ORDER BY \(run.terms()) LIMIT 1 OFFSET ?
      """
    ).first(range.values + [.integer(Int64(offset))]) { $0.value(0) }
  }
}
