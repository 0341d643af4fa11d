/// Derives anew what a migration has named in `derived_pending` and no script can make, in the transaction of the
/// scripts: nobody meets the catalog without it.
enum DerivedUpgrade {
  /// How many books are read, and put into sets, at once.
  private static let booksAtOnce = 50_000

  static func run(_ connection: Connection) throws {
    if try isPending("ratings", connection) {
      try divideRatings(connection)
      try PageIndexWriter(connection: connection).rebuild([.rating, .average])
    }
    if try isPending("own-orders", connection) { try addKeys(connection) }
    if try isPending("reading", connection) { try addReadingTerms(connection) }
    if try isPending("notes", connection) { try divideNotes(connection) }
  }

  /// Whether a migration has named something, which is to be done now.
  private static func isPending(_ what: String, _ connection: Connection) throws -> Bool {
    try connection.run("DELETE FROM derived_pending WHERE what = ?", [.text(what)])
    return connection.changes > 0
  }

  /// Takes rated books out of the sets of averages, in which the user's rating stood for the average, and puts them into
  /// those of ratings. What a killed load has not put into the sets yet goes there as it is.
  private static func divideRatings(_ connection: Connection) throws {
    try PostingChangeTable(connection: connection).merge()
    try changeBooks("id, rating, average_rating", where: "rating IS NOT NULL", connection) { row in
      let old = NumberScale.averages.terms(NumberScale.rating(row.real(1)))
      return (old, SearchTerms.terms(rating: row.real(1), average: row.optionalReal(2)))
    }
  }

  /// Puts all books into the sets of what fields they have a value of, and of when they were read.
  private static func addReadingTerms(_ connection: Connection) throws {
    try changeBooks(BookTable.columns, where: "true", connection) { row in
      let book = BookTable.decode(row)
      return ([], ReadingTerms.terms(of: book) + HeldTerms.terms(of: book))
    }
  }

  /// Takes what people have written out of the sets of words that all may look for, and puts it into those of its own.
  private static func divideNotes(_ connection: Connection) throws {
    try PostingChangeTable(connection: connection).merge()
    try changeBooks(BookTable.columns, where: "(notes IS NOT NULL OR details IS NOT NULL)", connection) { row in
      let book = BookTable.decode(row)
      let texts = book.writtenTexts.map(SearchWords.words)
      if texts.isEmpty { return nil }
      let words = texts.joined().map(PostingKind.other.term)
      let pairs = texts.flatMap { zip($0, $0.dropFirst()) }.map { WordPair.term(WordPair.number($0, $1)) }
      return (words + words.flatMap(\.beginnings) + pairs, Array(SearchTerms(book).all))
    }
  }

  /// Changes what the sets hold of the shown books of a condition, some books at once.
  ///
  /// - Parameters:
  ///   - columns: what is read of each; the first one is its id.
  ///   - terms: those that the sets hold of some kinds, and those of the book as it is; `nil` where nothing changes.
  private static func changeBooks(
    _ columns: String, where condition: String, _ connection: Connection,
    _ terms: (Statement) throws -> (old: [Term], new: [Term])?
  ) throws {
    var last = Int64.min
    while true {
      var changes = SearchIndexChanges()
      var books = 0
      try connection.statement(
        "SELECT \(columns) FROM book WHERE id > ? AND \(condition) AND \(BookTable.isShown) ORDER BY id LIMIT ?"
      ).forEachRow([.integer(last), .integer(Int64(booksAtOnce))]) { row in
        (last, books) = (row.integer(0), books + 1)
        if let (old, new) = try terms(row) { changes.append(PostingChange(last, from: old, to: new)) }
      }
      try changes.writeSets(connection)
      if books < booksAtOnce { return }
    }
  }

  /// Puts books with words in fields of the user's own into the sets by which lists are ordered. Numbers and dates were
  /// ordered before.
  private static func addKeys(_ connection: Connection) throws {
    let fields = try OwnFieldTable(connection: connection).everMade().filter(\.kind.isOrderedByKey).map(\.field)
    let table = BookTable(connection: connection)
    var rest = try PostingReader(connection: connection).books(fields.map { .term(OwnTerms.any(of: $0)) }).numbers[...]
    while !rest.isEmpty {
      var changes = SearchIndexChanges()
      for id in rest.prefix(booksAtOnce) {
        guard let book = try table.book(Book.ID(id)) else { continue }
        let keys = fields.compactMap { field in book[field].flatMap { OwnTerms.key($0, in: field) } }
        changes.append(PostingChange(id, from: [], to: keys))
      }
      try changes.writeSets(connection)
      rest = rest.dropFirst(booksAtOnce)
    }
  }
}
