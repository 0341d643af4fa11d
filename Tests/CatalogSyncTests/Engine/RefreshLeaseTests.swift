import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Two processes at one source")
struct RefreshLeaseTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Takes the lease as another process, at the catalog's time.
  private func take(_ database: BookCatalog, for seconds: Double = LeaseTable.duration) throws {
    let until = temporary.clock.now.addingTimeInterval(seconds).milliseconds
    try database.tamper(
      """
      INSERT INTO lease (name, holder, epoch, expires_at) VALUES ('source 1', 'another', 7, \(until))
      ON CONFLICT (name) DO UPDATE SET holder = 'another', epoch = epoch + 1, expires_at = \(until)
      """)
  }

  private func source() throws -> AnsweringSource {
    AnsweringSource(items: try SourceRecord.records(0..<2).map { .record($0) })
  }

  @Test("the second process leaves the source to the first and stores nothing")
  func held() async throws {
    try take(catalog)
    let report = try await temporary.refresh(source())[0]
    #expect(report.outcome == .elsewhere && report.step == nil)
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(temporary.foreign().value("SELECT holder FROM lease"), "another")
    temporary.clock.advance(by: LeaseTable.duration)
    try await expectEqual(temporary.refresh(source())[0].counts.added, 2)
    try expectEqual(temporary.foreign().value("SELECT expires_at FROM lease"), "0", "it is given back")
  }

  @Test("a lease from a clock that was set back blocks no process")
  func farAhead() async throws {
    try take(catalog, for: 100_000)
    try await expectEqual(temporary.refresh(source())[0].counts.added, 2)
  }

  @Test("a refresh that lost its lease stores nothing more")
  func lost() async throws {
    let records = try SourceRecord.records(0..<2)
    let catalog = catalog
    let clock = temporary.clock
    let source = AnsweringSource { request in
      if request.cursor != nil {
        clock.advance(by: 100)
        try take(catalog)
      }
      return .page(
        SourcePage(
          records: [records[request.cursor == nil ? 0 : 1]], cursor: request.cursor == nil ? "1" : "2",
          isLast: request.cursor != nil))
    }
    // The second request is sent while the first page is stored. Whether or not the lease refuses it, the cursor is
    // never past a missing record.
    let report = try await temporary.refresh(source)[0]
    expectEqual(report.outcome, .elsewhere)
    let cursor = try temporary.foreign().value("SELECT cursor FROM sync_cursor")
    try expectEqual(catalog.bookCount(), Int(cursor ?? "0"))
    try expectEqual(catalog.findings(), [])
  }

  @Test("completing an earlier refresh's removals leaves no lease, even if there are none")
  func leftSweep() async throws {
    let records = try SourceRecord.records(0..<2)
    _ = try await temporary.refresh(AnsweringSource.enumeration(records))
    // Killed between the last page of the enumeration and its end.
    try catalog.tamper("UPDATE sync_cursor SET walk = \(SyncPosition.Enumeration.ended.rawValue)")
    let report = try await temporary.refresh(AnsweringSource.enumeration(try SourceRecord.records(0..<2, pages: 200)))[
      0]
    #expect(report.outcome == .complete && report.counts.updated == 2)
    try expectEqual(temporary.foreign().value("SELECT expires_at FROM lease"), "0")
  }

  @Test("a lease is renewed after a third of its duration, and lost to a later holder")
  func table() throws {
    let start = temporary.clock.now
    try catalog.tamper { connection in
      let leases = LeaseTable(connection: connection)
      func acquire(_ holder: String, _ epoch: Int64?, after seconds: Double) throws -> LeaseTable.Outcome {
        try leases.acquire("x", holder: holder, epoch: epoch, now: start.addingTimeInterval(seconds))
      }
      func end() throws -> Int64? { try connection.integer("SELECT expires_at FROM lease WHERE name = 'x'") }
      try expectEqual(acquire("a", nil, after: 0), .held(epoch: 1))
      let first = try end()
      try expectEqual(acquire("a", 1, after: 9), .held(epoch: 1))
      try expectEqual(end(), first)
      try expectEqual(acquire("a", 1, after: 11), .held(epoch: 1))
      #expect(try end() != first)
      try expectEqual(acquire("b", nil, after: 40), .taken(until: start.addingTimeInterval(41)))
      try expectEqual(acquire("b", nil, after: 42), .held(epoch: 2))
      try expectEqual(acquire("a", 1, after: 43), .taken(until: start.addingTimeInterval(72)))
      try expectEqual(
        acquire("a", 1, after: 100), .taken(until: start.addingTimeInterval(72)), "it was another's since")
      try leases.release("x", holder: "a")
      #expect(try end() != 0)
      try leases.release("x", holder: "b")
      try expectEqual(end(), 0)
    }
  }
}
