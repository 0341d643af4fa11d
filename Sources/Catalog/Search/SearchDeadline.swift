/// When a search has to come to an end, whatever it has found by then.
struct SearchDeadline {
  private let end: ContinuousClock.Instant?

  /// The time that one search may take: with what comes before and after it, less than a person notices.
  static let interactive = Duration.milliseconds(40)

  /// - Parameter time: `nil` for as long as it takes.
  init(in time: Duration?) { end = time.map { ContinuousClock.now + $0 } }

  var isOver: Bool { end.map { ContinuousClock.now > $0 } ?? false }
}
