/// Determines which entries of a bibliography are books.
enum CitationType {
  /// The way in which an entry is imported.
  enum Meaning {
    case book
    /// A part of a book. The book that contains it is imported.
    case part
    /// Not a book, whatever the entry contains.
    case other
    /// A book if it has an ISBN.
    case bookWithISBN
  }

  /// Returns the way in which entries of a type are imported.
  ///
  /// - Parameter type: BibTeX's name for the entry type, in lowercase.
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
