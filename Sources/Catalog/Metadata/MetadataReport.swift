import FoundationEssentials

/// The progress of the rows that somebody asked a fetcher for.
public struct MetadataReport: Sendable, Equatable {
  /// A row that could not be had.
  public struct Failure: Sendable, Equatable {
    /// The number of its book.
    public let book: Book.ID
    /// Why, in words for people.
    public let reason: String
  }

  /// How many rows were asked for.
  public var total = 0
  /// How many have metadata, all of it.
  public var loaded = 0
  /// How many the provider knows nothing of.
  public var missing = 0
  /// How many could not be had, or not all of it, and are tried again later.
  public var failed = 0
  /// The first of these; at most ``failuresNamed``.
  public var failures: [Failure] = []
  /// The failure because of which the fetcher went no further: its host does not answer, or does not want to be asked.
  public var hostFailure: SourceFailure?
  /// When the host is asked again, where it is asked again by itself.
  public var hostWaitsUntil: Date?

  /// How many failures are named.
  public static let failuresNamed = 20

  /// Nothing yet.
  public init() {}

  /// How many rows have got an answer of whatever kind.
  public var settled: Int { loaded + missing + failed }
  /// How many rows wait.
  public var waiting: Int { total - settled }
}
