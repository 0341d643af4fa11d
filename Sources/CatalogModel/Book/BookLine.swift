/// The values of a book that are shown on a single line.
public struct BookLine: Hashable, Sendable {
  /// The book's number.
  public let id: Book.ID
  /// The book's title.
  public let title: String
  /// The authors, truncated to ``authorLimit`` characters in total; empty if they were not requested.
  public let authors: [String]
  /// See ``Book/year``.
  public let year: Int?
  /// The book's number in its series.
  public let seriesNumber: Double?

  package init(id: Book.ID, title: String, authors: [String], year: Int?, seriesNumber: Double?) {
    self.id = id
    self.title = title
    self.authors = authors
    self.year = year
    self.seriesNumber = seriesNumber
  }

  /// The maximum number of characters to read from the authors' names. No terminal shows more on one line.
  public static let authorLimit = 4_000
}
