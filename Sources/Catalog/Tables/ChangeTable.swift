import CatalogDatabase

/// The table `change`, a log of the books that recent transactions changed. ``Connection`` appends to it at the end of
/// each transaction. Observers read it.
struct ChangeTable {
  /// The minimum number of rows to keep.
  static let kept: Int64 = 10_000
  /// The number of new rows after which old rows are deleted. More frequent deletions would write additional pages of
  /// the file.
  static let slack: Int64 = 1_000
  /// The row number after which numbering starts again. It is never reached in normal use.
  private static let end: Int64 = 1 << 62

  let connection: Connection

  /// Returns the number of the last row, or 0 if there is none.
  func newest() throws -> Int64 { max(0, try connection.integer("SELECT max(seq) FROM change") ?? 0) }

  func append(_ change: CatalogChange) throws {
    var last = try newest()
    if last > Self.end {
      // Only another program can have used so high a number. A reader that sees lower numbers than before assumes that
      // many books have changed.
      try connection.run("DELETE FROM change")
      last = 0
    }
    let books: [SQLValue] = if case .books(let ids) = change { ids.map(SQLValue.id) } else { [.null] }
    let statement = try connection.statement("INSERT INTO change (seq, book_id) VALUES (?, ?)")
    for (index, book) in books.enumerated() { try statement.run([.integer(last + 1 + Int64(index)), book]) }
    let newest = last + Int64(books.count)
    if newest / Self.slack > last / Self.slack {
      try connection.run("DELETE FROM change WHERE seq <= ?", [.integer(newest - Self.kept)])
    }
  }

  /// Ensures that the next rows have numbers above the given one. Called when a backup replaces the contents of the
  /// catalog, because the backup's log may have lower numbers.
  func goOn(after number: Int64) throws {
    guard try newest() < number else { return }
    try connection.run("INSERT INTO change (seq, book_id) VALUES (?, NULL)", [.integer(number)])
  }

  /// Returns the changes made after a row of the log, combined into one. The result is ``CatalogChange/many`` if some
  /// of the later rows have been deleted.
  ///
  /// - Returns: The change, or `nil` if nothing changed; and the number of the last row.
  func changes(after last: Int64) throws -> (change: CatalogChange?, newest: Int64) {
    let newest = try newest()
    guard newest != last else { return (nil, newest) }
    var books = ChangedBooks()
    var expected = last &+ 1
    let isWhole = try connection.statement("SELECT seq, book_id FROM change WHERE seq > ? ORDER BY seq")
      .scan([.integer(last)]) { row in
        guard row.integer(0) == expected, !row.isNull(1) else { return false }
        expected &+= 1
        books.insert(row.id(1))
        return !books.isMany
      }
    if !isWhole || expected &- 1 != newest || newest < last { books.insertMany() }
    return (books.change, newest)
  }
}
