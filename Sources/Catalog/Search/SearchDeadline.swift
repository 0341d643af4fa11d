/// When looking for other spellings has to come to an end, whatever was found by then.
struct SearchDeadline: Sendable {
  private let isTimeUp: @Sendable () -> Bool

  /// The time that it may take: with what comes before and after it, less than a person notices.
  static let interactive = Duration.milliseconds(40)

  /// - Parameter time: `nil` for as long as it takes.
  init(in time: Duration?) {
    if let time {
      let end = ContinuousClock.now + time
      self.init { ContinuousClock.now > end }
    } else {
      self.init { false }
    }
  }

  /// - Parameter isTimeUp: asked between two rows that are read.
  init(_ isTimeUp: @escaping @Sendable () -> Bool) { self.isTimeUp = isTimeUp }

  var isOver: Bool { isTimeUp() }
}
