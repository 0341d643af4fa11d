import FoundationEssentials

/// A service that provides more information about books, such as covers, descriptions and ratings. A provider keeps no
/// state: it answers requests. ``MetadataFetcher`` decides which books to request and when, and which answers to store.
public protocol MetadataProvider: Sendable {
  /// The name under which the catalog stores the provider's metadata. It must never change.
  var name: String { get }
  /// The name of the host that receives the requests. Providers on the same host share its limits.
  var host: String { get }
  /// The limits on the rate and the size of requests.
  var limits: MetadataLimits { get }
  /// A fingerprint of the settings used for requests, such as a contact address. Requests that a host has refused are
  /// sent again after the fingerprint changes.
  var settings: Int64 { get }
  /// True if ``rest(of:)`` can return more metadata than the first answer about a book contains.
  var hasMore: Bool { get }

  /// Returns true if a query can share a request with other queries. Otherwise, the query needs a request of its own.
  func joins(_ query: MetadataQuery) -> Bool

  /// Looks up books in one request.
  ///
  /// - Parameter queries: The queries, 1 to ``MetadataLimits/batch`` of them.
  /// - Returns: An answer for each query, in the same order.
  /// - Throws: ``SourceFailure`` if the request as a whole was not answered. The codes `busy`, `unreachable`,
  ///   `timedOut` and `denied` are the host's fault, and do not count as failed attempts for the books. Any other
  ///   failure counts as an unusable answer. `CancellationError` if the task was cancelled.
  func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer]

  /// Looks up further metadata of a book, such as the description, in one request.
  ///
  /// - Parameter query: A query whose ``MetadataQuery/known`` metadata came from this provider.
  /// - Returns: `found` with the complete metadata, including the metadata from earlier answers.
  /// - Throws: The errors of ``answers(to:)``.
  func rest(of query: MetadataQuery) async throws -> MetadataAnswer
}

extension MetadataProvider {
  /// The default is 0: requests do not depend on settings.
  public var settings: Int64 { 0 }
  /// The default is false: the first answer contains all metadata.
  public var hasMore: Bool { false }
  /// Returns true by default: any queries can share a request.
  public func joins(_ query: MetadataQuery) -> Bool { true }
  /// Returns `notFound` by default: there is no further metadata.
  public func rest(of query: MetadataQuery) async throws -> MetadataAnswer { .notFound }
}

/// A query to a provider about one book.
public struct MetadataQuery: Sendable, Equatable {
  /// The book's number in this catalog.
  public let book: Book.ID
  /// The book's ISBN. If it is known, the title and authors are not used to find the book.
  public let isbn: ISBN?
  /// The book's title. For a book that was added by its ISBN alone, this is the text that is shown in place of a title.
  public let title: String
  /// The authors, in order.
  public let authors: [String]
  /// The validator of the last answer, for a conditional request.
  public let etag: String?
  /// The metadata from the provider's last answer, if that answer still applies to this query.
  public let known: ProviderMetadata?

  /// Creates a query. Each parameter sets the property of the same name.
  public init(
    book: Book.ID, isbn: ISBN?, title: String, authors: [String], etag: String? = nil, known: ProviderMetadata? = nil
  ) {
    (self.book, self.isbn, self.title, self.authors) = (book, isbn, title, authors)
    (self.etag, self.known) = (etag, known)
  }
}

/// A provider's answer to one query.
public enum MetadataAnswer: Sendable, Equatable {
  /// The provider knows the book.
  ///
  /// - Parameters:
  ///   - maxAge: The time for which the answer stays valid, if the provider specifies it.
  ///   - etag: A validator for the next request.
  case found(ProviderMetadata, maxAge: Duration? = nil, etag: String? = nil)
  /// The metadata is unchanged (HTTP status 304).
  case unchanged(maxAge: Duration? = nil)
  /// The provider does not know the book.
  case notFound
  /// The answer is about another book and counts as not found.
  case otherBook(String)
  /// The answer to this query cannot be used, for the given reason.
  case unusable(String)
}

/// The limits on requests to a host.
public struct MetadataLimits: Sendable, Equatable {
  /// The maximum number of queries in one request.
  public var batch: Int
  /// The maximum number of requests per second, over all processes; `nil` for no limit.
  public var rate: Double?
  /// The number of requests that may be sent at once before the rate applies.
  public var burst: Int
  /// The maximum number of concurrent requests, over all processes.
  public var parallel: Int

  /// Creates limits. Each parameter sets the property of the same name.
  public init(batch: Int = 1, rate: Double? = nil, burst: Int = 1, parallel: Int = 4) {
    (self.batch, self.rate, self.burst, self.parallel) = (max(1, batch), rate, max(1, burst), max(1, parallel))
  }
}
