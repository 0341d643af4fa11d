/// The part of a book that a single line shows.
public struct BookLine: Hashable, Sendable {
  /// The book's number.
  public let id: Book.ID
  /// The book's title.
  public let title: String
  /// The authors, starting with the first one, limited to ``authorLimit`` characters; empty if they were not requested.
  public let authors: [String]
  /// The date of the first publication.
  public let published: PartialDate?
  /// The book's number in its series.
  public let seriesNumber: Double?

  package init(id: Book.ID, title: String, authors: [String], published: PartialDate?, seriesNumber: Double?) {
    self.id = id
    self.title = title
    self.authors = authors
    self.published = published
    self.seriesNumber = seriesNumber
  }

  /// The maximum number of characters of authors' names that are read: more than any terminal shows in a line.
  public static let authorLimit = 4_000
}
