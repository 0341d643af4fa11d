/// The time at which a search for suggestions must stop and return the results found so far.
struct SearchDeadline: Sendable {
  private let isTimeUp: @Sendable () -> Bool

  /// The time limit for interactive use. The user does not notice such a short delay.
  static let interactive = Duration.milliseconds(40)

  /// Creates a deadline.
  ///
  /// - Parameter time: The time until the deadline, or `nil` for no deadline.
  init(in time: Duration?) {
    if let time {
      let end = ContinuousClock.now + time
      self.init { ContinuousClock.now > end }
    } else {
      self.init { false }
    }
  }

  /// Creates a deadline from a closure.
  ///
  /// - Parameter isTimeUp: Called before each row is read. Returns true if the time is up.
  init(_ isTimeUp: @escaping @Sendable () -> Bool) { self.isTimeUp = isTimeUp }

  var isOver: Bool { isTimeUp() }
}
