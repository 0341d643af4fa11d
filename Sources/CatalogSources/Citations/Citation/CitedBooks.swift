import CatalogModel

/// The books that the entries of a bibliography describe. A book occurs only once, even if several of its parts are
/// cited.
struct CitedBooks {
  /// The maximum number of books to remember, so that a book with several cited parts is returned only once.
  private static let limit = 100_000

  private var ofParts: Set<String> = []

  /// Returns the book that an entry describes; `nil` if the entry does not describe a book, or if the book was already
  /// returned for another of its parts.
  ///
  /// - Parameter counter: Counts the values that only apply to the part.
  mutating func book(of citation: Citation, countingIn counter: EntryCounter) -> Citation? {
    switch CitationType.meaning(of: citation.type) {
    case .book: return citation
    case .other: return nil
    case .bookWithISBN: return citation[.isbn] == nil ? nil : citation
    case .part:
      guard let book = citation.book(countingIn: counter) else { return citation }
      let name = book[.isbn] ?? Fold.letters(of: (book[.title] ?? "") + (book[.date] ?? ""))
      if ofParts.count < Self.limit, !ofParts.insert(name).inserted { return nil }
      return book
    }
  }
}
