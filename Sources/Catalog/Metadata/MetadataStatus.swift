import CatalogDatabase
import FoundationEssentials

/// The progress of a catalog's metadata, in numbers.
public struct MetadataStatus: Sendable, Equatable {
  /// The numbers of books in a provider's queue, grouped by the state of their metadata.
  public struct Provider: Sendable, Equatable {
    /// The name of the provider.
    public let name: String
    /// The number of books without an answer yet, including books that are being fetched.
    public internal(set) var waiting = 0
    /// The number of books being fetched.
    public internal(set) var loading = 0
    /// The number of books with metadata.
    public internal(set) var loaded = 0
    /// The number of books in ``loaded`` whose description or other details are not fetched yet.
    public internal(set) var incomplete = 0
    /// The number of books that the provider does not know.
    public internal(set) var missing = 0
    /// The number of books whose metadata could not be fetched and will be retried.
    public internal(set) var failed = 0
    /// The time at which the next book is due; `nil` if the queue is empty.
    public internal(set) var nextDue: Date?
  }

  /// A host to which providers send requests.
  public struct Host: Sendable, Equatable {
    /// The condition of a host.
    public enum Condition: Sendable, Equatable {
      /// The host responds.
      case answers
      /// The host demands a pause until the given time.
      case blocked(until: Date)
      /// The host does not respond. It is tried again at the given time.
      case givenUp(until: Date)
      /// The host denies requests with the current settings.
      case denied
    }

    /// The name of the host.
    public let name: String
    /// The condition of the host.
    public let condition: Condition
    /// The number of consecutive failures.
    public let failures: Int
    /// The last failure, in words for people; `nil` if the host responds.
    public let error: String?
  }

  /// The providers that have books in the queue, ordered by name.
  public internal(set) var providers: [Provider] = []
  /// The hosts, ordered by name.
  public internal(set) var hosts: [Host] = []
}

struct MetadataStatusReader {
  let connection: Connection

  func status(now: Date) throws -> MetadataStatus {
    MetadataStatus(providers: try providers(now), hosts: try hosts(now))
  }

  private func providers(_ now: Date) throws -> [MetadataStatus.Provider] {
    var providers: [MetadataStatus.Provider] = []
    try connection.statement(
      """
      SELECT provider, state, stage, queue = \(FetchQueue.claimed.rawValue) AND due_at > ?, count(*), min(due_at)
      FROM fetch_state GROUP BY 1, 2, 3, 4 ORDER BY 1
      """
    ).forEachRow([.integer(now.milliseconds)]) { row in
      let name = row.text(0)
      if providers.last?.name != name { providers.append(MetadataStatus.Provider(name: name)) }
      let last = providers.count - 1
      let count = Int(row.integer(4))
      if row.integer(3) == 1 { providers[last].loading += count }
      switch FetchState(rawValue: row.integer(1)) ?? .waiting {
      case .waiting: providers[last].waiting += count
      case .notFound: providers[last].missing += count
      case .failed: providers[last].failed += count
      case .loaded:
        providers[last].loaded += count
        if row.integer(2) == FetchStage.rest.rawValue { providers[last].incomplete += count }
      }
      let due = Date(milliseconds: row.integer(5))
      providers[last].nextDue = min(providers[last].nextDue ?? due, due)
    }
    return providers
  }

  private func hosts(_ now: Date) throws -> [MetadataStatus.Host] {
    try HostStateTable(connection: connection).all().filter { $0.host != CoverTurns.total }.map { row in
      let time = now.milliseconds
      let condition: MetadataStatus.Host.Condition =
        if row.denied != nil {
          .denied
        } else if row.openUntil > time {
          .givenUp(until: Date(milliseconds: row.openUntil))
        } else if row.blockedUntil > time {
          .blocked(until: Date(milliseconds: row.blockedUntil))
        } else {
          .answers
        }
      return MetadataStatus.Host(
        name: row.host, condition: condition, failures: Int(row.failures), error: row.error)
    }
  }
}
