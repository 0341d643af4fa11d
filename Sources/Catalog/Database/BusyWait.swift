import Platform

/// The wait of a statement while another process is writing. The statement is tried again every few milliseconds, for
/// as long as the other process makes progress.
struct BusyWait {
  /// The number of seconds without a write to the log after which the wait ends. By then, the process that holds the
  /// lock is probably suspended, or is busy with something else.
  let patience: Double
  /// True to ask the writing process to pause so that this process can write.
  var asks = false
  private let turns: WriteTurns
  private let now: () -> Double
  private var began: Double = 0
  private var written: WriteTurns.Moment?

  /// Creates a wait.
  ///
  /// - Parameter now: Returns the current time of a monotonic clock, in seconds.
  init(patience: Double, turns: WriteTurns, now: @escaping () -> Double = Self.monotonicTime) {
    self.patience = patience
    self.turns = turns
    self.now = now
  }

  /// Waits before the next attempt.
  ///
  /// - Parameter attempt: The number of failed attempts, 0 for a new wait.
  /// - Returns: True to try again, or false if the time is up.
  mutating func waits(attempt: Int32) -> Bool {
    let (now, last) = (now(), written)
    written = turns.written
    if attempt == 0 || written != last { began = now }
    let left = began + patience - now
    guard left > 0 else { return false }
    // The request is made again before every attempt, since each write by another process clears it.
    if asks { turns.ask() }
    // Pauses of 1, 2, 4, 4 … ms are long enough not to keep a core busy. They are short enough for an attempt to fall
    // into a pause of the writing process.
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
