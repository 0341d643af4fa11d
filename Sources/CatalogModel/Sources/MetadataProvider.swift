import FoundationEssentials

/// A service that knows more of books: their covers, descriptions, ratings. A provider has no memory: it answers, and
/// ``MetadataFetcher`` decides which rows to ask for, when, and what is kept.
public protocol MetadataProvider: Sendable {
  /// The name under which the catalog keeps what it says; stable for ever.
  var name: String { get }
  /// The name of the host that answers, to which the limits belong. Providers of one host share its limits.
  var host: String { get }
  /// How often, and how much at a time, it may be asked.
  var limits: MetadataLimits { get }
  /// A fingerprint of the settings with which it is asked, such as a contact: a host that refused us is asked again once
  /// this is another one.
  var settings: Int64 { get }
  /// Whether there is more to ask for, by ``rest(of:)``, of a row that was answered.
  var hasMore: Bool { get }

  /// Whether a row can be asked for together with others; else it is asked for alone.
  func joins(_ query: MetadataQuery) -> Bool

  /// Looks up books in one request.
  ///
  /// - Parameter queries: 1 to ``MetadataLimits/batch``.
  /// - Returns: an answer for each query, in their order.
  /// - Throws: ``SourceFailure`` where the request as a whole was not answered: `busy`, `unreachable`, `timedOut` and
  ///   `denied` are the host's fault and cost the rows nothing; any other is taken as an answer that cannot be used.
  ///   `CancellationError`.
  func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer]

  /// Looks up the rest of what it knows of a book, such as the description, in one request.
  ///
  /// - Parameter query: of a row whose ``MetadataQuery/known`` metadata this provider gave.
  /// - Returns: `found` with all that is known then, what was known before included.
  /// - Throws: as ``answers(to:)``.
  func rest(of query: MetadataQuery) async throws -> MetadataAnswer
}

extension MetadataProvider {
  /// No settings.
  public var settings: Int64 { 0 }
  /// Everything comes with the first answer.
  public var hasMore: Bool { false }
  /// Rows are asked for together where the limits allow it.
  public func joins(_ query: MetadataQuery) -> Bool { true }
  /// Nothing more.
  public func rest(of query: MetadataQuery) async throws -> MetadataAnswer { .notFound }
}

/// A query to a provider about one book.
public struct MetadataQuery: Sendable, Equatable {
  /// The book's number in this catalog.
  public let book: Book.ID
  /// The book's ISBN. Where it has one, that alone decides which book is meant.
  public let isbn: ISBN?
  /// The book's title; of a book that was added by its ISBN alone, whatever stands in its place.
  public let title: String
  /// In order.
  public let authors: [String]
  /// The validator of the last answer, for a conditional request.
  public let etag: String?
  /// The provider's last answer, where it is still about this query.
  public let known: ProviderMetadata?

  /// A query of its parts, each described at the property of the same name.
  public init(
    book: Book.ID, isbn: ISBN?, title: String, authors: [String], etag: String? = nil, known: ProviderMetadata? = nil
  ) {
    (self.book, self.isbn, self.title, self.authors) = (book, isbn, title, authors)
    (self.etag, self.known) = (etag, known)
  }
}

/// A provider's answer to one query.
public enum MetadataAnswer: Sendable, Equatable {
  /// It knows the book.
  ///
  /// - Parameters:
  ///   - maxAge: how long that holds, where it says so.
  ///   - etag: a validator for the next request.
  case found(ProviderMetadata, maxAge: Duration? = nil, etag: String? = nil)
  /// It is unchanged (304).
  case unchanged(maxAge: Duration? = nil)
  /// It does not know the book.
  case notFound
  /// It answered about another book, which is as good as none.
  case otherBook(String)
  /// Its answer about this row cannot be used, with the reason.
  case unusable(String)
}

/// The limits on requests to a host.
public struct MetadataLimits: Sendable, Equatable {
  /// How many rows go into one request at most.
  public var batch: Int
  /// Requests a second, over all processes; `nil` for no limit.
  public var rate: Double?
  /// How many requests may follow one another at once before the rate holds.
  public var burst: Int
  /// How many requests may be under way at the same time, over all processes.
  public var parallel: Int

  /// Limits of their parts, each described at the property of the same name.
  public init(batch: Int = 1, rate: Double? = nil, burst: Int = 1, parallel: Int = 4) {
    (self.batch, self.rate, self.burst, self.parallel) = (max(1, batch), rate, max(1, burst), max(1, parallel))
  }
}
