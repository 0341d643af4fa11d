/// The full-text index over shown books. It is contentless: what a row was indexed with is made again from the book as
/// it was, in the same transaction, to take it out. Wrong words there would leave ghosts, so nothing else writes it.
struct SearchIndex {
  let connection: Connection

  func insert(_ document: SearchDocument, id: Int64) throws {
    try connection.run(
      """
      INSERT INTO search_index (rowid, title, authors, series, tags, isbn, notes, facets)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, [.integer(id)] + document.columns.map(SQLValue.text))
  }

  /// - Parameter document: exactly what the row was indexed with.
  func delete(_ document: SearchDocument, id: Int64) throws {
    try connection.run(
      """
      INSERT INTO search_index (search_index, rowid, title, authors, series, tags, isbn, notes, facets)
      VALUES ('delete', ?, ?, ?, ?, ?, ?, ?, ?)
      """, [.integer(id)] + document.columns.map(SQLValue.text))
  }

  /// Empties the index.
  func deleteAll() throws {
    try connection.run("INSERT INTO search_index (search_index) VALUES ('delete-all')")
  }
}

/// The folded words of a book, a text for each column of the index.
struct SearchDocument: Equatable {
  /// title, authors, series, tags, isbn, notes, facets
  let columns: [String]

  static let columnNames = ["title", "authors", "series", "tags", "isbn", "notes", "facets"]

  /// A word that no query holds (Unicode's private use), so that a phrase never goes from one name into the next.
  private static let between = " \u{E000} "

  init(_ book: Book) {
    var series = book.series.map(SearchWords.joined) ?? ""
    if let number = book.seriesNumber { series += " " + SearchWords.joined(number.shortest) }
    columns = [
      SearchWords.joined(book.title),
      book.authors.map(SearchWords.joined).joined(separator: Self.between),
      series,
      book.tags.map(SearchWords.joined).joined(separator: Self.between),
      book.isbn.map { [$0.digits, $0.tenDigits?.lowercased()].compactMap(\.self).joined(separator: " ") } ?? "",
      book.notes.map(SearchWords.joined) ?? "",
      book.publisher.map { Facet.publisher.words(in: $0).joined(separator: " ") } ?? "",
    ]
  }
}

/// Words of the facets column, each kind with a letter of its own in front that no text contains (Unicode's private
/// use), so that a bare word never finds them.
enum Facet: String {
  case publisher = "\u{E001}"

  func words(in text: String) -> [String] { SearchWords.words(in: text).map { rawValue + $0 } }
}
