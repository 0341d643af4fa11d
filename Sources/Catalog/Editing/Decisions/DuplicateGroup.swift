/// Shown books that look like one book, for the user to merge.
public struct DuplicateGroup: Sendable, Hashable, Identifiable {
  /// The reason why books look like one.
  public enum Reason: Sendable, Hashable {
    /// All of them have this ISBN.
    case isbn(ISBN)
    /// They have the same title and authors, case and accents aside, and no two of them different ISBNs.
    case titleAndAuthors
  }

  /// The reason why they look like one book.
  public let reason: Reason
  /// Their ids, at least two, in ascending order.
  public let books: [Book.ID]

  /// The ids of the books: no other group has the same ones.
  public var id: [Book.ID] { books }
}
