/// The day on which a reading began or ended, as a person says it.
package enum ReadingDay: Equatable, Sendable {
  case known(PartialDate)
  /// The person does not know the day.
  case unknown

  /// Parses a day that a person typed: a date such as `2024-08-22`, `today`, `yesterday`, or `unknown`. Returns `nil`
  /// for any other text.
  package init?(typed text: String, today: PartialDate) {
    switch text.lowercased() {
    case "today": self = .known(today)
    case "yesterday": self = .known(today.adding(days: -1))
    case "unknown": self = .unknown
    default:
      guard let date = try? PartialDate(text) else { return nil }
      self = .known(date)
    }
  }
}

extension BookDraft {
  /// Sets the user's progress with the book on a day, which may be unknown.
  package mutating func mark(_ state: ReadState, on day: ReadingDay) {
    switch day {
    case .known(let day): mark(state, on: day)
    case .unknown: markUndated(state)
    }
  }
}
