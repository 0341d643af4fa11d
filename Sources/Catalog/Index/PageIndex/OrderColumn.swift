/// What an order is read from: the column of `book` that holds its key.
extension BookOrder.Key {
  var column: String {
    switch self {
    case .title: "title_key"
    case .author: "author_key"
    case .year: "published"
    case .added: "added_at"
    case .rating: "rating"
    case .average: "average_rating"
    case .pages: "pages"
    case .series: "series_key"
    }
  }

  /// Whether a book may be without the key.
  var mayBeUnknown: Bool { self != .title && self != .added }

  /// The key of a book as it is stored; null when the book has none.
  func value(of book: Book, _ keys: SortKeys) -> SQLValue {
    switch self {
    case .title: .text(keys.title)
    case .author: SQLValue(keys.author)
    case .year: SQLValue(book.published?.encoded)
    case .added: .integer(book.added.milliseconds)
    case .rating: SQLValue(book.rating)
    case .average: SQLValue(book.averageRating)
    case .pages: SQLValue(book.pages)
    case .series: SQLValue(keys.series)
    }
  }
}
