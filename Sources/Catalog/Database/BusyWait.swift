#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The wait of a statement while another process writes. The intervals between attempts grow slightly at first.
/// Attempts continue for as long as the other process makes progress.
struct BusyWait {
  /// The number of seconds after which waiting ends if nothing was written to the log. In that case, the process that
  /// holds the lock is stopped, or is busy with something that takes longer.
  let patience: Double
  /// True to ask a process with a long write to let this process write.
  var asks = false
  private let turns: WriteTurns
  private let now: () -> Double
  private var began: Double = 0
  private var written: WriteTurns.Moment?

  /// Creates a wait.
  ///
  /// - Parameter now: Returns the seconds of a monotonic clock.
  init(patience: Double, turns: WriteTurns, now: @escaping () -> Double = Self.monotonicTime) {
    self.patience = patience
    self.turns = turns
    self.now = now
  }

  /// Waits before the next attempt.
  ///
  /// - Parameter attempt: The number of the attempt, 0 at the beginning of a wait.
  /// - Returns: True to try again, or false if the patience is over.
  mutating func waits(attempt: Int32) -> Bool {
    let (now, last) = (now(), written)
    written = turns.written
    if attempt == 0 || written != last { began = now }
    let left = began + patience - now
    guard left > 0 else { return false }
    // The request is repeated before every attempt, since a write by another process in the meantime has cleared it.
    if asks { turns.ask() }
    // 1, 2, 4, 4 … ms: long enough not to keep a core busy, short enough to hit the pauses in a long run of writes.
    let pause = min(left, 0.004, 0.001 * Double(1 << min(attempt, 2)))
    usleep(UInt32(pause * 1_000_000))
    return true
  }

  private static func monotonicTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
