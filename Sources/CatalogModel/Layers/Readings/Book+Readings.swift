extension Book {
  /// The state with the days of the reading that it is about.
  package var currentReading: CurrentReading {
    CurrentReading(readState, started: started, finished: finished)
  }

  /// Every reading that the book shows and that has a day, the current one last.
  package var readingsWithDays: [Reading] {
    (earlierReadings + [Reading(started: started, finished: finished, outcome: readState)]).filter { !$0.isUndated }
  }

  /// Shows readings as they were decided. Of very many earlier ones the last are kept.
  package mutating func show(_ readings: Readings) {
    let current = readings.current
    if readState != current.state { readState = current.state }
    if started != current.started { started = current.started }
    if finished != current.finished { finished = current.finished }
    let earlier = Array(readings.earlier.suffix(FieldLimits.listItems))
    if earlierReadings != earlier { earlierReadings = earlier }
  }

  /// Shows what follows from the values of its readings where its only source says all of them.
  package mutating func decideReadings() {
    let word = ReadingWord(
      source: 0, state: readState, started: started, finished: finished, earlier: earlierReadings)
    if !word.isDecided { show(Readings([word])) }
  }
}

extension Readings.Untold {
  /// True if the statement gives way to what the user said.
  package var isOfUser: Bool { reason == .replaced || reason == .sameReading(.user) }
}

extension ReadingWord {
  /// The word of a record by itself, to compare two deliveries.
  package init(_ personal: DetailFields) { self.init(source: 0, personal) }

  /// The word of a source's record, from the values of its personal fields.
  package init(source: Int64, _ personal: DetailFields, said: PartialDate? = nil) {
    var state = ReadState.unread
    if case .readState(let value)? = personal[.readState] { state = value }
    self.init(
      source: source, state: state, started: personal[.started].date, finished: personal[.finished].date,
      earlier: personal.earlierReadings, said: said)
  }

  /// True if the word, alone, is shown exactly as it stands.
  var isDecided: Bool {
    guard earlier.isEmpty else { return false }
    return state.hasEnded || finished == nil && (started == nil || state.isOpen)
  }
}
