import Synchronization

/// A clock that advances only when a test advances it.
final class ManualClock: Sendable {
  private let time = Mutex(Duration.seconds(1000))
  @Sendable func now() -> Duration { time.withLock(\.self) }
  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
