import CatalogDatabase

/// The part of a schema upgrade that derives data from books in ways that SQL scripts cannot. A migration script
/// requests this work by inserting a row into `derived_pending`. The work is done in the same transaction as the
/// scripts, so no reader sees the catalog without the data.
enum DerivedUpgrade {
  /// The number of books to read before their changes are written to the search index.
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

  /// Removes an entry from `derived_pending`.
  ///
  /// - Returns: True if a migration had inserted the entry.
  static func isPending(_ what: String, _ connection: Connection) throws -> Bool {
    try connection.run("DELETE FROM derived_pending WHERE what = ?", [.text(what)])
    return connection.changes > 0
  }

  /// Removes rated books from the search terms for average ratings, and adds them to the terms for the user's ratings.
  /// Older versions stored the user's rating as the average. Books that an interrupted load has not indexed yet get the
  /// correct terms when they are indexed.
  private static func divideRatings(_ connection: Connection) throws {
    try PostingChangeTable(connection: connection).merge()
    try changeBooks("id, rating, average_rating", where: "rating IS NOT NULL", connection) { row in
      let old = NumberScale.averages.terms(NumberScale.rating(row.real(1)))
      return (old, SearchTerms.terms(rating: row.real(1), average: row.optionalReal(2)))
    }
  }

  /// Adds two types of search terms to all books: terms for fields that have a value, and terms for reading dates.
  private static func addReadingTerms(_ connection: Connection) throws {
    try changeBooks(BookTable.columns, where: "true", connection) { row in
      let book = BookTable.decode(row)
      return ([], ReadingTerms.terms(of: book) + HeldTerms.terms(of: book))
    }
  }

  /// Changes the search terms for words in notes and reviews. Older versions stored these words together with words
  /// that everyone can search.
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

  /// Changes the search terms of all shown books that meet a condition, many books at a time.
  ///
  /// - Parameters:
  ///   - columns: The columns to read; the first must be the id.
  ///   - terms: Returns the terms to replace, which the index may contain for the book, and the terms that the index
  ///     should contain. Returns `nil` if nothing changes for the book.
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

  /// Adds the terms that order lists by a custom text field. Number and date fields already have such terms.
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
