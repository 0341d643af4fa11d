import CatalogDatabase

/// An SQL condition that selects books, and the values of its parameters. It is created from a query.
struct BookFilter: Hashable, Sendable {
  /// An SQL expression over the columns of `book`, with a parameter `?` for each value.
  let condition: String
  let values: [SQLValue]

  /// A filter that selects every shown book.
  static let all = BookFilter(condition: "1", values: [])
  /// A filter that selects no books.
  static let none = BookFilter(condition: "0", values: [])
}
