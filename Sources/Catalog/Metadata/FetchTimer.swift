/// The times at which a fetcher has something to do although nothing happens, in seconds of a monotonic clock: the
/// catalog's own times are those of a clock that people set.
struct FetchTimer: Sendable {
  /// The purposes of a timer that fired.
  struct Firing {
    let wakes: Bool
    let looks: Bool
    let isPatienceOver: Bool
    /// The numbers of the requests that have taken too long, in order.
    let late: [Int]
  }

  /// When the queue is to be looked at.
  var wake: Double?
  /// When to look again what other processes have made of rows.
  var look: Double?
  /// When stopping has taken too long.
  var patience: Double?
  /// When requests under way have taken too long, by their numbers.
  var deadlines: [Int: Double] = [:]
  /// The time that the timer is set to.
  private var set: Double?

  private var next: Double? { [wake, look, patience, deadlines.values.min()].compactMap { $0 }.min() }

  /// Takes note that the timer is set to the first of these times.
  ///
  /// - Returns: that time, where the timer was not set or too late; one that fires too early does no harm.
  mutating func arm() -> Double? {
    guard let next, set.map({ $0 > next }) ?? true else { return nil }
    set = next
    return next
  }

  /// Takes what is due by a time.
  mutating func fire(at time: Double) -> Firing {
    if let set, set <= time { self.set = nil }
    func isDue(_ until: inout Double?) -> Bool {
      guard let end = until, end <= time else { return false }
      until = nil
      return true
    }
    return Firing(
      wakes: isDue(&wake), looks: isDue(&look), isPatienceOver: isDue(&patience),
      late: deadlines.filter { $0.value <= time }.keys.sorted())
  }
}
