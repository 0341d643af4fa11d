import FoundationEssentials

extension BookDraft {
  /// Marks how far the user is with the book, and sets the days that follow from it:
  ///
  /// - Read and abandoned: the reading ended on that day; without a day, today unless its last day is known.
  /// - Reading: the reading began on that day; without a day, today unless its first day is known.
  /// - Paused: the reading has not ended.
  /// - Unread and wanted: there are no days.
  ///
  /// A reading that had ended becomes an earlier one whenever the state changes. Only if it ended on that very day, the mark
  /// corrects a slip: read instead of abandoned or the reverse, and unread or wanted if the reading began on no other day.
  ///
  /// If the book has the state already, a day corrects the last day of the reading if both are at most 31 days apart, or if the
  /// last day is today. Any other day is that of a further reading: the later of both is the current one, and the other an
  /// earlier one. The state is the user's word from then on, even if a source has said the same.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) { $0.mark(.read, on: try PartialDate("2026-03-01")) }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - day: The day of the change, as far as it is known; `nil` for today, and to keep the days of a book that has the state.
  public mutating func mark(_ state: ReadState, on day: PartialDate? = nil) {
    mark(state, on: day, today: PartialDate.day(at: Date()))
  }

  /// Marks how far the user is with the book, at a day that counts as today.
  package mutating func mark(_ state: ReadState, on given: PartialDate? = nil, today: PartialDate) {
    let (before, day) = (readState, given ?? today)
    if before.hasEnded, before != state, !isSlip(of: state, on: day) { endReading() }
    readState = state
    switch state {
    case .read, .abandoned:
      if before == state, let given { takeReading(endedOn: given, today) }
      if before != state { finished = given ?? finished ?? day }
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

  /// True if a new state corrects how a reading ended that day, or takes back a reading of that day alone.
  private func isSlip(of state: ReadState, on day: PartialDate) -> Bool {
    finished == day && !state.isOpen && (state.hasEnded || started == nil || started == day)
  }

  /// Takes the last day of a reading with the state that the book has already: it corrects the current reading, or is that of
  /// a further one.
  private mutating func takeReading(endedOn day: PartialDate, _ today: PartialDate) {
    let further = Reading(finished: day, outcome: readState)
    guard let end = finished, end != today, !Reading(finished: end).mayBe(further) else {
      finished = day
      return
    }
    if day.isEntirely(after: end) {
      endReading()
      finished = day
    } else if !earlierReadings.contains(where: further.mayBe) {
      earlierReadings = earlierReadings.adding(further)
    }
  }

  /// Removes the current reading from the earlier ones: marking a reading again that is an earlier one by now makes it the current
  /// one.
  private mutating func takeFromEarlierReadings() {
    let current = Reading(started: started, finished: finished, outcome: readState)
    guard !current.isUndated, earlierReadings.contains(current) else { return }
    earlierReadings = earlierReadings.filter { $0 != current }
  }

  /// Makes the reading that has ended an earlier one.
  private mutating func endReading() {
    earlierReadings = earlierReadings.adding(Reading(started: started, finished: finished, outcome: readState))
    if started != nil { started = nil }
    if finished != nil { finished = nil }
  }
}
