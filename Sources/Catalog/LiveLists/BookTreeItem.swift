/// An item in a tree of books: either a group, or a book in a group.
public struct BookTreeItem: Identifiable, Hashable, Sendable {
  /// The content of an item: a group or a book.
  public enum Content: Hashable, Sendable {
    /// A group, with its label and the number of its books in the tree. The label is, for example, the name of an
    /// author. In the group of books without a value, the label is `nil`.
    case group(BookGrouping, label: String?, count: Int)
    /// A book in the group that is the item's parent.
    case book(Book)
  }

  /// The identity of an item. A book that is in several groups has a different identity in each of them.
  public struct ID: Hashable, Sendable {
    /// The labels of the groups that contain the item, outermost first. If the item is a group, its own label is the
    /// last.
    public let groups: [String?]
    /// The id of the book, or `nil` if the item is a group.
    public let book: Book.ID?
  }

  /// The identity of the item in its tree.
  public let id: ID
  /// The content of the item.
  public let content: Content

  /// The book, or `nil` if the item is a group.
  public var book: Book? { if case .book(let book) = content { book } else { nil } }
  /// True if the item is a group, which can be expanded.
  public var isGroup: Bool { id.book == nil }
}
