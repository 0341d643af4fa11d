/// The position at which a page of a list begins.
public enum PagePosition: Hashable, Sendable {
  /// After this many books from the start.
  case offset(Int)
  /// After the book of a cursor.
  case after(PageCursor)

  /// The position of the first page.
  public static let start = PagePosition.offset(0)
}

extension Book {
  /// The book without the texts that can be hundreds of kilobytes long: the description, the review and the notes.
  var withoutLongTexts: Book {
    var book = self
    (book.description, book.review, book.notes) = (nil, nil, nil)
    return book
  }
}

/// A page of a list.
///
/// ```swift
/// var page = try await catalog.page("is:unread")
/// while let next = page.next {
///   page = try await catalog.page("is:unread", at: .after(next))
/// }
/// ```
public struct BookPage: Sendable {
  /// The books in the requested order, at most the requested number; empty after the end of the list.
  public package(set) var books: [Book]
  /// The position of the next page; `nil` if this is the last page.
  public let next: PageCursor?
  /// The number of books that were not searched because a load in progress has not indexed them yet. If there are at
  /// most 10,000 such books, they are searched anyway and this number is 0.
  public internal(set) var unindexed = 0
}
