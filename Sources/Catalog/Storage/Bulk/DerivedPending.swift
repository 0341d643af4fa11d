import FoundationEssentials

/// What a load has not derived yet, named in the transaction that wrote the books: a catalog without a row here lacks
/// nothing. Whoever comes after a load that was killed goes on from what stands here (``DerivedCatchUp``).
struct DerivedPending {
  let connection: Connection

  /// Books whose words the search index does not hold yet.
  struct Books: Equatable, Sendable {
    /// Those of them that are shown.
    let ids: ClosedRange<Int64>
    /// The rows up to this number are there already: a run goes in by ascending numbers, in several transactions.
    let lastRow: Int64
  }

  /// A load that says nothing for this long, in seconds, has ended without catching up.
  static let patience = 60.0

  private static let search = "search"
  private static let lists = "lists"

  /// How many books search does not hold yet, at most.
  func count() throws -> Int {
    Int(
      try connection.integer(
        "SELECT total(last_id - first_id + 1) FROM derived_pending WHERE what = ?", [.text(Self.search)]) ?? 0)
  }

  /// The books search does not hold yet, in the order of their ids.
  func books() throws -> [Books] {
    try books(in: 0 ... .max)
  }

  /// Those among some ids; ranges that reach beyond them are given whole. A range of ids that no book has, which another
  /// program wrote, is none.
  func books(in ids: ClosedRange<Int64>) throws -> [Books] {
    var books: [Books] = []
    try connection.statement(
      """
      SELECT first_id, last_id, last_row FROM derived_pending
      WHERE what = ?1 AND first_id <= ?3 AND last_id >= ?2
        AND first_id BETWEEN 0 AND last_id AND last_id <= \(SearchRank.idMask)
      ORDER BY first_id
      """
    ).forEachRow([.text(Self.search), .integer(ids.lowerBound), .integer(ids.upperBound)]) { row in
      books.append(Books(ids: row.integer(0)...row.integer(1), lastRow: row.integer(2)))
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

  var isEmpty: Bool {
    get throws { try connection.integer("SELECT 1 FROM derived_pending LIMIT 1") == nil }
  }
}

// MARK: Search

extension DerivedPending {
  /// Names books that were stored without their words.
  func add(_ ids: ClosedRange<Int64>, now: Date) throws {
    try connection.run(
      "UPDATE derived_pending SET last_id = ?1, at = ?2 WHERE what = ?3 AND last_id = ?4 AND last_row = 0",
      [
        .integer(ids.upperBound), .integer(now.milliseconds), .text(Self.search), .integer(ids.lowerBound - 1),
      ])
    guard connection.changes == 0 else { return }
    try insert(Books(ids: ids, lastRow: 0), at: now.milliseconds)
  }

  /// Takes one book out, since its words change now and are written at once.
  ///
  /// - Parameter entry: its row of the index, as it would be had it been written.
  /// - Returns: whether it was pending, so that the index has no such row.
  func remove(_ entry: SearchEntry) throws -> Bool {
    let id = SearchRank.book(ofRow: entry.rowid)
    guard let range = try books(in: id...id).first, entry.rowid > range.lastRow else { return false }
    let at = try connection.integer(
      "SELECT at FROM derived_pending WHERE first_id = ?", [.integer(range.ids.lowerBound)])
    try delete(range)
    if range.ids.lowerBound < id {
      try insert(Books(ids: range.ids.lowerBound...(id - 1), lastRow: range.lastRow), at: at ?? 0)
    }
    if id < range.ids.upperBound {
      try insert(Books(ids: (id + 1)...range.ids.upperBound, lastRow: range.lastRow), at: at ?? 0)
    }
    return true
  }

  /// Remembers that of these books all rows up to this number are in the index.
  func advance(_ ids: ClosedRange<Int64>, to row: Int64, now: Date) throws {
    try connection.run(
      """
      UPDATE derived_pending SET last_row = ?1, at = ?2
      WHERE what = ?3 AND first_id BETWEEN ?4 AND ?5
      """,
      [
        .integer(row), .integer(now.milliseconds), .text(Self.search), .integer(ids.lowerBound),
        .integer(ids.upperBound),
      ])
  }

  /// Cuts ranges where these ids begin and end, so that what is said of them is said of no others.
  func cut(at ids: ClosedRange<Int64>) throws {
    for range in try books(in: ids) {
      let at = try connection.integer(
        "SELECT at FROM derived_pending WHERE what = ? AND first_id = ?",
        [.text(Self.search), .integer(range.ids.lowerBound)])
      let inside = range.ids.clamped(to: ids)
      guard inside != range.ids else { continue }
      try delete(range)
      try insert(Books(ids: inside, lastRow: range.lastRow), at: at ?? 0)
      if range.ids.lowerBound < inside.lowerBound {
        try insert(Books(ids: range.ids.lowerBound...(inside.lowerBound - 1), lastRow: range.lastRow), at: at ?? 0)
      }
      if range.ids.upperBound > inside.upperBound {
        try insert(Books(ids: (inside.upperBound + 1)...range.ids.upperBound, lastRow: range.lastRow), at: at ?? 0)
      }
    }
  }

  /// These books are all in the index.
  func finish(_ ids: ClosedRange<Int64>) throws {
    for range in try books(in: ids) { try delete(range) }
  }

  /// All books are in the index.
  func finishSearch() throws {
    try connection.run("DELETE FROM derived_pending WHERE what = ?", [.text(Self.search)])
  }

  private func insert(_ books: Books, at: Int64) throws {
    try connection.run(
      "INSERT INTO derived_pending (what, first_id, last_id, last_row, at) VALUES (?, ?, ?, ?, ?)",
      [
        .text(Self.search), .integer(books.ids.lowerBound), .integer(books.ids.upperBound), .integer(books.lastRow),
        .integer(at),
      ])
  }

  private func delete(_ books: Books) throws {
    try connection.run(
      "DELETE FROM derived_pending WHERE what = ? AND first_id = ?",
      [.text(Self.search), .integer(books.ids.lowerBound)])
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
      "INSERT OR REPLACE INTO derived_pending (what, first_id, last_id, last_row, at) VALUES (?, 0, -1, 0, ?)",
      [.text(Self.lists), .integer(now.milliseconds)])
  }

  func finishLists() throws {
    try connection.run("DELETE FROM derived_pending WHERE what = ?", [.text(Self.lists)])
  }
}

extension [DerivedPending.Books] {
  /// Whether the row's book is pending in one of the ranges, which are in the order of their ids.
  func contains(row: Int64) -> Bool {
    let id = SearchRank.book(ofRow: row)
    if count == 1 { return self[0].ids.contains(id) && row > self[0].lastRow }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].ids.upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].ids.contains(id) && row > self[low].lastRow
  }
}
