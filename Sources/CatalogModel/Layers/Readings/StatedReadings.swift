/// A statement by the user or a source about a book's readings, divided into dated readings and counts of undated
/// readings.
struct StatedReadings {
  /// The origin of the statement: the user, or the source with the given number.
  enum Party: Hashable {
    case user
    case source(Int64)
  }

  let party: Party
  /// The latest day on which the statement may have been made, for comparison with the days of other statements.
  let statedDay: Int
  private(set) var state: ReadState
  private(set) var dated: [Reading] = []
  /// The index of the current reading in ``dated``; `nil` if the current reading is undated or absent.
  private(set) var current: Int?
  private(set) var undated: [ReadState: Int] = [:]
  /// A first day that does not fit the read state, such as the first day of a book that the user only wants to read.
  private(set) var strayStart: PartialDate?

  init(_ statement: ReadingStatement) {
    self.init(
      .source(statement.source),
      CurrentReading(statement.state, started: statement.started, finished: statement.finished), statement.earlier,
      statedOn: statement.statedOn)
  }

  init?(_ statement: UserReadingStatement) {
    guard statement.current != nil || statement.earlier != nil else { return nil }
    self.init(.user, statement.current ?? CurrentReading(), statement.earlier ?? [], statedOn: statement.statedOn)
  }

  private init(_ party: Party, _ reading: CurrentReading, _ earlier: [Reading], statedOn: PartialDate?) {
    (self.party, self.statedDay, state) = (party, statedOn?.daySpan.upperBound ?? .min, reading.state)
    for reading in earlier {
      if reading.isUndated {
        undated[reading.outcome, default: 0] += reading.times
      } else {
        dated.append(reading)
      }
    }
    take(reading)
  }

  private mutating func take(_ reading: CurrentReading) {
    var (started, finished) = (reading.started, reading.finished)
    if state.hasEnded {
      if started == nil, finished == nil {
        undated[state, default: 0] += 1
      } else {
        dated.append(Reading(started: started, finished: finished, outcome: state))
        current = dated.count - 1
      }
      return
    }
    if let end = finished {
      // The end belongs to an earlier reading. A beginning after that end belongs to the next reading.
      let beginsNext = started?.isEntirely(after: end) == true
      dated.append(Reading(started: beginsNext ? nil : started, finished: end, outcome: .read))
      if !beginsNext { started = nil }
      finished = nil
      if state == .unread { (state, current) = (.read, dated.count - 1) }
    }
    guard let started else { return }
    if state.isOpen {
      dated.append(Reading(started: started, outcome: state))
      current = dated.count - 1
    } else if state != .read {
      strayStart = started
    }
  }
}

extension ReadState {
  /// True if a reading in this state has ended.
  package var hasEnded: Bool { self == .read || self == .abandoned }
  /// True if a reading in this state is in progress or paused.
  package var isOpen: Bool { self == .reading || self == .paused }
}

extension Reading {
  /// True if neither day of the reading is known.
  package var isUndated: Bool { started == nil && finished == nil }
}
