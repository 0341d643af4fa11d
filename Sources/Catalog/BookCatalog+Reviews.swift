/// What somebody says of a book, and lets all read who have an account.
public struct ShownReview: Sendable, Hashable {
  /// The name of whose it is; `nil` for the owner of the catalog.
  public let person: String?
  /// The review: text of any number of lines.
  public let text: String
}

extension CatalogSnapshot {
  /// Whether whoever reads shows their reviews to all who have an account (``CatalogTransaction/showReviews(_:)``).
  public func showsReviews() throws -> Bool {
    try ShownReviewsTable(connection: connection).contains(try connection.marker)
  }

  /// What others say of a book who show their reviews: the owner first, then by their names. Those of whoever reads are none of
  /// them: they stand in the book, as they see it.
  ///
  /// - Parameter book: its number; a book that is not there has none.
  public func shownReviews(of book: Book.ID) throws -> [ShownReview] {
    let connection = try connection
    let (table, reader) = (ShownReviewsTable(connection: connection), try connection.marker)
    guard let stored = try BookTable(connection: connection).storedBook(book), stored.visibility == .shown else {
      return []
    }
    var reviews: [ShownReview] = []
    if reader != nil, let text = stored.review, try table.contains(nil) {
      reviews.append(ShownReview(person: nil, text: text))
    }
    for (person, mark) in try table.marks(of: book) where person.id != reader {
      if case .text(let text)? = mark[.review] { reviews.append(ShownReview(person: person.name, text: text)) }
    }
    return reviews
  }
}

extension CatalogTransaction {
  /// Shows the reviews of whoever acts to all who have an account, or keeps them to themselves again, as they are at first. Those to
  /// come, too. Like accounts it is no step of the history, and no undo takes it back.
  ///
  /// Notes are never shown. The reviews of whoever has no account any more are not, either.
  public func showReviews(_ shows: Bool) throws {
    let connection = try snapshot.connection
    let (table, person) = (ShownReviewsTable(connection: connection), try connection.knownMarker)
    guard try table.contains(person) != shows else { return }
    if shows { try table.insert(person) } else { try table.delete(person) }
    connection.changedBooks.insertMany()
  }
}

extension BookCatalog {
  /// Whether whoever reads shows their reviews to all who have an account (``CatalogTransaction/showReviews(_:)``).
  public func showsReviews() async throws -> Bool { try await read { try $0.showsReviews() } }

  /// What others say of a book who show their reviews (``CatalogSnapshot/shownReviews(of:)``).
  public func shownReviews(of book: Book.ID) async throws -> [ShownReview] {
    try await read { try $0.shownReviews(of: book) }
  }

  /// Shows the reviews of whoever acts to all who have an account, or keeps them to themselves again
  /// (``CatalogTransaction/showReviews(_:)``).
  public func showReviews(_ shows: Bool) async throws { try await write { try $0.showReviews(shows) } }
}
