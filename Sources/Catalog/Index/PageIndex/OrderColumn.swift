/// What an order is read from: the column of `book`, or the indexed expression, that holds its key.
extension BookOrder.Key {
  var column: String {
    switch self {
    case .title: "title_key"
    case .author: "author_key"
    case .year: "published"
    case .added: "added_at"
    case .rating: "coalesce(rating, average_rating)"
    case .pages: "pages"
    case .series: "series_key"
    }
  }

  /// The condition that a book has the key. With `IS NOT NULL` on an expression SQLite would look into every row; a range
  /// from minus infinity it reads off the index.
  var isKnown: String { self == .rating ? "\(column) >= -1e999" : "\(column) IS NOT NULL" }

  /// Whether a book may be without the key.
  var mayBeUnknown: Bool { self != .title && self != .added }

  /// The key of a book as it is stored; null when the book has none.
  func value(of book: Book, _ keys: SortKeys) -> SQLValue {
    switch self {
    case .title: .text(keys.title)
    case .author: SQLValue(keys.author)
    case .year: SQLValue(book.published?.encoded)
    case .added: .integer(book.added.milliseconds)
    case .rating: SQLValue(book.rating ?? book.averageRating)
    case .pages: SQLValue(book.pages)
    case .series: SQLValue(keys.series)
    }
  }
}
