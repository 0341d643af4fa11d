/// A book's row of the search index: its number, and its folded words, a text for each column.
struct SearchEntry: Equatable {
  /// ``SearchRank`` and the book's id, so that rows in ascending order are books in the order of their rank.
  let rowid: Int64
  /// title, authors, series, tags, notes, facets
  let columns: [String]

  static let columnNames = ["title", "authors", "series", "tags", "notes", "facets"]
  /// The position of the facets, which are the last column.
  static let facets = columnNames.count - 1

  /// A word that no query holds (Unicode's private use), so that a phrase never goes from one name into the next.
  static let between = "\u{E000}"
  private static let separator = " \(between) "

  init(_ book: Book) {
    let title = SearchWords.words(in: book.title)
    let number = book.seriesNumber.map { " " + SearchWords.joined($0.shortest) } ?? ""
    rowid = SearchRank(ratingsCount: book.ratingsCount, titleWords: title.count).rowid(of: book.id)
    columns = [
      title.joined(separator: " "),
      book.authors.map(SearchWords.joined).joined(separator: Self.separator),
      book.series.map { SearchWords.joined($0) + number } ?? "",
      book.tags.map(SearchWords.joined).joined(separator: Self.separator),
      book.notes.map(SearchWords.joined) ?? "",
      Facet.words(of: book, title: title).joined(separator: " "),
    ]
  }

  private init(rowid: Int64, columns: [String]) {
    self.rowid = rowid
    self.columns = columns
  }

  /// The same for the book's number, which the rank does not depend on.
  func numbered(_ book: Int64) -> SearchEntry {
    SearchEntry(rowid: SearchRank.rowid(rowid, of: book), columns: columns)
  }

  /// The words that the table `word` holds for the row: of every column but the facets.
  var words: some Sequence<Substring> {
    columns.dropLast().lazy.flatMap { $0.split(separator: " ") }.filter { $0 != Self.between }
  }

  var values: [SQLValue] { [.integer(rowid)] + columns.map(SQLValue.text) }
}
