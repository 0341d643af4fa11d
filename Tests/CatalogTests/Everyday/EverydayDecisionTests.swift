import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// Decisions of an app's user: conflicts, duplicates and merging, and the provenance of values afterwards.
@Suite("Deciding every day")
struct EverydayDecisionTests {
  private let catalog: BookCatalog

  init() throws { catalog = try BookCatalog.temporary() }

  private func deliver(_ titles: [String: String]) async throws {
    let source = SimpleSource("shelf") {
      titles.sorted { $0.key < $1.key }.map { id, title in SourceRecord(id) { $0.title = title } }
    }
    _ = try await catalog.syncEngine(sources: [source]).refresh()
  }

  @Test("the number of the last change grows with changes and otherwise stays")
  func changeNumber() async throws {
    let empty = try await catalog.changeNumber()
    try await deliver(["1": "A"])
    let delivered = try await catalog.read { try $0.changeNumber() }
    #expect(delivered > empty)
    try await deliver(["1": "A"])
    try await expectEqual(catalog.changeNumber(), delivered)
    try await catalog.edit(1) { $0.rating = 4 }
    let rated = try await catalog.changeNumber()
    #expect(rated > delivered)
    try await catalog.saveSearch("rated", "is:rated")
    #expect(try await catalog.changeNumber() > rated)
  }

  @Test("conflicts are counted, explained and decided, one or all")
  func conflicts() async throws {
    try await deliver(["1": "A", "2": "B", "3": "C"])
    try await catalog.edit([1, 2, 3]) { $0.title = "Mine" }
    try await deliver(["1": "A!", "2": "B!"])
    try await expectEqual(catalog.conflictCount(), 3)
    let field = try #require(try await catalog.provenance(of: 1).first { $0.field == .title })
    #expect(
      field.isConflict && field.sourceValueAtEdit == .text("A") && field.sourceValue == .text("A!")
        && field.removedSince == nil)
    let conflicts = try await catalog.conflicts()
    expectEqual(conflicts.map(\.subject), [.field(.title), .field(.title), .removal])
    if case .removal(let source, _) = conflicts[2].kind {
      expectEqual(source, "shelf")
    } else {
      Issue.record("a removal")
    }
    let first = conflicts[0]
    try await expectEqual(catalog.conflict(of: first.book, first.subject), first)
    try await catalog.resolve(first, .side(.theirs))
    #expect(try await catalog.conflict(of: first.book, first.subject) == nil)
    try await expectEqual(catalog.book(1)?.title, "A!")
    try await catalog.resolve(conflicts[1], .value(.text("Both")))
    try await expectEqual(catalog.book(2)?.title, "Both")
    try await catalog.resolveAll(.theirs)
    try await expectEqual(catalog.read { try $0.conflictCount() }, 0)
    #expect(try await catalog.book(3) == nil)
    #expect(try await catalog.history(of: 3).flatMap(\.changes).contains { $0.subject == .removedFromSource })
  }

  @Test func `a reading that another source states differently is reported with the reason`() async throws {
    let day = try PartialDate("2020-02-01")
    for (source, started) in [("first", PartialDate?.none), ("second", try PartialDate("2020-01-05"))] {
      let record = SourceRecord("1") {
        ($0.title, $0.authors, $0.readState) = ("Dune", ["Frank Herbert"], .read)
        ($0.started, $0.finished) = (started, day)
      }
      _ = try await catalog.importRecords(from: ListReader([record]), source: source)
    }
    let state = try #require(try await catalog.provenance(of: 1).first { $0.field == .readState })
    expectEqual(state.origin, .source("second"))
    let other = try #require(state.otherReadings.first)
    #expect(other.source == "first" && other.state == .read && other.started == nil && other.finished == day)
    #expect(other.reason == OtherReading.Reason.shownAs(source: "second") && !other.isConflict)
  }

  @Test func `a second download of an export finds the source of the first`() async throws {
    let records = (0..<10).map { number in SourceRecord("\(number)") { $0.title = "Book \(number)" } }
    let scan = try await ImportScan.read(ListReader(records), format: "goodreads", today: try PartialDate("2026-03-01"))
    let earlier = try PartialDate("2026-01-01")
    #expect(scan.newest == nil && !scan.isOlder(than: earlier))
    _ = try await catalog.importRecords(from: ListReader(records), source: "books", location: "/a.csv", scan: scan)
    let known = try #require(try await catalog.importSource(of: scan))
    #expect(known.name == "books" && known.location == "/a.csv" && known.newest == nil && known.lastImported != nil)
    #expect(!known.isCertain, "nothing says on which days the books were added")
    try await expectEqual(catalog.importSource(at: "/a.csv")?.name, "books")
    #expect(try await catalog.importSource(at: "/b.csv") == nil)
  }

  @Test("duplicates are listed and merged, and overridden values are reported")
  func duplicates() async throws {
    for pages in [1, 2] {
      let added = try await catalog.add {
        $0.title = "Dune"
        $0.authors = ["Frank Herbert"]
      }
      try await catalog.edit(added.books[0]) { $0.pages = pages }
    }
    let groups = try await catalog.read { snapshot in
      var groups: [DuplicateGroup] = []
      try snapshot.forEachDuplicate { groups.append($0) }
      return groups
    }
    #expect(groups.map(\.reason) == [.titleAndAuthors] && groups.map(\.books) == [[1, 2]])
    expectEqual(groups.map(\.grade), [.likely])
    let merged = try await catalog.merge([1, 2])
    expectEqual(merged.differences.map(\.from), [])
    let pages = try await catalog.provenance(of: 1).first { $0.field == .pages }
    #expect(pages?.passedOver.map(\.book) == [2] && pages?.passedOver.map(\.value) == ["2"])
    let changes = try await catalog.history(of: 2).flatMap(\.changes)
    #expect(changes.contains { $0.subject == .merged })
    try await catalog.undo()
    try await catalog.markDistinct([1, 2])
    try await expectEqual(catalog.history(of: 1)[0].changes.map(\.subject), [.distinct(from: 2)])
  }
}
