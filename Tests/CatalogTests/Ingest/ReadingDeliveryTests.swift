import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Several sources of the user's own report readings of the same books.
@Suite struct ReadingDeliveryTests {
  /// A delivery of a source, and its day.
  private struct Delivery: Sendable {
    let source: String
    /// Days since the beginning of 2026.
    let day: Int
    let records: [SourceRecord]
  }

  private static let sources = ["one", "two", "three"]
  private static let books = 3

  /// A catalog with three refreshing sources of the user's own.
  private final class Library {
    let temporary: TemporaryCatalog
    private var day = 0

    init() async throws {
      temporary = try TemporaryCatalog()
      try await temporary.catalog.write { for name in ReadingDeliveryTests.sources { try $0.addOwnSources(name) } }
    }

    func move(to day: Int) {
      temporary.clock.advance(by: Double(day - self.day) * 86_400)
      self.day = day
    }

    func deliver(_ delivery: Delivery) async throws {
      move(to: delivery.day)
      let source = ScriptedSource(delivery.source) { _ in
        SourcePage(records: delivery.records, cursor: "\(UInt64.random(in: .min ... .max))", isLast: true)
      }
      _ = try await temporary.catalog.syncEngine(sources: [source]).refresh()
    }

    /// Returns the readings and rating of each book, and the contradictions to the user.
    func shown() throws -> [String] {
      let file = try temporary.foreign()
      let readings = try file.rows(
        """
        SELECT title, read_state, started, finished, rating,
          (SELECT group_concat(field || theirs) FROM reading_conflict WHERE book_id = id) FROM book ORDER BY title
        """
      ).map { $0.map { $0 ?? "-" }.joined(separator: " ") }
      let earlier = try temporary.catalog.view { try $0.page(size: 100).books }
        .sorted { $0.title < $1.title }.map { "\($0.title) \($0.earlierReadings)" }
      return readings + earlier
    }
  }

  /// Returns a source's records of every book, with days that others may state as well.
  private static func records(_ random: inout SeededGenerator) throws -> [SourceRecord] {
    let days = ["2023-05-01", "2023-05-20", "2023-06-30", "2024-01-01", "2024-01-15", "2024", "2024-01", "2025-12-31"]
    return try (0..<books).map { book in
      // A source that states one day twice has two readings, of which an export shows one.
      let days = days.shuffled(using: &random)
      var fields: [BookField: String?] = [.title: "Book \(book)", .authors: "A"]
      fields[.readState] = random.pick(["unread", "want", "reading", "paused", "read", "read", "abandoned"])
      fields[.started] = .some(random.oneIn(2) ? days[0] : nil)
      fields[.finished] = .some(random.oneIn(2) ? days[1] : nil)
      fields[.rating] = .some(random.oneIn(2) ? random.pick(["1", "4.5"]) : nil)
      if random.oneIn(3) {
        // A later delivery may keep these and begin a reading, so no open reading of either begins on the same day.
        let start = random.pick(["2023-05-02", "2023-07", "2024-01-14", "2024-02", "2025"])
        fields[.earlierReadings] = "\(start) |  | paused;  | \(days[3]) | read"
      }
      return try SourceRecord("r\(book)", fields)
    }
  }

  /// Merges the deliveries of the sources in any order that keeps each source's own, with some repeated.
  private static func interleaved(
    _ deliveries: [[Delivery]], _ random: inout SeededGenerator
  ) -> [Delivery] {
    var (rest, all) = (deliveries, [Delivery]())
    while let index = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &random) {
      all.append(rest[index].removeFirst())
      if random.oneIn(5), let last = all.last { all.append(last) }
    }
    return all
  }

  @Test(arguments: [
    ("reading 2019-01-01..", "read ..2013-09-07"), ("abandoned 2018-01-01..2018-02-01", "read ..2013-09-07"),
    ("read 2024-06-21..2024-07-21; before: read ..2013-09-07", "read ..2013-09-07"),
    ("abandoned 2018-01-01..2018-02-01", "want"), ("read ..2013-09-07", "abandoned"),
  ]) func `a newer file with another reading replaces the earlier`(first: String, second: String) async throws {
    let temporary = try TemporaryCatalog()
    for line in [first, second] {
      let word = try ReadingNotation.words(["gr \(line)"])[0]
      var record = SourceRecord("1") {
        $0.title = "Dune"
        $0.readState = word.state
      }
      record.values[.started] = word.started.map { .value(.date($0)) } ?? .null
      record.values[.finished] = word.finished.map { .value(.date($0)) } ?? .null
      record.values[.earlierReadings] =
        word.earlier.isEmpty ? .null : .value(.records(word.earlier.map(\.record)))
      try await temporary.importRecords([record], source: "gr")
    }
    let book = try #require(try await temporary.catalog.book(1))
    let expected = try ReadingNotation.words(["gr \(second)"])
    let decided = Readings(expected)
    #expect(
      book.currentReading == decided.current && book.earlierReadings == decided.earlier, "\(book.earlierReadings)")
  }

  @Test(arguments: SimulatedSeeds.range(count: 4))
  func `sources delivering in any order lead to the same readings, ratings and conflicts`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    func deliveries(after day: Int) throws -> [[Delivery]] {
      try Self.sources.map { name in
        try (0..<(1 + random.roll(3))).map { number in
          Delivery(source: name, day: day + 10 * number + random.roll(10), records: try Self.records(&random))
        }
      }
    }
    let (before, after) = (try deliveries(after: 0), try deliveries(after: 200))
    let (state, day) = (random.pick(ReadState.allCases), random.pick(["2023-06-30", "2024", "2026-04-11"]))
    let isRating = random.oneIn(2)
    var results: [[String]] = []
    for _ in 0..<4 {
      let library = try await Library()
      let catalog = library.temporary.catalog
      for delivery in Self.interleaved(before, &random) { try await library.deliver(delivery) }
      library.move(to: 100)
      let date = try PartialDate(day)
      for book in try await catalog.page(size: 100).books.sorted(by: { $0.title < $1.title }).prefix(2) {
        _ = try await catalog.edit(book.id) {
          $0.mark(state, on: date)
          if isRating { $0.rating = 3 }
        }
      }
      results.append(try library.shown())
      for delivery in Self.interleaved(after, &random) { try await library.deliver(delivery) }
      results.append(try library.shown())
      try expectEqual(catalog.findings(), [], "seed \(seed)")
    }
    for result in results.indices.dropFirst(2) {
      expectEqual(results[result], results[result - 2], "seed \(seed), \(state) on \(day)")
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 4))
  func `sources removed in any order leave their readings as they are`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let library = try await Library()
    let catalog = library.temporary.catalog
    for name in Self.sources {
      for day in 1...(1 + random.roll(2)) {
        try await library.deliver(Delivery(source: name, day: day, records: try Self.records(&random)))
      }
    }
    if random.oneIn(2) {
      _ = try await catalog.edit(1) { $0.mark(.read, on: try PartialDate("2024-01-03")) }
    }
    if random.oneIn(2) { _ = try await catalog.write { try $0.merge([1, 2]) } }
    let before = try library.shown()
    for name in Self.sources.shuffled(using: &random) {
      _ = try await catalog.removeSource(name, .keepBooks)
      try expectEqual(library.shown(), before, "seed \(seed): without \(name)")
      try expectEqual(catalog.findings(), [], "seed \(seed)")
    }
    for _ in Self.sources {
      try await catalog.undo()
      try expectEqual(library.shown(), before, "seed \(seed): undone")
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 4))
  func `an export imported again changes nothing, and undo of any step leaves the other statements`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let library = try await Library()
    let catalog = library.temporary.catalog
    var states: [[String]] = []
    var steps = 0
    for day in 1...6 {
      let delivery = Delivery(source: random.pick(Self.sources), day: day, records: try Self.records(&random))
      try await library.deliver(delivery)
      let count = try await catalog.steps().count
      if count > steps { states.append(try library.shown()) }
      steps = count
    }
    let before = try library.shown()
    let export = try await catalog.page(size: 100).books.map { book in
      var values = FieldPresences()
      for field in [BookField.title, .authors] + BookField.readings + [.rating] {
        values[field] = book[field].map(FieldPresence.value) ?? .null
      }
      return SourceRecord(remoteID: "x\(book.id)", values: values)
    }
    try await library.temporary.importRecords(export, source: "export")
    let after = try library.shown()
    expectEqual(after, before, "seed \(seed): \(after.filter { !before.contains($0) })")
    try catalog.undoStep()
    for state in states.reversed().dropFirst() {
      try catalog.undoStep()
      try expectEqual(library.shown(), state, "seed \(seed)")
    }
    for state in states.dropFirst() {
      try catalog.redoStep()
      try expectEqual(library.shown(), state, "seed \(seed)")
    }
  }

  @Test func `the user's reading stays an earlier one when they change a source's current one`() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try await temporary.importRecords(
      [SourceRecord("1", [.title: "Eps", .readState: "read", .started: "2016-02-01", .finished: "2016-02-09"])],
      source: "file")
    let (mine, other) = (try PartialDate("2013-03-26"), try PartialDate("2016-02-14"))
    _ = try await catalog.edit(1) { $0.mark(.want) }
    _ = try await catalog.edit(1) { $0.mark(.read, on: mine) }
    _ = try await catalog.edit(1) { $0.finished = other }
    let book = try #require(try await catalog.book(1))
    expectEqual(book.currentReading, CurrentReading(.read, started: try PartialDate("2016-02-01"), finished: other))
    expectEqual(book.earlierReadings, [Reading(finished: mine)])
  }

  @Test func `a day of the user's that a merge hides is reported`() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try await temporary.importRecords(
      [SourceRecord("1", [.title: "Alpha"]), SourceRecord("2", [.title: "Beta"])], source: "file")
    let days = try ["2022-10-17", "2022-10-18"].map { try PartialDate($0) }
    _ = try await catalog.edit(1) { $0.mark(.read, on: days[0]) }
    _ = try await catalog.edit(2) { $0.mark(.abandoned, on: days[1]) }
    let outcome = try await catalog.write { try $0.merge([1, 2]) }
    #expect(outcome.summary.contains("not shown: your finished of 2, “2022-10-18”"), "\(outcome.summary)")
    try await catalog.undo()
    try await expectEqual(catalog.book(2)?.finished, days[1])
  }

  @Test func `a redone import belongs to an existing source`() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let records = [SourceRecord("1") { $0.title = "Emma" }]
    try await temporary.importRecords(records, source: "file")
    try await catalog.removeSource("file", .keepBooks)
    try await temporary.importRecords(records, source: "file")
    for _ in 0..<2 { try await catalog.undo() }
    for _ in 0..<2 { try await catalog.redo() }
    try await expectEqual(catalog.source(named: "file").state, .active)
  }

  @Test func `two devices reach the same state, whichever is refreshed first`() async throws {
    let device = try [("one", "reading", "2023-11-14"), ("two", "paused", "2023-11-17")].map { name, state, day in
      Delivery(
        source: name, day: 1,
        records: [try SourceRecord("r", [.title: "Halves", .authors: "A", .readState: state, .started: day])])
    }
    for order in [device, device.reversed()] {
      let library = try await Library()
      for delivery in order { try await library.deliver(delivery) }
      let book = try #require(try await library.temporary.catalog.page().books.first)
      expectEqual(book.currentReading, CurrentReading(.reading, started: try PartialDate("2023-11-14")))
    }
  }

  @Test func `a book marked as being read stays so when an older reading arrives, which is kept`()
    async throws
  {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try await temporary.importRecords(
      [SourceRecord("1", [.title: "Emma", .authors: "Jane Austen", .readState: "want"])], source: "first")
    let day = try PartialDate("2026-01-01")
    _ = try await catalog.edit(1) { $0.mark(.reading, on: day) }
    try await temporary.importRecords(
      [
        SourceRecord(
          "a",
          [
            .title: "Emma", .authors: "Jane Austen", .readState: "read", .started: "2022-03-01",
            .finished: "2022-03-09",
          ])
      ],
      source: "second")
    let book = try #require(try await catalog.book(1))
    expectEqual(book.currentReading, CurrentReading(.reading, started: day))
    expectEqual(
      book.earlierReadings,
      [
        Reading(started: try PartialDate("2022-03-01"), finished: try PartialDate("2022-03-09"))
      ])
    try await expectEqual(catalog.conflicts(), [])
    let provenance = try #require(
      try await catalog.read { try $0.provenance(of: book) }.first { $0.field == .readState })
    expectEqual(provenance.origin, .personal)
    expectEqual(provenance.otherReadings.map(\.source), ["first"])
    expectEqual(provenance.otherReadings.map(\.reason), [.lessKnown])
  }

  @Test func `another outcome of the user's reading is a conflict that either side can win`() async throws {
    for side in ConflictSide.allCases {
      let temporary = try TemporaryCatalog()
      let catalog = temporary.catalog
      try await temporary.importRecords(
        [SourceRecord("1", [.title: "Emma", .authors: "Jane Austen"])], source: "first")
      let day = try PartialDate("2025-12-30")
      _ = try await catalog.edit(1) { $0.mark(.read, on: day) }
      temporary.clock.advance(by: 5 * 86_400)
      try await temporary.importRecords(
        [
          SourceRecord(
            "a", [.title: "Emma", .authors: "Jane Austen", .readState: "abandoned", .finished: "2025-12-29"])
        ], source: "second")
      try await expectEqual(catalog.book(1)?.readState, .read)
      let conflict = try #require(try await catalog.conflicts().first)
      expectEqual(conflict.subject, .field(.readState))
      guard case .field(_, _, let theirs, let mine, _) = conflict.kind else { return #expect(Bool(false)) }
      #expect(theirs == .readState(.abandoned) && mine == .readState(.read))
      _ = try await catalog.resolve(conflict, side == .mine ? .mine : .theirs)
      try await expectEqual(catalog.book(1)?.readState, side == .mine ? .read : .abandoned)
      try await expectEqual(catalog.conflicts(), [])
      try await catalog.undo()
      try await expectEqual(catalog.conflicts().count, 1)
      try await expectEqual(catalog.book(1)?.readState, .read)
      try expectEqual(catalog.findings(), [])
    }
  }

  @Test func `a reading that the user corrects or removes stays so, whichever source states it again`() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try await temporary.importRecords(
      [SourceRecord("1", [.title: "Emma", .authors: "Jane Austen", .readState: "read", .finished: "2020-02-01"])],
      source: "first")
    let corrected = try PartialDate("2019-02-01")
    _ = try await catalog.edit(1) { $0.finished = corrected }
    temporary.clock.advance(by: 86_400)
    try await temporary.importRecords(
      [
        SourceRecord(
          "a",
          [
            .title: "Emma", .authors: "Jane Austen", .readState: "read", .started: "2020-01-20",
            .finished: "2020-02-02",
          ])
      ],
      source: "second")
    var book = try #require(try await catalog.book(1))
    #expect(book.currentReading == CurrentReading(.read, finished: corrected) && book.earlierReadings == [])
    try await expectEqual(catalog.conflicts().map(\.subject), [.field(.earlierReadings)])
    _ = try await catalog.resolve(try #require(try await catalog.conflicts().first), .theirs)
    book = try #require(try await catalog.book(1))
    let again = try PartialDate("2020-02-02")
    #expect((book.earlierReadings.map(\.finished) + [book.finished]).contains(again))
    try await expectEqual(catalog.conflicts(), [])
  }
}
