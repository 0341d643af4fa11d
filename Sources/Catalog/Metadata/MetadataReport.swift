import FoundationEssentials

/// The progress of a call that fetches the metadata of several books.
public struct MetadataReport: Sendable, Equatable {
  /// A book whose metadata could not be fetched.
  public struct Failure: Sendable, Equatable {
    /// The id of the book.
    public let book: Book.ID
    /// The reason for the failure, as text for people.
    public let reason: String
  }

  /// The number of requested books.
  public var total = 0
  /// The number of books with complete metadata.
  public var loaded = 0
  /// The number of books unknown to the provider.
  public var missing = 0
  /// The number of books whose metadata could not be fetched completely and will be retried.
  public var failed = 0
  /// The first failures in order of occurrence; at most ``failuresNamed``.
  public var failures: [Failure] = []
  /// The failure that ended the call early: the host does not respond, or demands a pause.
  public var hostFailure: SourceFailure?
  /// The time at which requests to the host resume automatically; `nil` if they do not.
  public var hostWaitsUntil: Date?

  /// The maximum number of failures listed.
  public static let failuresNamed = 20

  /// Creates an empty report.
  public init() {}

  /// The number of books with an answer of any kind.
  public var settled: Int { loaded + missing + failed }
  /// The number of books without an answer.
  public var waiting: Int { total - settled }
}
