import CatalogDatabase
import CatalogModel

/// Reads all books and their reading times from the tables of KOReader's statistics. Supports the current tables and
/// the tables used before October 2020. The view that scales page numbers is ignored.
///
/// Based on plugins/statistics.koplugin/main.lua in KOReader.
struct StatisticsTables {
  /// The maximum number of books that are read.
  private static let limit = 100_000
  private static let hashLength = 32

  private let connection: Connection
  private let tables: Set<String>

  init(_ connection: Connection) throws {
    self.connection = connection
    tables = try connection.tables()
  }

  /// Returns the books, the latest first. Several rows for the same file become one book. Such rows occur, for example,
  /// when a user corrects the title. Rows that have only the hash in common remain separate books.
  ///
  /// - Throws: `SQLiteFailure` if the database has other tables or is damaged.
  func books() throws -> [StatisticsBook] {
    guard tables.contains("book") else { throw SQLiteFailure.noTable("book") }
    var books: [StatisticsBook] = []
    var indices: [String: [Int]] = [:]
    var indicesOfRows: [Int64: (index: Int, pages: Int64)] = [:]
    let rows = try connection.statement(
      "SELECT id, title, authors, series, language, md5, pages FROM book WHERE id IS NOT NULL"
        + " ORDER BY id LIMIT \(Self.limit)")
    try rows.forEachRow { row in
      var book = StatisticsBook(number: row.integer(0))
      (book.title, book.authors) = (row.optionalText(1) ?? "", row.optionalText(2) ?? "")
      (book.series, book.language) = (row.optionalText(3) ?? "", row.optionalText(4) ?? "")
      book.hash = row.optionalText(5).flatMap(Self.hash)
      let id = book.remoteID
      let known = indices[id] ?? []
      let index = known.first { book.hash == nil || !book.contradicts(books[$0]) } ?? books.count
      if index == books.count {
        indices[id] = known + [index]
        book.distinction = known.isEmpty ? nil : book.key
        books.append(book)
      } else {
        // A later row replaces the earlier row of the same file.
        (book.number, book.distinction) = (books[index].number, books[index].distinction)
        books[index] = book
      }
      indicesOfRows[row.integer(0)] = (index, row.integer(6))
    }
    var readings = [PageReadings](repeating: PageReadings(), count: books.count)
    try pages().forEachRow { row in
      guard let (index, pages) = indicesOfRows[row.integer(0)] else { return }
      let ofThen = row.integer(4)
      readings[index].take(
        page: row.integer(1), of: ofThen > 0 ? ofThen : pages, at: row.integer(2), seconds: row.integer(3))
    }
    let now = readings.compactMap(\.last).max() ?? 0
    for index in books.indices {
      (books[index].state, books[index].readings) = (readings[index].state(now: now), readings[index].readings)
      books[index].positions = readings[index].positions
    }
    return books.reversed()
  }

  /// Returns a statement that selects the pages that were read, the earliest first. Its columns are the book's number,
  /// the page, the start time, the duration in seconds, and the number of pages.
  private func pages() throws -> Statement {
    if tables.contains("page_stat_data") {
      return try connection.statement(
        "SELECT id_book, page, start_time, duration, total_pages FROM page_stat_data ORDER BY start_time")
    }
    guard tables.contains("page_stat") else { throw SQLiteFailure.noTable("page_stat_data") }
    return try connection.statement("SELECT id_book, page, start_time, period, 0 FROM page_stat ORDER BY start_time")
  }

  private static func hash(_ text: String) -> String? {
    let text = text.trimmed().lowercased()
    return text.utf8.count == hashLength && text.allSatisfy(\.isHexDigit) ? text : nil
  }
}
