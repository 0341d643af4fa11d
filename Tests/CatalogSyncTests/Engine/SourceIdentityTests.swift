import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("The identity of a refreshed source")
struct SourceIdentityTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns a feed of three pages with one record each, with a hook before it answers the second request.
  private func feed(_ sourceID: CatalogSource.ID? = nil, meanwhile: @escaping @Sendable () throws -> Void = {}) throws
    -> AnsweringSource
  {
    let records = try SourceRecord.records(0..<3)
    return AnsweringSource(sourceID: sourceID) { request in
      let start = Int(request.cursor ?? "0") ?? 0
      if start == 1 { try meanwhile() }
      let items = start < 3 ? [records[start]] : []
      return .page(SourcePage(records: items, cursor: "\(min(start + 1, 3))", isLast: start >= 2))
    }
  }

  private func rename(_ name: String, _ new: String) throws {
    _ = try catalog.write { try $0.setSource(name, [.name(new)]) }
  }

  /// Returns the sources that are not removed, with the number of their records and their position.
  private func sources() throws -> [[String?]] {
    try temporary.foreign().rows(
      """
      SELECT name, (SELECT count(*) FROM source_record WHERE source_id = id),
        (SELECT cursor FROM sync_cursor WHERE source_id = id)
      FROM source WHERE state <> 2 AND kind <> 'local' ORDER BY id
      """)
  }

  @Test("a source renamed while it is read stays one source with all of its records", arguments: [true, false])
  func renamed(isTaken: Bool) async throws {
    let source = try feed { [self] in
      try rename("feed", "news")
      if isTaken { try catalog.write { _ = try $0.addSource("feed", kind: .feed, location: "https://b.example") } }
    }
    let report = try await temporary.refresh(source)[0]
    #expect(report.outcome == .complete && report.counts.added == 3)
    try expectEqual(sources(), [["news", "3", "3"]] + (isTaken ? [["feed", "0", nil]] : []))
    try expectEqual(catalog.findings(), [])
  }

  @Test("a source replaced while it is read ends with an error, and the other gets none of its data")
  func replaced() async throws {
    let source = try feed { [self] in
      _ = try catalog.removeTheSource("feed", .removeBooks)
      try catalog.write { _ = try $0.addSource("feed", kind: .feed, location: "https://b.example") }
    }
    let engine = catalog.syncEngine(sources: [
      source, AnsweringSource.enumeration(try SourceRecord.records(7..<8), "other"),
    ])
    let events = engine.events
    let reports = try await engine.refresh()
    #expect(reports[0].failure?.code == .removed && reports[0].next == nil)
    #expect(reports[1].outcome == .complete && reports[1].counts.added == 1)
    try expectEqual(sources(), [["other", "1", nil], ["feed", "0", nil]])
    try expectEqual(temporary.foreign().rows("SELECT max(expires_at) FROM lease"), [["0"]])
    try expectEqual(
      temporary.foreign().value("SELECT error FROM sync_run WHERE source_id = 1")?.contains("removed"), true)
    await engine.stop()
    var ended: [RefreshReport] = []
    for await case .ended(let report) in events { ended.append(report) }
    #expect(ended.contains(reports[0]))
    // The surviving engine requests the source that it began with, not the one with its name.
    try await expectEqual(temporary.refresh(try feed(1))[0].failure?.code, .removed)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a long-lived engine reads the source it began with, whatever its current name")
  func longLife() async throws {
    let engine = catalog.syncEngine(sources: [try feed()])
    _ = try await engine.refresh()
    try rename("feed", "news")
    try await catalog.write { _ = try $0.addSource("feed", kind: .feed, location: "https://b.example") }
    try await expectEqual(engine.refresh()[0].outcome, .complete)
    try expectEqual(sources(), [["news", "3", "3"], ["feed", "0", nil]])
    try catalog.removeTheSource("news", .keepBooks)
    try await expectEqual(engine.refresh()[0].failure?.code, .removed)
    var dryRun = RefreshOptions()
    dryRun.isDryRun = true
    try await expectEqual(engine.refresh(dryRun)[0].failure?.code, .removed)
    try await expectEqual(engine.retryQuarantine()[0].failure?.code, .removed)
    try expectEqual(sources(), [["feed", "0", nil]])
  }

  @Test("a source made from a known one is that one, whatever other source has its name")
  func byNumber() async throws {
    let known = try await catalog.write { try $0.addSource("feed", kind: .feed, location: "https://a.example") }
    let source = try feed(known.id)
    try rename("feed", "news")
    try await expectEqual(temporary.refresh(source)[0].counts.added, 3)
    try expectEqual(sources(), [["news", "3", "3"]])
  }

  @Test("an import whose source is renamed stays one, and one whose source is removed ends with an error")
  func imports() async throws {
    let catalog = catalog
    let (first, second) = (try SourceRecord.records(0..<2), try SourceRecord.records(2..<4))
    let renaming = ScriptedReader([
      .records(first), .run { try catalog.write { _ = try $0.setSource("mine", [.name("renamed")]) } },
      .records(second),
    ])
    // The next batch is read while the previous one is stored. The first batch has to be stored before the name
    // changes.
    _ = try await catalog.importRecords(from: ScriptedReader([.records(first)]), source: "mine")
    let report = try await catalog.importRecords(from: renaming, source: "mine")
    #expect(report.counts.added == 2 && report.counts.unchanged == 2)
    try expectEqual(sources(), [["renamed", "4", nil]])
    let removing = ScriptedReader([
      .records(first), .run { try catalog.removeTheSource("renamed", .keepBooks) }, .records(second),
      .records(try SourceRecord.records(4..<6)),
    ])
    let error = await #expect(throws: CatalogError.self) {
      try await catalog.importRecords(from: removing, source: "renamed")
    }
    expectEqual(error?.code, .noSuchSource)
    #expect(try sources().isEmpty)
    try expectEqual(catalog.bookCount(), 4)
    try expectEqual(catalog.findings(), [])
  }
}
