import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Options of a refresh")
struct RefreshOptionsTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns pauses that take no time and are recorded.
  private func outside(_ pauses: Holder<[Double]>) -> SyncEngine.Outside {
    var outside = SyncEngine.Outside()
    outside.wait = { wait, seconds in
      guard wait == .retry else {
        await Signal().wait()
        return try Task.checkCancellation()
      }
      pauses.value += [seconds]
    }
    outside.generator = { SeededGenerator(seed: 1) }
    return outside
  }

  @Test func `two sources with one name, and names unknown to the engine, are errors`() async throws {
    let shelf = SimpleSource("shelf") { [SourceRecord("1") { $0.title = "Dune" }] }
    let twin = SimpleSource("shelf") { [SourceRecord("2") { $0.title = "Emma" }] }
    let twins = catalog.syncEngine(sources: [shelf, twin])
    for refresh in [{ try await twins.refresh() }, { try await twins.retryQuarantine() }] {
      let error = await #expect(throws: InvalidValue.self) { _ = try await refresh() }
      #expect(error?.subject == "source" && error?.value == "shelf")
    }
    let engine = catalog.syncEngine(sources: [shelf])
    let error = await #expect(throws: InvalidValue.self) {
      _ = try await engine.refresh(RefreshOptions(sources: ["shelf", "typo"]))
    }
    expectEqual(error?.value, "typo")
    try await expectEqual(catalog.count(), 0)
    try await expectEqual(engine.refresh(RefreshOptions(sources: ["shelf"])).map(\.counts.added), [1])
    #expect(try await engine.refresh(RefreshOptions(sources: [])).isEmpty)
  }

  @Test("a temporarily failed request is retried after the source's requested pause")
  func retries() async throws {
    let failures = Holder([
      SourceFailure(.unreachable, "feed", cause: "no route"), .init(.busy, "feed", cause: "", retryAfter: .seconds(7)),
    ])
    let records = try SourceRecord.records(0..<2)
    let source = AnsweringSource { _ in
      if let failure = failures.value.first {
        failures.value.removeFirst()
        throw failure
      }
      return .page(SourcePage(records: records, cursor: "2", isLast: true))
    }
    let pauses = Holder<[Double]>([])
    try await expectEqual(temporary.refresh(source, outside: outside(pauses))[0].counts.added, 2)
    #expect(pauses.value.count == 2 && pauses.value[0] >= 0.1 && pauses.value[1] == 7)
    expectEqual(source.receivedRequests.map(\.cursor), [nil, nil, nil])
  }

  @Test("a source that requests a long pause is left alone until then, except on request of the user")
  func longRest() async throws {
    let source = AnsweringSource { _ in throw SourceFailure(.busy, "feed", cause: "later", retryAfter: .seconds(3_600))
    }
    let pauses = Holder<[Double]>([])
    try await expectEqual(temporary.refresh(source, outside: outside(pauses))[0].failure?.code, .busy)
    #expect(pauses.value.isEmpty)
    var due = RefreshOptions()
    due.onlyDue = true
    try await expectEqual(temporary.refresh(source, options: due)[0].outcome, .skipped)
    expectEqual(source.receivedRequests.count, 1)
    temporary.clock.advance(by: 3_600)
    _ = try await temporary.refresh(source, options: due, outside: outside(pauses))
    _ = try await temporary.refresh(source, outside: outside(pauses))
    expectEqual(source.receivedRequests.count, 3)
  }

  @Test("a refresh of due sources follows each source's interval")
  func due() async throws {
    let source = AnsweringSource(items: [])
    var due = RefreshOptions()
    due.onlyDue = true
    try await expectEqual(temporary.refresh(source, options: due)[0].outcome, .complete)
    try catalog.tamper("UPDATE source SET every = 1000 WHERE name = 'feed'")
    try await expectEqual(temporary.refresh(source, options: due)[0].outcome, .skipped)
    temporary.clock.advance(by: 1_000)
    try await expectEqual(temporary.refresh(source, options: due)[0].outcome, .complete)
  }

  @Test("a paused source is refreshed only by name")
  func paused() async throws {
    let source = AnsweringSource(items: [])
    _ = try await temporary.refresh(source)
    try catalog.tamper("UPDATE source SET state = \(CatalogSource.State.paused.rawValue) WHERE name = 'feed'")
    try await expectEqual(temporary.refresh(source)[0].outcome, .skipped)
    var named = RefreshOptions()
    named.sources = ["feed"]
    try await expectEqual(temporary.refresh(source, options: named)[0].outcome, .complete)
    named.sources = []
    try await expectEqual(temporary.refresh(source, options: named), [])
    expectEqual(source.receivedRequests.count, 2)
  }

  @Test("a full refresh reads everything again and changes nothing if nothing has changed")
  func full() async throws {
    let records = try SourceRecord.records(0..<3)
    let source = AnsweringSource { request in
      .page(SourcePage(records: request.cursor == nil ? records : [], cursor: "3", isLast: true))
    }
    _ = try await temporary.refresh(source)
    try catalog.set(.title, of: 1, to: "Mine")
    var full = RefreshOptions()
    full.isFull = true
    let report = try await temporary.refresh(source, options: full)[0]
    #expect(report.counts.unchanged == 3 && report.counts.updated == 0 && report.step == nil)
    expectEqual(source.receivedRequests.map(\.cursor), [nil, nil])
    try expectEqual(catalog.text(.title, of: 1), "Mine")
  }

  @Test("an interrupted full refresh is resumed even if the source reports no changes")
  func fullCutShort() async throws {
    let records = try SourceRecord.records(0..<2)
    let fails = Holder(false)
    let source = AnsweringSource { request in
      if request.validators?.etag == "same" { return .unchanged }
      if request.cursor != nil, fails.value { throw ScriptedFailure("the line broke") }
      let isBegin = request.cursor == nil
      return .page(
        SourcePage(
          items: [.record(records[isBegin ? 0 : 1])], cursor: isBegin ? "1" : nil, isLast: !isBegin,
          coverage: .fullEnumeration(begins: isBegin, isStable: true), validators: SourceValidators(etag: "same")))
    }
    _ = try await temporary.refresh(source)
    var full = RefreshOptions()
    full.isFull = true
    fails.value = true
    _ = try await temporary.refresh(source, options: full)
    fails.value = false
    try await expectEqual(temporary.refresh(source)[0].counts.unchanged, 1)
    expectEqual(source.receivedRequests.suffix(1), [SourceRequest(cursor: "1", size: 20, notes: [])])
  }

  @Test("a refresh without news writes only the time of success", arguments: [true, false])
  func unchanged(hasValidators: Bool) async throws {
    let records = try SourceRecord.records(0..<3)
    let source = AnsweringSource { request in
      if hasValidators, request.validators != nil { return .unchanged }
      let validators = hasValidators ? SourceValidators(etag: "x") : nil
      return .page(
        SourcePage(
          items: request.cursor == nil ? records.map { .record($0) } : [], cursor: "3", isLast: true,
          validators: validators))
    }
    _ = try await temporary.refresh(source)
    let before = try temporary.rows(without: ["sync_cursor.ok_at"])
    let well = try temporary.foreign().value("SELECT ok_at FROM sync_cursor")
    let report = try await temporary.refresh(source)[0]
    #expect(report.outcome == .complete && report.step == nil)
    try expectEqual(temporary.rows(without: ["sync_cursor.ok_at"]), before)
    #expect(try temporary.foreign().value("SELECT ok_at FROM sync_cursor") != well)
  }

  @Test("a page larger than requested is stored completely")
  func largePage() async throws {
    let source = AnsweringSource(items: try SourceRecord.records(0..<1_200).map { .record($0) })
    try await expectEqual(temporary.refresh(source)[0].counts.added, 1_200)
    try expectEqual(catalog.bookCount(), 1_200)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a page is stored in parts while another writer waits, and the cursor moves with the last part")
  func parts() async throws {
    let source = AnsweringSource { _ in
      .page(SourcePage(records: try SourceRecord.records(0..<5), cursor: "5", isLast: true))
    }
    let path = temporary.path
    let cursors = Holder<[String?]>([])
    var outside = SyncEngine.Outside()
    outside.pace.transactionTime = 0
    outside.pace.committed = {
      cursors.value += [try ForeignConnection(path).value("SELECT cursor FROM sync_cursor")]
    }
    try await expectEqual(temporary.refresh(source, outside: outside)[0].counts.added, 5)
    expectEqual(cursors.value.prefix(5), [nil, nil, nil, nil, "5"])
    try await expectEqual(catalog.steps().count, 1)
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
  }
}
