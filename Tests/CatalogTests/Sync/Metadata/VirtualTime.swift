import CatalogTestSupport
import FoundationEssentials
import Synchronization

@testable import Catalog

/// A time that passes when a test says so, and a clock on the wall that people set.
final class VirtualTime: Sendable {
  private struct Sleeper {
    let until: Double
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var uptime = 0.0
    /// What the clock on the wall shows at uptime 0.
    var wall = 1_767_225_600.0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled = Set<Int>()
    var last = 0
  }

  private let state = Mutex(State())

  var now: @Sendable () -> Date {
    { [self] in state.withLock { Date(timeIntervalSince1970: $0.wall + $0.uptime) } }
  }

  /// For one fetcher: each has a name of its own, which comes of its numbers.
  private var outside: MetadataFetcher.Outside {
    let seed = state.withLock { state in
      state.last += 1
      return UInt64(state.last)
    }
    return MetadataFetcher.Outside(
      sleep: { [self] in try await sleep($0) }, uptime: { [self] in state.withLock(\.uptime) },
      generator: { SeededGenerator(seed: seed) })
  }

  func fetcher(
    of catalog: BookCatalog, from provider: any MetadataProvider, servesQueue: Bool = true
  ) -> MetadataFetcher {
    MetadataFetcher(
      provider: provider, servesQueue: servesQueue, database: catalog.database, now: now, outside: outside)
  }

  /// Somebody sets the clock on the wall back.
  func setBack(_ seconds: Double) { state.withLock { $0.wall -= seconds } }

  /// Lets time pass, and wakes those who have slept enough.
  func advance(_ seconds: Double) {
    let woken = state.withLock { state in
      state.uptime += seconds
      let woken = state.sleepers.filter { $0.value.until <= state.uptime + 1e-6 }
      for number in woken.keys { state.sleepers[number] = nil }
      return woken.values.sorted { $0.until < $1.until }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until somebody sleeps who wakes within so many seconds from now.
  func waitForSleeper(_ seconds: ClosedRange<Double>) async {
    func isThere(_ state: borrowing State) -> Bool {
      let uptime = state.uptime
      return state.sleepers.values.contains { seconds.contains($0.until - uptime) }
    }
    while !state.withLock({ isThere($0) }) { await Task.yield() }
  }

  func sleep(_ seconds: Double) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          guard state.cancelled.remove(number) == nil else { return true }
          state.sleepers[number] = Sleeper(until: state.uptime + seconds, continuation: continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
