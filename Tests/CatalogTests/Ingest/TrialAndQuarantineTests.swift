import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Reports of a refresh")
struct TrialAndQuarantineTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func records(_ numbers: some Sequence<Int>) throws -> [SourceRecord] {
    try numbers.map { try SourceRecord("\($0)", [.title: "Book \($0)"]) }
  }

  /// Returns a source that is enumerated in pages of two records.
  private func enumeration(_ numbers: [Int], failingAt failure: Int? = nil) throws -> ScriptedSource {
    let records = try records(numbers)
    return ScriptedSource { cursor in
      let start = cursor.flatMap { $0 == "end" ? 0 : Int($0) } ?? 0
      if start == failure { throw SourceFailure(.failed, "feed", cause: "it broke off") }
      let end = min(start + 2, records.count)
      return SourcePage(
        items: records[start..<end].map { .record($0) }, cursor: end == records.count ? "end" : "\(end)",
        isLast: end == records.count, coverage: .fullEnumeration(begins: start == 0, isStable: true))
    }
  }

  private func dryRun(
    _ source: any BookSource, _ change: (inout RefreshOptions) -> Void = { _ in }
  ) async throws -> (report: RefreshReport, changes: [RefreshChange]) {
    let changes = Mutex<[RefreshChange]>([])
    let engine = catalog.syncEngine(sources: [source]) { event in
      if case .wouldChange(_, let change) = event { changes.withLock { $0.append(change) } }
    }
    var options = RefreshOptions()
    options.isDryRun = true
    change(&options)
    let report = try #require(try await engine.refresh(options).first)
    return (report, changes.withLock { $0 })
  }

  @Test("a dry run distinguishes books to be removed from those kept for the user's changes")
  func keptBooks() async throws {
    _ = try await catalog.syncEngine(sources: [try enumeration([1, 2, 3])]).refresh()
    try catalog.change([2], .set(.notes, .text("good")))
    let (report, changes) = try await dryRun(try enumeration([1]))
    #expect(report.counts.removed == 1 && report.counts.kept == 1)
    expectEqual(changes, [.removed(book: 3, title: "Book 3")])
    try expectEqual(catalog.bookCount(), 3)
    let real = try await catalog.syncEngine(sources: [try enumeration([1])]).refresh()[0]
    #expect(real.counts.removed == 1 && real.counts.kept == 1)
    try expectEqual(catalog.bookCount(), 2)
  }

  @Test("a dry run of an interrupted enumeration does not report its first part as missing")
  func trialOfRest() async throws {
    let cut = try await catalog.syncEngine(sources: [try enumeration([1, 2, 3, 4], failingAt: 2)]).refresh()[0]
    #expect(cut.counts.added == 2 && cut.failure != nil)
    let (report, changes) = try await dryRun(try enumeration([1, 2, 3, 4]))
    #expect(report.counts.added == 2 && report.counts.removed == 0)
    expectEqual(changes, [.added(title: "Book 3"), .added(title: "Book 4")])
  }

  @Test("a dry run needs the same consent as the refresh")
  func trialOfEmptySource() async throws {
    _ = try await catalog.syncEngine(sources: [try enumeration(Array(0..<60))]).refresh()
    let (report, changes) = try await dryRun(try enumeration([1]))
    #expect(report.failure?.code == .needsConsent && changes.isEmpty)
    let (allowed, removed) = try await dryRun(try enumeration([1])) { $0.allowsRemovals = true }
    #expect(allowed.counts.removed == 59 && removed.count == 59)
    try expectEqual(catalog.bookCount(), 60)
  }

  @Test("an observer receives every change, however many there are")
  func observer() async throws {
    let (report, changes) = try await dryRun(ScriptedSource(records: try records(0..<3_000), pageSize: 500))
    #expect(report.counts.added == 3_000 && changes.count == 3_000)
  }

  @Test("unusable records are read again on request, under any name")
  func retry() async throws {
    let readable = Mutex(false)
    let source = MendedSource(isReadable: { readable.withLock { $0 } })
    let first = try await catalog.syncEngine(sources: [source]).refresh()[0]
    expectEqual(first.counts.rejected, 2)
    let kept = try catalog.view { try $0.quarantine() }
    #expect(kept.map(\.reason) == ["not yet", "not yet"] && kept.first?.remoteID == "1")
    expectEqual(kept.map(\.source), ["feed", "feed"])
    try expectEqual(catalog.view { try $0.quarantine(source: "FEED", limit: 1) }, [kept[0]])
    try expectEqual(catalog.view { try $0.quarantine(limit: 5, after: kept[0]) }, [kept[1]])
    #expect(throws: CatalogError.self) { try catalog.view { try $0.quarantine(source: "nosuch") } }

    let still = try await catalog.syncEngine(sources: [source]).retryQuarantine()[0]
    #expect(still.counts.rejected == 2 && still.step == nil)
    try expectEqual(catalog.view { try $0.quarantine() }, kept)

    readable.withLock { $0 = true }
    let engine = catalog.syncEngine(sources: [source])
    let report = try await engine.retryQuarantine()[0]
    #expect(report.counts.added == 2 && report.counts.rejected == 0 && report.step != nil)
    expectEqual(engine.state(of: "feed"), .idle)
    try expectEqual(catalog.view { try $0.quarantine() }, [])
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
  }
}

/// A source whose rules improve: it delivers two unusable records, one of them without a name.
private struct MendedSource: BookSource {
  let name = "feed"
  let kind = CatalogSource.Kind.samples
  let isReadable: @Sendable () -> Bool

  func page(_ request: SourceRequest) async throws -> SourceAnswer {
    let bad = [
      BadRecord(remoteID: "1", payload: Array("1".utf8), reason: "not yet"),
      BadRecord(remoteID: nil, payload: Array("2".utf8), reason: "not yet"),
    ]
    return .page(SourcePage(items: bad.map { .bad($0) }, cursor: "end", isLast: true))
  }

  func record(from payload: [UInt8]) throws -> SourceRecord? {
    guard isReadable() else { throw ScriptedFailure("not yet") }
    let id = String(decoding: payload, as: UTF8.self)
    return try SourceRecord(id, [.title: "Book \(id)"])
  }
}
