/// The one place that writes what a person says of a book for themselves, with all that is derived from it.
struct MarkStore {
  let connection: Connection
  /// Collects what can wait for the end of the transaction; `nil` writes all of it at once.
  var batch: BookBatch?

  private var table: MarkTable { MarkTable(connection: connection) }

  func mark(of book: Book.ID, by person: Person.ID) throws -> Mark { try table.mark(of: book, by: person) }

  /// - Parameter old: as it is stored.
  /// - Returns: whether they differ; when not, nothing is written.
  @discardableResult
  func change(_ old: Mark, to new: Mark, of book: Book.ID, by person: Person.ID) throws -> Bool {
    guard old != new else { return false }
    try table.write(new, of: book, by: person)
    connection.changedBooks.insert(book)
    let terms = MarkTerms(person: person)
    let change = PostingChange(book.rawValue, from: terms.terms(of: old), to: terms.terms(of: new))
    if let batch { batch.append(change) } else { try PostingChangeTable(connection: connection).append(change) }
    return true
  }
}
