import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

/// The reading states that people of a random life set, and the resulting readings.
extension RandomLife {
  func mark(_ books: [Book]) throws -> HistoryStep.ID? {
    let chosen = Dictionary(grouping: (0...dice.roll(3)).map { _ in dice.pick(books) }, by: \.id).compactMapValues(
      \.first)
    let (state, day) = (dice.pick(ReadState.allCases), dice.pick(["2019", "2020-02", "2021-03-04"]))
    log.append("mark \(chosen.keys.sorted()) \(state) on \(day)")
    let date = try PartialDate(day)
    for book in chosen.values { noteMark(of: book, state, date) }
    return try catalog.write { try $0.edit(chosen.keys.sorted()) { $0.mark(state, on: date) } }.step
  }

  private func noteMark(of book: Book, _ state: ReadState, _ day: PartialDate) {
    var after = book.currentReading
    let isBegun = state == .reading || state == .paused
    var earlier: [Reading]?
    let isOfDay = book.finished == day && !isBegun && (hasEnded(state) || book.started == nil || book.started == day)
    if hasEnded(book.readState), book.readState != state, !isOfDay {
      earlier = ended(book)
      after = CurrentReading(state)
    }
    after.state = state
    if hasEnded(state), book.readState == state, let end = book.finished, isFar(day, from: end) {
      if day.description > end.description {
        earlier = ended(book)
        after = CurrentReading(state, finished: day)
      } else {
        let readings = corrected(book.earlierReadings, Reading(finished: day, outcome: state), on: day)
        if readings != book.earlierReadings { earlier = readings }
      }
    } else if hasEnded(state) {
      after.finished = day
      let others = earlier ?? book.earlierReadings
      if book.readState != state, after.started.map({ $0.start >= day.end }) ?? true,
        let same = others.firstIndex(where: { $0.finished == day && $0.times == 1 })
      {
        after.started = others[same].started
        earlier = Array(others[..<same] + others[(same + 1)...])
      }
    } else {
      after.finished = nil
      if state == .reading { after.started = day }
      if !isBegun { after.started = nil }
    }
    if hasEnded(state), let start = after.started, let end = after.finished, start.start >= end.end {
      after.started = nil
    }
    let marked = Reading(started: after.started, finished: after.finished, outcome: state)
    let others = earlier ?? book.earlierReadings
    // A reading that is now an earlier one becomes current again.
    if hasEnded(state), marked.finished != nil, others.contains(marked) { earlier = others.filter { $0 != marked } }
    say(after, earlier, of: book)
  }

  /// Returns true if two dates share no day and are not two days at most 31 days apart.
  private func isFar(_ one: PartialDate, from other: PartialDate) -> Bool {
    let (before, after) = one.start < other.start ? (one, other) : (other, one)
    let gap = after.start.timeIntervalSince(before.end)
    return one.day != nil && other.day != nil ? gap > 30.5 * 86_400 : gap >= 0
  }

  /// Returns true if a reading may be one that ended on a day.
  private func isOne(_ reading: Reading, endedOn day: PartialDate) -> Bool {
    let isReversed = reading.finished.map { end in reading.started.map { $0.start >= end.end } ?? false } ?? false
    if let start = reading.started, !isReversed, start.start >= day.end { return false }
    return reading.finished.map { !isFar(day, from: $0) } ?? (reading.started != nil)
  }

  /// Returns earlier readings with another one, which corrects the nearest of those that may be the same.
  private func corrected(_ earlier: [Reading], _ further: Reading, on day: PartialDate) -> [Reading] {
    func distance(_ reading: Reading) -> (Int, Double) {
      let other = reading.finished ?? reading.started ?? day
      let (before, after) = other.start < day.start ? (other, day) : (day, other)
      let vagueness = (reading.finished == nil ? 20 : 3) - min(other.precision, day.precision)
      return (vagueness, max(0, after.start.timeIntervalSince(before.end)))
    }
    let same = earlier.indices.filter { isOne(earlier[$0], endedOn: day) }
    guard let nearest = same.min(by: { distance(earlier[$0]) < distance(earlier[$1]) }) else {
      return earlier + [further]
    }
    var readings = earlier
    if let end = readings[nearest].finished, end.precision > day.precision { return readings }
    (readings[nearest].finished, readings[nearest].outcome) = (day, further.outcome)
    if let start = readings[nearest].started, start.start >= day.end { readings[nearest].started = nil }
    return readings
  }

  /// Records the readings that the changes of a book state.
  func noteReadings(of book: Book, _ changes: [FieldChange]) {
    var after = book.currentReading
    var earlier: [Reading]?
    var positions: Set<ReadingPosition>?
    var (setsState, setsEnd, setsStart, setsAny) = (false, false, false, false)
    for case .set(let field, let value) in changes {
      switch field {
      case .readState: if case .readState(let state)? = value { (after.state, setsState) = (state, true) }
      case .started: (after.started, setsStart) = (value.date, true)
      case .finished: (after.finished, setsEnd) = (value.date, true)
      case .earlierReadings:
        earlier = []
        if case .records(let records)? = value { earlier = records.compactMap(Reading.init(record:)) }
      case .progress:
        positions = []
        if case .records(let records)? = value { positions = Set(records.compactMap(ReadingPosition.init(record:))) }
      default: continue
      }
      setsAny = setsAny || value != nil || book[field] != nil
    }
    guard setsAny else { return }
    if !setsState, setsEnd, after.finished != nil, !hasEnded(after.state) {
      (after.state, setsState) = (.read, true)
    } else if !setsState, setsStart, after.started != nil, [.unread, .want].contains(after.state) {
      (after.state, setsState) = (.reading, true)
    }
    if setsState, hasEnded(book.readState), !hasEnded(after.state), earlier == nil, !setsEnd {
      earlier = ended(book)
      after.finished = nil
      if !setsStart { after.started = nil }
    }
    // Clearing a field that has no value states nothing about the current reading.
    let isOfCurrent = changes.contains { change in
      guard case .set(let field, let value) = change, ![.earlierReadings, .progress].contains(field) else {
        return false
      }
      return BookField.readings.contains(field) && (value != nil || book[field] != nil)
    }
    if let positions, positions != Set(book.progress) { say(positions, of: book) }
    say(isOfCurrent ? after : nil, earlier, of: book)
  }

  /// Records the positions that the user added to those shown, and those that the user removed.
  private func say(_ positions: Set<ReadingPosition>, of book: Book) {
    var said = now.readings[book.id] ?? SaidReadings()
    var progress = said.progress ?? ProgressChange()
    for position in positions where !book.progress.contains(position) {
      progress.added.insert(position)
      progress.removed.remove(position)
    }
    for position in book.progress where !positions.contains(position) {
      progress.added.remove(position)
      progress.removed.insert(position)
    }
    said.progress = progress
    now.readings[book.id] = said
  }

  /// Records the readings that an added book states.
  func noteReadings(ofNew book: Book.ID, _ values: [BookField: FieldValue]) {
    var current = CurrentReading(started: values[.started].date, finished: values[.finished].date)
    if case .readState(let state)? = values[.readState] {
      current.state = state
    } else if current.finished != nil {
      current.state = .read
    } else if current.started != nil {
      current.state = .reading
    }
    var said = SaidReadings(current: current == CurrentReading() ? nil : current)
    if case .records(let records)? = values[.earlierReadings] {
      said.earlier = records.compactMap(Reading.init(record:))
    }
    if case .records(let records)? = values[.progress] {
      said.progress = ProgressChange(added: Set(records.compactMap(ReadingPosition.init(record:))))
    }
    now.readings[book] = said == SaidReadings() ? nil : said
  }

  private func say(_ current: CurrentReading?, _ earlier: [Reading]?, of book: Book) {
    var said = now.readings[book.id] ?? SaidReadings()
    // A reading of the user's that has become an earlier one stays so.
    let isEarlier = said.current.map { $0 != book.currentReading && (hasEnded($0.state) || $0.started != nil) } ?? false
    if let current { said.current = current }
    if let earlier, earlier != book.earlierReadings || !earlier.isEmpty {
      said.earlier = earlier
    } else if isEarlier, !book.earlierReadings.isEmpty {
      said.earlier = book.earlierReadings
    }
    now.readings[book.id] = said == SaidReadings() ? nil : said
  }

  private func hasEnded(_ state: ReadState) -> Bool { state == .read || state == .abandoned }

  /// Returns a book's earlier readings, and the shown one if it has ended. Readings without days are counted.
  private func ended(_ book: Book) -> [Reading] {
    var readings = book.earlierReadings
    let ended = Reading(started: book.started, finished: book.finished, outcome: book.readState)
    let isUndated = book.started == nil && book.finished == nil
    let same = readings.firstIndex { $0.started == nil && $0.finished == nil && $0.outcome == book.readState }
    if isUndated, let same {
      readings[same].times += 1
    } else {
      readings.append(ended)
    }
    // Two readings with the same days are one value, also if two records of one source state them.
    return readings.uniqued()
  }

  // MARK: Expectations

  /// Expects that the user's statements about readings are kept exactly, whatever sources state.
  func expectReadings() throws {
    let stored = try storedReadings()
    for (book, said) in now.readings {
      try #require(stored[book] == said, "the user's word on the readings of \(book); \(story)")
    }
  }

  func storedReadings() throws -> [Book.ID: SaidReadings] {
    var stored: [Book.ID: SaidReadings] = [:]
    for row in try temporary.foreign().rows("SELECT book_id, word FROM reading_word") {
      let word = try #require(UserReadingStatement(stored: row[1] ?? ""))
      stored[Book.ID(row[0] ?? "") ?? 0] = SaidReadings(
        current: word.current, earlier: word.earlier, progress: word.progress)
    }
    return stored
  }

  /// Expects that a merge loses no reading with a day: each is shown or matches a shown one.
  func expectMergedReadings(of books: [Book], as id: Book.ID, decided: Bool) throws {
    let merged = try #require(try catalog.view { try $0.book(id) })
    // A first day of an unread or wanted book is not a reading.
    let readings = books.flatMap(\.readingsWithDays).filter { $0.outcome.hasEnded || $0.outcome.isOpen }
    for reading in readings where !decided {
      try #require(
        merged.readingsWithDays.contains {
          // An open reading matches one that began on the same day, also if that one ends before it begins.
          $0.started == reading.started && ($0.finished == reading.finished || reading.finished == nil)
            || ReadingPeriod($0).fit(ReadingPeriod(reading), isLoose: true) != nil
        }, "\(reading) of \(id); \(story)")
    }
    // The state that prevails has rules of its own (ReadingsTests).
    now.readings[id] = try storedReadings()[id]
  }
}
