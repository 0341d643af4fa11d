/// An item in a tree of books: a group, or a book in a group.
public struct BookTreeItem: Identifiable, Hashable, Sendable {
  /// The content of an item.
  public enum Content: Hashable, Sendable {
    /// A group, with its label, such as an author or a tag, and the number of the tree's books in it. The group without
    /// a label contains the books without a value.
    case group(BookGrouping, label: String?, count: Int)
    /// A book of the group above it.
    case book(Book)
  }

  /// The identity of an item. A book in several groups has a separate identity in each of them.
  public struct ID: Hashable, Sendable {
    /// The labels of the groups that contain the item, outermost first; for a group, followed by its own label.
    public let groups: [String?]
    /// The id of the book; `nil` for a group.
    public let book: Book.ID?
  }

  /// The identity of the item in its tree.
  public let id: ID
  /// The group or the book.
  public let content: Content

  /// The book; `nil` for a group.
  public var book: Book? { if case .book(let book) = content { book } else { nil } }
  /// True if the item is a group, which can be expanded.
  public var isGroup: Bool { id.book == nil }
}
