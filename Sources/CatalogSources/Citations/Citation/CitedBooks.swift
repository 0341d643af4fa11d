import CatalogModel

/// The books that the entries of a bibliography are about: each once, whatever number of its parts there is.
struct CitedBooks {
  /// How many books are known by their parts.
  private static let limit = 100_000

  private var ofParts: Set<String> = []

  /// The book that an entry is about; `nil` where it is about none, or about one that another part was about.
  ///
  /// - Parameter counter: counts what is said of a part alone.
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
