extension BookDraft {
  /// Says how far the user is with the book, and what follows for the days of its reading: begun or read, it has that day where
  /// none is known; begun once more, the reading that ended is an earlier one; unread or wanted, it has no days, and a reading that
  /// had ended on another day is an earlier one. A book that is marked so already keeps its days.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) { $0.mark(.read, on: try PartialDate("2026-03-01")) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: what it is marked as.
  ///   - day: when that became so, as far as it is known.
  public mutating func mark(_ state: ReadState, on day: PartialDate) {
    guard state != readState else { return }
    switch state {
    case .read:
      if finished == nil { finished = day }
    case .reading:
      if readState == .read || started == nil { started = day }
      if finished != nil { finished = nil }
    case .unread, .want:
      // One that ended on the day itself is taken for a slip.
      if readState == .read, let ended = finished, ended != day {
        earlierReadings.append(Reading(started: started, finished: ended, outcome: .read))
      }
      if started != nil { started = nil }
      if finished != nil { finished = nil }
    case .paused, .abandoned: break
    }
    readState = state
  }
}
