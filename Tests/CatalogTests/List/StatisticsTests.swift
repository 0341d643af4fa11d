import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Statistics")
struct StatisticsTests {
  /// Creates a catalog of books with readings of every kind. The clock stands at the beginning of 2026.
  private static func catalog(_ random: inout SeededGenerator, books: Int) async throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    for _ in 1...books {
      let draft = try draft(&random)
      try await temporary.catalog.add(draft)
    }
    return temporary
  }

  /// - Parameter others: Dates that are occasionally used instead.
  private static func date(
    _ random: inout SeededGenerator, near year: Int, others: [String]
  ) throws -> PartialDate? {
    if random.oneIn(4) { return nil }
    if random.oneIn(30) { return try PartialDate(random.pick(others)) }
    let (month, day) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...28, using: &random))
    if random.oneIn(8) { return try PartialDate(year: year) }
    return try PartialDate(year: year, month: month, day: random.oneIn(5) ? nil : day)
  }

  private static func reading(_ random: inout SeededGenerator, _ outcome: ReadState) throws -> Reading {
    let year = Int.random(in: 2022...2026, using: &random)
    let finished = try date(&random, near: year, others: ["-0750-05-01", "0000-02-29", "1850-01-01", "2030-12-31"])
    var started = try date(&random, near: year, others: ["-0750-05-01", "2010-10-10", "2030-12-31"])
    // Usually some days before.
    if !random.oneIn(3), let finished, finished.day != nil, finished.year > 0 {
      started = finished.adding(days: -Int.random(in: 0...40, using: &random))
    }
    let times = random.oneIn(5) ? Int.random(in: 2...4, using: &random) : 1
    return Reading(started: started, finished: finished, outcome: outcome, times: times)
  }

  private static func draft(_ random: inout SeededGenerator) throws -> @Sendable (inout BookDraft) throws -> Void {
    let state = random.pick(ReadState.allCases + [.read, .read, .read, .read])
    let last = try reading(&random, .read)
    let earlier = try (0..<(random.oneIn(3) ? 2 : 0)).map { _ in
      try reading(&random, random.pick([.read, .read, .abandoned, .paused]))
    }
    let title = "Book \(random.pick(["of Love", "of War", "zero"])) \(Int.random(in: 1...99, using: &random))"
    let authors = Array(
      ["Ann", "Bo", "Cy", "Li", "Bo"].shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
    let (pages, rating) = (
      random.pick([nil, 100, 250, 250, 900]), random.pick([nil, 0.1, 0.75, 1, 2.5, 3.25, 4.5, 5])
    )
    let (average, language) = (random.pick([nil, 0, 3.31, 4.5]), random.pick([nil, "en", "eng", "de", "xx"]))
    let copies = random.oneIn(3) ? [BookCopy(count: 2)] : []
    return { book in
      book.title = title
      book.authors = authors
      (book.pages, book.rating, book.averageRating, book.language) = (pages, rating, average, language)
      (book.readState, book.started, book.finished) = (state, last.started, last.finished)
      (book.earlierReadings, book.copies) = (earlier, copies)
    }
  }

  /// Compares the library's statistics for some queries and years with those counted one by one.
  private func compare(_ temporary: TemporaryCatalog, _ note: String) throws {
    try temporary.catalog.view { snapshot in
      for query in ["", "is:read", "is:owned", "love", "-love author:bo", "finished:2024", "nothing", "\"of war\""] {
        var books: [Book] = []
        try snapshot.forEachBook(of: BookQuery(query, order: .title)) { books.append($0) }
        for year in [nil, 2024, 2026, 1850, -750] {
          let today = try PartialDate("2026-01-01")
          let expected = CountedReadings(books: books, year: year, today: today).statistics(authors: 3)
          let found = try snapshot.statistics(of: BookQuery(query), year: year, authors: 3)
          let differences = zip(Self.parts(found), Self.parts(expected)).filter { $0 != $1 }
          #expect(differences.isEmpty, "\(note), \(query), \(year.map(String.init) ?? "all")")
        }
      }
    }
  }

  /// Returns the compared parts, with means rounded so that sums of fractions agree in any order.
  private static func parts(_ statistics: ReadingStatistics) -> [String] {
    var rounded = statistics
    func round(_ number: Double?) -> Double? { number.map { ($0 * 1e9).rounded() / 1e9 } }
    rounded.ratings.mean = round(statistics.ratings.mean)
    rounded.averages.mean = round(statistics.averages.mean)
    rounded.states = [:]
    let states = ReadState.allCases.map { "\($0) \(statistics.states[$0] ?? 0)" }
    return Mirror(reflecting: rounded).children.map { "\($0.label ?? ""): \($0.value)" } + states
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `statistics match a manual count for any query and year`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let temporary = try await Self.catalog(&random, books: 70)
    try compare(temporary, "seed \(seed)")
    // Edits that are not yet in the sets, and removed books.
    for _ in 1...8 {
      let id = Book.ID(Int64.random(in: 1...70, using: &random))
      try await temporary.catalog.edit(id, Self.draft(&random))
    }
    try await temporary.catalog.remove(7)
    try compare(temporary, "seed \(seed), edited")
  }

  @Test("statistics include books that are not yet in the search index")
  func pending() async throws {
    var random = SeededGenerator(seed: 5)
    let temporary = try await Self.catalog(&random, books: 60)
    try await temporary.catalog.remove(12)
    try temporary.forget(10...30)
    try compare(temporary, "seed 5, partly indexed")
    // The index may contain all or some of the books that a load is about to finish.
    try temporary.catalog.tamper { try DerivedPending(connection: $0).add(35...50, now: temporary.clock.now) }
    try compare(temporary, "seed 5, partly indexed twice")
  }

  @Test("statistics of an impossible year are refused")
  func years() throws {
    let temporary = try TemporaryCatalog()
    for year in [Int.min, -4001, 2101, Int.max] {
      #expect(throws: InvalidValue.self) { try temporary.catalog.view { try $0.statistics(year: year) } }
    }
  }

  @Test("statistics survive numbers that another program wrote")
  func tampered() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.catalog.add {
      ($0.title, $0.readState, $0.finished) = ("Strange", .read, try PartialDate("2024"))
    }
    try temporary.catalog.tamper { connection in
      try connection.run(
        """
        UPDATE book SET pages = 9223372036854775807, started = 9223372036854775807, finished = -9223372036854775808,
          read_state = 2
        """)
    }
    let statistics = try temporary.catalog.view { try $0.statistics() }
    #expect(statistics.readings == 1 && statistics.pages == 0 && statistics.undated == 1)
    expectEqual(statistics.readingsWithoutPages, 1)
  }

  @Test("statistics of distant years do not list all years in between")
  func farYears() async throws {
    let temporary = try TemporaryCatalog()
    for date in ["-4000", "1999", "2001-05"] {
      try await temporary.catalog.add {
        ($0.title, $0.readState, $0.finished) = ("Of \(date)", .read, try PartialDate(date))
      }
    }
    let periods = try temporary.catalog.view { try $0.statistics() }.periods
    #expect(periods.count == 101 && periods.map(\.date.year).prefix(2) == [-4000, 1902])
    expectEqual(periods.suffix(3).map(\.readings), [1, 0, 1])
  }
}
