import CatalogDatabase

/// A row of the page index. It describes a bucket or a group of buckets by its beginning and its number of books.
struct PageIndexEntry: Equatable {
  let cut: PageCut
  var books: Int
}

/// The sizes of the page index's buckets and groups.
struct PageIndexSizes: Sendable {
  /// The number of levels: one level of buckets, and above it two levels of groups. Finding a position among ten
  /// million books then reads about a hundred rows.
  static let levels = 3

  /// The number of books in a new bucket. A bucket is split when it has more than twice as many books, and merged with
  /// a neighbour when it has less than a quarter as many.
  var bucket = 128
  /// The number of members in a new group. Groups are split and merged in the same way as buckets.
  var group = 32

  var largestBucket: Int { 2 * bucket }
  var smallestBucket: Int { max(1, bucket / 4) }
  var largestGroup: Int { 2 * group }
  var smallestGroup: Int { max(2, group / 4) }
}

/// The table `page_index`. On each level, an entry covers the books from its own cut up to the cut of the next entry.
struct PageIndexTable {
  let connection: Connection

  /// Returns the entry that covers the book with the given key and id, or `nil` if there is no page index.
  func entry(_ run: PageRun, level: Int, holding key: SQLValue, _ id: SQLValue) throws -> PageIndexEntry? {
    try connection.statement(
      """
      SELECT key, id, books FROM page_index WHERE run = ? AND level = ? AND (key, id) <= (?, ?)
      ORDER BY key DESC, id DESC LIMIT 1
      """
    ).first([.integer(run.number), .integer(Int64(level)), key, id], Self.decode)
  }

  /// Returns the entry that covers the first books after a cut.
  func entry(_ run: PageRun, level: Int, after cut: PageCut) throws -> PageIndexEntry? {
    try entry(run, level: level, holding: cut.values[0], cut.values[1])
  }

  /// Returns the entries from the lower cut up to, but not including, the upper cut.
  func entries(_ run: PageRun, level: Int, from lower: PageCut, to upper: PageCut?) throws -> [PageIndexEntry] {
    var entries: [PageIndexEntry] = []
    try connection.statement(
      """
      SELECT key, id, books FROM page_index WHERE run = ? AND level = ? AND (key, id) >= (?, ?)
        AND (key, id) < (?, ?)
      ORDER BY key, id
      """
    ).forEachRow([.integer(run.number), .integer(Int64(level))] + lower.values + (upper?.values ?? Self.end)) {
      entries.append(Self.decode($0))
    }
    return entries
  }

  /// Returns the total book count of the entries from the lower cut up to, but not including, the upper cut.
  func books(_ run: PageRun, level: Int, from lower: PageCut, to upper: PageCut) throws -> Int {
    let sum = try connection.integer(
      "SELECT cast(total(books) AS INTEGER) FROM page_index WHERE run = ? AND level = ? AND (key, id) >= (?, ?) AND (key, id) < (?, ?)",
      [.integer(run.number), .integer(Int64(level))] + lower.values + upper.values)
    return Int(sum ?? 0)
  }

  /// Returns the cut of the next entry on the same level, or `nil` after the last entry.
  func cut(_ run: PageRun, level: Int, next cut: PageCut) throws -> PageCut? {
    try connection.statement(
      "SELECT key, id FROM page_index WHERE run = ? AND level = ? AND (key, id) > (?, ?) ORDER BY key, id LIMIT 1"
    ).first([.integer(run.number), .integer(Int64(level))] + cut.values) { PageCut($0, column: 0) }
  }

  func insert(_ run: PageRun, level: Int, _ entry: PageIndexEntry) throws {
    try connection.run(
      "INSERT INTO page_index (run, level, key, id, books) VALUES (?, ?, ?, ?, ?)",
      [.integer(run.number), .integer(Int64(level))] + entry.cut.values + [.integer(Int64(entry.books))])
  }

  /// Adds to the book count of the entry that begins at a cut.
  func add(_ books: Int, _ run: PageRun, level: Int, at cut: PageCut) throws {
    try connection.run(
      "UPDATE page_index SET books = books + ? WHERE run = ? AND level = ? AND key = ? AND id = ?",
      [.integer(Int64(books)), .integer(run.number), .integer(Int64(level))] + cut.values)
  }

  func delete(_ run: PageRun, level: Int, at cut: PageCut) throws {
    try connection.run(
      "DELETE FROM page_index WHERE run = ? AND level = ? AND key = ? AND id = ?",
      [.integer(run.number), .integer(Int64(level))] + cut.values)
  }

  func deleteAll() throws {
    try connection.run("DELETE FROM page_index")
  }

  func delete(_ run: PageRun) throws {
    try connection.run("DELETE FROM page_index WHERE run = ?", [.integer(run.number)])
  }

  var isEmpty: Bool {
    get throws { try connection.integer("SELECT 1 FROM page_index LIMIT 1") == nil }
  }

  /// Values that sort after every cut. The first value is a blob, which sorts after all numbers and texts and is never
  /// used as a key.
  private static let end: [SQLValue] = [.blob([0]), .integer(0)]

  private static func decode(_ row: borrowing Statement) -> PageIndexEntry {
    PageIndexEntry(cut: PageCut(row, column: 0), books: Int(row.count(2)))
  }
}
