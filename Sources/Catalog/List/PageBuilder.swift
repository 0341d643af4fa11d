/// A page that is filled with the books behind a position, one after the other.
struct PageBuilder {
  private let order: KeyOrder
  private let size: Int
  /// How many books to leave out first.
  private let offset: Int
  /// True to leave out long texts.
  private let isBrief: Bool
  private var books: [Book] = []
  private var lastKey = SQLValue.null
  /// How many books came so far.
  private(set) var found = 0

  init(order: KeyOrder, size: Int, offset: Int = 0, isBrief: Bool = false) {
    self.order = order
    self.isBrief = isBrief
    self.size = size
    self.offset = max(0, offset)
    books.reserveCapacity(min(size, 1_000))
  }

  /// Takes the next book in order.
  ///
  /// - Parameters:
  ///   - book: made only when it is shown.
  ///   - key: its key in the order; null when it has none.
  mutating func take(_ book: @autoclosure () throws -> Book?, key: @autoclosure () -> SQLValue) rethrows {
    found += 1
    guard found > offset, books.count < size, let book = try book() else { return }
    books.append(isBrief ? book.withoutLongTexts : book)
    if books.count == size { lastKey = key() }
  }

  /// Whether it is known that there is a next page.
  var isFull: Bool { found - offset > size }

  var page: BookPage {
    let cursor = isFull ? books.last.map { PageCursor(order: BookOrder(order), key: lastKey, id: $0.id) } : nil
    return BookPage(books: books, next: cursor)
  }
}
