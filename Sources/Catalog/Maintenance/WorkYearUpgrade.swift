import CatalogDatabase

/// Computes the dates whose years lists show (``Book/workDate``) for the books of an older version, with the data
/// derived from them. The migration script has already copied the dates of the editions. They are correct unless a book
/// has a date of first publication or metadata from a provider.
struct WorkYearUpgrade {
  let connection: Connection

  /// The number of books to correct before their changes are written to the search index.
  private static let booksAtOnce = 50_000

  /// Runs the upgrade.
  func run() throws {
    try PostingChangeTable(connection: connection).merge()
    try copyYearTerms()
    var enriched: Set<Book.ID> = []
    try connection.temporaryStatement("SELECT DISTINCT book_id FROM metadata").forEachRow { enriched.insert($0.id(0)) }
    var last = Int64.min
    while let next = try correct(after: last, enriched) { last = next }
    try PageIndexWriter(connection: connection).rebuild([.year])
  }

  /// Copies the sets of books for the years of editions, which are also the years of most works. Books that a load has
  /// not indexed yet get the missing terms when they are indexed.
  private func copyYearTerms() throws {
    for (kind, copy) in [(PostingKind.edition, PostingKind.year), (.editionDecade, .decade)] {
      guard case .range(let first, let end) = kind.all else { continue }
      var era = Int64.min
      while let next = try connection.integer("SELECT min(era) FROM posting WHERE era > ?", [.integer(era)]) {
        era = next
        try connection.run(
          """
          INSERT OR REPLACE INTO posting (era, term, part, books)
          SELECT era, ? || substr(term, 2), part, books FROM posting WHERE era = ? AND term >= ? AND term < ?
          """,
          [.text(copy.term("").text), .integer(era), .text(first.text), .text(end.text)])
      }
    }
  }

  /// Corrects the next books whose dates may differ from those of their editions.
  ///
  /// - Parameter enriched: The books with metadata from a provider.
  /// - Returns: The id of the last book that was examined; `nil` if no more books follow.
  private func correct(after last: Int64, _ enriched: Set<Book.ID>) throws -> Int64? {
    var changes: [(book: Book.ID, isShown: Bool, from: PartialDate?, to: PartialDate?)] = []
    var (end, books) = (last, 0)
    let layers = LayerStore(connection: connection)
    try connection.statement(
      """
      SELECT \(BookTable.columns) FROM book
      WHERE id > ? AND (details LIKE '%\(BookField.firstPublished.rawValue)%' OR id IN (SELECT book_id FROM metadata))
      ORDER BY id LIMIT ?
      """
    ).forEachRow([.integer(last), .integer(Int64(Self.booksAtOnce))]) { row in
      var book = BookTable.decode(row)
      let old = book.workDate
      (end, books) = (book.id.rawValue, books + 1)
      if enriched.contains(book.id) { book = try layers.withoutMetadata(book) } else { book.decideWorkDate() }
      if book.workDate != old { changes.append((book.id, book.visibility == .shown, old, book.workDate)) }
    }
    var terms = SearchIndexChanges()
    for change in changes {
      try connection.run(
        "UPDATE book SET work_year = ? WHERE id = ?", [SQLValue(change.to?.encoded), .id(change.book)])
      guard change.isShown else { continue }
      terms.append(
        PostingChange(
          change.book.rawValue, from: NumberScale.years.terms(ofYear: change.from),
          to: NumberScale.years.terms(ofYear: change.to)))
    }
    try terms.writeSets(connection)
    return books < Self.booksAtOnce ? nil : end
  }
}
