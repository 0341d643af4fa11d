import CatalogTestSupport
import FoundationEssentials
import Synchronization

@testable import Catalog
@testable import CatalogModel

/// A time that passes only on request of the test, with a wall clock that can be set.
final class VirtualTime: Sendable {
  private struct Sleeper {
    let until: Double
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var uptime = 0.0
    /// The wall clock's time at uptime 0.
    var wall = 1_767_225_600.0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled = Set<Int>()
    /// The tasks that wait for a sleeper with an end in a range of times.
    var watchers: [(until: ClosedRange<Double>, continuation: CheckedContinuation<Void, Never>)] = []
    var last = 0
  }

  private let state = Mutex(State())

  var now: @Sendable () -> Date {
    { [self] in state.withLock { Date(timeIntervalSince1970: $0.wall + $0.uptime) } }
  }

  /// The environment for one fetcher: each has a unique name derived from its random numbers.
  private var environment: FetchEnvironment {
    let seed = state.withLock { state in
      state.last += 1
      return UInt64(state.last)
    }
    return FetchEnvironment(
      sleep: { [self] in try await sleep($0) }, uptime: { [self] in state.withLock(\.uptime) },
      generator: { SeededGenerator(seed: seed) })
  }

  func fetcher(
    of catalog: BookCatalog, from provider: any MetadataProvider, servesQueue: Bool = true
  ) -> MetadataFetcher {
    MetadataFetcher(
      provider: provider, servesQueue: servesQueue, database: catalog.database, now: now, environment: environment)
  }

  /// Sets the wall clock back.
  func setBack(_ seconds: Double) { state.withLock { $0.wall -= seconds } }

  /// Lets time pass and wakes the sleepers whose time has come.
  func advance(_ seconds: Double) {
    let woken = state.withLock { state in
      state.uptime += seconds
      let woken = state.sleepers.filter { $0.value.until <= state.uptime + 1e-6 }
      for number in woken.keys { state.sleepers[number] = nil }
      return woken.values.sorted { $0.until < $1.until }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits for a sleeper that wakes within a range of seconds from now.
  func waitForSleeper(_ seconds: ClosedRange<Double>) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let until = state.uptime + seconds.lowerBound...state.uptime + seconds.upperBound
        if state.sleepers.values.contains(where: { until.contains($0.until) }) { return true }
        state.watchers.append((until, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Lets time pass, a quarter of a second at a time, until a value is available.
  func pass<Value: Sendable>(_ catalog: BookCatalog, until value: () async throws -> Value) async throws -> Value {
    let isOver = Mutex(false)
    async let driver: Void = {
      while !isOver.withLock({ $0 }) {
        advance(0.25)
        await Task.yield()
        // Pending writes are complete after this one.
        _ = try await catalog.write { _ in 0 }
      }
    }()
    defer { isOver.withLock { $0 = true } }
    let awaited = try await value()
    isOver.withLock { $0 = true }
    try await driver
    return awaited
  }

  func sleep(_ seconds: Double) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, watchers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
          guard state.cancelled.remove(number) == nil else { return (true, []) }
          let until = state.uptime + seconds
          state.sleepers[number] = Sleeper(until: until, continuation: continuation)
          let watchers = state.watchers.filter { $0.until.contains(until) }
          state.watchers.removeAll { $0.until.contains(until) }
          return (false, watchers.map(\.continuation))
        }
        for watcher in watchers { watcher.resume() }
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
