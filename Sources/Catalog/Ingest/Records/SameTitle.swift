import CatalogDatabase

/// Finds shown books by title, using the index on the titles' sort keys.
struct SameTitle {
  private let title: String
  private let keys: [String]
  private let connection: Connection

  init(_ title: String, in connection: Connection) {
    self.title = title
    self.connection = connection
    keys = SortKey.titles(title)
  }

  /// Returns the ids of books with the same folded title that satisfy a condition.
  func ids(where fits: (Book) -> Bool) throws -> [Book.ID] {
    let folded = Fold.fold(title)
    var found: [Book.ID] = []
    // The limit is high enough to find one of many books called “Poems”, but keeps the search short for a source that
    // gives all books the same title.
    try connection.statement(
      "SELECT \(BookTable.columns) FROM book WHERE title_key IN (?, ?) AND \(BookTable.isShown) LIMIT 500"
    ).forEachRow(keys.map(SQLValue.text)) { row in
      let book = BookTable.decode(row)
      if Fold.fold(book.title) == folded, fits(book) { found.append(book.id) }
    }
    return found
  }

  /// The maximum number of books that ``like()`` examines.
  static let limit = 64

  /// Returns the ids of books whose titles may be different spellings of this title. The spellings can differ in case,
  /// punctuation, the article, or a bracketed part at the end. The result is empty if there are more than ``limit``
  /// such books.
  func like() throws -> [Book.ID] {
    let bare = Self.endsInBracket(title) ? TitleParts(title).unbracketed : title
    let bareKeys = Set(bare == title ? keys : SortKey.titles(bare))
    let allKeys = bareKeys.union(keys).union(Self.spellings(of: bare).flatMap(SortKey.titles)).sorted()
    var found: Set<Book.ID> = []
    let placeholders = allKeys.map { _ in "?" }.joined(separator: ", ")
    try connection.statement(
      "SELECT id FROM book WHERE title_key IN (\(placeholders)) AND \(BookTable.isShown) LIMIT \(Self.limit + 1)"
    ).forEachRow(allKeys.map(SQLValue.text)) { found.insert($0.id(0)) }
    // The key of a title with a bracketed part begins with the words of the bare title, followed by more words.
    let bracketed = try connection.statement(
      """
      SELECT id, title FROM book WHERE title_key >= ? AND title_key < ? AND \(BookTable.isShown)
      LIMIT \(Self.limit + 1)
      """)
    for key in bareKeys where !key.isEmpty {
      var looked = 0
      try bracketed.forEachRow([.text(key + " "), .text(key + "!")]) { row in
        looked += 1
        if Self.mayBe(row.text(1), bare) { found.insert(row.id(0)) }
      }
      if looked > Self.limit { return [] }
    }
    return found.count > Self.limit ? [] : found.sorted()
  }

  /// Returns other spellings of a title, in which “&” and “and” are exchanged. Most titles contain neither and need no
  /// extra lookup.
  private static func spellings(of title: String) -> [String] {
    var spellings: [String] = []
    if title.holds(UInt8(ascii: "&")) { spellings.append(title.replacing("&", with: " and ")) }
    if title.utf8.split(separator: UInt8(ascii: " ")).contains(where: { $0.elementsEqual("and".utf8) }) {
      spellings.append(title.replacing(" and ", with: " & "))
    }
    return spellings
  }

  private static func endsInBracket(_ title: String) -> Bool {
    title.utf8.last == UInt8(ascii: ")") || title.utf8.last == UInt8(ascii: "]")
  }

  /// Returns true if a title may be another title followed by a bracketed part. Compares only the length of the other
  /// title with the length before the bracket. A small difference is allowed, because articles, punctuation and case
  /// change the number of bytes.
  private static func mayBe(_ title: String, _ bare: String) -> Bool {
    guard endsInBracket(title) else { return false }
    let before = title.utf8.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "[") }.count
    return abs(before - bare.utf8.count) <= max(8, bare.utf8.count / 4)
  }
}
