import CatalogDatabase

/// The only type that writes marks, which are the personal fields of people other than the owner. It writes a mark
/// together with all data derived from the mark.
struct MarkStore {
  let connection: Connection
  /// The batch that defers work to the end of the transaction; `nil` to write everything immediately.
  var batch: BookBatch?

  private var table: MarkTable { MarkTable(connection: connection) }

  func mark(of book: Book.ID, by person: Person.ID) throws -> Mark { try table.mark(of: book, by: person) }

  /// Replaces a mark.
  ///
  /// - Parameter old: The mark as stored.
  /// - Returns: True if the marks differ. If they are equal, nothing is written.
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
