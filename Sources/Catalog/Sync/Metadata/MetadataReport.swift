import FoundationEssentials

/// How far the rows are that somebody asked a fetcher for.
public struct MetadataReport: Sendable, Equatable {
  /// How many rows were asked for.
  public var total = 0
  /// How many have metadata, all of it.
  public var loaded = 0
  /// How many the provider knows nothing of.
  public var missing = 0
  /// How many could not be had, and are tried again later.
  public var failed = 0
  /// The first reasons for that, with the numbers of the books; at most ``failuresNamed``.
  public var failures: [(book: Int64, reason: String)] = []
  /// Why the fetcher went no further: its host does not answer, or does not want to be asked.
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

  public static func == (one: MetadataReport, other: MetadataReport) -> Bool {
    one.total == other.total && one.loaded == other.loaded && one.missing == other.missing
      && one.failed == other.failed && one.hostFailure == other.hostFailure
      && one.hostWaitsUntil == other.hostWaitsUntil && one.failures.elementsEqual(other.failures, by: ==)
  }
}
