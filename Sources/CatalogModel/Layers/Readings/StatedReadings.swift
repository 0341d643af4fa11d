/// One party's word on a book, taken apart: its readings that have days, and the number of those that have none.
struct StatedReadings {
  /// The party: the user, or a source by its number.
  enum Party: Hashable {
    case user
    case source(Int64)
  }

  let party: Party
  /// The last day on which it said this; readings and states of other parties are compared with it.
  let said: Int
  private(set) var state: ReadState
  private(set) var dated: [Reading] = []
  /// The index in ``dated`` of the reading that the state is about.
  private(set) var current: Int?
  private(set) var undated: [ReadState: Int] = [:]
  /// A first day that means nothing beside the state, such as that of a book which the user wants to read.
  private(set) var strayStart: PartialDate?

  init(_ word: ReadingWord) {
    self.init(
      .source(word.source), CurrentReading(word.state, started: word.started, finished: word.finished), word.earlier,
      said: word.said)
  }

  init?(_ word: UsersReadingWord) {
    guard word.current != nil || word.earlier != nil else { return nil }
    self.init(.user, word.current ?? CurrentReading(), word.earlier ?? [], said: word.said)
  }

  private init(_ party: Party, _ reading: CurrentReading, _ earlier: [Reading], said: PartialDate?) {
    (self.party, self.said, state) = (party, said?.daySpan.upperBound ?? .min, reading.state)
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
      // The end is that of a reading before; a beginning after it begins the next one.
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
  /// True if the reading came to an end.
  package var hasEnded: Bool { self == .read || self == .abandoned }
  /// True if the reading goes on or rests.
  package var isOpen: Bool { self == .reading || self == .paused }
}

extension Reading {
  /// True if neither of its days is known.
  package var isUndated: Bool { started == nil && finished == nil }
}
