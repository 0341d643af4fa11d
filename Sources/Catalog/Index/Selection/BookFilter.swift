/// The books of a list, as an SQL condition over `book` with its values. Created from a query and used by lists.
struct BookFilter: Hashable, Sendable {
  /// An expression over the columns of `book`. Every value is a parameter `?`.
  let condition: String
  let values: [SQLValue]

  /// A filter for every shown book.
  static let all = BookFilter(condition: "1", values: [])
  /// A filter for no book.
  static let none = BookFilter(condition: "0", values: [])
}
