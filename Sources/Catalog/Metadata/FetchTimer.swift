/// The times at which a fetcher must act without an event, in seconds of a monotonic clock. Times that are stored in
/// the catalog come from the system clock instead, which users can set.
struct FetchTimer: Sendable {
  /// The actions that are due when the timer has fired.
  struct Firing {
    let wakes: Bool
    let looks: Bool
    let isPatienceOver: Bool
    /// The numbers of the requests that have timed out, in ascending order.
    let late: [Int]
  }

  /// The time at which to check the queue for work.
  var wake: Double?
  /// The time at which to check if other processes have changed rows.
  var look: Double?
  /// The time limit for stopping.
  var patience: Double?
  /// The time limits of running requests, by number.
  var deadlines: [Int: Double] = [:]
  /// The time to which the timer is set.
  private var set: Double?

  private var next: Double? { [wake, look, patience, deadlines.values.min()].compactMap { $0 }.min() }

  /// Records that the timer is set to the earliest of these times.
  ///
  /// - Returns: The time to which the timer must be set; `nil` if it is already set to that time or an earlier time. A
  ///   timer that fires too early does no harm.
  mutating func arm() -> Double? {
    guard let next, set.map({ $0 > next }) ?? true else { return nil }
    set = next
    return next
  }

  /// Removes and returns the actions that are due at a time.
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
