/// Finds shown books by their titles, along the index over the titles' sort keys.
struct SameTitle {
  let connection: Connection

  /// The ids of books with the same folded title.
  ///
  /// - Parameter fits: which of them are meant.
  func ids(of title: String, where fits: (Book) -> Bool) throws -> [Book.ID] {
    let folded = Fold.fold(title)
    var found: [Book.ID] = []
    // Enough of them to tell one of many “Poems” from the others; a bound, since a source may call everything the same.
    try connection.statement(
      "SELECT \(BookTable.columns) FROM book WHERE title_key IN (?, ?) AND \(BookTable.isShown) LIMIT 500"
    ).forEachRow(SortKey.titles(title).map(SQLValue.text)) { row in
      let book = BookTable.decode(row)
      if Fold.fold(book.title) == folded, fits(book) { found.append(book.id) }
    }
    return found
  }

  /// The number of books that ``like(_:)`` looks at.
  static let limit = 64

  /// Returns the ids of books whose titles may be a title written otherwise: with other case, punctuation or article,
  /// or with another bracket at the end. None where there are more than ``limit``.
  func like(_ title: String) throws -> [Book.ID] {
    let bare = Self.endsInBracket(title) ? TitleParts(title).unbracketed : title
    let bareKeys = SortKey.titles(bare)
    // Most titles are written in one way only: then nothing is sorted and looked up twice.
    let others = [
      title, bare.replacing("&", with: " and "), bare.replacing(" and ", with: " & "),
    ].uniqued().filter { $0 != bare }
    let keys = bareKeys + others.flatMap(SortKey.titles)
    var found: Set<Book.ID> = []
    let places = keys.map { _ in "?" }.joined(separator: ", ")
    try connection.statement(
      "SELECT id FROM book WHERE title_key IN (\(places)) AND \(BookTable.isShown) LIMIT \(Self.limit + 1)"
    ).forEachRow(keys.map(SQLValue.text)) { found.insert($0.id(0)) }
    // A bracket is more words behind those of the title.
    let bracketed = try connection.statement(
      """
      SELECT id, title FROM book WHERE title_key >= ? AND title_key < ? AND \(BookTable.isShown)
      LIMIT \(Self.limit + 1)
      """)
    for key in Set(bareKeys) where !key.isEmpty {
      var looked = 0
      try bracketed.forEachRow([.text(key + " "), .text(key + "!")]) { row in
        looked += 1
        if Self.mayBe(row.text(1), bare) { found.insert(row.id(0)) }
      }
      if looked > Self.limit { return [] }
    }
    return found.count > Self.limit ? [] : found.sorted()
  }

  private static func endsInBracket(_ title: String) -> Bool {
    title.utf8.last == UInt8(ascii: ")") || title.utf8.last == UInt8(ascii: "]")
  }

  /// False for most titles that begin with the same words and have more before the bracket: an article, punctuation and
  /// case make no great difference to the number of bytes.
  private static func mayBe(_ title: String, _ bare: String) -> Bool {
    guard endsInBracket(title) else { return false }
    let before = title.utf8.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "[") }.count
    return abs(before - bare.utf8.count) <= max(8, bare.utf8.count / 4)
  }
}
