import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Marking a book with a day") struct ReadingMarkTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns a book after some marks, as “state started finished, earlier ones”.
  private func marked(_ marks: [(ReadState, String)]) async throws -> String {
    let book = try await catalog.write { try $0.add { $0.title = "Emma" }.books[0] }
    for (state, day) in marks {
      let day = try PartialDate(day)
      try await catalog.edit(book) { $0.mark(state, on: day) }
    }
    let found = try #require(try await catalog.book(book))
    let earlier = found.earlierReadings.map { "\($0.started?.description ?? "?")–\($0.finished?.description ?? "?")" }
    let days = [found.started, found.finished].map { $0?.description ?? "-" }
    return ([found.readState.rawValue] + days + earlier).joined(separator: " ")
  }

  @Test("a mark keeps the start and end days and the readings that ended")
  func days() async throws {
    try await #expect(marked([(.reading, "2024-01-02")]) == "reading 2024-01-02 -")
    try await #expect(marked([(.reading, "2024-01-02"), (.read, "2024-02")]) == "read 2024-01-02 2024-02")
    try await #expect(
      marked([(.reading, "2023"), (.paused, "2024"), (.reading, "2025")]) == "reading 2025 -")
    try await #expect(
      marked([(.reading, "2023"), (.read, "2024"), (.reading, "2025"), (.read, "2026")])
        == "read 2025 2026 2023–2024")
    try await #expect(marked([(.reading, "2023"), (.abandoned, "2024")]) == "abandoned 2023 2024")
    try await #expect(
      marked([(.reading, "2023"), (.abandoned, "2024"), (.reading, "2025")]) == "reading 2025 - 2023–2024")
    try await #expect(marked([(.abandoned, "2023"), (.read, "2025")]) == "read - 2025 ?–2023")
    try await #expect(marked([(.reading, "2022"), (.abandoned, "2023"), (.read, "2023")]) == "read 2022 2023")
    try await #expect(marked([(.read, "2020"), (.paused, "2021"), (.reading, "2022")]) == "reading 2022 - ?–2020")
    try await #expect(marked([(.reading, "2023"), (.read, "2024"), (.unread, "2025")]) == "unread - - 2023–2024")
    // Every change of state keeps a reading that had ended.
    try await #expect(marked([(.read, "2020"), (.abandoned, "2024")]) == "abandoned - 2024 ?–2020")
    try await #expect(marked([(.read, "2020"), (.want, "2024")]) == "want - - ?–2020")
    // An earlier reading that is marked again becomes the current one and is not duplicated.
    try await #expect(marked([(.read, "2019"), (.abandoned, "2021"), (.read, "2019")]) == "read - 2019 ?–2021")
    try await #expect(
      marked([(.reading, "2019-02-03"), (.read, "2019-03-04"), (.want, "2024-01-01"), (.read, "2019-03-04")])
        == "read 2019-02-03 2019-03-04")
    try await #expect(
      marked([
        (.reading, "2019-02-03"), (.read, "2019-03-04"), (.reading, "2024-01-01"), (.abandoned, "2019-03-04"),
      ]) == "abandoned 2019-02-03 2019-03-04")
    // A first day after the last one belongs to no reading that ended.
    try await #expect(marked([(.reading, "2024-05-06"), (.read, "2019")]) == "read - 2019")
    try await #expect(
      marked([(.reading, "2024-05-01"), (.read, "2024-05-06"), (.read, "2024-04-20")]) == "read - 2024-04-20")
    // A mistaken mark leaves nothing.
    try await #expect(marked([(.read, "2024-05-06"), (.want, "2024-05-06")]) == "want - -")
    try await #expect(marked([(.read, "2024-05-06"), (.abandoned, "2024-05-06")]) == "abandoned - 2024-05-06")
    try await #expect(
      marked([(.reading, "2024-05-01"), (.read, "2024-05-06"), (.want, "2024-05-06")])
        == "want - - 2024-05-01–2024-05-06")
  }

  @Test func `marking a read book with a day corrects a near day or adds a reading`() async throws {
    try await #expect(marked([(.read, "2024-05-01"), (.read, "2024-05-20")]) == "read - 2024-05-20")
    try await #expect(marked([(.read, "2024"), (.read, "2024-05-20")]) == "read - 2024-05-20")
    try await #expect(marked([(.read, "2024"), (.read, "2025")]) == "read - 2025 ?–2024")
    try await #expect(
      marked([(.reading, "2023-01-01"), (.read, "2023-01-09"), (.read, "2026-02-03")])
        == "read - 2026-02-03 2023-01-01–2023-01-09")
    try await #expect(marked([(.read, "2024-05-01"), (.read, "2019")]) == "read - 2024-05-01 ?–2019")
    try await #expect(
      marked([(.read, "2024-05-01"), (.read, "2019"), (.read, "2019-03")]) == "read - 2024-05-01 ?–2019-03")
    try await #expect(
      marked([(.read, "2024-05-01"), (.read, "2019-03"), (.read, "2019")]) == "read - 2024-05-01 ?–2019-03")
    try await #expect(
      marked([
        (.reading, "2018-12-30"), (.read, "2019-01-05"), (.read, "2024-05-01"), (.read, "2019-03-01"),
        (.read, "2019-01-20"),
      ]) == "read - 2024-05-01 2018-12-30–2019-01-20 ?–2019-03-01")
    try await #expect(marked([(.abandoned, "2020"), (.abandoned, "2024")]) == "abandoned - 2024 ?–2020")
    // An earlier reading may be the later one, if its days were edited.
    let edited = try await catalog.write { try $0.add { $0.title = "Ubik" }.books[0] }
    let (early, late) = (try PartialDate("2005-06-09"), try PartialDate("2009-06-23"))
    try await catalog.edit(edited) { draft in
      (draft.readState, draft.finished, draft.earlierReadings) = (.read, early, [Reading(finished: late)])
    }
    try await catalog.edit(edited) { $0.mark(.read, on: late) }
    let ubik = try #require(try await catalog.book(edited))
    #expect(ubik.finished == early && ubik.earlierReadings.map(\.finished) == [late])
    // An end of today was a mistake.
    let book = try await catalog.write { try $0.add { $0.title = "Dune" }.books[0] }
    let (today, day) = (try PartialDate("2026-05-05"), try PartialDate("2020-01-01"))
    try await catalog.edit(book) { $0.mark(.read, today: today) }
    try await catalog.edit(book) { $0.mark(.read, today: today) }
    try await #expect(catalog.book(book)?.finished == today)
    try await catalog.edit(book) { $0.mark(.read, on: day, today: today) }
    try await #expect(catalog.book(book)?.finished == day)
    // Without a day, the days stay.
    try await catalog.edit(book) { $0.mark(.read, today: today) }
    let last = try #require(try await catalog.book(book))
    #expect(last.finished == day && last.earlierReadings == [])
  }

  @Test func `a mark leaves no day that does not belong to its state`() async throws {
    try await #expect(marked([(.reading, "2024-01-02"), (.want, "2024-02")]) == "want - -")
    try await #expect(marked([(.reading, "2024-01-02"), (.unread, "2024-02")]) == "unread - -")
    // The last day of a near reading, which is an earlier one already.
    try await #expect(
      marked([(.read, "2024-05-01"), (.want, "2024-05-10"), (.read, "2024-05-20"), (.read, "2024-05-01")])
        == "read - 2024-05-01")
    let book = try await catalog.write { try $0.add { $0.title = "Emma" }.books[0] }
    let (start, end) = (try PartialDate("2024-01-02"), try PartialDate("2024-03-04"))
    for state in [ReadState.reading, .paused] {
      try await catalog.edit(book) { draft in
        (draft.readState, draft.started, draft.finished) = (.reading, start, end)
        draft.mark(state, on: start)
      }
      let found = try #require(try await catalog.book(book))
      #expect(found.currentReading == CurrentReading(state, started: start) && found.earlierReadings == [])
    }
  }

  @Test func `another outcome without a day ends today, and the earlier reading keeps its day`() async throws {
    let book = try await catalog.write { try $0.add { $0.title = "Emma" }.books[0] }
    let (day, today) = (try PartialDate("2020-01-01"), try PartialDate("2026-05-05"))
    try await catalog.edit(book) { $0.mark(.abandoned, on: day) }
    try await catalog.edit(book) { $0.mark(.read, today: today) }
    let found = try #require(try await catalog.book(book))
    expectEqual(found.currentReading, CurrentReading(.read, finished: today))
    expectEqual(found.earlierReadings, [Reading(finished: day, outcome: .abandoned)])
  }

  @Test func `marking a book as unread is the user's statement, even without other values`() async throws {
    let day = try PartialDate("2026-01-01")
    try await temporary.importRecords([SourceRecord("1") { $0.title = "Emma" }], source: "first")
    let outcome = try await catalog.edit(1) { $0.mark(.unread, on: day) }
    #expect(outcome.books == [1] && outcome.step != nil)
    #expect(try await catalog.edit(1) { $0.mark(.unread, on: day) }.step == nil)
    try await catalog.removeSource("first", .removeBooks)
    #expect(try await catalog.book(1) != nil)
    try await catalog.undo()
    try await catalog.undo()
    try await catalog.removeSource("first", .removeBooks)
    #expect(try await catalog.book(1) == nil)
  }

  @Test func `editing the state or a day alone keeps the readings consistent`() async throws {
    /// Returns a book after edits, as its state, its days and its earlier readings.
    func edited(_ edits: [(BookField, String?)]) async throws -> String {
      let book = try await catalog.write { try $0.add { $0.title = "Emma" }.books[0] }
      for (field, text) in edits {
        let value = try text.flatMap { try field.value(of: $0) }
        try await catalog.write { _ = try $0.edit([book], [.set(field, value)]) }
      }
      let found = try #require(try await catalog.book(book))
      let days = [found.started, found.finished].map { $0?.description ?? "-" }
      let earlier = found.earlierReadings.map { "\($0.outcome) \($0.finished?.description ?? "?")" }
      return ([found.readState.rawValue] + days + earlier).joined(separator: " ")
    }
    try await #expect(edited([(.finished, "2024-05-06")]) == "read - 2024-05-06")
    try await #expect(edited([(.started, "2024-05-06")]) == "reading 2024-05-06 -")
    try await #expect(edited([(.started, "2024-05-01"), (.finished, "2024-05-06")]) == "read 2024-05-01 2024-05-06")
    try await #expect(edited([(.finished, "2024"), (.readState, "want")]) == "want - - read 2024")
    try await #expect(edited([(.finished, "2024"), (.readState, "abandoned")]) == "abandoned - 2024")
    try await #expect(edited([(.finished, "2024"), (.finished, nil)]) == "read - -")
    try await #expect(edited([(.finished, "2024"), (.started, "2025")]) == "read 2025 2024")
  }

  @Test("a mark is the user's statement even if a source agrees, and removes days that do not fit")
  func words() async throws {
    func record(_ state: ReadState, _ finished: String) throws -> SourceRecord {
      let day = try PartialDate(finished)
      return SourceRecord("1") { ($0.title, $0.readState, $0.finished) = ("Emma", state, day) }
    }
    try await temporary.importRecords([record(.read, "2020")])
    let day = try PartialDate("2026")
    try await catalog.edit(1) { $0.mark(.read, on: day) }
    try await temporary.importRecords([record(.want, "2011")])
    try await #expect(catalog.book(1)?.readState == .read)
    try await temporary.importRecords([record(.unread, "2011")], source: "other")
    try await catalog.edit(1) { $0.mark(.unread, on: day) }
    try await catalog.edit(1) { $0.finished = day }
    try await catalog.edit(1) { $0.mark(.unread, on: day) }
    try await #expect(catalog.book(1)?.finished == nil)
  }
}

@Suite("Naming a book by its title") struct TitledBookTests {
  @Test("a title finds the only book with it, in full or without its suffix")
  func titles() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let ids = try await catalog.write { transaction in
      try ["Dune", "Dune: Messiah", "Ubik (Ace, #3)", "The Émigrés", "Poems", "Poems", "3001"].map { title in
        try transaction.add { $0.title = title }.books[0]
      }
    }
    try await #expect(catalog.id(named: "dune") == ids[0])
    try await #expect(catalog.id(named: "DUNE: MESSIAH") == ids[1])
    try await #expect(catalog.id(named: "ubik") == ids[2])
    try await #expect(catalog.id(named: "the emigres") == ids[3])
    for (name, code) in [
      ("poems", CatalogError.Code.ambiguousBook), ("messiah", .noSuchBook), ("3001", .noSuchBook), ("?", .noSuchBook),
      ("", .noSuchBook),
      ("\"dune\" OR ubik", .noSuchBook),
    ] {
      let error = await #expect(throws: CatalogError.self, "\(name)") { try await catalog.id(named: name) }
      expectEqual(error?.code, code, "\(name): \(String(describing: error))")
    }
    try await catalog.write { _ = try $0.remove([ids[4]]) }
    try await #expect(catalog.id(named: "poems") == ids[5])
  }
}
