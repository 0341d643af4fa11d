/// Shown books that look like one book, for the user to merge.
public struct DuplicateGroup: Sendable, Hashable, Identifiable {
  /// The reason why books look like one.
  public enum Reason: Sendable, Hashable {
    /// All of them have this ISBN.
    case isbn(ISBN)
    /// All of them have this identifier, which names one edition, such as the number at Goodreads.
    case identifier(BookIdentifier)
    /// They have the same title and authors, case and accents aside, and no two of them different ISBNs.
    case titleAndAuthors
    /// They may be one, written otherwise: a series in parentheses or a subtitle in the title, other apostrophes, hyphens
    /// and ampersands, initials of given names, the first author alone. A proposal to look at: two of them never have
    /// different ISBNs, subtitles or numbers in a series; a book that would fit two others that are not one is in none.
    case alike
  }

  /// The reason why they look like one book.
  public let reason: Reason
  /// Their ids, at least two, in ascending order.
  public let books: [Book.ID]

  /// The ids of the books: no other group has the same ones.
  public var id: [Book.ID] { books }
}
