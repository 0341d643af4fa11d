/// The day on which a reading began or ended, as a person says it.
package enum ReadingDay: Equatable, Sendable {
  case known(PartialDate)
  /// The person does not know the day.
  case unknown

  /// Parses a day that a person typed: a date (``PartialDate/init(typed:today:)``) or `unknown`. Returns `nil` for any
  /// other text.
  package init?(typed text: String, today: PartialDate) {
    if text.lowercased() == "unknown" {
      self = .unknown
    } else {
      guard let date = PartialDate(typed: text, today: today) else { return nil }
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

  /// Sets the user's progress with the book, which may be one of several that change together. Without a given day, the
  /// day of a single book is today. Several books were rarely begun or finished on the same day, so theirs is unknown.
  ///
  /// - Parameter count: The number of books that change together.
  package mutating func mark(_ state: ReadState, on day: ReadingDay?, oneOf count: Int, today: PartialDate) {
    switch day ?? (count == 1 ? .known(today) : .unknown) {
    case .known where day == nil: mark(state, today: today)
    case let day: mark(state, on: day)
    }
  }
}
