/// A row of the page index: the beginning of a bucket, or of a group of buckets, and the number of its books.
struct PageIndexEntry: Equatable {
  let cut: PageCut
  var books: Int
}

/// The sizes of the parts of the page index.
struct PageIndexSizes: Sendable {
  /// The number of levels: buckets of books, and above them two levels of groups. With three levels, finding a position
  /// among ten million books reads about a hundred rows.
  static let levels = 3

  /// The number of books in a new bucket. A bucket is split if it becomes larger than twice this size, and merged with
  /// a neighbour if it becomes smaller than a quarter of this size.
  var bucket = 128
  /// The number of members in a new group. Groups are split and merged by the same rules as buckets.
  var group = 32

  var largestBucket: Int { 2 * bucket }
  var smallestBucket: Int { max(1, bucket / 4) }
  var largestGroup: Int { 2 * group }
  var smallestGroup: Int { max(2, group / 4) }
}

/// The table `page_index`. Each level of a run consists of cuts from first to last; each entry extends to the next cut.
struct PageIndexTable {
  let connection: Connection

  /// Returns the entry that contains a book with this key and id; `nil` if there is no page index.
  func entry(_ run: PageRun, level: Int, holding key: SQLValue, _ id: SQLValue) throws -> PageIndexEntry? {
    try connection.statement(
      """
      SELECT key, id, books FROM page_index WHERE run = ? AND level = ? AND (key, id) <= (?, ?)
      ORDER BY key DESC, id DESC LIMIT 1
      """
    ).first([.integer(run.number), .integer(Int64(level)), key, id], Self.decode)
  }

  /// Returns the entry that contains the books after a cut.
  func entry(_ run: PageRun, level: Int, after cut: PageCut) throws -> PageIndexEntry? {
    try entry(run, level: level, holding: cut.values[0], cut.values[1])
  }

  /// Returns the entries that begin at or after the lower cut and before the upper cut.
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

  /// Returns the number of books in the entries that begin at or after the lower cut and before the upper cut.
  func books(_ run: PageRun, level: Int, from lower: PageCut, to upper: PageCut) throws -> Int {
    let sum = try connection.integer(
      "SELECT cast(total(books) AS INTEGER) FROM page_index WHERE run = ? AND level = ? AND (key, id) >= (?, ?) AND (key, id) < (?, ?)",
      [.integer(run.number), .integer(Int64(level))] + lower.values + upper.values)
    return Int(sum ?? 0)
  }

  /// Returns the cut that follows another cut on its level, or `nil` after the last cut.
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

  /// Adds a number of books to the entry that begins at a cut.
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

  /// A position after every cut: a blob, which is never a key, sorts after all numbers and texts.
  private static let end: [SQLValue] = [.blob([0]), .integer(0)]

  private static func decode(_ row: borrowing Statement) -> PageIndexEntry {
    PageIndexEntry(cut: PageCut(row, column: 0), books: Int(row.count(2)))
  }
}
