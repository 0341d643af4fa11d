import FoundationEssentials

extension BookDraft {
  /// Sets the user's progress with the book, and the dates that follow from it:
  ///
  /// - Read and abandoned: the reading ended on the given day. If no day is given, a known last day stays; otherwise
  ///   the reading ended today.
  /// - Reading: the reading began on the given day. If no day is given, a known first day stays; otherwise the reading
  ///   began today.
  /// - Paused: the reading has not ended.
  /// - Unread and wanted: both dates are cleared.
  ///
  /// When the state changes, a reading that had ended becomes an earlier reading. If it ended on the day of the change,
  /// however, the mark corrects a mistake. Marking the book as read instead of abandoned, or the reverse, then corrects
  /// the outcome. Marking it as unread or wanted removes the reading, unless the reading began on another day.
  ///
  /// If the book is already read or abandoned and keeps that state, a given day may correct the last day of the current
  /// reading: if the two days are at most 31 days apart, or if the last day is today. A day that is close to the last
  /// day of an earlier reading corrects that reading. Any other day adds a reading. The later of the two readings
  /// becomes the current one, and the other becomes an earlier reading. From then on, the state counts as set by the
  /// user, even if a source gave the same state.
  ///
  /// Marking a book as read or abandoned on the last day of an earlier reading makes that reading the current one
  /// again. A first day that is after the last day is dropped.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) { $0.mark(.read, on: try PartialDate("2026-03-01")) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - day: The day of the change, as precisely as it is known; `nil` for today. If the book already has the state,
  ///     `nil` keeps the book's dates.
  public mutating func mark(_ state: ReadState, on day: PartialDate? = nil) {
    mark(state, on: day, today: PartialDate.day(at: Date()))
  }

  /// Sets the user's progress with the book. The caller passes the current day.
  package mutating func mark(_ state: ReadState, on given: PartialDate? = nil, today: PartialDate) {
    let (before, day) = (readState, given ?? today)
    if before.hasEnded, before != state, !isSlip(of: state, on: day) { endReading() }
    readState = state
    switch state {
    case .read, .abandoned:
      if before == state, let given { takeReading(endedOn: given, today) }
      if before != state { end(on: given ?? finished ?? day) }
      if let start = started, start.isEntirely(after: finished) { started = nil }
      takeFromEarlierReadings()
    case .reading:
      started = given ?? started ?? day
      if finished != nil { finished = nil }
    case .paused:
      if finished != nil { finished = nil }
    case .unread, .want:
      if started != nil { started = nil }
      if finished != nil { finished = nil }
    }
  }

  /// Returns true if a new state corrects the reading that ended on the given day. Either the state replaces the
  /// outcome, or it removes a reading that took place only on that day.
  private func isSlip(of state: ReadState, on day: PartialDate) -> Bool {
    finished == day && !state.isOpen && (state.hasEnded || started == nil || started == day)
  }

  /// Ends the current reading on the given day. If an earlier reading ended on the same day, the current reading
  /// replaces it and takes over its first day.
  private mutating func end(on day: PartialDate) {
    finished = day
    guard started?.isEntirely(after: day) ?? true,
      let index = earlierReadings.firstIndex(where: { $0.finished == day && $0.times == 1 })
    else { return }
    var earlier = earlierReadings
    started = earlier.remove(at: index).started
    earlierReadings = earlier
  }

  /// Handles a last day for a book that is already in the new state. The day corrects the current reading, corrects an
  /// earlier reading, or adds a reading.
  private mutating func takeReading(endedOn day: PartialDate, _ today: PartialDate) {
    let further = Reading(finished: day, outcome: readState)
    guard let end = finished, end != today, !Reading(finished: end).mayBe(further) else {
      finished = day
      return
    }
    if day.isEntirely(after: end), !earlierReadings.contains(where: further.mayBe) {
      endReading()
      finished = day
    } else {
      let readings = earlierReadings.correctedOrAdding(further)
      if readings != earlierReadings { earlierReadings = readings }
    }
  }

  /// Removes the current reading from the list of earlier readings. It is still in that list if the user marked an
  /// earlier reading again and thus made it the current one.
  private mutating func takeFromEarlierReadings() {
    let current = Reading(started: started, finished: finished, outcome: readState)
    guard !current.isUndated, earlierReadings.contains(current) else { return }
    earlierReadings = earlierReadings.filter { $0 != current }
  }

  /// Turns the current reading, which is finished, into an earlier reading.
  private mutating func endReading() {
    earlierReadings = earlierReadings.adding(Reading(started: started, finished: finished, outcome: readState))
    if started != nil { started = nil }
    if finished != nil { finished = nil }
  }
}
