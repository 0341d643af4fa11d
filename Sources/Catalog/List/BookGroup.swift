/// The field by which a hierarchy groups books.
public enum BookGrouping: String, CaseIterable, Sendable {
  /// `year` is when the book was first published; `language` is the code as it was given.
  case author, series, tag, year, language
}

/// A group of a hierarchy, and which books are in it.
public struct BookGroup: Hashable, Sendable, Identifiable {
  /// The author, the series, …; `nil` for the books of which it is not known.
  public let label: String?
  /// How many books of the query are in the group, also when they were not asked for.
  public let count: Int
  /// The numbers of the books, in order; empty when only counts were asked for.
  public let ids: [Book.ID]

  /// The label of the group: no two groups of a hierarchy have the same label.
  public var id: String? { label }
}
