/// Which books a list holds, as a condition of SQL over `book` with its values: made from a query, used by lists.
struct BookFilter: Hashable, Sendable {
  /// An expression over the columns of `book`; every value is a parameter `?`.
  let condition: String
  let values: [SQLValue]

  /// Every shown book.
  static let all = BookFilter(condition: "1", values: [])
  /// No book.
  static let none = BookFilter(condition: "0", values: [])
}
