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

extension ReadingPosition {
  /// Returns the day of a position that a person enters.
  ///
  /// - Parameter given: The day as the person says it; `nil` for today.
  /// - Throws: ``InvalidValue`` if it is unknown, only a month or a year, or in the future.
  package static func day(of given: ReadingDay?, today: PartialDate) throws -> PartialDate {
    switch given {
    case nil: return today
    case .unknown: throw InvalidValue("day", "unknown", "a position needs a day, such as 2024-05-31 or yesterday")
    case .known(let day):
      guard day.day != nil else {
        throw InvalidValue("day", day.description, "a position needs a day, such as 2024-05-31 or yesterday")
      }
      guard !day.isEntirely(after: today.adding(days: 1)) else {
        throw InvalidValue("day", day.description, "it is in the future")
      }
      return day
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
