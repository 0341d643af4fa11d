import CatalogDatabase

/// The columns of `book` that contain sort keys.
extension BookOrder.Key {
  var column: String {
    switch self {
    case .title: "title_key"
    case .author: "author_key"
    case .year: "work_year"
    case .edition: "published"
    case .added: "added_at"
    case .rating: "rating"
    case .average: "average_rating"
    case .pages: "pages"
    case .series: "series_key"
    }
  }

  /// True if some books may have no sort key for this order, for example no year.
  var mayBeUnknown: Bool { self != .title && self != .added }

  /// Returns the stored sort key of a book, or null if the book has no key in this order.
  func value(of book: Book, _ keys: SortKeys) -> SQLValue {
    switch self {
    case .title: .text(keys.title)
    case .author: SQLValue(keys.author)
    case .year: SQLValue(book.workDate?.encoded)
    case .edition: SQLValue(book.published?.encoded)
    case .added: .integer(book.added.milliseconds)
    case .rating: SQLValue(book.rating)
    case .average: SQLValue(book.averageRating)
    case .pages: SQLValue(book.pages)
    case .series: SQLValue(keys.series)
    }
  }
}
