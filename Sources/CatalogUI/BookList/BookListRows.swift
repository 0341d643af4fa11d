import Catalog

/// The rows of a ``BookList`` as they were at one moment, for a view: as many as the list is known to have, loaded or not.
/// It is made in no time, whatever their number; a row is loaded when its book is read.
public struct BookListRows: RandomAccessCollection, Sendable {
  let window: ListWindow<Book>
  let list: BookList

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of rows that are known of.
  public var endIndex: Int { window.count.known }

  /// The row at a place of the list.
  public subscript(index: Int) -> BookListRow { BookListRow(index: index, loaded: window[index], list: list) }
}

/// A row of a ``BookList``: a book, or a placeholder while that is loaded.
public struct BookListRow: Identifiable, Sendable {
  /// Names a row, so that a view knows it again: a book wherever it stands, a placeholder by its place.
  public enum ID: Hashable, Sendable {
    /// The book with an id.
    case book(Book.ID)
    /// A row that was not loaded, at a place of the list.
    case placeholder(Int)
  }

  /// The place in the list, counted from 0.
  public let index: Int
  let loaded: Book?
  let list: BookList

  /// The row's name among those of the list. Reading it loads nothing.
  public var id: ID { loaded.map { .book($0.id) } ?? .placeholder(index) }

  /// The book; `nil` while it is not loaded: then reading it has it loaded, with those around it, and the list changes.
  @MainActor public var book: Book? {
    list.rowRead(at: index)
    return loaded
  }
}
