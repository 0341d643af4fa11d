import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Queries about reading and known values")
struct ReadingQueryTests {
  private static let dates = [
    "1999", "2023", "2023-12", "2023-12-31", "2024", "2024-01", "2024-01-01", "2024-02-29", "2024-05", "2024-05-01",
    "2024-05-31", "2024-06-01", "2025-01-01", "2100-12-31",
  ]
  private static let conditions =
    dates
    + dates.flatMap { [">\($0)", ">=\($0)", "<\($0)", "<=\($0)", "\($0)..", "..\($0)"] }
    + [
      "2023..2024", "2023-12..2024-05", "2023-12-31..2024-01-01", "2024-01-01..2024-12-31", "2024-05-01..2024-05-31",
      "2024-02-02..2025-01-01", "1999..2100", "2024..2023", "0100..2024-05-15",
    ]

  /// Creates a catalog of books with readings of every kind.
  private static func catalog(seed: UInt64, books: Int) async throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    func date() throws -> PartialDate? { random.oneIn(3) ? nil : try PartialDate(random.pick(dates)) }
    for number in 1...books {
      let last = (try date(), try date())
      let earlier = try (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Reading(started: try date(), finished: try date(), outcome: random.oneIn(4) ? .abandoned : .read)
      }
      let state = random.pick(ReadState.allCases)
      try await temporary.catalog.add {
        $0.title = "Book \(number)"
        ($0.started, $0.finished, $0.readState, $0.earlierReadings) = (last.0, last.1, state, earlier)
      }
    }
    return temporary
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a reading date matches if all days that it may mean match`(seed: UInt64) async throws {
    let temporary = try await Self.catalog(seed: seed, books: 60)
    let books = try await temporary.catalog.page(size: 1_000).books
    expectEqual(books.count, 60)
    for condition in Self.conditions {
      for (name, dates) in [
        ("finished", { (book: Book) in book.earlierReadings.map(\.finished) + [book.finished] }),
        ("started", { (book: Book) in book.earlierReadings.map(\.started) + [book.started] }),
      ] {
        let query = "\(name):\(condition)"
        let expected = books.filter { book in
          dates(book).contains { $0.map { Look.contains(condition, $0.description) } ?? false }
        }
        let found = try await temporary.catalog.page(matching: query, size: 1_000).books
        expectEqual(Set(found.map(\.id)), Set(expected.map(\.id)), "seed \(seed): \(query)")
        try await expectEqual(temporary.catalog.count(of: BookQuery(query)), expected.count, "seed \(seed): \(query)")
      }
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `lists by reading dates put books without a date last`(seed: UInt64) async throws {
    let temporary = try await Self.catalog(seed: seed, books: 60)
    let books = try await temporary.catalog.page(size: 1_000).books
    for (order, date) in [
      (BookOrder.finished, { (book: Book) in book.finished }), (.started, { (book: Book) in book.started }),
      (.finished.descending, { (book: Book) in book.finished }),
    ] {
      // The first day that a date may mean decides, then the id.
      func key(_ book: Book) -> (Int64, Int64) {
        let day = date(book).map { Int64($0.year) * 10_000 + Int64(($0.month ?? 1) * 100 + ($0.day ?? 1)) } ?? .max
        let ordered = order.isDescending && day != .max ? -day : day
        return (ordered, order.isDescending ? -book.id.rawValue : book.id.rawValue)
      }
      let expected = books.sorted { key($0) < key($1) }.map(\.id)
      try await expectEqual(temporary.catalog.page(order: order, size: 100).books.map(\.id), expected)
      var walked: [Book.ID] = []
      var position: PagePosition? = .start
      while let current = position {
        let page = try await temporary.catalog.page(order: order, at: current, size: 7)
        walked += page.books.map(\.id)
        position = page.next.map(PagePosition.after)
      }
      expectEqual(walked, expected)
      try expectEqual(BookOrder(order.name), order)
    }
  }

  @Test(
    "days are counted from today",
    arguments: [
      ("today", "2024-03-01", "2024-03-01"), ("yesterday", "2024-02-29", "2024-02-29"),
      ("this-week", "2024-02-26", "2024-03-03"), ("last-week", "2024-02-19", "2024-02-25"),
      ("this-month", "2024-03-01", "2024-03-31"), ("last-month", "2024-02-01", "2024-02-29"),
      ("this-year", "2024-01-01", "2024-12-31"), ("last-year", "2023-01-01", "2023-12-31"),
      ("last-1-days", "2024-03-01", "2024-03-01"), ("last-30-days", "2024-02-01", "2024-03-01"),
      ("Last-Month", "2024-02-01", "2024-02-29"),
    ])
  func relative(word: String, first: String, last: String) throws {
    let range = try #require(RelativeDays(word)).range(on: try PartialDate("2024-03-01"))
    for (date, isInside) in [
      (try PartialDate(first), true), (try PartialDate(last), true),
      (try PartialDate(first).adding(days: -1), false), (try PartialDate(last).adding(days: 1), false),
    ] {
      expectEqual(range.contains(date), isInside, "\(word): \(date)")
      expectEqual(range.moments.contains(date.start.milliseconds), isInside, "\(word): \(date)")
    }
  }

  @Test(
    "days counted from today begin and end ranges",
    arguments: [
      ("last-year..2024-02", "2023-01-01", "2024-02-29"), ("..yesterday", "0001-01-01", "2024-02-29"),
      ("this-week..", "2024-02-26", "2100-12-31"), (">last-week", "2024-02-26", "2100-12-31"),
      ("<this-month", "0001-01-01", "2024-02-29"), (">=last-month", "2024-02-01", "2100-12-31"),
      ("<=last-week", "0001-01-01", "2024-02-25"), ("=today", "2024-03-01", "2024-03-01"),
      ("2024-01..last-7-days", "2024-01-01", "2024-03-01"),
    ])
  func relativeRange(text: String, first: String, last: String) throws {
    let days = try #require(DayCondition(text))
    #expect(days.isRelative && days.range(on: nil) == nil)
    let range = try #require(days.range(on: try PartialDate("2024-03-01")))
    for (day, step) in [(try PartialDate(first), -1), (try PartialDate(last), 1)] {
      #expect(range.contains(day), "\(text): \(day)")
      guard !day.description.hasPrefix("0001"), !day.description.hasPrefix("2100") else { continue }
      #expect(!range.contains(day.adding(days: step)), "\(text): \(day)")
    }
  }

  @Test(
    "an invalid number of days is text",
    arguments: ["last-0-days", "last--1-days", "last-x-days", "last-99999999999-days"])
  func noDays(word: String) { #expect(RelativeDays(word) == nil) }

  @Test("days have the boundaries of this machine's time zone")
  func moments() throws {
    for text in ["2024-03-31", "2024-10-27", "1965-08", "2024"] {
      let date = try PartialDate(text)
      let range = DayRange(date).moments
      #expect(range.lowerBound == date.start.milliseconds && range.upperBound == date.end.milliseconds)
      expectEqual(PartialDate.day(at: date.start), date.firstOfItsDays)
      expectEqual(PartialDate.day(at: Date(milliseconds: range.upperBound - 1)).adding(days: 1).start, date.end)
    }
  }

  @Test("books added and changed today are found by that")
  func added() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.catalog.add { $0.title = "New" }
    try await temporary.catalog.add {
      $0.title = "Old"
      $0.added = Date(timeIntervalSince1970: 1_000_000_000)
    }
    func titles(_ query: String) async throws -> [String] {
      try await temporary.catalog.page(matching: query, order: .title).books.map(\.title)
    }
    try await expectEqual(titles("added:today"), ["New"])
    try await expectEqual(titles("added:2001"), ["Old"])
    try await expectEqual(titles("changed:today"), ["New", "Old"])
    temporary.clock.advance(by: 86_400)
    #expect(try await titles("added:today").isEmpty)
    try await expectEqual(titles("added:yesterday"), ["New"])
    try await temporary.catalog.edit(2) { $0.title = "Older" }
    try await expectEqual(titles("changed:today"), ["Older"])
    #expect(try await titles("changed:<2020").isEmpty)
    try await expectEqual(titles("added:2001-09-08..2001-09-10"), ["Older"])
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `has and no check every field for a value`(seed: UInt64) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    for number in 1...40 {
      let fields = BookField.allCases.filter { ![.title, .readState, .added].contains($0) && random.oneIn(3) }
      let changes = fields.compactMap { field in random.value(of: field).map { FieldChange.set(field, $0) } }
      try await temporary.catalog.write { transaction in
        let id = try #require(try transaction.add { $0.title = "Book \(number)" }.books.first)
        _ = try transaction.edit([id], changes)
      }
    }
    let books = try await temporary.catalog.page(size: 100).books
    for field in BookField.allCases where field.isClearable && field != .files && field != .attachments {
      // The name “year” means the year that lists show.
      for name in [field.rawValue] + field.definition.otherNames where name != "year" {
        let has = Set(try await temporary.catalog.page(matching: "has:\(name)", size: 100).books.map(\.id))
        let no = Set(try await temporary.catalog.page(matching: "no:\(name)", size: 100).books.map(\.id))
        expectEqual(has, Set(books.filter { $0[field] != nil }.map(\.id)), "seed \(seed): has:\(name)")
        expectEqual(no, Set(books.filter { $0[field] == nil }.map(\.id)), "seed \(seed): no:\(name)")
      }
    }
    let dated = try await temporary.catalog.page(matching: "has:year", size: 100).books.map(\.id)
    expectEqual(Set(dated), Set(books.filter { $0.year != nil }.map(\.id)), "seed \(seed): has:year")
    let reread = try await temporary.catalog.page(matching: "is:reread", size: 100).books.map(\.id)
    expectEqual(Set(reread), Set(books.filter { $0.readCount > 1 }.map(\.id)))
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test("an older catalog is upgraded to the same sets")
  func upgraded() async throws {
    let temporary = try await Self.catalog(seed: 9, books: 50)
    var random = SeededGenerator(seed: 9)
    try await temporary.importRecords(try random.records(60))
    try temporary.catalog.tamper { try PostingChangeTable(connection: $0).merge() }
    let terms = "SELECT group_concat(hex(term) || hex(books)) FROM posting"
    let before = try temporary.catalog.look { try $0.text(terms) }
    temporary.catalog.close()
    let path = temporary.folder.file("older.db")
    try FileManager.default.copyItem(atPath: temporary.path, toPath: path)
    try OlderSchema.goBack(path, before: "reading")
    let upgraded = try await BookCatalog.open(path)
    defer { upgraded.close() }
    #expect(upgraded.upgrade != nil)
    try expectEqual(upgraded.look { try $0.text(terms) }, before)
    try expectEqual(upgraded.findings(), [])
  }
}

extension PartialDate {
  /// The first day that it may mean, as a date.
  fileprivate var firstOfItsDays: PartialDate? { PartialDate(encoded: firstDay) }
}
