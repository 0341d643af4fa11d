import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("A dry run of a refresh")
struct RefreshTrialTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private static let dryRun: RefreshOptions = {
    var options = RefreshOptions()
    options.isDryRun = true
    return options
  }()

  /// Returns the changes that a dry run reports.
  private func changes(_ source: any BookSource) async throws -> (RefreshReport, [RefreshChange]) {
    let engine = catalog.syncEngine(sources: [source])
    let events = engine.events
    let report = try await engine.refresh(Self.dryRun)[0]
    await engine.stop()
    var changes: [RefreshChange] = []
    for await event in events { if case .wouldChange(_, let change) = event { changes.append(change) } }
    return (report, changes)
  }

  @Test("a dry run reports what the refresh then does, and writes nothing")
  func equal() async throws {
    _ = try await temporary.refresh(AnsweringSource.enumeration(try SourceRecord.records(0..<6)))
    try catalog.set(.title, of: 2, to: "Mine")
    try catalog.removeBooks(5)
    var next = try SourceRecord.records(0..<3, pages: 200) + SourceRecord.records(7..<9)
    next[0] = try SourceRecord("0", [.title: "Other", .pages: "100"])
    let pages = next
    let source = AnsweringSource { request in
      let start = Int(request.cursor ?? "0") ?? 0
      let end = min(start + 2, pages.count)
      return .page(
        SourcePage(
          items: pages[start..<end].map { .record($0) }
            + (start == 0 ? [.bad(BadRecord(remoteID: "3", payload: [1], reason: "no"))] : []),
          cursor: end == pages.count ? nil : String(end), isLast: end == pages.count,
          coverage: .fullEnumeration(begins: start == 0, isStable: true)))
    }
    let before = try temporary.rows()
    let (dryRun, changes) = try await changes(source)
    try expectEqual(temporary.rows(), before)
    var real = try await temporary.refresh(source)[0]
    #expect(real.step != nil && dryRun.step == nil)
    real.step = nil
    expectEqual(dryRun, real)
    let difference = FieldDifference(
      book: 1, title: "Book 0", field: .title, old: .text("Book 0"), new: .text("Other"))
    #expect(changes.contains(.updated([difference])))
    #expect(changes.contains(.added(title: "Book 7")))
    #expect(changes.contains(.removed(book: 6, title: "Book 5")))
    try expectEqual(catalog.findings(), [])
  }

  @Test("a dry run creates no source and records no failure")
  func unknown() async throws {
    let before = try temporary.rows()
    let (report, changes) = try await changes(AnsweringSource.enumeration(try SourceRecord.records(0..<2)))
    #expect(report.counts.added == 2 && changes == [.added(title: "Book 0"), .added(title: "Book 1")])
    let broken = AnsweringSource("broken") { _ in throw ScriptedFailure("it burns") }
    try await expectEqual(temporary.refresh(broken, options: Self.dryRun)[0].failure?.cause, "it burns")
    try expectEqual(temporary.rows(), before)
  }
}
