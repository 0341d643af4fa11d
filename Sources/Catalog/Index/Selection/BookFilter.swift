/// An SQL condition over `book` that selects the books of a list, with its parameters. Created from a query and used by
/// lists.
struct BookFilter: Hashable, Sendable {
  /// An expression over the columns of `book`. Every value is a parameter `?`.
  let condition: String
  let values: [SQLValue]

  /// A filter that selects every shown book.
  static let all = BookFilter(condition: "1", values: [])
  /// A filter that selects no book.
  static let none = BookFilter(condition: "0", values: [])
}
