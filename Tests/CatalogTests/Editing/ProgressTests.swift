import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The positions that a reader reached in books.
@Suite struct ProgressTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func reached(_ book: Book.ID, _ place: ReadingPosition.Place, _ day: String) async throws {
    let day = try PartialDate(day)
    try await catalog.edit(book) { $0.reach(place, on: day) }
    try expectEqual(catalog.findings(), [])
  }

  private func shown(_ book: Book.ID = 1, in seen: BookCatalog? = nil) async throws -> String {
    let book = try #require(try await (seen ?? catalog).book(book))
    let days = [book.started, book.finished].map { $0?.description ?? "-" }.joined(separator: " ")
    let log = book.progress.map { position in
      "\(position.day) \(position.place.words)\(position.origin == .device ? " (device)" : "")"
    }
    return (["\(book.readState.rawValue) \(days)"] + log).joined(separator: "; ")
  }

  private func add(_ state: ReadState = .unread, from started: String? = nil, to finished: String? = nil) async throws
    -> Book.ID
  {
    let (first, last) = (try started.map { try PartialDate($0) }, try finished.map { try PartialDate($0) })
    let outcome = try await catalog.add {
      ($0.title, $0.pages, $0.readState, $0.started, $0.finished) = ("Dune", 400, state, first, last)
    }
    return outcome.books[0]
  }

  // MARK: One book

  @Test(arguments: [
    (ReadState.unread, nil, nil, "reading 2024-05-03 -"), (.want, nil, nil, "reading 2024-05-03 -"),
    (.reading, "2024-05-01", nil, "reading 2024-05-01 -"), (.paused, "2023-05-01", nil, "reading 2023-05-01 -"),
    (.reading, "2024-05-08", nil, "reading 2024-05-08 -"),
    // The last reading ended before: this is another one.
    (.read, "2020-01-01", "2020-02-01", "reading 2024-05-03 -"), (.abandoned, nil, "2023", "reading 2024-05-03 -"),
    // The position belongs to the reading that has ended, or may belong to it.
    (.read, "2024-05-01", "2024-05-09", "read 2024-05-01 2024-05-09"), (.read, nil, nil, "read - -"),
    (.read, nil, "2024", "read - 2024"),
  ])
  func `a position marks the book as being read unless it belongs to an earlier reading`(
    state: ReadState, started: String?, finished: String?, expected: String
  ) async throws {
    let book = try await add(state, from: started, to: finished)
    try await reached(book, .page(120), "2024-05-03")
    try await expectEqual(shown(book), "\(expected); 2024-05-03 page 120")
    let earlier = try await catalog.book(book)?.earlierReadings.map { $0.finished?.description ?? "-" }
    expectEqual(earlier, expected.hasPrefix("reading") ? finished.map { [$0] } ?? [] : [])
    try await catalog.undo()
    try await expectEqual(
      shown(book), "\(state.rawValue) \(started ?? "-") \(finished ?? "-")")
  }

  @Test func `a position of the same day is replaced, and an earlier day changes only the log`() async throws {
    let book = try await add()
    try await reached(book, .page(120), "2024-05-03")
    try await reached(book, .percent(40), "2024-05-03")
    try await expectEqual(shown(), "reading 2024-05-03 -; 2024-05-03 40%")
    try await catalog.edit(book) { $0.mark(.paused) }
    try await reached(book, .page(10), "2024-05-01")
    try await expectEqual(shown(), "paused 2024-05-03 -; 2024-05-01 page 10; 2024-05-03 40%")
    try await catalog.edit(book) { $0.progress.removeLast() }
    try await expectEqual(shown(), "paused 2024-05-03 -; 2024-05-01 page 10")
    try await catalog.undo()
    try await catalog.undo()
    try await catalog.redo()
    try await expectEqual(shown(), "paused 2024-05-03 -; 2024-05-01 page 10; 2024-05-03 40%")
  }

  @Test func `without a day, the position is of today`() async throws {
    let book = try await add()
    try await catalog.edit(book) { $0.reach(.minutes(90)) }
    let positions = try #require(try await catalog.book(book)).progress
    expectEqual(positions.map(\.day), [PartialDate.day(at: Date())])
    let summary = try await catalog.read { try $0.undoable?.summary }
    #expect(summary?.hasPrefix("Dune: 1 h 30 min reached, marked as reading, started ") == true, "\(summary ?? "")")
  }

  @Test func `the log keeps the latest five hundred positions`() async throws {
    let book = try await add(.reading, from: "2020-01-01")
    let first = try PartialDate("2020-01-01")
    try await catalog.edit(book) { draft in
      for day in 0..<510 { draft.reach(.page(day % 400), on: first.adding(days: day)) }
    }
    let log = try #require(try await catalog.book(book)).progress
    #expect(log.count == 500 && log.first?.day == first.adding(days: 10))
  }

  @Test(arguments: ["2024-05-01", "2024-05-01 | 5 | 6", " | 5", "2024-05-01 |  | 101", "2024-05-01 | 5 |  |  | phone"])
  func `an entry needs a day and exactly one place`(text: String) {
    #expect(throws: InvalidValue.self) { try BookField.progress.value(of: text) }
  }

  // MARK: Sources and people

  private func deliver(_ source: String, _ fields: [BookField: String?]) async throws {
    let record = try SourceRecord("1", fields.merging([.title: "Dune", .isbn: "9780441013593"]) { given, _ in given })
    try await temporary.importRecords([record], source: source)
    try expectEqual(catalog.findings(), [])
  }

  @Test func `an e-reader, another source and the user are words on one reading`() async throws {
    try await deliver("goodreads", [.readState: "reading", .started: "2024-05-01"])
    try await deliver(
      "reader",
      [
        .readState: "reading", .started: "2024-05-02",
        .progress: "2024-05-02 |  | 10 |  | device; 2024-05-04 |  | 30 |  | device",
      ])
    try await expectEqual(shown(), "reading 2024-05-01 -; 2024-05-02 10% (device); 2024-05-04 30% (device)")
    try await reached(1, .page(150), "2024-05-04")
    try await expectEqual(
      shown(), "reading 2024-05-01 -; 2024-05-02 10% (device); 2024-05-04 30% (device); 2024-05-04 page 150")
    // A position that the user removed stays removed, and one that the device adds later is shown.
    try await catalog.edit(1) { $0.progress.removeFirst() }
    try await deliver(
      "reader",
      [
        .readState: "reading", .started: "2024-05-02",
        .progress: "2024-05-02 |  | 10 |  | device; 2024-05-04 |  | 30 |  | device; 2024-05-06 |  | 60 |  | device",
      ])
    try await expectEqual(
      shown(), "reading 2024-05-01 -; 2024-05-04 30% (device); 2024-05-04 page 150; 2024-05-06 60% (device)")
    let provenance = try await catalog.read { snapshot in
      try snapshot.book(1).map { try snapshot.provenance(of: $0) } ?? []
    }
    expectEqual(provenance.first { $0.field == .progress }?.origin, .personal)
    try await catalog.write { _ = try $0.revert(1, .progress) }
    try await expectEqual(
      shown(),
      "reading 2024-05-01 -; 2024-05-02 10% (device); 2024-05-04 30% (device); 2024-05-06 60% (device)")
    try await catalog.undo()
    try await expectEqual(
      shown(), "reading 2024-05-01 -; 2024-05-04 30% (device); 2024-05-04 page 150; 2024-05-06 60% (device)")
    // A source that ends the reading keeps the log, and the book has no position any more.
    try await deliver("goodreads", [.readState: "read", .started: "2024-05-01", .finished: "2024-05-09"])
    #expect(try await shown().hasPrefix("read 2024-05-01 2024-05-09; 2024-05-04 30%"))
    #expect(try await catalog.book(1)?.position == nil)
  }

  @Test func `each person has a log of their own`() async throws {
    let book = try await add()
    let annas = try catalog.seen(by: "Anna")
    try await reached(book, .page(120), "2024-05-03")
    let day = try PartialDate("2024-05-04")
    try await annas.edit(book) { $0.reach(.percent(80), on: day) }
    try await expectEqual(shown(), "reading 2024-05-03 -; 2024-05-03 page 120")
    try await expectEqual(shown(in: annas), "reading 2024-05-04 -; 2024-05-04 80%")
    try await expectEqual(annas.count(of: "progress:50.."), 1)
    try await expectEqual(catalog.count(of: "progress:50.."), 0)
    try await annas.undo()
    try await expectEqual(shown(in: annas), "unread - -")
    try expectEqual(catalog.findings(), [])
  }

  @Test func `merged books keep the positions of all of them, for every person`() async throws {
    let (first, second) = (try await add(), try await add())
    let annas = try catalog.seen(by: "Anna")
    try await reached(first, .page(10), "2024-05-01")
    try await reached(second, .page(20), "2024-05-02")
    let days = [try PartialDate("2024-05-03"), try PartialDate("2024-05-04")]
    try await annas.edit(first) { $0.reach(.page(30), on: days[0]) }
    try await annas.edit(second) { $0.reach(.page(40), on: days[1]) }
    try await catalog.write { _ = try $0.merge([first, second]) }
    try await expectEqual(shown(), "reading 2024-05-01 -; 2024-05-01 page 10; 2024-05-02 page 20")
    try await expectEqual(shown(in: annas), "reading 2024-05-03 -; 2024-05-03 page 30; 2024-05-04 page 40")
    try expectEqual(catalog.findings(), [])
    try await catalog.undo()
    try await expectEqual(shown(second), "reading 2024-05-02 -; 2024-05-02 page 20")
  }

  // MARK: Queries and statistics

  @Test func `queries find books by the part that was read`() async throws {
    for (page, state) in [(40, ReadState.reading), (200, .reading), (380, .paused), (390, .read)] {
      let book = try await add()
      try await reached(book, .page(page), "2024-05-03")
      let day = try PartialDate("2024-05-03")
      if state != .reading { try await catalog.edit(book) { $0.mark(state, on: day) } }
    }
    let unknown = try await catalog.add { $0.title = "Emma" }.books[0]
    try await reached(unknown, .page(7), "2024-05-03")
    for (query, ids) in [
      ("progress:50..", [2, 3]), ("progress:<50", [1]), ("progress:10%", [1]), ("-progress:0..100", [4, 5]),
      ("has:progress", [1, 2, 3, 4, 5]), ("progress:50.. is:paused", [3]),
    ] as [(String, [Book.ID])] {
      try await expectEqual(catalog.ids(of: BookQuery(query)), ids, "\(query)")
    }
  }

  @Test func `statistics count the pages of each day of reading, up to the last position`() async throws {
    let finished = try await add(.read, from: "2024-05-01", to: "2024-05-10")
    let current = try await add(.reading, from: "2024-06-01")
    try await reached(current, .percent(25), "2024-06-04")
    _ = try await add(.read, to: "2024-05-10")
    let pace = try #require(try await catalog.statistics().pace)
    #expect(pace.pages == 500 && pace.days == 14)
    expectEqual(try await catalog.statistics(year: 2023).pace, nil)
    try await catalog.remove(finished)
    try await expectEqual(catalog.statistics(year: 2024).pace?.pagesPerDay, 25)
  }
}
