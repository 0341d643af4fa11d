/// The time at which the search for spellings must stop and return the results found so far.
struct SearchDeadline: Sendable {
  private let isTimeUp: @Sendable () -> Bool

  /// The time limit for interactive use. Together with the work before and after, it is too short to notice.
  static let interactive = Duration.milliseconds(40)

  /// Creates a deadline.
  ///
  /// - Parameter time: The time limit; `nil` for none.
  init(in time: Duration?) {
    if let time {
      let end = ContinuousClock.now + time
      self.init { ContinuousClock.now > end }
    } else {
      self.init { false }
    }
  }

  /// Creates a deadline from a function.
  ///
  /// - Parameter isTimeUp: Called between two rows; returns true if the time is up.
  init(_ isTimeUp: @escaping @Sendable () -> Bool) { self.isTimeUp = isTimeUp }

  var isOver: Bool { isTimeUp() }
}
