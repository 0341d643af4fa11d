import CatalogDatabase

/// Finds the reason why a book is hidden: either the book that it was merged into, or the step that removed it. Undone
/// steps are ignored.
struct HiddenBooks {
  let connection: Connection

  /// Returns the book that now contains a book's records and edits. This is the book itself, unless it was merged into
  /// another book, directly or through several merges.
  func owner(of book: Book.ID) throws -> Book.ID {
    var (owner, passed) = (book, Set<Book.ID>())
    while passed.insert(owner).inserted, let next = try taker(of: owner) { owner = next }
    return owner
  }

  /// Returns the shown books into which books with this ISBN were merged, in ascending order of their ids.
  func owners(of isbn: ISBN) throws -> [Book.ID] {
    var merged: [Book.ID] = []
    try connection.statement(Self.mergedSQL).forEachRow([.integer(isbn.number)]) { merged.append($0.id(0)) }
    if merged.isEmpty { return [] }
    let books = BookTable(connection: connection)
    return try Set(merged.map(owner)).filter { try books.book($0)?.visibility == .shown }.sorted()
  }

  /// Returns the shown books with this ISBN. If there are none, returns the shown books into which books with this ISBN
  /// were merged.
  func holders(of isbn: ISBN) throws -> [Book.ID] {
    let shown = try BookTable(connection: connection).ids(of: isbn)
    return try shown.isEmpty ? owners(of: isbn) : shown
  }

  private static let mergedSQL = "SELECT id FROM book WHERE isbn = ? AND \(Book.Visibility.merged.sql)"

  private func taker(of book: Book.ID) throws -> Book.ID? {
    guard try BookTable(connection: connection).book(book)?.visibility == .merged else { return nil }
    return try hidingStep(of: book, "kind = 'merge'").flatMap { try taker(of: book, in: $0) }
  }

  /// Returns the step that removed a book, if that step is in effect.
  func removal(of book: Book.ID) throws -> HistoryStep.ID? { try hidingStep(of: book, "kind <> 'merge'") }

  private func hidingStep(of book: Book.ID, _ condition: String) throws -> HistoryStep.ID? {
    try connection.id(
      """
      SELECT step_id FROM history JOIN step ON step.id = step_id
      WHERE book_id = ? AND field = 'hidden' AND \(condition) AND \(StepTable.standing) ORDER BY step_id DESC LIMIT 1
      """, [.id(book)])
  }

  /// Returns the book into which a merge step moved the records of another book.
  func taker(of book: Book.ID, in step: HistoryStep.ID) throws -> Book.ID? {
    for entry in try HistoryTable(connection: connection).entries(of: step, book: book) {
      if case .location = entry.subject, let to = RecordLocation(entry.new), to.book != book { return to.book }
    }
    return nil
  }
}
