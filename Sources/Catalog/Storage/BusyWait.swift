#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a statement waits while another process writes: a little longer at first, up to a deadline.
struct BusyWait {
  /// Seconds after which waiting ends.
  let patience: Double
  private var began: Double = 0

  init(patience: Double) { self.patience = patience }

  /// Waits before the next attempt.
  /// - Parameter attempt: 0 when a wait begins.
  /// - Returns: whether to try again; `false` past the deadline.
  mutating func waits(attempt: Int32) -> Bool {
    let now = Self.now
    if attempt == 0 { began = now }
    let left = began + patience - now
    guard left > 0 else { return false }
    // 1, 2, 4, 4 … ms: long enough not to burn a core, and short enough to fall into the pauses that a long run of writes
    // makes for others.
    let pause = min(Double(1 << min(attempt, 2)) / 1000, left)
    usleep(UInt32(pause * 1_000_000))
    return true
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
