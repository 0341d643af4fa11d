import Catalog

/// A snapshot of the rows of a ``BookList`` for a view. It contains all known rows of the list, loaded or not. Creating
/// it takes constant time. A row is loaded when its book is read.
///
/// ```swift
/// let row = list.rows[100]
/// if let book = row.book { print(book.title) } else { print("loading row \(row.index)") }
/// ```
public struct BookListRows: RandomAccessCollection, Sendable {
  let window: ListWindow<Book>
  let list: BookList

  public var startIndex: Int { 0 }
  /// The number of known rows.
  public var endIndex: Int { window.count.known }

  /// The row at the given index of the list.
  public subscript(index: Int) -> BookListRow { BookListRow(index: index, loaded: window[index], list: list) }
}

/// A row of a ``BookList``: a book, or a placeholder while the book is being loaded.
public struct BookListRow: Identifiable, Sendable {
  /// The identity of a row for views. A book keeps its identity when it moves; a placeholder is identified by its
  /// index.
  public enum ID: Hashable, Sendable {
    /// A book, identified by its id.
    case book(Book.ID)
    /// A row that is not loaded, identified by its index in the list.
    case placeholder(Int)
  }

  /// The zero-based index in the list.
  public let index: Int
  let loaded: Book?
  let list: BookList

  /// The identity of the row. Reading it does not load the row.
  public var id: ID { loaded.map { .book($0.id) } ?? .placeholder(index) }

  /// The book; `nil` if it is not loaded. If the book is not loaded, reading this property loads the row and the rows
  /// around it, and the list changes.
  @MainActor public var book: Book? {
    list.rowRead(at: index)
    return loaded
  }
}
