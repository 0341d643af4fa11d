import CatalogDatabase

/// A page of a list that is being built. Books are passed to it one after the other, in the order of the list.
struct PageBuilder {
  private let order: KeyOrder
  private let size: Int
  /// The number of books to skip before the page begins.
  private let offset: Int
  /// True to leave out long texts such as descriptions.
  private let isBrief: Bool
  private var books: [Book] = []
  private var lastKey = SQLValue.null
  /// The number of books passed so far, including books that were skipped.
  private(set) var found = 0

  init(order: KeyOrder, size: Int, offset: Int = 0, isBrief: Bool = false) {
    self.order = order
    self.isBrief = isBrief
    self.size = size
    self.offset = max(0, offset)
    books.reserveCapacity(min(size, 1_000))
  }

  /// Adds the next book of the list, unless it is to be skipped or the page is full.
  ///
  /// - Parameters:
  ///   - book: The book. Evaluated only if the book is added.
  ///   - key: The book's sort key, or null if the book has no key in this order.
  mutating func take(_ book: @autoclosure () throws -> Book?, key: @autoclosure () -> SQLValue) rethrows {
    found += 1
    guard found > offset, books.count < size, let book = try book() else { return }
    books.append(isBrief ? book.withoutLongTexts : book)
    if books.count == size { lastKey = key() }
  }

  /// True if the page is full and there is at least one more book.
  var isFull: Bool { found - offset > size }

  var page: BookPage {
    let cursor = isFull ? books.last.map { PageCursor(order: BookOrder(order), key: lastKey, id: $0.id) } : nil
    return BookPage(books: books, next: cursor)
  }
}
