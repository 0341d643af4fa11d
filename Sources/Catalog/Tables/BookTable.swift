import CatalogDatabase
import FoundationEssentials

/// The table `book`.
struct BookTable {
  /// The number of bits in a book's id. The search index stores a rank in the higher bits of the same integer.
  static let idBits: Int64 = 40
  /// The range of valid book ids.
  static let ids: ClosedRange<Int64> = 0...(1 << idBits - 1)

  let connection: Connection

  /// The columns that ``decode(_:)`` reads, in that order.
  static let columns = (["id", "uuid"] + BookColumn.all.filter { $0.owner != .key }.map(\.name)).joined(separator: ", ")

  /// Decodes a book from a row that was selected with ``columns``. A single expression creates the book, because
  /// changing it afterwards would make Swift copy it. A test checks the column numbers.
  static func decode(_ row: borrowing Statement) -> Book {
    Book(
      stored: row.id(0),
      uuid: row.withBlob(1) { UUID(networkBytes: $0) },
      title: row.text(2),
      authors: row.lines(3),
      isbn: row.optionalInteger(4).map { ISBN(checked: $0, asGiven: row.optionalText(5)) },
      pages: row.optionalInteger(6).map { Int($0) },
      publisher: row.optionalText(7),
      published: row.optionalInteger(8).flatMap { PartialDate(encoded: $0) },
      workDate: row.optionalInteger(25).flatMap { PartialDate(encoded: $0) },
      language: row.optionalText(9),
      series: row.optionalText(10),
      seriesNumber: row.optionalReal(11),
      tags: row.lines(12),
      averageRating: row.optionalReal(13),
      ratingsCount: row.optionalInteger(14).map { Int($0) },
      readState: ReadState(code: row.integer(15)) ?? .unread,
      started: row.optionalInteger(16).flatMap { PartialDate(encoded: $0) },
      finished: row.optionalInteger(17).flatMap { PartialDate(encoded: $0) },
      rating: row.optionalReal(18),
      notes: row.optionalText(23),
      added: Date(milliseconds: row.integer(19)),
      changed: Date(milliseconds: row.integer(20)),
      details: row.optionalText(24).map(DetailFields.init(stored:)) ?? DetailFields(),
      sources: row.text(22),
      visibility: Book.Visibility(rawValue: row.integer(21)) ?? .foreign)
  }

  /// The SQL condition for shown books, used in every statement for lists and searches.
  static let isShown = Book.Visibility.shown.sql

  /// Returns the book with the given id, with the viewer's personal values. Hidden books are also returned.
  func book(_ id: Book.ID) throws -> Book? {
    try connection.statement(Self.bookSQL).first([.id(id)], seen)
  }

  /// Returns the book with the given id, with the owner's personal values. Hidden books are also returned.
  func storedBook(_ id: Book.ID) throws -> Book? {
    connection.booksRead += 1
    return try connection.statement(Self.bookSQL).first([.id(id)], Self.decode)
  }

  /// Decodes a book from a row, with the viewer's personal values.
  func seen(_ row: borrowing Statement) throws -> Book {
    connection.booksRead += 1
    let book = Self.decode(row)
    guard let person = try connection.marker else { return book }
    return try MarkTable(connection: connection).mark(of: book.id, by: person).shown(in: book)
  }

  /// Returns the book with the given id.
  ///
  /// - Throws: ``CatalogError`` if there is no book with that id, or if the book is hidden.
  func shownBook(_ id: Book.ID) throws -> Book {
    guard let book = try book(id), book.visibility == .shown else { throw CatalogError.noBook(String(id)) }
    return book
  }

  /// Returns the one-line summary of a book. Hidden books are included.
  func line(_ id: Book.ID, withAuthors: Bool) throws -> BookLine? {
    try connection.statement(withAuthors ? Self.lineSQL : Self.lineWithoutAuthorsSQL)
      .first([.id(id)]) { row in
        BookLine(
          id: row.id(0), title: row.text(1), authors: row.lines(2),
          year: row.optionalInteger(3).flatMap { PartialDate(encoded: $0)?.year }, seriesNumber: row.optionalReal(4))
      }
  }

  /// Returns the data with which providers look up the metadata of a shown book.
  func metadataInput(_ id: Book.ID) throws -> MetadataInput? {
    try connection.statement(Self.metadataInputSQL)
      .first([.id(id)]) { row in
        MetadataInput(
          book: id, isbn: row.optionalInteger(0).map { ISBN(checked: $0, asGiven: row.optionalText(1)) },
          title: row.text(2), authors: row.lines(3))
      }
  }

  func id(of uuid: UUID) throws -> Book.ID? {
    try connection.id("SELECT id FROM book WHERE uuid = ?", [.blob(uuid.networkBytes)])
  }

  /// Returns the ids of shown books with the given ISBN, in ascending order.
  func ids(of isbn: ISBN) throws -> [Book.ID] {
    var ids: [Book.ID] = []
    try connection.statement(Self.idsOfISBN)
      .forEachRow([.integer(isbn.number)]) { ids.append($0.id(0)) }
    return ids
  }

  /// Returns the id for a new book. Ids are never reused, because removed books stay in the table.
  func nextID() throws -> Book.ID {
    Book.ID(try connection.nextID(in: "book", through: Self.ids.upperBound))
  }

  func insert(_ book: Book, keys: SortKeys) throws {
    try connection.run(
      Self.insertSQL, [.id(book.id), .blob(book.uuid.networkBytes)] + Self.values(of: book, keys))
  }

  /// Writes all columns of a row. Used for repairs, in which any of the stored values may be wrong.
  func update(_ book: Book, keys: SortKeys) throws {
    try update(BookColumn.all.map(\.name), Self.values(of: book, keys), of: book.id)
  }

  /// Writes only the columns that change. If an UPDATE contained other columns, SQLite would delete and insert their
  /// index entries again, even though the values are the same.
  func update(_ old: StoredBook, to new: StoredBook) throws {
    let before = Self.values(of: old.book, old.keys)
    let after = Self.values(of: new.book, new.keys)
    let changed = BookColumn.all.indices.filter { before[$0] != after[$0] }
    try update(changed.map { BookColumn.all[$0].name }, changed.map { after[$0] }, of: new.book.id)
  }

  /// Returns the stored sort keys of a book.
  func keys(of id: Book.ID) throws -> SortKeys? {
    try connection.statement("SELECT title_key, author_key, series_key FROM book WHERE id = ?")
      .first([.id(id)], SortKeys.init(row:))
  }

  private func update(_ columns: [String], _ values: [SQLValue], of id: Book.ID) throws {
    let assignments = columns.map { $0 + " = ?" }.joined(separator: ", ")
    try connection.run("UPDATE book SET \(assignments) WHERE id = ?", values + [.id(id)])
  }

  // These texts are stored properties, because they are needed for each row. Creating one of them takes as long as
  // reading a column.
  private static let bookSQL = "SELECT \(columns) FROM book WHERE id = ?"
  private static let lineSQL = lineSQL(authors: "substr(authors, 1, \(BookLine.authorLimit))")
  private static let lineWithoutAuthorsSQL = lineSQL(authors: "''")

  private static func lineSQL(authors: String) -> String {
    "SELECT id, title, \(authors), work_year, series_number FROM book WHERE id = ?"
  }

  private static let metadataInputSQL = "SELECT isbn, isbn_given, title, authors FROM book WHERE id = ? AND \(isShown)"
  private static let idsOfISBN = "SELECT id FROM book WHERE isbn = ? AND \(isShown) ORDER BY id"

  private static let insertSQL: String = {
    let names = ["id", "uuid"] + BookColumn.all.map(\.name)
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    return "INSERT INTO book (\(names.joined(separator: ", "))) VALUES (\(marks))"
  }()

  /// Returns the values of a book in the order of ``BookColumn/all``.
  private static func values(of book: Book, _ keys: SortKeys) -> [SQLValue] {
    BookColumn.all.map { $0.value(book, keys) }
  }
}

extension Book.Visibility {
  /// The SQL condition for books with this visibility.
  var sql: String { "hidden = \(rawValue)" }
}

/// A book with its stored sort keys.
typealias StoredBook = (book: Book, keys: SortKeys)

/// The sort keys of a book, by which lists are sorted.
struct SortKeys: Equatable {
  let title: String
  let author: String?
  let series: String?

  init(_ book: Book) {
    self.init(
      book, titleWords: SearchWords.words(in: book.title), author: book.authors.first.map(SortKey.author))
  }

  /// Creates the sort keys of a book from parts that were already computed.
  ///
  /// - Parameters:
  ///   - titleWords: The words of the book's title.
  ///   - author: The sort key of the book's first author.
  init(_ book: Book, titleWords: [String], author: String?) {
    title = SortKey.title(book.title, words: titleWords, language: book.language)
    self.author = author
    series = book.series.map { SortKey.series($0, number: book.seriesNumber) }
  }

  /// Creates the sort keys of a book. Keys are copied from another book where both books have the same values, because
  /// comparing texts is faster than folding them.
  init(of book: Book, like other: Book, with keys: SortKeys) {
    let isTitleAlike = book.title == other.title && book.language == other.language
    let isSeriesAlike = book.series == other.series && book.seriesNumber == other.seriesNumber
    title = isTitleAlike ? keys.title : SortKey.title(book.title, language: book.language)
    author = book.authors.first == other.authors.first ? keys.author : book.authors.first.map(SortKey.author)
    series = isSeriesAlike ? keys.series : book.series.map { SortKey.series($0, number: book.seriesNumber) }
  }

  /// Reads the sort keys of a book.
  ///
  /// - Parameter row: A row with the columns `title_key`, `author_key` and `series_key`.
  fileprivate init(row: borrowing Statement) {
    title = row.text(0)
    author = row.optionalText(1)
    series = row.optionalText(2)
  }
}

extension UUID {
  /// Creates a UUID from sixteen bytes. If there are more or fewer bytes, the UUID is zero.
  init(networkBytes bytes: UnsafeRawBufferPointer) {
    if bytes.count == 16 { self.init(uuid: bytes.loadUnaligned(as: uuid_t.self)) } else { self.init(bytes: 0, 0) }
  }

  var networkBytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
