/// A page under construction. The books after the page's position are passed to it one after the other.
struct PageBuilder {
  private let order: KeyOrder
  private let size: Int
  /// The number of books to skip first.
  private let offset: Int
  /// True to leave out long texts.
  private let isBrief: Bool
  private var books: [Book] = []
  private var lastKey = SQLValue.null
  /// The number of books passed in so far, including skipped ones.
  private(set) var found = 0

  init(order: KeyOrder, size: Int, offset: Int = 0, isBrief: Bool = false) {
    self.order = order
    self.isBrief = isBrief
    self.size = size
    self.offset = max(0, offset)
    books.reserveCapacity(min(size, 1_000))
  }

  /// Adds the next book in order, unless it is skipped or the page is full.
  ///
  /// - Parameters:
  ///   - book: The book. Evaluated only if the book is on the page.
  ///   - key: The book's key in the order; null if the book has no such key.
  mutating func take(_ book: @autoclosure () throws -> Book?, key: @autoclosure () -> SQLValue) rethrows {
    found += 1
    guard found > offset, books.count < size, let book = try book() else { return }
    books.append(isBrief ? book.withoutLongTexts : book)
    if books.count == size { lastKey = key() }
  }

  /// True if there is a next page.
  var isFull: Bool { found - offset > size }

  var page: BookPage {
    let cursor = isFull ? books.last.map { PageCursor(order: BookOrder(order), key: lastKey, id: $0.id) } : nil
    return BookPage(books: books, next: cursor)
  }
}
