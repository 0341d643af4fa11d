import FoundationEssentials

extension BookDraft {
  /// Sets the user's progress with the book, and the dates that follow from it:
  ///
  /// - Read and abandoned: the reading ended on the given day; without one, today unless its last day is known.
  /// - Reading: the reading began on the given day; without one, today unless its first day is known.
  /// - Paused: the reading has not ended.
  /// - Unread and wanted: there are no dates.
  ///
  /// A reading that had ended becomes an earlier one whenever the state changes. Only if it ended on that very day, the
  /// mark corrects a mistake: read instead of abandoned or the reverse, and unread or wanted if the reading began on no
  /// other day.
  ///
  /// If the book already has the state, a day corrects the last day of the reading if both are at most 31 days apart,
  /// or if the last day is today. A day that is close to the last day of an earlier reading corrects that one. Any
  /// other day is that of a further reading: the later of both is the current one, and the other an earlier one. From
  /// then on, the state counts as set by the user, even if a source gave the same one.
  ///
  /// A book that is marked as read or abandoned on the last day of an earlier reading shows that reading again. A first
  /// day after the last one is dropped.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) { $0.mark(.read, on: try PartialDate("2026-03-01")) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - day: The day of the change, as precisely as it is known; `nil` for today. If the book already has the state,
  ///     `nil` keeps its dates.
  public mutating func mark(_ state: ReadState, on day: PartialDate? = nil) {
    mark(state, on: day, today: PartialDate.day(at: Date()))
  }

  /// Sets the user's progress with the book, with a given day as today.
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

  /// Returns true if a new state corrects how a reading ended on that day, or takes back a reading of that day alone.
  private func isSlip(of state: ReadState, on day: PartialDate) -> Bool {
    finished == day && !state.isOpen && (state.hasEnded || started == nil || started == day)
  }

  /// Ends the current reading. An earlier reading that ended on that day is the same one, with its first day.
  private mutating func end(on day: PartialDate) {
    finished = day
    guard started?.isEntirely(after: day) ?? true,
      let index = earlierReadings.firstIndex(where: { $0.finished == day && $0.times == 1 })
    else { return }
    var earlier = earlierReadings
    started = earlier.remove(at: index).started
    earlierReadings = earlier
  }

  /// Adds the last day of a reading whose state the book already has. The day corrects the current reading or an
  /// earlier one, or belongs to a further reading.
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

  /// Removes the current reading from the earlier ones. If an earlier reading is marked again, it becomes the current
  /// one.
  private mutating func takeFromEarlierReadings() {
    let current = Reading(started: started, finished: finished, outcome: readState)
    guard !current.isUndated, earlierReadings.contains(current) else { return }
    earlierReadings = earlierReadings.filter { $0 != current }
  }

  /// Turns the reading that has ended into an earlier one.
  private mutating func endReading() {
    earlierReadings = earlierReadings.adding(Reading(started: started, finished: finished, outcome: readState))
    if started != nil { started = nil }
    if finished != nil { finished = nil }
  }
}
