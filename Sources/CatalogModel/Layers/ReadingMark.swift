extension BookDraft {
  /// Marks how far the user is with the book, and sets the days that follow from it:
  ///
  /// - Read and abandoned: the reading ended on that day, unless its last day is known.
  /// - Reading and paused: the reading began on that day, unless its first day is known, and has not ended.
  /// - Unread and wanted: there are no days.
  ///
  /// A reading that had ended becomes an earlier one whenever the state changes. Only if it ended on that very day, and the new
  /// state does not begin another one, the mark corrects a slip. A book that has the state already keeps its days. The state is
  /// the user's word from then on, even if a source has said the same.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) { $0.mark(.read, on: try PartialDate("2026-03-01")) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - day: The day of the change, as far as it is known.
  public mutating func mark(_ state: ReadState, on day: PartialDate) {
    let before = readState
    if before.hasEnded, before != state, finished != day || state.isOpen { endReading() }
    readState = state
    switch state {
    case .read, .abandoned:
      if before != state, finished == nil { finished = day }
    case .reading, .paused:
      if state == .reading, started == nil { started = day }
      if finished != nil { finished = nil }
    case .unread, .want:
      if started != nil { started = nil }
      if finished != nil { finished = nil }
    }
  }

  /// Makes the reading that has ended an earlier one.
  private mutating func endReading() {
    earlierReadings = earlierReadings.adding(Reading(started: started, finished: finished, outcome: readState))
    if started != nil { started = nil }
    if finished != nil { finished = nil }
  }
}
