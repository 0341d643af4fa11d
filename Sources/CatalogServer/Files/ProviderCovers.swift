import CatalogModel
import CatalogSources
import FoundationEssentials

/// Fetches covers of the metadata provider when a page shows them. A few requests run at a time. A cover that failed is
/// not requested again before it is due, and a host that fails repeatedly is left alone for a minute, because any guest
/// can look at a page.
actor ProviderCovers {
  private static let parallel = 4
  /// The maximum number of requests that run or wait.
  private static let maxRequests = 64
  /// The number of failures in a row after which the host is left alone, and the seconds for which it is.
  private static let (maxFailures, pause) = (5, 60.0)

  private let cache: CoverCache
  private let now: @Sendable () -> Date
  /// The last request of each lane. The requests of a lane run one after the other.
  private var lanes = [Task<Void, Never>?](repeating: nil, count: parallel)
  private var nextLane = 0
  private var requests = 0
  private var failures = 0
  private var pausedUntil = Date.distantPast

  init(cache: CoverCache, now: @escaping @Sendable () -> Date = { Date() }) { (self.cache, self.now) = (cache, now) }

  /// Returns the cover at an address of the provider, from the cache if it is stored.
  ///
  /// - Throws: The errors of ``CoverCache/cover(at:)``; ``SourceFailure``, `busy`, if no request is made now.
  func image(at address: String) async throws -> Cover {
    if let cover = try cache.stored(at: address) { return cover }
    try checkMayAsk(address)
    guard requests < Self.maxRequests else { throw Self.busy("too many covers are being fetched") }
    requests += 1
    defer { requests -= 1 }
    let lane = nextLane
    nextLane = (nextLane + 1) % Self.parallel
    let work = Task { [before = lanes[lane]] in
      await before?.value
      return try await self.fetch(address)
    }
    lanes[lane] = Task { _ = await work.result }
    return try await work.value
  }

  private func fetch(_ address: String) async throws -> Cover {
    // The host may have failed while the request waited.
    try checkMayAsk(address)
    do {
      let cover = try await cache.cover(at: address)
      failures = 0
      return cover
    } catch let failure as SourceFailure {
      if [.busy, .unreachable, .timedOut, .denied].contains(failure.code) {
        failures += 1
        if failures >= Self.maxFailures {
          (failures, pausedUntil) = (0, now().addingTimeInterval(Self.pause))
        }
      }
      // The cache records missing covers itself.
      if failure.code != .missing { try await cache.record(failure, at: address) }
      throw failure
    }
  }

  private func checkMayAsk(_ address: String) throws {
    if let failure = cache.failure(at: address), !failure.isDue(at: now()) { throw Self.busy(failure.cause) }
    if pausedUntil > now() { throw Self.busy("the provider does not respond") }
  }

  private static func busy(_ cause: String) -> SourceFailure { SourceFailure(.busy, "the cover", cause: cause) }
}
