import CatalogDatabase
import CatalogModel

/// Reads books from the tables of a calibre library, a range of ids at a time. Views are not used, because they require
/// calibre's own functions. Link tables have no foreign keys, so dangling links are ignored.
final class LibraryTables {
  private static let pageBooks = 10_000
  /// The number of comment characters after which a page is full.
  private static let pageCharacters: Int64 = 4 * 1_048_576

  private let books: Statement
  private let links: [(rows: Statement, link: LibraryLink)]
  private let columns: LibraryColumns
  /// The ids of books whose UUID also belongs to a book with a smaller id.
  private let copies: Set<Int64>

  /// Prepares the queries.
  ///
  /// - Throws: `SQLiteFailure` if the database is damaged or not a calibre library.
  init(_ connection: Connection) throws {
    let tables = try connection.tables()
    if let missing = Self.tables.first(where: { !tables.contains($0) }) {
      throw SQLiteFailure.noTable(missing)
    }
    books = try connection.owningStatement(
      "SELECT id, title, timestamp, pubdate, series_index, path, uuid, has_cover,"
        + " (SELECT length(text) FROM comments WHERE book = books.id)"
        + " FROM books WHERE id <= ?1 ORDER BY id DESC LIMIT ?2")
    links = try LibraryLink.all.map { (try connection.owningStatement($0.sql), $0) }
    columns = try LibraryColumns(connection) { tables.contains($0) }
    copies = try Self.copies(connection)
  }

  /// Returns the books up to an id, in descending order, so that the most recently added books come first.
  ///
  /// - Returns: At most the requested number of books, and true if no books with smaller ids exist.
  func books(upTo last: Int64, count: Int) throws -> (books: [LibraryBook], areLast: Bool) {
    var found: [LibraryBook] = []
    var characters: Int64 = 0
    var isWhole = false
    try books.forEachRow([.integer(last), .integer(Int64(min(count, Self.pageBooks)) + 1)]) { row in
      let number = row.integer(0)
      guard !isWhole, number < found.last?.number ?? .max || found.isEmpty else { return }
      guard found.count < min(count, Self.pageBooks), characters < Self.pageCharacters else {
        isWhole = true
        return
      }
      characters += max(0, min(row.integer(8), Self.pageCharacters))
      found.append(book(number, row))
    }
    guard let first = found.last?.number, let last = found.first?.number else { return ([], true) }
    let indices = Dictionary(found.indices.map { (found[$0].number, $0) }) { first, _ in first }
    for (rows, link) in links {
      try rows.forEachRow([.integer(first), .integer(last)]) { row in
        if let index = indices[row.integer(0)] { link.take(row, &found[index]) }
      }
    }
    try columns.read(first...last) { number, column, value in
      if let index = indices[number] { found[index].columns[column].take(value) }
    }
    return (found, !isWhole)
  }

  private func book(_ number: Int64, _ row: Statement) -> LibraryBook {
    var book = LibraryBook(number: number)
    (book.uuid, book.isCopy) = (row.optionalText(6), copies.contains(number))
    book.metadata.title = row.optionalText(1) ?? ""
    book.metadata.published = row.optionalText(3)
    book.metadata.seriesNumber = row.number(4)
    book.added = row.optionalText(2)
    book.columns = columns.fields
    book.path = row.optionalText(5) ?? ""
    book.hasCover = row.integer(7) != 0
    return book
  }

  private static func copies(_ connection: Connection) throws -> Set<Int64> {
    var copies = Set<Int64>()
    // UUIDs that differ only in case are equal.
    let rows = try connection.statement(
      "SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY lower(uuid) ORDER BY id) AS place FROM books"
        + " WHERE uuid IS NOT NULL) WHERE place > 1")
    try rows.forEachRow { copies.insert($0.integer(0)) }
    return copies
  }

  private static let tables = [
    "books", "comments", "authors", "books_authors_link", "tags", "books_tags_link", "series", "books_series_link",
    "publishers", "books_publishers_link", "ratings", "books_ratings_link", "languages", "books_languages_link",
    "identifiers", "data", "custom_columns",
  ]
}

extension OwnValue {
  /// Sets the value, or appends an item to a list.
  fileprivate mutating func take(_ value: FieldValue) {
    guard kind == .list, case .text(let item) = value else {
      self = OwnValue(name, kind, choices: choices, value)
      return
    }
    var items: [String] = []
    if case .list(let earlier)? = self.value { items = earlier }
    if items.count < FieldLimits.listItems { self = OwnValue(name, kind, choices: choices, .list(items + [item])) }
  }
}
