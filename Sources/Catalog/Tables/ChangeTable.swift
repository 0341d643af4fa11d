/// A log of the books that recent transactions changed. ``Connection`` appends to it at the end of each transaction,
/// and observers read it.
struct ChangeTable {
  /// The minimum number of rows to keep.
  static let kept: Int64 = 10_000
  /// The number of new rows after which old rows are deleted. Rows are not deleted more often, because each deletion
  /// writes a page of the file.
  static let slack: Int64 = 1_000
  /// The number after which counting starts again. Normal use never reaches it.
  private static let end: Int64 = 1 << 62

  let connection: Connection

  /// Returns the number of the last row, or 0 if there is none.
  func newest() throws -> Int64 { max(0, try connection.integer("SELECT max(seq) FROM change") ?? 0) }

  func append(_ change: CatalogChange) throws {
    var last = try newest()
    if last > Self.end {
      // Another program used up the numbers. Readers that see smaller numbers than before assume that many books
      // changed.
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

  /// Continues the numbering after a number that was already used. Called when a backup replaces the contents of the
  /// catalog.
  func goOn(after number: Int64) throws {
    guard try newest() < number else { return }
    try connection.run("INSERT INTO change (seq, book_id) VALUES (?, NULL)", [.integer(number)])
  }

  /// Returns the change since a row of the log. It is ``CatalogChange/many`` if rows in between are missing.
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
