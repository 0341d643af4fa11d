extension BookDraft {
  /// Says how far the user is with the book, and what follows for the days of its reading:
  ///
  /// - read and abandoned: it ended on that day, unless it is known when. One that was abandoned on another day and is read ends on
  ///   that day, and that it was abandoned is an earlier reading.
  /// - reading and paused: it was begun on that day, unless it is known when, and has not ended. A reading that had ended is an
  ///   earlier one.
  /// - unread and wanted: there are no days. A reading that had ended is an earlier one, but where it ended on that very day: that
  ///   is taken for a slip.
  ///
  /// A book that is marked so already keeps the days that fit. The state is the user's word from then on, also where a source has
  /// said the same.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) { $0.mark(.read, on: try PartialDate("2026-03-01")) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: what it is marked as.
  ///   - day: when that became so, as far as it is known.
  public mutating func mark(_ state: ReadState, on day: PartialDate) {
    let before = readState
    readState = state
    switch state {
    case .read, .abandoned:
      if state == .read, before == .abandoned, finished != nil, finished != day { endReading(before) }
      if before != state, finished == nil { finished = day }
    case .reading, .paused:
      if [.read, .abandoned].contains(before) { endReading(before) }
      if state == .reading, started == nil { started = day }
      if finished != nil { finished = nil }
    case .unread, .want:
      if [.read, .abandoned].contains(before), finished != nil, finished != day { endReading(before) }
      if started != nil { started = nil }
      if finished != nil { finished = nil }
    }
  }

  /// The reading that there was is an earlier one.
  private mutating func endReading(_ outcome: ReadState) {
    earlierReadings = earlierReadings.adding(Reading(started: started, finished: finished, outcome: outcome))
    (started, finished) = (nil, nil)
  }
}
