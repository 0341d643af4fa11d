import CatalogDatabase
import FoundationEssentials

/// Permissions to request covers from the hosts that books name. All processes together make two requests at a time,
/// one a second to each host, and at most a thousand in any 24 hours. A host that fails repeatedly is left alone for a
/// while, like the host of a metadata provider.
package struct CoverTurns: Sendable {
  /// The permission for one request. It must be returned when the request has ended.
  package struct Permit: Sendable {
    fileprivate let host: String
    fileprivate let slot: String
    fileprivate var slots: HostSlots
  }

  /// The decision about a request.
  package enum Turn: Sendable {
    case granted(Permit)
    /// The host receives no requests before this time.
    case hostWaits(until: Date)
    /// No host receives requests before this time.
    case allWait(until: Date)
  }

  /// The name under which the limits of all hosts together are stored.
  static let total = "covers of books"
  /// The number of requests at a time.
  package static let parallel = 2
  /// The seconds between two requests to a host.
  package static let interval = 1.0
  /// A burst and a rate that add up to a thousand requests in any 24 hours.
  private static let totalLimits = MetadataLimits(rate: 400 / FetchTimes.day, burst: 600, parallel: parallel)
  private static let hostLimits = MetadataLimits(rate: 1 / interval, parallel: parallel)

  let database: Database
  let now: @Sendable () -> Date

  /// Decides if a request may be made now.
  ///
  /// - Parameter host: The name of the host.
  /// - Throws: ``CatalogError`` if the catalog cannot be written.
  package func turn(at host: String) async throws -> Turn {
    try await change { connection, now in
      var limiter = try HostLimiter(connection, ProviderProfile(host: host, limits: Self.hostLimits), now: now)
      if let until = limiter.acquireRate() { return .hostWaits(until: until) }
      // Each permit has a holder of its own, so that permits share no state.
      var generator = SystemRandomNumberGenerator()
      let holder = UUID.version7(at: now, using: &generator).uuidString
      var slots = HostSlots(host: Self.total, parallel: Self.parallel, holder: holder)
      var total = try Self.total(connection, now)
      switch try total.acquire(from: &slots) {
      case .admitted(let slot):
        try limiter.save()
        try total.save()
        return .granted(Permit(host: host, slot: slot, slots: slots))
      case .limited(let until): return .allWait(until: until ?? now.addingTimeInterval(0.5))
      case .refused(let wait): return .allWait(until: wait.until ?? now.addingTimeInterval(FetchTimes.maxBlock))
      }
    }
  }

  /// Returns a permission, and records how the host responded.
  ///
  /// - Parameter failure: The failure of the request; `nil` if it succeeded. Failures that are not the host's do not
  ///   count against the host.
  /// - Returns: The time until which the host receives no requests; `nil` if requests may continue.
  package func end(_ permit: Permit, _ failure: SourceFailure?) async throws -> Date? {
    try await change { connection, now in
      var limiter = try HostLimiter(connection, ProviderProfile(host: permit.host, limits: Self.hostLimits), now: now)
      var until: Date?
      // A host that refuses one image may have others.
      if let failure, [.busy, .unreachable, .timedOut].contains(failure.code) {
        until = limiter.fail(failure)
      } else {
        limiter.succeed()
      }
      var slots = permit.slots
      slots.giveBack(permit.slot)
      try slots.release(LeaseTable(connection: connection))
      try limiter.save()
      return until
    }
  }

  /// Removes the stored states of hosts that respond. Otherwise each host that a book names would stay in the catalog.
  package func tidy() async throws {
    try await change { connection, now in
      try HostStateTable(connection: connection).removeIdle(before: now.addingTimeInterval(-3_600).milliseconds)
    }
  }

  private static func total(_ connection: Connection, _ now: Date) throws -> HostLimiter {
    try HostLimiter(connection, ProviderProfile(host: total, limits: totalLimits), now: now)
  }

  /// Runs a transaction that is completed even if the task is cancelled, because other requests wait for permits.
  private func change<Value: Sendable>(
    _ body: @escaping @Sendable (Connection, Date) throws -> Value
  ) async throws -> Value {
    let (database, now) = (database, now)
    return try await Task { try await database.write { try body($0, now()) } }.value
  }
}
