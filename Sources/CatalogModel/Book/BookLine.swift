/// As much of a book as one line shows.
public struct BookLine: Hashable, Sendable {
  /// The book's number.
  public let id: Book.ID
  /// The title.
  public let title: String
  /// The first of its authors, as far as a line can show them: ``authorLimit`` characters; empty when they were not asked for.
  public let authors: [String]
  /// When it was first published.
  public let published: PartialDate?
  /// Its number in its series.
  public let seriesNumber: Double?

  package init(id: Book.ID, title: String, authors: [String], published: PartialDate?, seriesNumber: Double?) {
    self.id = id
    self.title = title
    self.authors = authors
    self.published = published
    self.seriesNumber = seriesNumber
  }

  /// How many characters of the authors' names are read: more than any terminal shows in a line.
  public static let authorLimit = 4_000
}
