/// When a fetcher has something to do although nothing happens. The times are seconds of a clock that nobody sets: the
/// catalog's own times are those of one that people do set.
struct FetchTimer {
  /// When the queue is to be looked at.
  var wake: Double?
  /// When to look again what other processes have made of rows.
  var look: Double?
  /// When requests under way have taken too long, by their numbers.
  var deadlines: [Int: Double] = [:]
  private var ringing: (time: Double, task: Task<Void, Never>)?

  /// The first of these times.
  private var next: Double? { [wake, look, deadlines.values.min()].compactMap { $0 }.min() }

  /// Sees to it that it rings in time; one that rings too early does no harm.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - ring: makes what sleeps so many seconds and then rings for a time.
  mutating func set(at now: Double, _ ring: (_ seconds: Double, _ time: Double) -> Task<Void, Never>) {
    guard let next, ringing.map({ $0.time > next }) ?? true else { return }
    ringing?.task.cancel()
    ringing = (next, ring(max(next - now, 0.001), next))
  }

  /// What it rings for.
  ///
  /// - Parameter time: the present time, or the one that it was set for.
  /// - Returns: whether it is time for each, and the requests that have taken too long.
  mutating func ring(at time: Double) -> (wakes: Bool, looks: Bool, late: [Int]) {
    ringing = nil
    let isWake = wake.map { $0 <= time } ?? false
    let isLook = look.map { $0 <= time } ?? false
    if isWake { wake = nil }
    if isLook { look = nil }
    return (isWake, isLook, deadlines.filter { $0.value <= time }.keys.sorted())
  }

  mutating func cancel() {
    ringing?.task.cancel()
    ringing = nil
  }
}
