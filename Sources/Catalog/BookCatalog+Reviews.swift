/// A person's review of a book, shared with everyone who has an account.
public struct ShownReview: Sendable, Hashable {
  /// The name of the reviewer, or `nil` for the owner of the catalog.
  public let person: String?
  /// The text of the review, which can have several lines.
  public let text: String
}

extension CatalogSnapshot {
  /// Returns true if the viewer shares their reviews with everyone who has an account
  /// (``CatalogTransaction/showReviews(_:)``).
  public func showsReviews() throws -> Bool {
    try ShownReviewsTable(connection: connection).contains(try connection.marker)
  }

  /// Returns the reviews of a book that other people share. The owner's review comes first; the others are ordered by
  /// reviewer name. The viewer's own review is left out, because it is already part of the book.
  ///
  /// - Parameter book: The id of the book. If the audience may not see the book or its reviews, the result is empty.
  public func shownReviews(of book: Book.ID) throws -> [ShownReview] {
    let connection = try connection
    let (table, reader) = (ShownReviewsTable(connection: connection), try connection.marker)
    guard audience.fields != .publicOnly, try limits.books == nil || wholeBook(book) != nil else { return [] }
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
  /// Shares all present and future reviews by the acting person with everyone who has an account, or makes them private
  /// again. Reviews are private by default. This is not a step in the history, so it cannot be undone.
  ///
  /// Notes are never shared. The reviews of a person whose account was removed are not shared either.
  public func showReviews(_ shows: Bool) throws {
    let connection = try snapshot.connection
    let (table, person) = (ShownReviewsTable(connection: connection), try connection.knownMarker)
    guard try table.contains(person) != shows else { return }
    if shows { try table.insert(person) } else { try table.delete(person) }
    connection.changedBooks.insertMany()
  }
}

extension BookCatalog {
  /// Returns true if the viewer shares their reviews with everyone who has an account
  /// (``CatalogTransaction/showReviews(_:)``).
  public func showsReviews() async throws -> Bool { try await read { try $0.showsReviews() } }

  /// Returns the reviews of a book that other people share (``CatalogSnapshot/shownReviews(of:)``).
  public func shownReviews(of book: Book.ID) async throws -> [ShownReview] {
    try await read { try $0.shownReviews(of: book) }
  }

  /// Shares all reviews by the acting person with everyone who has an account, or makes them private again
  /// (``CatalogTransaction/showReviews(_:)``).
  public func showReviews(_ shows: Bool) async throws { try await write { try $0.showReviews(shows) } }
}
