import Catalog

/// The amount of detail that a row shows.
public enum RowPresentation: Hashable, Sendable {
  /// Title and authors.
  case short
  /// All fields that lists show.
  case detailed
  /// The short form while the row is closed, and the detailed form while it is open.
  case collapsible(isOpen: Bool)
}

/// The content of a book's row: its texts, without layout or style.
///
/// ```swift
/// let content = RowContent(book, .detailed, metadata: metadata.state(of: book.id))
/// for fact in content.facts { print(fact.field, fact.text) }
/// ```
public struct RowContent: Equatable, Sendable {
  /// A field that is shown below the title.
  public struct Fact: Equatable, Sendable {
    /// The field that the value belongs to.
    public let field: BookField
    /// The value as text for people.
    public let text: String
  }

  /// The book's title.
  public let title: String
  /// The authors as a phrase, such as “by Ursula K. Le Guin and Ted Chiang”; `nil` if there are none.
  public let byline: String?
  /// The user's progress with the book.
  public let readState: ReadState
  /// The fields that have a value and are not part of the other properties; empty in a short row.
  public let facts: [Fact]
  /// The rating as a fraction of the best rating, 0 to 1. The user's rating takes precedence, followed by the rating in
  /// the metadata and the average rating from a source. `nil` if there is no rating, or if it is not loaded yet.
  public let score: Double?
  /// The address of a cover image; `nil` if the metadata contains none.
  public let cover: String?
  /// True if the metadata lookup has ended, whatever its result. False while the lookup is queued or running.
  public let isFetched: Bool
  /// True if the row is open, false if it is closed; `nil` if it is not collapsible.
  public let isOpen: Bool?

  /// Creates the content of a book's row.
  ///
  /// - Parameters:
  ///   - book: The book to show.
  ///   - presentation: The amount of detail.
  ///   - metadata: The state of the book's metadata, from ``RowMetadata``.
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
