import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Refreshing from sources")
struct SyncEngineTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func records(_ range: Range<Int>, pages: Int = 100) throws -> [SourceRecord] {
    try range.map { try SourceRecord("\($0)", [.title: "Book \($0)", .pages: "\(pages)"]) }
  }

  private func refresh(_ sources: any BookSource...) async throws -> [RefreshReport] {
    try await catalog.syncEngine(sources: sources).refresh()
  }

  private func cursor(of source: String = "feed") throws -> String? {
    try temporary.foreign().value(
      "SELECT cursor FROM sync_cursor WHERE source_id = (SELECT id FROM source WHERE name = '\(source)')")
  }

  @Test("a refresh reads page by page to the end, as one step and one run")
  func pages() async throws {
    let source = ScriptedSource(records: try records(0..<5), pageSize: 2)
    let report = try await refresh(source)[0]
    expectEqual(source.requestedCursors, [nil, "2", "4"])
    #expect(report.counts.added == 5 && report.counts.updated == 0 && report.failure == nil && report.step == 1)
    try expectEqual(catalog.bookCount(), 5)
    try expectEqual(cursor(), "5")
    try await expectEqual(catalog.steps().map(\.summary), ["refreshed feed: 5 added, 0 updated"])
    try expectEqual(temporary.foreign().rows("SELECT step_id, added, error FROM sync_run"), [["1", "5", nil]])
    try await expectEqual(catalog.status().sources.map(\.records), [5])
    #expect(try await catalog.status().sources[0].refreshed != nil)
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    try catalog.redoStep()
    try expectEqual(catalog.bookCount(), 5)
  }

  @Test("a page lists the newest first, and so does the catalog")
  func newestFirst() async throws {
    _ = try await refresh(ScriptedSource(records: try records(0..<3), pageSize: 3))
    let titles = try catalog.view { try $0.page().books.map(\.title) }
    expectEqual(titles, ["Book 0", "Book 1", "Book 2"])
  }

  @Test("the next refresh continues from the cursor")
  func goesOn() async throws {
    _ = try await refresh(ScriptedSource(records: try records(0..<3)))
    let source = ScriptedSource(records: try records(0..<4))
    try await expectEqual(refresh(source)[0].counts.added, 1)
    expectEqual(source.requestedCursors, ["3"])
  }

  @Test("an unchanged source updates only its time of success")
  func unchanged() async throws {
    let pages: @Sendable (String?) async throws -> SourcePage = { [records = try records(0..<3)] _ in
      SourcePage(records: records, cursor: nil, isLast: true)
    }
    _ = try await refresh(ScriptedSource(pages: pages))
    let changed = try temporary.foreign().rows("SELECT id, changed_at FROM book")
    let well = try await #require(try catalog.status().sources[0].refreshed)
    let report = try await refresh(ScriptedSource(pages: pages))[0]
    #expect(
      report.counts.unchanged == 3 && report.counts.total == 3 && report.outcome == .complete && report.step == nil)
    try await expectEqual(catalog.steps().count, 1)
    try expectEqual(temporary.foreign().rows("SELECT id, changed_at FROM book"), changed)
    try expectEqual(temporary.foreign().value("SELECT count(*) FROM sync_run"), "1")
    #expect(try await #require(try catalog.status().sources[0].refreshed) > well)
  }

  @Test("a late page is dropped")
  func latePage() async throws {
    let catalog = catalog
    let (old, new) = (try records(0..<2), try records(0..<2, pages: 200))
    let inner = ScriptedSource { cursor in
      SourcePage(records: cursor == nil ? new : [], cursor: "new", isLast: true)
    }
    let outer = ScriptedSource { cursor in
      if cursor == nil {
        // While this page is being delivered, another process reads the source to its end.
        _ = try await catalog.syncEngine(sources: [inner]).refresh()
        return SourcePage(records: old, cursor: "old", isLast: true)
      }
      return SourcePage(records: [], cursor: cursor, isLast: true)
    }
    let report = try await refresh(outer)[0]
    #expect(report.counts.added == 0 && report.counts.updated == 0)
    try expectEqual(catalog.text(.pages, of: 1), "200")
    try expectEqual(cursor(), "new")
    try await expectEqual(catalog.steps().count, 1)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a failing source keeps its cursor and does not hold up the others")
  func failing() async throws {
    let isBroken = Switch(true)
    let records = try records(0..<4)
    let broken = ScriptedSource("broken") { cursor in
      if cursor != nil, isBroken.isOn { throw ScriptedFailure("server on fire") }
      return SourcePage(
        records: Array(cursor == nil ? records[0..<2] : records[2..<4]), cursor: cursor == nil ? "2" : "4",
        isLast: cursor != nil)
    }
    let well = ScriptedSource("well", records: try ["x", "y"].map { try SourceRecord($0, [.title: $0]) })
    let reports = try await refresh(broken, well)
    #expect(reports[0].counts.added == 2 && reports[0].failure?.cause == "server on fire")
    #expect(reports[1].counts.added == 2 && reports[1].failure == nil)
    try expectEqual(cursor(of: "broken"), "2")
    try await expectEqual(catalog.status().sources.map(\.lastError), ["broken: server on fire", nil])
    try expectEqual(
      temporary.foreign().rows("SELECT source_id, added, error FROM sync_run ORDER BY source_id"),
      [["1", "2", "broken: server on fire"], ["2", "2", nil]])

    _ = try await refresh(broken)
    try expectEqual(temporary.foreign().value("SELECT fail_count FROM sync_cursor WHERE source_id = 1"), "2")
    try expectEqual(temporary.foreign().value("SELECT count(*) FROM sync_run"), "3", "a run that failed is a run")
    isBroken.turn(false)
    try await expectEqual(refresh(broken)[0].counts.added, 2)
    expectEqual(broken.requestedCursors, [nil, "2", "2", "2"])
    try await expectEqual(catalog.status().sources.map(\.lastError), [nil, nil])
    try expectEqual(catalog.findings(), [])
  }

  @Test("a source that never answered is stored with its error")
  func neverAnswered() async throws {
    let report = try await refresh(ScriptedSource { _ in throw ScriptedFailure("no route") })[0]
    #expect(report.failure?.cause == "no route" && report.step == nil)
    try await expectEqual(catalog.status().sources.map(\.lastError), ["feed: no route"])
    #expect(try await catalog.status().sources[0].refreshed == nil)
    try await expectEqual(catalog.steps(), [])
  }

  @Test("unusable records are reported and stop nothing")
  func poison() async throws {
    var empty = FieldPresences()
    empty[.title] = .value(.text(" "))
    let all = [
      try SourceRecord("1", [.title: "One"]), try SourceRecord("2", [.pages: "2"]),
      SourceRecord(remoteID: "3", values: empty), try SourceRecord("4", [.title: "Four"]),
    ]
    let report = try await refresh(ScriptedSource(records: all, pageSize: 4))[0]
    expectEqual(report.counts.added, 2)
    expectEqual(report.rejected.map { $0.prefix(3) }, ["2: ", "3: "])
    try expectEqual(cursor(), "4")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a second caller awaits the running refresh")
  func singleFlight() async throws {
    let (begun, release) = (Signal(), Signal())
    let records = try records(0..<2)
    let source = ScriptedSource { cursor in
      begun.send()
      await release.wait()
      return SourcePage(records: cursor == nil ? records : [], cursor: "end", isLast: true)
    }
    let engine = catalog.syncEngine(sources: [source])
    let first = Task { try await engine.refresh() }
    await begun.wait()
    // It is in the engine's queue before the answer that the first one awaits.
    let second = Task.immediate { try await engine.refresh() }
    release.send()
    try await expectEqual(first.value, second.value)
    expectEqual(source.requestedCursors, [nil])
    // The next one is a new run.
    _ = try await engine.refresh()
    expectEqual(source.requestedCursors, [nil, "end"])
  }

  @Test("a cancelled refresh ends and keeps the stored data")
  func cancelled() async throws {
    let never = Signal()
    let records = try records(0..<2)
    let source = ScriptedSource { cursor in
      if cursor == nil { return SourcePage(records: records, cursor: "2", isLast: false) }
      await never.wait()
      try Task.checkCancellation()
      return SourcePage(records: [], cursor: cursor, isLast: true)
    }
    let engine = catalog.syncEngine(sources: [source])
    var stored = try catalog.changes().makeAsyncIterator()
    let task = Task { try await engine.refresh() }
    // The next page is requested before this one is stored.
    _ = try await stored.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(cursor(), "2")
    try expectEqual(catalog.findings(), [])
    never.send()
    try await expectEqual(engine.refresh()[0].counts.unchanged, 0)
  }

  @Test("a refresh never writes the user's own data")
  func personal() async throws {
    let first = try SourceRecord("1", [.title: "Dune", .rating: "5", .notes: "theirs", .pages: "1"])
    _ = try await refresh(ScriptedSource { _ in SourcePage(records: [first], cursor: nil, isLast: true) })
    try catalog.set(.title, of: 1, to: "Sand")
    try catalog.change([1], .set(.rating, .decimal(2)), .set(.notes, nil))
    let second = try SourceRecord(
      "1", [.title: "Dune!", .rating: "4", .notes: "again", .readState: "read", .pages: "2"])
    let report = try await refresh(ScriptedSource { _ in SourcePage(records: [second], cursor: nil, isLast: true) })[0]
    expectEqual(report.counts.updated, 1)
    try expectEqual(catalog.text(.title, of: 1), "Sand")
    try expectEqual(catalog.text(.rating, of: 1), "2")
    #expect(try catalog.text(.notes, of: 1) == nil)
    try expectEqual(catalog.text(.readState, of: 1), "unread")
    try expectEqual(catalog.text(.pages, of: 1), "2")
    try expectEqual(temporary.foreign().conflicts(), ["1 title"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("a refresh does not restore books that the user removed, and the next one delivers undone data")
  func notBack() async throws {
    let pages: @Sendable ([SourceRecord]) -> ScriptedSource = { records in
      ScriptedSource { _ in SourcePage(records: records, cursor: nil, isLast: true) }
    }
    _ = try await refresh(pages(try records(0..<3)))
    try catalog.removeBooks(1)
    _ = try await refresh(pages(try records(0..<3, pages: 200)))
    try expectEqual(catalog.bookCount(), 2)
    try catalog.undoStep()
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    _ = try await refresh(pages(try records(0..<3, pages: 300)))
    try expectEqual(catalog.bookCount(), 3)
    try expectEqual(catalog.findings(), [])
  }
}

private final class Switch: Sendable {
  private let state: Mutex<Bool>

  init(_ isOn: Bool) { state = Mutex(isOn) }

  var isOn: Bool { state.withLock { $0 } }

  func turn(_ isOn: Bool) { state.withLock { $0 = isOn } }
}
