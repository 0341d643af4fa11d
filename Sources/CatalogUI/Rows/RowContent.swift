import Catalog

/// The amount of a book that a row shows.
public enum RowPresentation: Hashable, Sendable {
  /// Title and authors.
  case short
  /// Everything that lists show.
  case detailed
  /// Short, and detailed while it is open.
  case collapsible(isOpen: Bool)
}

/// The content of a book's row: its texts, not where they stand or how they look.
public struct RowContent: Equatable, Sendable {
  /// A field that is shown below the title.
  public struct Fact: Equatable, Sendable {
    /// Which field it is.
    public let field: BookField
    /// The value as people read it.
    public let text: String
  }

  /// The book's title.
  public let title: String
  /// “by Ursula K. Le Guin and Ted Chiang”; `nil` without an author.
  public let byline: String?
  /// The user's progress with the book.
  public let readState: ReadState
  /// The fields that have a value and are not said above; none in a short row.
  public let facts: [Fact]
  /// The rating as a part of the best one, 0 to 1: the user's, else the one that the metadata or a source gives; `nil`
  /// where there is none, or not yet.
  public let score: Double?
  /// The address of an image of the cover, where the metadata gives one.
  public let cover: String?
  /// Whether there is an answer about the row's metadata; until then it is being fetched, or will be.
  public let isFetched: Bool
  /// Whether the row can be opened or closed, and is open; `nil` where it cannot.
  public let isOpen: Bool?

  /// Makes the content of a book's row.
  ///
  /// - Parameters:
  ///   - book: whose row it is.
  ///   - presentation: how much it shows.
  ///   - metadata: how far the book's metadata is, as ``RowMetadata`` says.
  public init(_ book: Book, _ presentation: RowPresentation = .short, metadata: MetadataState = .notAsked) {
    let found: ProviderMetadata? = if case .loaded(let found) = metadata { found.metadata } else { nil }
    title = book.title
    byline = Self.byline(book.authors)
    readState = book.readState
    score = book.rating.map { $0 / 5 } ?? found?.score ?? book.averageRating.map { $0 / 5 }
    cover = found?.cover
    isFetched = metadata.isSettled
    var isDetailed = presentation == .detailed
    if case .collapsible(let isOpen) = presentation {
      self.isOpen = isOpen
      isDetailed = isOpen
    } else {
      isOpen = nil
    }
    facts =
      isDetailed ? Self.shown.compactMap { field in book[field].map { Fact(field: field, text: $0.description) } } : []
  }

  private static let shown: [BookField] = [
    .series, .seriesNumber, .published, .publisher, .pages, .language, .isbn, .tags, .averageRating, .ratingsCount,
    .rating, .started, .finished, .review, .notes,
  ]

  private static func byline(_ authors: [String]) -> String? {
    guard let last = authors.last else { return nil }
    if authors.count == 1 { return "by \(last)" }
    return "by \(authors.dropLast().joined(separator: ", ")) and \(last)"
  }
}
