extension Book {
  /// The current reading: the book's read state, and the reading's first and last day.
  package var currentReading: CurrentReading {
    CurrentReading(readState, started: started, finished: finished)
  }

  /// Every dated reading of the book, the current one last.
  package var readingsWithDays: [Reading] {
    (earlierReadings + [Reading(started: started, finished: finished, outcome: readState)]).filter { !$0.isUndated }
  }

  /// Assigns the given readings to the book. If there are more earlier readings than a list can hold, only the last
  /// ones are kept.
  package mutating func show(_ readings: Readings) {
    let current = readings.current
    if readState != current.state { readState = current.state }
    if started != current.started { started = current.started }
    if finished != current.finished { finished = current.finished }
    let earlier = Array(readings.earlier.suffix(FieldLimits.listItems))
    if earlierReadings != earlier { earlierReadings = earlier }
    if progress != readings.progress { progress = readings.progress }
  }

  /// Determines the readings of the book from its own values, as if a single source had provided them.
  package mutating func decideReadings() {
    let statement = ReadingStatement(
      source: 0, state: readState, started: started, finished: finished, earlier: earlierReadings, progress: progress)
    if !statement.isDecided { show(Readings([statement])) }
  }
}

extension Readings.OverriddenStatement {
  /// True if the user's statement about a reading overrides this statement by a source.
  package var isOfUser: Bool { reason == .replaced || reason == .sameReading(.user) }
}

extension ReadingStatement {
  /// Creates a statement about readings from a record whose source is unknown, for comparing two deliveries of the
  /// record.
  package init(_ personal: DetailFields) { self.init(source: 0, personal) }

  /// Creates a source's statement about readings from the personal values in its record.
  package init(source: Int64, _ personal: DetailFields, statedOn: PartialDate? = nil) {
    var state = ReadState.unread
    if case .readState(let value)? = personal[.readState] { state = value }
    self.init(
      source: source, state: state, started: personal[.started].date, finished: personal[.finished].date,
      earlier: personal.earlierReadings, progress: personal.progress, statedOn: statedOn)
  }

  /// True if a book shows this statement about its readings unchanged, provided that there are no other statements.
  var isDecided: Bool {
    guard earlier.isEmpty, progress.isEmpty else { return false }
    return state.hasEnded || finished == nil && (started == nil || state.isOpen)
  }
}
