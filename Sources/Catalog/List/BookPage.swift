/// Where a page of a list begins.
public enum PagePosition: Hashable, Sendable {
  /// Behind so many books from the start.
  case offset(Int)
  /// Behind the book that a cursor names.
  case after(PageCursor)

  /// Where the first page begins.
  public static let start = PagePosition.offset(0)
}

extension Book {
  /// The book without the texts that may have hundreds of kilobytes: the description, the review and the notes.
  var withoutLongTexts: Book {
    var book = self
    (book.description, book.review, book.notes) = (nil, nil, nil)
    return book
  }
}

/// A page of a list.
public struct BookPage: Sendable {
  /// In the order that was asked for, at most as many as were asked for; empty behind the end of the list.
  public package(set) var books: [Book]
  /// Where the next page begins; `nil` when this is the last one.
  public let next: PageCursor?
  /// How many books a load under way has brought that were not searched yet, where the best match stands first; up to
  /// 10,000 are searched all the same.
  public internal(set) var unindexed = 0
}
