#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a statement waits while another process writes: a little longer at first, and for as long as that one gets on.
struct BusyWait {
  /// Seconds after which waiting ends when nothing was written to the log meanwhile: who holds the lock then has been
  /// stopped, or does something that takes longer.
  let patience: Double
  /// Whether who writes for long is asked to let it in.
  var asks = false
  private let turns: WriteTurns
  private let now: () -> Double
  private var began: Double = 0
  private var written: WriteTurns.Moment?

  /// - Parameter now: seconds of a clock that nobody sets.
  init(patience: Double, turns: WriteTurns, now: @escaping () -> Double = Self.monotonicTime) {
    self.patience = patience
    self.turns = turns
    self.now = now
  }

  /// Waits before the next attempt.
  /// - Parameter attempt: 0 when a wait begins.
  /// - Returns: whether to try again; `false` when patience is over.
  mutating func waits(attempt: Int32) -> Bool {
    let (now, last) = (now(), written)
    written = turns.written
    if attempt == 0 || written != last { began = now }
    let left = began + patience - now
    guard left > 0 else { return false }
    // Each time anew: who has written meanwhile has taken back what was asked before.
    if asks { turns.ask() }
    // 1, 2, 4, 4 … ms: long enough not to burn a core, and short enough to fall into the pauses that a long run of writes
    // leaves.
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
