/// Finds shown books that are called the same.
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
}
