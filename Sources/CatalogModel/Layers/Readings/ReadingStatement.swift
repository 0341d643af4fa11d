/// A source's statement about the readings of a book, taken from one record. Only the user's own sources make such
/// statements.
///
/// The record is used as a whole: days from different sources are never combined.
package struct ReadingStatement: Hashable, Sendable {
  /// The number of the source. If a source has several records of a book, each record describes different readings.
  package var source: Int64
  /// The book's read state according to the source; ``ReadState/unread`` if the source does not give it.
  package var state: ReadState
  /// The first day of the reading that the state describes.
  package var started: PartialDate?
  /// The last day of the reading that the state describes.
  package var finished: PartialDate?
  /// The readings before the one that the state describes.
  package var earlier: [Reading]
  /// The positions that the reader reached.
  package var progress: [ReadingPosition]
  /// The day on which the source first made this statement; `nil` if the day is unknown. An unknown day counts as a day
  /// long ago.
  package var statedOn: PartialDate?

  package init(
    source: Int64, state: ReadState = .unread, started: PartialDate? = nil, finished: PartialDate? = nil,
    earlier: [Reading] = [], progress: [ReadingPosition] = [], statedOn: PartialDate? = nil
  ) {
    (self.source, self.state, self.started, self.finished) = (source, state, started, finished)
    (self.earlier, self.progress, self.statedOn) = (earlier, progress, statedOn)
  }

  /// True if the statement contains neither a state nor a reading nor a position.
  package var isSilent: Bool {
    state == .unread && started == nil && finished == nil && earlier.isEmpty && progress.isEmpty
  }
}

/// The user's statement about the readings of a book.
package struct UserReadingStatement: Hashable, Codable, Sendable {
  /// The complete current reading, as shown after the user's last change to it; `nil` if the user has never changed it.
  package var current: CurrentReading?
  /// The earlier readings after the user's last change to them; `nil` if the user has never changed them.
  package var earlier: [Reading]?
  /// The shown readings that the user changed or removed. They stay hidden, even if a source still reports them.
  package var replaced: [Reading]
  /// The user's changes to the positions that sources deliver; `nil` if the user has never changed them.
  package var progress: ProgressChange?
  /// The day on which the user made this statement.
  package var statedOn: PartialDate

  package init(
    current: CurrentReading? = nil, earlier: [Reading]? = nil, replaced: [Reading] = [],
    progress: ProgressChange? = nil, statedOn: PartialDate
  ) {
    (self.current, self.earlier, self.replaced, self.statedOn) = (current, earlier, replaced, statedOn)
    self.progress = progress
  }

  /// Returns true if the statement covers a field about readings.
  package func states(_ field: BookField) -> Bool {
    switch field {
    case .earlierReadings: earlier != nil
    case .progress: progress != nil
    default: current != nil
    }
  }

  /// True if the statement contains neither readings nor positions.
  package var isEmpty: Bool { current == nil && earlier == nil && progress == nil }

  /// The names of the members in catalogs, which contain the statement as JSON.
  private enum CodingKeys: String, CodingKey {
    case current, earlier, replaced, progress
    case statedOn = "said"
  }
}

/// A book's read state, with the days of the current reading.
package struct CurrentReading: Hashable, Codable, Sendable {
  package var state: ReadState
  package var started: PartialDate?
  package var finished: PartialDate?

  package init(_ state: ReadState = .unread, started: PartialDate? = nil, finished: PartialDate? = nil) {
    (self.state, self.started, self.finished) = (state, started, finished)
  }
}
