import CatalogModel
import CatalogTestSupport
import TestExpectations
import Testing

/// Properties of merged readings, over random statements of up to four sources and the user.
@Suite struct RandomReadingsTests {
  private struct Case {
    var words: [ReadingStatement] = []
    var user: UserReadingStatement?

    var decided: Readings { Readings(words, user: user) }
  }

  /// Makes a random case; each seed has a thousand of them.
  private static func make(_ random: inout SeededGenerator) throws -> Case {
    var maker = ReadingMaker(random)
    defer { random = maker.random }
    let truth = try (0..<maker.random.roll(4)).map { _ in try maker.truth() }
    var made = Case()
    for source in 0...Int64(maker.random.roll(3)) { made.words.append(try maker.word(source, truth)) }
    if maker.random.oneIn(10), made.words.count > 1 { made.words[1].source = made.words[0].source }
    if maker.random.oneIn(3) { made.user = try maker.user(truth) }
    return made
  }

  private static func count(_ readings: Readings) -> Int {
    let current = readings.current.state == .read || readings.current.state == .abandoned ? 1 : 0
    return readings.earlier.reduce(current) { $0 + $1.times }
  }

  private static func word(_ readings: Readings, _ source: Int64, stated: PartialDate?) -> ReadingStatement {
    let current = readings.current
    return ReadingStatement(
      source: source, state: current.state, started: current.started, finished: current.finished,
      earlier: readings.earlier, statedOn: stated)
  }

  @Test(arguments: SimulatedSeeds.range(count: 3))
  func `the order of sources never changes the number of readings`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<1_000 {
      var made = try Self.make(&random)
      let before = Self.count(made.decided)
      made.words.shuffle(using: &random)
      expectEqual(Self.count(made.decided), before, "seed \(seed), case \(number): \(made)")
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 3))
  func `a silent source, a copy of a source and a wish change nothing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<1_000 {
      let made = try Self.make(&random)
      let decided = ReadingNotation.text(made.decided)
      var further = made
      further.words.insert(ReadingStatement(source: 90), at: random.roll(made.words.count + 1))
      expectEqual(ReadingNotation.text(further.decided), decided, "seed \(seed), case \(number), silent: \(made)")
      further = made
      further.words.append(random.pick(made.words))
      further.words[made.words.count].source = 91
      expectEqual(ReadingNotation.text(further.decided), decided, "seed \(seed), case \(number), copy: \(made)")
      guard made.decided.current.state != .unread else { continue }
      further = made
      further.words.append(ReadingStatement(source: 92, state: .want, statedOn: try PartialDate("2023-12-12")))
      expectEqual(ReadingNotation.text(further.decided), decided, "seed \(seed), case \(number), wish: \(made)")
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 3))
  func `the shown readings, delivered as a source, change nothing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<1_000 {
      var made = try Self.make(&random)
      // A first day that the user stated stays next to an end that a source reports: no source states that combination.
      made.user?.current?.started = nil
      made.user?.earlier?.removeAll { $0.started != nil && $0.finished == nil }
      let decided = made.decided
      for day in ["2000-01-01", "2021-06-15", "2030-01-01"] {
        var further = made
        further.words.insert(
          Self.word(decided, 95, stated: try PartialDate(day)), at: random.roll(made.words.count + 1))
        expectEqual(
          ReadingNotation.text(further.decided), ReadingNotation.text(decided),
          "seed \(seed), case \(number), \(day): \(made)")
      }
      expectEqual(ReadingNotation.text(Readings([Self.word(decided, 1, stated: nil)])), ReadingNotation.text(decided))
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 3))
  func `no reading that the user ended is lost, and no open state has an end`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<1_000 {
      let made = try Self.make(&random)
      let decided = made.decided
      if ![ReadState.read, .abandoned].contains(decided.current.state) {
        #expect(decided.current.finished == nil, "seed \(seed), case \(number): \(made)")
      }
      guard let user = made.user, let mine = user.current, mine.finished != nil else { continue }
      let ends = decided.earlier.map(\.finished) + [decided.current.finished]
      #expect(ends.contains(mine.finished), "seed \(seed), case \(number): \(made)")
    }
  }
}

/// Makes statements from few days, so that sources often describe the same reading.
private struct ReadingMaker {
  typealias Truth = (started: PartialDate, finished: PartialDate)

  var random: SeededGenerator

  init(_ random: SeededGenerator) { self.random = random }

  mutating func truth() throws -> Truth {
    let day = try PartialDate(year: 2019 + random.roll(4), month: 1 + random.roll(12), day: 1 + random.roll(28))
    return (day.adding(days: -random.roll(41)), day)
  }

  private mutating func date() throws -> PartialDate {
    let year = 2019 + random.roll(4)
    if random.oneIn(7) { return try PartialDate(year: year) }
    let month = random.oneIn(2) ? 1 + random.roll(12) : random.pick([1, 2, 12])
    return try PartialDate(year: year, month: month, day: random.oneIn(5) ? nil : 1 + random.roll(28))
  }

  private mutating func days(_ truth: [Truth]) throws -> (PartialDate?, PartialDate?) {
    if !truth.isEmpty, !random.oneIn(3) {
      let reading = random.pick(truth)
      var end = random.oneIn(2) ? reading.finished : reading.finished.adding(days: random.roll(24) - 3)
      if random.oneIn(7) { end = random.oneIn(2) ? end.wholeMonth : end.wholeYear }
      return (random.oneIn(2) || reading.started > end ? nil : reading.started, end)
    }
    switch random.roll(10) {
    case 0..<4: return (nil, try date())
    case 4: return (try date(), nil)
    default:
      let (one, other) = (try date(), try date())
      return one > other ? (other, one) : (one, other)
    }
  }

  private mutating func earlier(_ truth: [Truth], except current: PartialDate?) throws -> [Reading] {
    var readings: [Reading] = []
    for _ in 0..<random.pick([0, 0, 0, 1, 1, 2, 3]) {
      let (start, end) = try days(truth)
      let outcome: ReadState = end == nil ? .paused : random.oneIn(4) ? .abandoned : .read
      // A source that states one reading twice means two.
      if readings.contains(where: { $0.started == start && $0.finished == end }) || end == current { continue }
      readings.append(Reading(started: start, finished: end, outcome: outcome))
    }
    if random.oneIn(5) {
      readings.append(Reading(outcome: random.pick([.read, .read, .abandoned]), times: 1 + random.roll(3)))
    }
    return readings
  }

  mutating func word(_ source: Int64, _ truth: [Truth]) throws -> ReadingStatement {
    let state = random.pick([ReadState.unread, .want, .reading, .paused, .read, .read, .read, .abandoned])
    var word = ReadingStatement(source: source, state: state)
    if [.read, .abandoned].contains(state), !random.oneIn(7) { (word.started, word.finished) = try days(truth) }
    if [.reading, .paused].contains(state), !random.oneIn(3) { word.started = try date() }
    if [.want, .unread, .reading].contains(state), random.oneIn(20) { word.finished = try date() }
    word.earlier = try earlier(truth, except: word.finished)
    // Two open readings of one source that began on the same day are not two readings that a source could tell apart.
    word.earlier.removeAll { $0.finished == nil && $0.started != nil && $0.started == word.started }
    word.statedOn = try PartialDate(year: 2019 + random.roll(5), month: 1 + random.roll(12), day: 1 + random.roll(28))
    return word
  }

  mutating func user(_ truth: [Truth]) throws -> UserReadingStatement {
    let word = try word(0, truth)
    let hasEnded = [.read, .abandoned].contains(word.state)
    let current = CurrentReading(
      word.state, started: hasEnded || word.state == .reading || word.state == .paused ? word.started : nil,
      finished: hasEnded ? word.finished : nil)
    var replaced: [Reading] = []
    for _ in 0..<random.pick([0, 0, 1, 2]) {
      let (start, end) = try days(truth)
      replaced.append(Reading(started: start, finished: end))
    }
    return UserReadingStatement(
      current: random.oneIn(10) ? nil : current, earlier: random.oneIn(2) ? word.earlier : nil, replaced: replaced,
      statedOn: word.statedOn ?? PartialDate(firstOf: 2019))
  }
}
