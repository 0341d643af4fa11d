/// What one source says about the readings of a book: one record of a source that is the user's own.
///
/// The record is taken whole: the days of one source are never completed with those of another.
package struct ReadingWord: Hashable, Sendable {
  /// The number of the source. A book may have several records of one source, whose readings are different ones.
  package var source: Int64
  /// The state that the source gives the book; ``ReadState/unread`` where it says nothing.
  package var state: ReadState
  /// The first day of the reading that the state is about.
  package var started: PartialDate?
  /// Its last day.
  package var finished: PartialDate?
  /// The readings before it.
  package var earlier: [Reading]
  /// The day on which the source first said what it says now; `nil` if that is unknown, which counts as long ago.
  package var said: PartialDate?

  package init(
    source: Int64, state: ReadState = .unread, started: PartialDate? = nil, finished: PartialDate? = nil,
    earlier: [Reading] = [], said: PartialDate? = nil
  ) {
    (self.source, self.state, self.started, self.finished) = (source, state, started, finished)
    (self.earlier, self.said) = (earlier, said)
  }

  /// True if the word holds nothing about any reading.
  package var isSilent: Bool { state == .unread && started == nil && finished == nil && earlier.isEmpty }
}

/// What the user says about the readings of a book.
package struct UsersReadingWord: Hashable, Codable, Sendable {
  /// The current reading, whole: as it was shown after the user had set any part of it. `nil` if the user has set none.
  package var current: CurrentReading?
  /// The readings before it as the user left them; `nil` if the user has never set that list.
  package var earlier: [Reading]?
  /// Readings that were shown and that the user changed or removed. They stay hidden whichever source reports them.
  package var replaced: [Reading]
  /// The day on which the user said this.
  package var said: PartialDate

  package init(
    current: CurrentReading? = nil, earlier: [Reading]? = nil, replaced: [Reading] = [], said: PartialDate
  ) {
    (self.current, self.earlier, self.replaced, self.said) = (current, earlier, replaced, said)
  }
}

/// The state of a book with the days of the reading that it is about.
package struct CurrentReading: Hashable, Codable, Sendable {
  package var state: ReadState
  package var started: PartialDate?
  package var finished: PartialDate?

  package init(_ state: ReadState = .unread, started: PartialDate? = nil, finished: PartialDate? = nil) {
    (self.state, self.started, self.finished) = (state, started, finished)
  }
}
