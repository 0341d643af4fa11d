/// Which entries of a bibliography are books.
enum CitationType {
  /// What becomes of an entry.
  enum Meaning {
    case book
    /// A part of a book, which is the one that is meant.
    case part
    /// No book, whatever it says.
    case other
    /// A book where it has the number of one.
    case bookWithISBN
  }

  /// - Parameter type: as BibTeX calls it, in small letters.
  static func meaning(of type: String) -> Meaning {
    if books.contains(type) { return .book }
    if parts.contains(type) { return .part }
    return others.contains(type) ? .other : .bookWithISBN
  }

  private static let books: Set<String> = [
    "book", "mvbook", "booklet", "collection", "mvcollection", "reference", "mvreference", "proceedings",
    "mvproceedings", "manual", "thesis", "phdthesis", "mastersthesis", "report", "techreport", "ebook", "audiobook",
    "comic",
  ]

  private static let parts: Set<String> = [
    "inbook", "incollection", "bookinbook", "suppbook", "suppcollection", "inreference",
  ]

  private static let others: Set<String> = [
    "article", "inproceedings", "conference", "periodical", "suppperiodical", "review",
  ]
}
