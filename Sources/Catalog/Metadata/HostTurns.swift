import FoundationEssentials
import Synchronization

/// A client that sends single requests to a provider's host outside the metadata queue, for data about books that are
/// not in the catalog yet. The requests obey the limits that all fetchers and processes share.
///
/// ```swift
/// let turns = catalog.hostTurns(of: openLibrary)
/// let found = try await turns.perform { try await ask() }
/// ```
package final class HostTurns: RequestTurns {
  private let profile: ProviderProfile
  private let database: Database
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Double) async throws -> Void
  /// The slots of this process. Only transactions change them, which run one at a time.
  private let slots: Mutex<HostSlots>

  init(
    _ provider: any MetadataProvider, _ database: Database, now: @escaping @Sendable () -> Date,
    environment: FetchEnvironment
  ) {
    profile = ProviderProfile(provider)
    (self.database, self.now, sleep) = (database, now, environment.sleep)
    var generator = environment.generator()
    let holder = UUID.version7(at: now(), using: &generator).uuidString
    slots = Mutex(HostSlots(host: profile.host, parallel: profile.limits.parallel, holder: holder))
  }

  /// Makes one request as soon as the limits allow it, and records how the host responded.
  ///
  /// - Throws: ``SourceFailure`` if the host receives no requests for now; ``CatalogError`` if the catalog cannot be
  ///   written; the errors of the request; `CancellationError`.
  package func perform<Answer: Sendable>(_ request: @Sendable () async throws -> Answer) async throws -> Answer {
    let slot = try await turn()
    do {
      let answer = try await request()
      try await end(slot, nil, isAnswered: true)
      return answer
    } catch let failure as SourceFailure {
      let isTheHosts = [.busy, .unreachable, .timedOut, .denied].contains(failure.code)
      try await end(slot, isTheHosts ? failure : nil, isAnswered: !isTheHosts)
      throw failure
    } catch {
      // The slot is released even if the request was cancelled, because other requests wait for it.
      try await end(slot, nil, isAnswered: false)
      throw error
    }
  }

  private func turn() async throws -> String {
    while true {
      try Task.checkCancellation()
      let admission = try await change { limiter, slots in try limiter.acquire(from: &slots) }
      switch admission {
      case .admitted(let slot): return slot
      case .refused(let wait): throw wait.failure
      case .limited(let until): try await sleep(max(until?.timeIntervalSince(now()) ?? 0.5, 0.01))
      }
    }
  }

  private func end(_ slot: String, _ failure: SourceFailure?, isAnswered: Bool) async throws {
    try await change { limiter, slots in
      if let failure { _ = limiter.fail(failure) } else if isAnswered { limiter.succeed() }
      slots.giveBack(slot)
    }
  }

  /// Changes the host's state in one transaction, and releases unused slots. The task makes sure that the state is
  /// changed even if the caller is cancelled.
  private func change<Result: Sendable>(
    _ body: @escaping @Sendable (inout HostLimiter, inout HostSlots) throws -> Result
  ) async throws -> Result {
    try await Task {
      try await database.write { connection in
        var slots = self.slots.withLock { $0 }
        var limiter = try HostLimiter(connection, self.profile, now: self.now())
        let result = try body(&limiter, &slots)
        try slots.release(LeaseTable(connection: connection))
        try limiter.save()
        self.slots.withLock { $0 = slots }
        return result
      }
    }.value
  }
}
