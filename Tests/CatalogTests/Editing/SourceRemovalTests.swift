import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Removing a source")
struct SourceRemovalTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private let isbn = "9780441013593"

  init() throws { temporary = try TemporaryCatalog() }

  /// Creates book 1 from the feed alone, 2 edited, 3 rated, 4 also imported, 5 removed by the user, 6 only imported.
  private func fill() async throws {
    let records = try [
      SourceRecord("1", [.title: "Alone", .pages: "1"]), SourceRecord("2", [.title: "Edited", .pages: "2"]),
      SourceRecord("3", [.title: "Rated"]),
      SourceRecord("4", [.title: "Shared", .isbn: isbn, .pages: "4", .series: "Saga"]),
      SourceRecord("5", [.title: "Unwanted"]),
    ]
    _ = try await catalog.syncEngine(sources: [ScriptedSource(records: records, pageSize: 10)]).refresh()
    try await temporary.importRecords(
      [
        SourceRecord("x", [.title: "Shared (import)", .isbn: isbn, .pages: "40"]), SourceRecord("y", [.title: "Other"]),
      ], source: "shelf")
    let ids = try ["alone", "edited", "rated", "shared", "unwanted", "other"].flatMap { try catalog.found($0) }
    try #require(Set(ids).count == 6)
    try catalog.set(.pages, of: id("edited"), to: "22")
    try catalog.set(.rating, of: id("rated"), to: "5")
    try catalog.removeBooks(id("unwanted"))
    try expectEqual(catalog.findings(), [])
  }

  private func id(_ title: String) throws -> Book.ID { try #require(try catalog.found(title).first) }

  private func cursor() throws -> String? {
    try temporary.foreign().value("SELECT cursor FROM sync_cursor JOIN source ON id = source_id WHERE kind = 'samples'")
  }

  @Test("a book with several records of the source is counted once", arguments: SourceRemoval.allCases)
  func severalRecords(removal: SourceRemoval) async throws {
    try await temporary.importRecords([SourceRecord("1", [.title: "One"]), SourceRecord("2", [.title: "Two"])])
    _ = try await catalog.write { try $0.merge([1, 2]) }
    let outcome = try await catalog.removeSource("test", removal)
    #expect(outcome.kept == (removal == .keepBooks ? 1 : 0) && outcome.removed == (removal == .keepBooks ? 0 : 1))
  }

  @Test("keeping the books leaves an ISBN as written, though another source writes it differently")
  func formOfISBN() async throws {
    for (name, isbn) in [("a", "0-441-01359-7"), ("b", isbn)] {
      let source = ScriptedSource(name, records: [try SourceRecord("1", [.title: "Dune", .isbn: isbn])])
      _ = try await catalog.syncEngine(sources: [source]).refresh()
    }
    let before = try catalog.shownText()
    #expect(before.contains("1 isbn=0-441-01359-7"))
    try await catalog.removeSource("a", .keepBooks)
    try expectEqual(catalog.shownText(), before)
  }

  @Test("keeping the books leaves the authors of another source that lost the book later")
  func authorsOfLostRecords() async throws {
    try await catalog.add {
      $0.title = "Dune"
      $0.isbn = try ISBN(isbn)
    }
    for (name, author) in [("a", "Jane Austen"), ("b", "Frank Herbert")] {
      let record = try SourceRecord("1", [.title: "Dune", .authors: author, .isbn: isbn])
      for item in [SourceItem.record(record), .removed(remoteID: "1")] {
        temporary.clock.advance(by: 60)
        let source = ScriptedSource(name) { _ in
          SourcePage(items: [item], cursor: "\(item)", isLast: true, coverage: .changes)
        }
        _ = try await catalog.syncEngine(sources: [source]).refresh()
      }
    }
    let before = try catalog.shownText()
    #expect(before.contains("1 authors=Frank Herbert"))
    for name in ["a", "b"] {
      try await catalog.removeSource(name, .keepBooks)
      try expectEqual(catalog.shownText(), before)
    }
  }

  @Test("keeping the books changes nothing visible and makes them the user's own")
  func keepBooks() async throws {
    try await fill()
    let before = try catalog.shownText()
    let shared = try id("shared")
    try expectEqual(cursor(), "5")
    let outcome = try await catalog.removeSource("FEED", .keepBooks)
    #expect(outcome.kept == 4 && outcome.removed == 0 && outcome.source.name == "feed")
    try await expectEqual(catalog.steps().first?.id, outcome.step)
    try await expectEqual(catalog.steps().first?.kind, .removeSource)
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.view { try $0.sources().map(\.name).sorted() }, ["local", "shelf"])
    try await expectEqual(catalog.status().sources.map(\.source.name).sorted(), ["local", "shelf"])
    try expectEqual(catalog.found("source:feed"), [])
    try expectEqual(catalog.found("source:local").count, 4)
    // Values that the other source also states belong to that one.
    try expectEqual(catalog.provenance(.pages, of: shared)?.origin, .source("shelf"))
    try expectEqual(catalog.provenance(.series, of: shared)?.origin, .source("local"))
    #expect(try cursor() == nil)

    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.found("source:feed").count, 4)
    try expectEqual(cursor(), "5")
    try expectEqual(temporary.records(of: shared), ["feed 4", "shelf x"])
    try catalog.redoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.found("source:feed"), [])
    try expectEqual(catalog.findings(), [])
  }

  @Test("removing the books hides those that no other source has and the user has not changed")
  func removeBooks() async throws {
    try await fill()
    let before = try catalog.shownText()
    let outcome = try catalog.removeTheSource("feed", .removeBooks)
    #expect(outcome.kept == 3 && outcome.removed == 1)
    try expectEqual(catalog.found("alone"), [])
    try expectEqual(catalog.bookCount(), 4)
    try expectEqual(catalog.view { try $0.conflictCount() }, 0)
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    try expectEqual(temporary.records(of: id("alone")), ["feed 1"])
    try catalog.redoStep()
    try expectEqual(catalog.bookCount(), 4)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a refresh after undo continues where it was, and its records are recognised")
  func undoAndRefresh() async throws {
    try await fill()
    let before = try catalog.shownText()
    try catalog.removeTheSource("feed", .keepBooks)
    try catalog.undoStep()
    let known = try SourceRecord("1", [.title: "Alone", .pages: "1"])
    let source = ScriptedSource { SourcePage(records: [known], cursor: $0, isLast: true) }
    let report = try await catalog.syncEngine(sources: [source]).refresh()[0]
    expectEqual(source.requestedCursors, ["5"])
    #expect(report.counts.unchanged == 1 && report.step == nil)
    try expectEqual(catalog.shownText(), before)
  }

  @Test("adding a removed source again restores it under its new name, and its old name is free")
  func addAgain() throws {
    let feed = "https://example.org/feed"
    let first = try catalog.write { try $0.addSource("news", kind: .feed, location: feed) }
    try catalog.removeTheSource("news", .keepBooks)
    #expect(throws: CatalogError.noSource("news")) { try catalog.view { try $0.source(named: "news") } }
    #expect(throws: CatalogError.noSource("news")) { try catalog.removeTheSource("news", .keepBooks) }
    let again = try catalog.write { try $0.addSource("daily", kind: .feed, location: feed, every: .seconds(60)) }
    #expect(again.id == first.id && again.name == "daily" && again.every == .seconds(60))
    // The name of a removed source is free; undo restores that source under another name.
    try catalog.removeTheSource("daily", .keepBooks)
    let other = try catalog.write { try $0.addSource("Daily", kind: .opds, location: feed) }
    #expect(other.id != first.id)
    try catalog.undoStep()
    try expectEqual(catalog.view { try $0.sources().map(\.name).sorted() }, ["Daily", "daily-2"])
  }

  @Test("adding a removed source again keeps the books that undo can still return to it")
  func undoAfterAddingAgain() async throws {
    let records = try [SourceRecord("1", [.title: "One"]), SourceRecord("2", [.title: "Two", .isbn: isbn])]
    @discardableResult func refresh() async throws -> RefreshReport {
      try await catalog.syncEngine(sources: [ScriptedSource(records: records, pageSize: 10)]).refresh()[0]
    }
    try await refresh()
    try catalog.set(.pages, of: id("one"), to: "7")
    let before = try catalog.shownText()
    try catalog.removeTheSource("feed", .keepBooks)
    // It does not return by itself.
    try await expectEqual(refresh().failure?.code, .removed)
    try expectEqual(catalog.shownText(), before)
    try await catalog.write { _ = try $0.addSource("feed", kind: .samples, location: nil) }
    // It finds both of its books, including the one without ISBN and authors.
    try await refresh()
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(catalog.findings(), [])
    let after = try catalog.shownText()
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.undoStep().left, [])
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    try expectEqual([1, 2].map { try temporary.records(of: $0) }.sorted { $0[0] < $1[0] }, [["feed 1"], ["feed 2"]])
    try catalog.redoStep()
    try catalog.redoStep()
    try expectEqual(catalog.shownText(), after)
    try expectEqual(catalog.findings(), [])
  }

  @Test("an import is removed like other sources, and importing again restores it")
  func imports() async throws {
    try await temporary.importRecords([try SourceRecord("1", [.title: "Dune"])], source: "shelf")
    try catalog.removeTheSource("shelf", .removeBooks)
    try expectEqual(catalog.bookCount(), 0)
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 1)
    try catalog.removeTheSource("shelf", .keepBooks)
    #expect(throws: InvalidValue.self) { try catalog.removeTheSource("local", .keepBooks) }
    try await temporary.importRecords(
      [try SourceRecord("1", [.title: "Dune"]), try SourceRecord("2", [.title: "Emma"])], source: "shelf")
    try expectEqual(catalog.view { try $0.sources().map(\.name) }, ["shelf", "local"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("a removal over many transactions is one step, and an interrupted one continues when called again")
  func batches() async throws {
    let count = 1_050
    try await temporary.importRecords(
      (1...count).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) }, source: "shelf")
    try catalog.set(.pages, of: 7, to: "7")
    let before = try catalog.shownText()
    var remover = SourceRemover(name: "shelf", removal: .removeBooks, now: temporary.clock.now)
    try catalog.tamper { try remover.next($0) }
    #expect(!remover.isFinished)
    #expect(try catalog.bookCount() < count && catalog.bookCount() > 1)
    try expectEqual(catalog.findings(), [])
    let outcome = try catalog.removeTheSource("shelf", .removeBooks)
    try expectEqual(catalog.bookCount(), 1)
    try await expectEqual(catalog.steps().map(\.kind).prefix(2), [.removeSource, .removeSource])
    expectEqual(outcome.step, try await catalog.steps().first?.id)
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    let whole = try catalog.removeTheSource("shelf", .removeBooks)
    #expect(whole.removed == count - 1 && whole.kept == 1)
    try await expectEqual(catalog.steps().filter { $0.state == .done }.count, 3)
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try catalog.redoStep()
    try expectEqual(catalog.found("book"), [7])
    try expectEqual(catalog.findings(), [])
  }

  @Test func `values of a record that its source has lost do not return when the source is removed`() async throws {
    let lost = try SourceRecord("1", [.title: "Dune", .isbn: isbn, .pages: "400"])
    try await temporary.importRecords([lost], source: "a")
    try await temporary.importRecords([SourceRecord("x", [.title: "Dune", .isbn: isbn])], source: "b")
    try temporary.lose("1", of: "a")
    #expect(try catalog.text(.pages, of: 1) == nil)
    for name in ["a", "b"] {
      try catalog.removeTheSource(name, .keepBooks)
      #expect(try catalog.text(.pages, of: 1) == nil && catalog.findings() == [])
      try catalog.undoStep()
      #expect(try catalog.text(.pages, of: 1) == nil && catalog.findings() == [])
    }
    // The source still knows its book.
    try await temporary.importRecords([lost], source: "a")
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(catalog.text(.pages, of: 1), "400")
  }
}
