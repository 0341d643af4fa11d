import FoundationEssentials

/// Rows of `book`: reading them, and writing them whole.
struct BookTable {
  let connection: Connection

  /// The columns that ``decode(_:)`` reads, in its order.
  static let columns = """
    id, uuid, title, authors, isbn, isbn_given, pages, publisher, published, language, series, series_number, tags, \
    average_rating, ratings_count, read_state, started, finished, rating, added_at, changed_at, hidden, sources, notes
    """

  /// The book of a row that was selected with ``columns``.
  static func decode(_ row: borrowing Statement) -> Book {
    let uuid = row.withBlob(1) { bytes -> UUID in
      guard bytes.count == 16 else { return UUID(bytes: 0, 0) }
      return UUID(
        bytes: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
    var book = Book(id: row.integer(0), uuid: uuid, title: row.text(2), added: Date(milliseconds: row.integer(19)))
    book.authors = row.lines(3)
    book.isbn = row.optionalInteger(4).map { ISBN(checked: $0, asGiven: row.optionalText(5)) }
    book.pages = row.optionalInteger(6).map { Int($0) }
    book.publisher = row.optionalText(7)
    book.published = row.optionalInteger(8).flatMap { PartialDate(encoded: $0) }
    book.language = row.optionalText(9)
    book.series = row.optionalText(10)
    book.seriesNumber = row.optionalReal(11)
    book.tags = row.lines(12)
    book.averageRating = row.optionalReal(13)
    book.ratingsCount = row.optionalInteger(14).map { Int($0) }
    book.readState = ReadState(code: row.integer(15)) ?? .unread
    book.started = row.optionalInteger(16).flatMap { PartialDate(encoded: $0) }
    book.finished = row.optionalInteger(17).flatMap { PartialDate(encoded: $0) }
    book.rating = row.optionalReal(18)
    book.changed = Date(milliseconds: row.integer(20))
    book.visibility = Book.Visibility(rawValue: row.integer(21)) ?? .foreign
    book.sources = row.text(22)
    book.notes = row.optionalText(23)
    return book
  }

  /// The book of an id, whether it is shown or not.
  func book(_ id: Int64) throws -> Book? {
    try connection.statement("SELECT \(Self.columns) FROM book WHERE id = ?").first([.integer(id)], Self.decode)
  }

  func id(of uuid: UUID) throws -> Int64? {
    try connection.integer("SELECT id FROM book WHERE uuid = ?", [.blob(uuid.networkBytes)])
  }

  /// The ids of shown books with this ISBN, in order.
  func ids(of isbn: ISBN) throws -> [Int64] {
    var ids: [Int64] = []
    try connection.statement("SELECT id FROM book WHERE isbn = ? AND hidden = 0 ORDER BY id")
      .forEachRow([.integer(isbn.number)]) { ids.append($0.integer(0)) }
    return ids
  }

  /// The id for a new book; ids are never used twice, since rows stay when books are removed.
  func nextID() throws -> Int64 {
    let last = max(0, try connection.integer("SELECT max(id) FROM book") ?? 0)
    guard last < SearchRank.idMask else {
      throw CatalogError(.failed, "add to", connection.path, cause: "another program used up the numbers of books")
    }
    return last + 1
  }

  func insert(_ book: Book, keys: SortKeys) throws {
    try connection.run(
      Self.insertSQL, [.integer(book.id), .blob(book.uuid.networkBytes)] + Self.values(of: book, keys))
  }

  func update(_ book: Book, keys: SortKeys) throws {
    try connection.run(
      Self.updateSQL, Self.values(of: book, keys) + [.integer(book.id)])
  }

  private static let written = [
    "title", "authors", "isbn", "isbn_given", "pages", "publisher", "published", "language", "series",
    "series_number", "tags", "average_rating", "ratings_count", "read_state", "started", "finished", "rating",
    "added_at", "changed_at", "hidden", "title_key", "author_key", "series_key", "sources",
    "notes",
  ]

  private static let insertSQL: String = {
    let marks = Array(repeating: "?", count: written.count + 2).joined(separator: ", ")
    return "INSERT INTO book (id, uuid, \(written.joined(separator: ", "))) VALUES (\(marks))"
  }()

  private static let updateSQL =
    "UPDATE book SET \(written.map { $0 + " = ?" }.joined(separator: ", ")) WHERE id = ?"

  /// The values of the columns in ``written``.
  private static func values(of book: Book, _ keys: SortKeys) -> [SQLValue] {
    [
      .text(book.title), .text(book.authors.joined(separator: "\n")), SQLValue(book.isbn?.number),
      SQLValue(book.isbn.flatMap { $0.asGiven == $0.digits ? nil : $0.asGiven }), SQLValue(book.pages),
      SQLValue(book.publisher), SQLValue(book.published?.encoded), SQLValue(book.language), SQLValue(book.series),
      SQLValue(book.seriesNumber), .text(book.tags.joined(separator: "\n")), SQLValue(book.averageRating),
      SQLValue(book.ratingsCount), .integer(book.readState.code), SQLValue(book.started?.encoded),
      SQLValue(book.finished?.encoded), SQLValue(book.rating), .integer(book.added.milliseconds),
      .integer(book.changed.milliseconds), .integer(book.visibility.rawValue), .text(keys.title),
      SQLValue(keys.author), SQLValue(keys.series), .text(book.sources), SQLValue(book.notes),
    ]
  }
}

/// The stored keys by which lists are ordered.
struct SortKeys: Equatable {
  let title: String
  let author: String?
  let series: String?

  init(_ book: Book) {
    title = SortKey.title(book.title, language: book.language)
    author = book.authors.first.map(SortKey.author)
    series = book.series.map { SortKey.series($0, number: book.seriesNumber) }
  }
}

extension UUID {
  var networkBytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
