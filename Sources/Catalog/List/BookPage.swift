/// The position at which a page of a list begins.
public enum PagePosition: Hashable, Sendable {
  /// The position after the given number of books.
  case offset(Int)
  /// The position given by the cursor of another page, immediately after the last book of that page.
  case after(PageCursor)

  /// The position of the first page.
  public static let start = PagePosition.offset(0)
}

extension Book {
  /// A copy of the book without its description, review and notes, which can be hundreds of kilobytes long.
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
  /// The books on the page, in the requested order. Empty if the page is after the end of the list.
  public package(set) var books: [Book]
  /// The position of the next page, or `nil` if this is the last page.
  public let next: PageCursor?
  /// The number of books that were not searched because an import in progress has not indexed them yet. Up to 10,000
  /// such books are searched anyway, and this number is 0.
  public internal(set) var unindexed = 0
}
