import FoundationEssentials

/// What a provider knows of a book beyond what its sources say. It fills what is absent, and overrides nobody.
public struct Metadata: Sendable, Equatable {
  /// Shown while neither a source nor the user gives the book one: of a book that was added by its ISBN alone.
  public var title: String?
  /// In order; shown while nobody else names any, of a book that is known by its ISBN.
  public var authors: [String] = []
  /// When the work appeared first.
  public var firstPublished: PartialDate?
  /// The number of pages, 1 to 100,000.
  public var pages: Int?
  /// The readers' average rating, 0 to 5.
  public var averageRating: Double?
  /// How many ratings the average is of.
  public var ratingsCount: Int?
  /// What the book is about, in the provider's words. They are no tags: those are the user's and the sources'.
  public var subjects: [String] = []
  /// Some paragraphs about the book.
  public var description: String?
  /// The absolute address of an image of the cover.
  public var cover: String?
  /// The provider's own name for the work, by which ``MetadataProvider/rest(of:)`` asks for more.
  public var key: String?

  /// Metadata that says nothing.
  public init() {}

  /// The average rating as a part of the best one, 0 to 1; `nil` where there is none.
  public var score: Double? { averageRating.map { min(max($0 / 5, 0), 1) } }
}

/// A book's metadata as the catalog keeps it.
public struct BookMetadata: Sendable, Equatable {
  /// What the provider says.
  public let metadata: Metadata
  /// Who says so.
  public let provider: String
  /// When it was asked last.
  public let fetched: Date

  init(_ metadata: Metadata, provider: String, fetched: Date) {
    (self.metadata, self.provider, self.fetched) = (metadata, provider, fetched)
  }
}
