import FoundationEssentials

extension BookDraft {
  /// Sets the user's progress with the book, and adjusts the dates of the current reading:
  ///
  /// - Read and abandoned: the last day becomes the given day. If no day is given, a known last day is kept, and an
  ///   unknown one becomes today.
  /// - Reading: the first day is set in the same way, and the last day is cleared.
  /// - Paused: the last day is cleared.
  /// - Unread and wanted: both days are cleared.
  ///
  /// If the current reading is finished, it becomes an earlier reading when the state changes. There is one exception:
  /// a change on the day on which the reading ended corrects a mistake if the new state is not reading or paused. A
  /// change between read and abandoned then only replaces the outcome. A change to unread or wanted removes the
  /// reading, unless it began on another day.
  ///
  /// If the book is already read or abandoned and keeps that state, a given day has one of these effects:
  ///
  /// - It replaces the last day of the current reading if the two days are at most 31 days apart, or if the reading
  ///   ended today.
  /// - It replaces the last day of an earlier reading if the two days are close.
  /// - Otherwise, it adds a reading. The later one of the added and the current reading becomes the current reading,
  ///   and the other one becomes an earlier reading.
  ///
  /// From then on, the state counts as set by the user, even if a source gave the same state.
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

  /// Sets the user's progress with the book, like ``mark(_:on:)``, on a day that the user does not know. The current
  /// reading keeps the days that are known already. If the state changes, its new first or last day stays unknown.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) { $0.markUndated(.read) }
  /// ```
  public mutating func markUndated(_ state: ReadState) {
    mark(state, on: nil, otherwise: nil, today: PartialDate.day(at: Date()))
  }

  /// Sets the user's progress with the book. The caller passes the current day.
  package mutating func mark(_ state: ReadState, on given: PartialDate? = nil, today: PartialDate) {
    mark(state, on: given, otherwise: today, today: today)
  }

  /// Sets the user's progress with the book.
  ///
  /// - Parameters:
  ///   - given: The day of the change; `nil` to keep a day that is known.
  ///   - fallback: The day if neither is known; `nil` to store none.
  private mutating func mark(
    _ state: ReadState, on given: PartialDate?, otherwise fallback: PartialDate?, today: PartialDate
  ) {
    let before = readState
    if before.hasEnded, before != state, !isSlip(of: state, on: given ?? today) { endReading() }
    readState = state
    switch state {
    case .read, .abandoned:
      if before == state, let given { takeReading(endedOn: given, today) }
      if before != state, let day = given ?? finished ?? fallback { end(on: day) }
      if let start = started, start.isEntirely(after: finished) { started = nil }
      takeFromEarlierReadings()
    case .reading:
      if let day = given ?? started ?? fallback { started = day }
      if finished != nil { finished = nil }
    case .paused:
      if finished != nil { finished = nil }
    case .unread, .want:
      if started != nil { started = nil }
      if finished != nil { finished = nil }
    }
  }

  /// Returns true if a new state is the correction of a mistake: the current reading ended on the given day, and the
  /// state either changes its outcome or removes a reading that lasted only that day.
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

  /// Handles a last day for a book that already has the new state. The day corrects the current reading, corrects an
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
