import Synchronization

/// A clock on which every pause ends at once.
struct HastyClock: Clock {
  var now: HeldClock.Instant { HeldClock.Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: HeldClock.Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}

/// A clock that stands still until it is advanced, which ends every pause.
final class HeldClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    var lastNumber = 0
    var waiter: CheckedContinuation<Void, Never>?
    /// True if a task has started to sleep that was not awaited yet.
    var hasSlept = false
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = state.withLock { state in
          state.sleepers[number] = continuation
          state.hasSlept = state.waiter == nil
          defer { state.waiter = nil }
          return state.waiter
        }
        waiter?.resume()
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: number) }?.resume(throwing: CancellationError())
  }

  /// Waits until a task sleeps, each time another one.
  func slept() async {
    await withCheckedContinuation { continuation in
      let isSleeping = state.withLock { state in
        if !state.hasSlept { state.waiter = continuation }
        defer { state.hasSlept = false }
        return state.hasSlept
      }
      if isSleeping { continuation.resume() }
    }
  }

  func advance() {
    let sleepers = state.withLock { state in
      state.now = state.now.advanced(by: .milliseconds(100))
      defer { state.sleepers = [:] }
      return state.sleepers
    }
    for sleeper in sleepers.values { sleeper.resume() }
  }
}
