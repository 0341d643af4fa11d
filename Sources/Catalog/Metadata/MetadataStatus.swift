import FoundationEssentials

/// How far the metadata of a catalog is, in numbers.
public struct MetadataStatus: Sendable, Equatable {
  /// The rows of one provider.
  public struct Provider: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Rows that wait, or that are being asked for.
    public internal(set) var waiting = 0
    /// Rows that are being asked for.
    public internal(set) var loading = 0
    /// Rows that have their metadata.
    public internal(set) var loaded = 0
    /// Of these, rows of which the rest is still to come.
    public internal(set) var incomplete = 0
    /// Rows that the provider does not know.
    public internal(set) var missing = 0
    /// Rows that could not be had and are tried again.
    public internal(set) var failed = 0
    /// When the next row is due; `nil` when none ever is.
    public internal(set) var nextDue: Date?
  }

  /// A host that providers ask.
  public struct Host: Sendable, Equatable {
    /// How it is doing.
    public enum Condition: Sendable, Equatable {
      /// It answers.
      case answers
      /// It wants to be left alone until then.
      case blocked(until: Date)
      /// It does not answer, and is tried again then.
      case givenUp(until: Date)
      /// It does not want to be asked as we ask it.
      case denied
    }

    /// Its name.
    public let name: String
    /// How it is doing.
    public let condition: Condition
    /// Failures in a row.
    public let failures: Int
    /// The last failure of the host, in words for people; `nil` where it answers.
    public let error: String?
  }

  /// In the order of their names; those that were never asked are missing.
  public internal(set) var providers: [Provider] = []
  /// In the order of their names.
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
    try HostStateTable(connection: connection).all().map { row in
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
