/// Which books the last transactions changed. Written at the end of each transaction by ``Connection``, read by who shows
/// books.
struct ChangeTable {
  /// How many rows are kept at least.
  static let kept: Int64 = 10_000
  /// After how many rows the ones beyond are dropped: each time that costs a page of the file.
  static let slack: Int64 = 1_000
  /// Behind this number, which nobody reaches by changing books, all begins anew.
  private static let end: Int64 = 1 << 62

  let connection: Connection

  /// The number of the last row; 0 where there was none yet.
  func newest() throws -> Int64 { max(0, try connection.integer("SELECT max(seq) FROM change") ?? 0) }

  func append(_ change: CatalogChange) throws {
    var last = try newest()
    if last > Self.end {
      // Another program used the numbers up. Whoever finds smaller ones than before takes them for many changes.
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

  /// Goes on behind a number that was given already: the contents of a backup took the place of what was there.
  func goOn(behind number: Int64) throws {
    guard try newest() < number else { return }
    try connection.run("INSERT INTO change (seq, book_id) VALUES (?, NULL)", [.integer(number)])
  }

  /// What changed behind a row; ``CatalogChange/many`` also where rows are missing since.
  ///
  /// - Returns: `nil` for the change where nothing did; and the number of the last row.
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
