import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("A source that is suddenly empty")
struct RemovalStopTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private static let count = 100

  init() throws { temporary = try TemporaryCatalog() }

  private var generous: RefreshOptions {
    var options = RefreshOptions()
    options.allowsRemovals = true
    return options
  }

  private func load() async throws -> [SourceRecord] {
    let all = try SourceRecord.records(0..<Self.count)
    _ = try await temporary.refresh(AnsweringSource.enumeration(all))
    return all
  }

  @Test("at most fifty books are removed without consent")
  func enumeration() async throws {
    let all = try await load()
    let empty = AnsweringSource.enumeration([])
    let report = try await temporary.refresh(empty)[0]
    #expect(report.failure?.code == .needsConsent && report.counts.removed == 0)
    expectEqual(report.failure?.remedy, .allowRemovals)
    try expectEqual(catalog.bookCount(), Self.count)
    // The enumeration is dropped: the next refresh enumerates again and finds the source intact.
    try await expectEqual(temporary.refresh(AnsweringSource.enumeration(all))[0].counts.removed, 0)
    #expect(try await temporary.refresh(AnsweringSource.enumeration(Array(all.dropLast(51))))[0].failure != nil)
    try await expectEqual(temporary.refresh(AnsweringSource.enumeration(Array(all.dropLast(50))))[0].counts.removed, 50)
    try await expectEqual(temporary.refresh(empty, options: generous)[0].counts.removed, 50)
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
  }

  @Test(arguments: [1, 2, 50]) func `removing all of a few books requires consent as well`(count: Int) async throws {
    let all = try SourceRecord.records(0..<count)
    _ = try await temporary.refresh(AnsweringSource.enumeration(all))
    let empty = AnsweringSource.enumeration([])
    var dryRun = RefreshOptions()
    dryRun.isDryRun = true
    for options in [RefreshOptions(), dryRun] {
      let failure = try await temporary.refresh(empty, options: options)[0].failure
      #expect(failure?.code == .needsConsent && failure?.remedy == .allowRemovals)
    }
    try expectEqual(catalog.bookCount(), count)
    // One remaining book is enough, and so is consent.
    if count > 1 {
      try await expectEqual(temporary.refresh(AnsweringSource.enumeration([all[0]]))[0].counts.removed, count - 1)
    }
    try await expectEqual(temporary.refresh(empty, options: generous)[0].counts.removed, 1)
    try expectEqual(catalog.bookCount(), 0)
  }

  @Test("removals stop at a page of deletions, whose other data are kept")
  func tombstones() async throws {
    _ = try await load()
    let source = AnsweringSource(items: (0..<60).map { .removed(remoteID: "\($0)") })
    let before = try temporary.shown()
    var whole = SyncEngine.Outside()
    whole.pace.transactionTime = 1_000
    let report = try await temporary.refresh(source, outside: whole)[0]
    expectEqual(report.failure?.code, .needsConsent)
    try expectEqual(temporary.shown(), before)
    try await expectEqual(temporary.refresh(source, options: generous)[0].counts.removed, 60)
    try expectEqual(catalog.bookCount(), 40)
    try expectEqual(catalog.findings(), [])
  }

  @Test("repeated refreshes do not empty a source bit by bit")
  func bitByBit() async throws {
    _ = try await load()
    // Twenty deletions per page, and the first page of each refresh is stored before the next one exceeds the limit.
    let source = AnsweringSource { request in
      let start = Int(request.cursor ?? "0") ?? 0
      return .page(
        SourcePage(
          items: (start..<start + 20).map { .removed(remoteID: "\($0)") }, cursor: String(start + 20),
          isLast: start >= 80))
    }
    for _ in 0..<4 { try await expectEqual(temporary.refresh(source)[0].failure?.code, .needsConsent) }
    #expect(try catalog.bookCount() >= Self.count - RemovalLimit.unquestioned)
    try await expectEqual(temporary.refresh(source, options: generous)[0].outcome, .complete)
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
  }

  /// Returns a feed of changes that deletes these records and then optionally fails.
  private func deleting(_ range: Range<Int>, fails: Bool = false) -> AnsweringSource {
    AnsweringSource { request in
      if fails, request.cursor == "\(range.upperBound)" { throw ScriptedFailure("the line broke") }
      return .page(
        SourcePage(
          items: range.map { .removed(remoteID: "\($0)") }, cursor: "\(range.upperBound)", isLast: !fails))
    }
  }

  @Test("removals before the last complete read do not count, even if the clock was set back since")
  func clockBackAfter() async throws {
    _ = try await load()
    try await expectEqual(temporary.refresh(deleting(0..<40))[0].counts.removed, 40)
    temporary.clock.advance(by: -31_536_000)
    try await expectEqual(temporary.refresh(AnsweringSource(items: []))[0].outcome, .complete)
    try await expectEqual(temporary.refresh(deleting(40..<55))[0].counts.removed, 15)
  }

  @Test("repeated refreshes do not empty a source even if the clock was set back before")
  func clockBackBefore() async throws {
    _ = try await load()
    temporary.clock.advance(by: -31_536_000)
    for start in [0, 25] {
      temporary.clock.advance(by: 1)
      try await expectEqual(temporary.refresh(deleting(start..<start + 25, fails: true))[0].counts.removed, 25)
    }
    temporary.clock.advance(by: 1)
    try await expectEqual(temporary.refresh(deleting(50..<55))[0].failure?.code, .needsConsent)
  }

  @Test("replacing all books by others requires consent, and a dry run reports it")
  func replaced() async throws {
    let all = try SourceRecord.records(0..<Self.count + 900)
    _ = try await temporary.refresh(AnsweringSource.enumeration(Array(all[..<Self.count])))
    let others = AnsweringSource.enumeration(Array(all[Self.count...]))
    var dryRun = RefreshOptions()
    dryRun.isDryRun = true
    try await expectEqual(temporary.refresh(others, options: dryRun)[0].failure?.code, .needsConsent)
    for _ in 0..<2 {
      try await expectEqual(temporary.refresh(others)[0].failure?.code, .needsConsent)
      try expectEqual(catalog.bookCount(), all.count)
    }
    try await expectEqual(temporary.refresh(others, options: generous)[0].counts.removed, Self.count)
    try await expectEqual(temporary.refresh(AnsweringSource.enumeration(Array(all[190...])))[0].counts.removed, 90)
    try expectEqual(catalog.findings(), [])
  }

  @Test("removals are limited even if another program wrote impossible numbers into the file")
  func tampered() async throws {
    _ = try await load()
    try catalog.tamper { connection in
      try connection.runScript(
        """
        UPDATE sync_run SET removed = 9223372036854775807, added = 9223372036854775807;
        INSERT INTO sync_run (source_id, started, removed, added)
          SELECT source_id, started, removed, added FROM sync_run;
        UPDATE sync_cursor SET ok_at = 0
        """)
    }
    try await expectEqual(temporary.refresh(AnsweringSource.enumeration([]))[0].failure?.code, .needsConsent)
    try expectEqual(catalog.bookCount(), Self.count)
  }

  @Test("a tenth of many books may be removed")
  func tenth() async throws {
    let all = try SourceRecord.records(0..<1_000)
    _ = try await temporary.refresh(AnsweringSource.enumeration(all))
    #expect(try await temporary.refresh(AnsweringSource.enumeration(Array(all.dropLast(101))))[0].failure != nil)
    try await expectEqual(
      temporary.refresh(AnsweringSource.enumeration(Array(all.dropLast(100))))[0].counts.removed, 100)
  }
}
