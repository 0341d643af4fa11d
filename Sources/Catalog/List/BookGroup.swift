/// A field by which books are grouped in a hierarchy.
public enum BookGrouping: String, CaseIterable, Sendable {
  /// The possible fields. `year` is the year of first publication; `language` is the language code as it was given.
  case author, series, tag, year, language
}

/// A group in a hierarchy, with the ids of its books.
public struct BookGroup: Hashable, Sendable, Identifiable {
  /// The group's author, series, tag, year or language code; `nil` for the group of books without a value.
  public let label: String?
  /// The number of books in the group, even if their ids were not requested.
  public let count: Int
  /// The ids of the books, in order; empty if only counts were requested.
  public let ids: [Book.ID]

  /// The label, which is unique among the groups of a hierarchy.
  public var id: String? { label }
}
