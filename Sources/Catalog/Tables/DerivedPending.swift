import FoundationEssentials

/// What a load has not derived yet, named in the transaction that wrote the books: a catalog without a row here lacks
/// nothing. Whoever comes after a load that was killed goes on from what stands here (``DerivedCatchUp``).
struct DerivedPending {
  let connection: Connection

  /// A load that says nothing for this long, in seconds, has ended without catching up.
  static let patience = 20.0

  private static let search = "search"
  private static let lists = "lists"

  /// How many books search does not hold yet, at most.
  func count() throws -> Int {
    Int(
      try connection.integer(
        "SELECT total(last_id - first_id + 1) FROM derived_pending WHERE what = ?", [.text(Self.search)]) ?? 0)
  }

  /// The books that the search index does not hold yet, in the order of their ids: those of them that are shown. Some of
  /// their terms may be there, since a run goes in term by term, in several transactions.
  func books() throws -> [ClosedRange<Int64>] {
    try books(in: 0 ... .max)
  }

  /// Those among some ids; ranges that reach beyond them are given whole. A range of ids that no book has, which another
  /// program wrote, is none.
  func books(in ids: ClosedRange<Int64>) throws -> [ClosedRange<Int64>] {
    var books: [ClosedRange<Int64>] = []
    try connection.statement(
      """
      SELECT first_id, last_id FROM derived_pending
      WHERE what = ?1 AND first_id <= ?3 AND last_id >= ?2
        AND first_id BETWEEN 0 AND last_id AND last_id <= \(BookTable.ids.upperBound)
      ORDER BY first_id
      """
    ).forEachRow([.text(Self.search), .integer(ids.lowerBound), .integer(ids.upperBound)]) { row in
      books.append(row.integer(0)...row.integer(1))
    }
    return books
  }

  /// Whether a load waits for nothing but its own end: it began, or said so again, a short time ago.
  func isUnderWay(now: Date) throws -> Bool {
    let last = try connection.statement("SELECT max(at) FROM derived_pending").first { row -> Int64? in
      row.isNull(0) ? nil : row.time(0)
    }
    guard let last = last ?? nil else { return false }
    return abs(now.milliseconds - last) < Int64(Self.patience * 1000)
  }

  /// Says that somebody is at it, and will derive all of it.
  func touch(now: Date) throws {
    try connection.run("UPDATE derived_pending SET at = ?", [.integer(now.milliseconds)])
  }

  /// Says that nobody is at it any more, so that the next one may go on at once.
  func release() throws { try connection.run("UPDATE derived_pending SET at = 0") }

  var isEmpty: Bool {
    get throws { try connection.integer("SELECT 1 FROM derived_pending LIMIT 1") == nil }
  }
}

// MARK: Search

extension DerivedPending {
  /// Names books that were stored without their words.
  func add(_ ids: ClosedRange<Int64>, now: Date) throws {
    try connection.run(
      "UPDATE derived_pending SET last_id = ?1, at = ?2 WHERE what = ?3 AND last_id = ?4",
      [
        .integer(ids.upperBound), .integer(now.milliseconds), .text(Self.search), .integer(ids.lowerBound - 1),
      ])
    guard connection.changes == 0 else { return }
    try insert(ids, at: now.milliseconds)
  }

  /// Takes books out of the ranges, of which more may stay on both sides: they are all in the index, or are written to it now.
  ///
  /// - Returns: whether one of them was pending, so that the index may lack its terms.
  @discardableResult
  func remove(_ ids: ClosedRange<Int64>) throws -> Bool {
    let ranges = try books(in: ids)
    for range in ranges {
      let at = try connection.integer(
        "SELECT at FROM derived_pending WHERE what = ? AND first_id = ?",
        [.text(Self.search), .integer(range.lowerBound)])
      try connection.run(
        "DELETE FROM derived_pending WHERE what = ? AND first_id = ?",
        [.text(Self.search), .integer(range.lowerBound)])
      if range.lowerBound < ids.lowerBound { try insert(range.lowerBound...(ids.lowerBound - 1), at: at ?? 0) }
      if range.upperBound > ids.upperBound { try insert((ids.upperBound + 1)...range.upperBound, at: at ?? 0) }
    }
    return !ranges.isEmpty
  }

  /// All books are in the index.
  func finishSearch() throws {
    try connection.run("DELETE FROM derived_pending WHERE what = ?", [.text(Self.search)])
  }

  private func insert(_ ids: ClosedRange<Int64>, at: Int64) throws {
    try connection.run(
      "INSERT INTO derived_pending (what, first_id, last_id, at) VALUES (?, ?, ?, ?)",
      [.text(Self.search), .integer(ids.lowerBound), .integer(ids.upperBound), .integer(at)])
  }
}

// MARK: Lists

extension DerivedPending {
  /// Whether lists may lack their indexes.
  var lacksLists: Bool {
    get throws {
      try connection.integer("SELECT 1 FROM derived_pending WHERE what = ?", [.text(Self.lists)]) != nil
    }
  }

  func addLists(now: Date) throws {
    try connection.run(
      "INSERT OR REPLACE INTO derived_pending (what, first_id, last_id, at) VALUES (?, 0, -1, ?)",
      [.text(Self.lists), .integer(now.milliseconds)])
  }

  func finishLists() throws {
    try connection.run("DELETE FROM derived_pending WHERE what = ?", [.text(Self.lists)])
  }
}
