/// An item in a tree of books: a group, or a book in a group.
public struct BookTreeItem: Identifiable, Hashable, Sendable {
  /// The content of an item.
  public enum Content: Hashable, Sendable {
    /// The author, the series, …, and how many of the tree's books are in it; without a label, the books of which that is
    /// not known.
    case group(BookGrouping, label: String?, count: Int)
    /// A book.
    case book(Book)
  }

  /// The name of an item: a book may stand in several groups.
  public struct ID: Hashable, Sendable {
    /// The labels of the groups that it stands in, the outermost first; of a group, its own behind them.
    public let groups: [String?]
    /// The book's id; `nil` of a group.
    public let book: Book.ID?
  }

  /// The name of the item in its tree.
  public let id: ID
  /// The group or the book.
  public let content: Content

  /// The book; `nil` of a group.
  public var book: Book? { if case .book(let book) = content { book } else { nil } }
  /// Whether it is a group, which can be opened.
  public var isGroup: Bool { id.book == nil }
}
