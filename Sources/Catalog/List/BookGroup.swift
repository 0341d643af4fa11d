/// A field by which books are grouped.
public enum BookGrouping: String, CaseIterable, Sendable {
  /// The fields by which books can be grouped. `year` is the year of first publication; `language` is the language code
  /// as stored in the book.
  case author, series, tag, year, language
}

/// A group of books with the same author, series, tag, year or language.
public struct BookGroup: Hashable, Sendable, Identifiable {
  /// The author, series, tag, year or language code that the books have in common; `nil` for books without a value.
  public let label: String?
  /// The number of books in the group. It is set even if the ids were not requested.
  public let count: Int
  /// The ids of the books, in order. Empty if only counts were requested.
  public let ids: [Book.ID]

  /// The label, which is unique among groups by the same field.
  public var id: String? { label }
}
