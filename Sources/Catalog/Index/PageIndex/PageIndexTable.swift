/// A row of the page index: where a bucket, or a group of buckets, begins, and how many books it holds.
struct PageIndexEntry: Equatable {
  let cut: PageCut
  var books: Int
}

/// How large the parts of the page index are.
struct PageIndexSizes: Sendable {
  /// Levels of the index: buckets of books, and above them twice groups of what lies below. With three, finding a place
  /// among ten million books reads about a hundred rows.
  static let levels = 3

  /// Books of a bucket when it is made. It is split when it holds twice as many, merged with the one beside it when it
  /// holds a quarter.
  var bucket = 128
  /// The same for groups, in buckets or groups below.
  var group = 32

  var largestBucket: Int { 2 * bucket }
  var smallestBucket: Int { max(1, bucket / 4) }
  var largestGroup: Int { 2 * group }
  var smallestGroup: Int { max(2, group / 4) }
}

/// Rows of `page_index`: a level is a run's cuts from the first to the last, each up to the next.
struct PageIndexTable {
  let connection: Connection

  /// The entry that a book with this key and id is in; `nil` when the index is not kept.
  func entry(_ run: PageRun, level: Int, holding key: SQLValue, _ id: SQLValue) throws -> PageIndexEntry? {
    try connection.statement(
      """
      SELECT key, id, books FROM page_index WHERE run = ? AND level = ? AND (key, id) <= (?, ?)
      ORDER BY key DESC, id DESC LIMIT 1
      """
    ).first([.integer(run.number), .integer(Int64(level)), key, id], Self.decode)
  }

  /// The entry that holds the books behind a cut.
  func entry(_ run: PageRun, level: Int, behind cut: PageCut) throws -> PageIndexEntry? {
    try entry(run, level: level, holding: cut.values[0], cut.values[1])
  }

  /// The entries that begin between two cuts, the first included.
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

  /// How many books the entries between two cuts hold, the first included.
  func books(_ run: PageRun, level: Int, from lower: PageCut, to upper: PageCut) throws -> Int {
    let sum = try connection.integer(
      "SELECT cast(total(books) AS INTEGER) FROM page_index WHERE run = ? AND level = ? AND (key, id) >= (?, ?) AND (key, id) < (?, ?)",
      [.integer(run.number), .integer(Int64(level))] + lower.values + upper.values)
    return Int(sum ?? 0)
  }

  /// The first cut of a level behind another; `nil` behind the last.
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

  /// Adds to the books of the entry that begins at a cut.
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

  /// Behind every cut: a blob, which no key is, stands behind all numbers and texts.
  private static let end: [SQLValue] = [.blob([0]), .integer(0)]

  private static func decode(_ row: borrowing Statement) -> PageIndexEntry {
    PageIndexEntry(cut: PageCut(row, column: 0), books: Int(row.count(2)))
  }
}
