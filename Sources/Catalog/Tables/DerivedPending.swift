import CatalogDatabase
import FoundationEssentials

/// The table `derived_pending`, which records derived data that a bulk load has not written yet. Rows are inserted in
/// the transaction that writes the books, and deleted when the data is written. If a load is killed, the next process
/// continues from these rows (``DerivedCatchUp``).
struct DerivedPending {
  let connection: Connection

  /// The number of seconds without progress after which a load is considered interrupted.
  static let patience = 20.0

  private static let search = "search"
  private static let lists = "lists"

  /// Returns an upper bound for the number of books that are not in the search index yet.
  func count() throws -> Int {
    Int(
      try connection.integer(
        "SELECT total(last_id - first_id + 1) FROM derived_pending WHERE what = ?", [.text(Self.search)]) ?? 0)
  }

  /// Returns the ranges of ids whose books may not be in the search index yet, in ascending order. Some terms of these
  /// books may be in the index already, because a load inserts the terms one after the other, in several transactions.
  func books() throws -> [ClosedRange<Int64>] {
    try books(in: 0 ... .max)
  }

  /// Returns the recorded ranges that overlap the given range of ids. A returned range may extend beyond the given one.
  /// Invalid ranges, which another program may have written, are left out.
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

  /// Returns true if a load has reported progress recently, and is therefore probably still running.
  func isUnderWay(now: Date) throws -> Bool {
    let last = try connection.statement("SELECT max(at) FROM derived_pending").first { row -> Int64? in
      row.isNull(0) ? nil : row.time(0)
    }
    guard let last = last ?? nil else { return false }
    return abs(now.milliseconds - last) < Int64(Self.patience * 1000)
  }

  /// Records that a load is running and will complete the derived data.
  func touch(now: Date) throws {
    try connection.run("UPDATE derived_pending SET at = ?", [.integer(now.milliseconds)])
  }

  /// Records that no load is running, so that another process may complete the derived data immediately.
  func release() throws { try connection.run("UPDATE derived_pending SET at = 0") }

  var isEmpty: Bool {
    get throws { try connection.integer("SELECT 1 FROM derived_pending LIMIT 1") == nil }
  }
}

// MARK: Search

extension DerivedPending {
  /// Records that the books in a range of ids were stored without their search terms.
  func add(_ ids: ClosedRange<Int64>, now: Date) throws {
    try connection.run(
      "UPDATE derived_pending SET last_id = ?1, at = ?2 WHERE what = ?3 AND last_id = ?4",
      [
        .integer(ids.upperBound), .integer(now.milliseconds), .text(Self.search), .integer(ids.lowerBound - 1),
      ])
    guard connection.changes == 0 else { return }
    try insert(ids, at: now.milliseconds)
  }

  /// Removes a range of ids from the recorded ranges. A recorded range is split if the removed range is in its middle.
  /// The caller must have indexed the books with these ids, or index them in the same transaction.
  ///
  /// - Returns: True if at least one id was recorded. The index may then lack terms of these books.
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

  /// Records that all books are in the search index.
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
  /// True if database indexes for lists may be missing.
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
