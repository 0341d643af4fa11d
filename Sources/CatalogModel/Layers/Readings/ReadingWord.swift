/// One source's statement about the readings of a book. It comes from one record of one of the user's own sources.
///
/// The record is used as a whole: the days of one source are never combined with those of another.
package struct ReadingWord: Hashable, Sendable {
  /// The number of the source. Several records of one source may belong to a book; their readings are distinct.
  package var source: Int64
  /// The state that the source gives the book; ``ReadState/unread`` if it gives no state.
  package var state: ReadState
  /// The first day of the reading that the state describes.
  package var started: PartialDate?
  /// The last day of the reading that the state describes.
  package var finished: PartialDate?
  /// The readings before the one that the state describes.
  package var earlier: [Reading]
  /// The day on which the source first made this statement; `nil` if the day is unknown, which counts as long ago.
  package var said: PartialDate?

  package init(
    source: Int64, state: ReadState = .unread, started: PartialDate? = nil, finished: PartialDate? = nil,
    earlier: [Reading] = [], said: PartialDate? = nil
  ) {
    (self.source, self.state, self.started, self.finished) = (source, state, started, finished)
    (self.earlier, self.said) = (earlier, said)
  }

  /// True if the statement contains neither a state nor a reading.
  package var isSilent: Bool { state == .unread && started == nil && finished == nil && earlier.isEmpty }
}

/// The user's statement about the readings of a book.
package struct UsersReadingWord: Hashable, Codable, Sendable {
  /// The complete current reading, as it was shown after the user set any part of it; `nil` if the user has set no part
  /// of it.
  package var current: CurrentReading?
  /// The readings before the current one, as the user left them; `nil` if the user has never set them.
  package var earlier: [Reading]?
  /// The shown readings that the user changed or removed. They stay hidden, whichever source states them.
  package var replaced: [Reading]
  /// The day on which the user made this statement.
  package var said: PartialDate

  package init(
    current: CurrentReading? = nil, earlier: [Reading]? = nil, replaced: [Reading] = [], said: PartialDate
  ) {
    (self.current, self.earlier, self.replaced, self.said) = (current, earlier, replaced, said)
  }
}

/// The read state of a book, with the days of the reading that the state describes.
package struct CurrentReading: Hashable, Codable, Sendable {
  package var state: ReadState
  package var started: PartialDate?
  package var finished: PartialDate?

  package init(_ state: ReadState = .unread, started: PartialDate? = nil, finished: PartialDate? = nil) {
    (self.state, self.started, self.finished) = (state, started, finished)
  }
}
