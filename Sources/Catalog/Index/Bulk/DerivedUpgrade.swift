/// Derives anew what a migration has named in `derived_pending` and no script can make, in the transaction of the
/// scripts: nobody meets the catalog without it.
enum DerivedUpgrade {
  /// How many books are read, and put into sets, at once.
  private static let booksAtOnce = 50_000

  @Sendable static func run(_ connection: Connection) throws {
    try connection.run("DELETE FROM derived_pending WHERE what = 'ratings'")
    guard connection.changes > 0 else { return }
    try divideRatings(connection)
    try PageIndexWriter(connection: connection).rebuild([.rating, .average])
  }

  /// Takes rated books out of the sets of averages, in which the user's rating stood for the average, and puts them into
  /// those of ratings. What a killed load has not put into the sets yet goes there as it is.
  private static func divideRatings(_ connection: Connection) throws {
    try PostingChangeTable(connection: connection).merge()
    var last = Int64.min
    while true {
      var changes = SearchIndexChanges()
      var books = 0
      try connection.statement(
        """
        SELECT id, rating, average_rating FROM book
        WHERE id > ? AND rating IS NOT NULL AND \(BookTable.isShown) ORDER BY id LIMIT ?
        """
      ).forEachRow([.integer(last), .integer(Int64(booksAtOnce))]) { row in
        (last, books) = (row.integer(0), books + 1)
        let old = NumberScale.averages.terms(NumberScale.rating(row.real(1)))
        let new = SearchTerms.terms(rating: row.real(1), average: row.optionalReal(2))
        changes.append(PostingChange(last, from: old, to: new))
      }
      try changes.writeSets(connection)
      if books < booksAtOnce { return }
    }
  }
}
