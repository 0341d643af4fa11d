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

  /// - Parameter known: another book with its entry. Columns that say the same are taken from there, since folding costs
  ///   more than comparing.
  init(_ book: Book, like known: (book: Book, entry: SearchEntry)? = nil) {
    func column(_ position: Int, isAlike: (Book) -> Bool, _ folded: () -> String) -> String {
      if let known, isAlike(known.book) { known.entry.columns[position] } else { folded() }
    }
    let title =
      if let known, known.book.title == book.title {
        SearchWords.divided(known.entry.columns[0]).map(String.init)
      } else {
        SearchWords.words(in: book.title)
      }
    rowid = SearchRank(ratingsCount: book.ratingsCount, titleWords: title.count).rowid(of: book.id)
    columns = [
      column(0, isAlike: { $0.title == book.title }, { SearchWords.joined(title) }),
      column(1, isAlike: { $0.authors == book.authors }, { Self.joined(book.authors) }),
      column(
        2, isAlike: { $0.series == book.series && $0.seriesNumber == book.seriesNumber },
        {
          let number = book.seriesNumber.map { " " + SearchWords.joined($0.shortest) } ?? ""
          return book.series.map { SearchWords.joined($0) + number } ?? ""
        }),
      column(3, isAlike: { $0.tags == book.tags }, { Self.joined(book.tags) }),
      column(4, isAlike: { $0.notes == book.notes }, { book.notes.map(SearchWords.joined) ?? "" }),
      SearchWords.joined(Facet.words(of: book, title: title)),
    ]
  }

  private static func joined(_ names: [String]) -> String {
    names.map(SearchWords.joined).joined(separator: separator)
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
    columns.dropLast().lazy.flatMap(Self.words)
  }

  /// Those of ``words`` that stand in a column where the other entry does not have them.
  func words(missingIn other: SearchEntry) -> [Substring] {
    zip(columns, other.columns).dropLast().flatMap { mine, others in
      mine == others ? [] : Set(Self.words(mine)).subtracting(Self.words(others))
    }
  }

  private static func words(_ column: String) -> [Substring] {
    SearchWords.divided(column).filter { $0 != between }
  }

  /// What has to be taken out of the index and put in where one entry follows another: all of both, or of a book that
  /// only got another read state this word. It can go by itself: it is the first facet either way, and no other word of
  /// the book begins with its letter, so that none of the beginnings that the index holds are those of a word that stays.
  static func change(from old: SearchEntry, to new: SearchEntry) -> (old: SearchEntry, new: SearchEntry) {
    guard old.rowid == new.rowid, old.columns.dropLast() == new.columns.dropLast(),
      let (was, others) = old.readState, let (becomes, rest) = new.readState, others == rest
    else { return (old, new) }
    return (old.holding(facet: was), new.holding(facet: becomes))
  }

  /// The read state's word and the facets behind it.
  private var readState: (word: Substring, others: Substring)? {
    guard let facets = columns.last else { return nil }
    let end = facets.unicodeScalars.firstIndex(of: " ") ?? facets.endIndex
    return (facets[..<end], facets[end...])
  }

  private func holding(facet: Substring) -> SearchEntry {
    SearchEntry(rowid: rowid, columns: Array(repeating: "", count: columns.count - 1) + [String(facet)])
  }

  var values: [SQLValue] { [.integer(rowid)] + columns.map(SQLValue.text) }
}
