import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Unusable records")
struct QuarantineTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private static let enumeration = SourceCoverage.fullEnumeration(begins: true, isStable: true)

  init() throws { temporary = try TemporaryCatalog() }

  private func bad(_ remoteID: String?, _ payload: String = "bytes") -> SourceItem {
    .bad(BadRecord(remoteID: remoteID, payload: Array(payload.utf8), reason: "nobody knows"))
  }

  private func kept() throws -> [[String?]] {
    try temporary.foreign().rows("SELECT remote_id, CAST(payload AS TEXT), decoder FROM quarantine ORDER BY remote_id")
  }

  @Test("unusable records are quarantined, and their books do not count as removed")
  func named() async throws {
    let all = try SourceRecord.records(0..<2)
    _ = try await temporary.refresh(AnsweringSource.enumeration(all))
    let source = AnsweringSource(items: [.record(all[0]), bad("1")], coverage: Self.enumeration)
    let report = try await temporary.refresh(source)[0]
    #expect(report.counts.rejected == 1 && report.counts.removed == 0 && report.rejected == ["1: nobody knows"])
    try expectEqual(temporary.shown(), [1, 2])
    try expectEqual(kept(), [["1", "bytes", "1"]])
    try expectEqual(catalog.findings(), [])
  }

  @Test("an unusable record without a name keeps an enumeration from removing anything")
  func nameless() async throws {
    let all = try SourceRecord.records(0..<3)
    _ = try await temporary.refresh(AnsweringSource.enumeration(all))
    let source = AnsweringSource(items: [.record(all[0]), bad(nil)], coverage: Self.enumeration)
    try await expectEqual(temporary.refresh(source)[0].counts.removed, 0)
    try expectEqual(temporary.shown(), [1, 2, 3])
    try expectEqual(kept().count, 1)
    try await expectEqual(temporary.refresh(AnsweringSource.enumeration([all[0]]))[0].counts.removed, 2)
  }

  @Test("a usable record or a deletion ends the quarantine", arguments: [true, false])
  func released(isGood: Bool) async throws {
    let record = try SourceRecord.records(1..<2)[0]
    _ = try await temporary.refresh(AnsweringSource(items: [bad("1")]))
    try expectEqual(kept().count, 1)
    _ = try await temporary.refresh(AnsweringSource(items: [isGood ? .record(record) : .removed(remoteID: "1")]))
    #expect(try kept().isEmpty)
    try expectEqual(catalog.bookCount(), isGood ? 1 : 0)
  }

  @Test("a complete enumeration without them ends the quarantine, also of nameless records", arguments: [true, false])
  func tombstones(isStable: Bool) async throws {
    let enumeration = SourceCoverage.fullEnumeration(begins: true, isStable: isStable)
    _ = try await temporary.refresh(AnsweringSource(items: [bad("1"), bad("2"), bad(nil, "x")], coverage: enumeration))
    try expectEqual(kept().count, 3)
    let changes = AnsweringSource(items: [bad("3")])
    _ = try await temporary.refresh(changes)
    try expectEqual(kept().count, 4, "what says only what changed says nothing of the others")
    _ = try await temporary.refresh(AnsweringSource(items: [bad("2"), bad(nil, "y")], coverage: enumeration))
    try expectEqual(kept().compactMap { $0[1] }, ["bytes", "y"])
    _ = try await temporary.refresh(AnsweringSource(items: [], coverage: enumeration))
    #expect(try kept().isEmpty)
  }

  @Test("quarantined records stay if the enumeration was incomplete")
  func halfSeen() async throws {
    _ = try await temporary.refresh(AnsweringSource(items: [bad("1"), bad("2")], coverage: Self.enumeration))
    let fails = Holder(true)
    let item = bad("1")
    let source = AnsweringSource { request in
      guard let cursor = request.cursor else {
        return .page(SourcePage(items: [item], cursor: "a", isLast: false, coverage: Self.enumeration))
      }
      if fails.value { throw ScriptedFailure("the line broke at \(cursor)") }
      return .page(
        SourcePage(items: [], cursor: nil, isLast: true, coverage: .fullEnumeration(begins: false, isStable: true)))
    }
    _ = try await temporary.refresh(source)
    fails.value = false
    try await expectEqual(temporary.refresh(source)[0].outcome, .complete)
    try expectEqual(kept().count, 2)
    try await expectEqual(temporary.refresh(source)[0].outcome, .complete)
    try expectEqual(kept().map { $0[0] }, ["1"])
  }

  @Test("at most the last hundred different nameless records are kept")
  func bounded() async throws {
    for number in 0..<3 {
      let items = (0..<60).map { bad(nil, "\(number) \($0)") }
      _ = try await temporary.refresh(AnsweringSource(items: items + [bad("named")]))
      temporary.clock.advance(by: 60)
    }
    let payloads = try kept().filter { $0[0] != "named" }.compactMap { $0[1] }
    expectEqual(payloads.count, QuarantineTable.namelessLimit)
    #expect(payloads.filter { $0.hasPrefix("2 ") }.count == 60 && !payloads.contains { $0.hasPrefix("0 ") })
  }

  @Test("quarantined records are removed with their source, and undo reads the source again from its beginning")
  func removed() async throws {
    let records = try SourceRecord.records(0..<1)
    let item = bad("1")
    let source = AnsweringSource { request in
      .page(SourcePage(items: request.cursor == nil ? [.record(records[0]), item] : [], cursor: "end", isLast: true))
    }
    _ = try await temporary.refresh(source)
    try catalog.removeTheSource("feed", .keepBooks)
    #expect(try kept().isEmpty)
    try catalog.undoStep()
    try await expectEqual(temporary.refresh(source)[0].counts.rejected, 1)
    try expectEqual(kept().count, 1)
    try expectEqual(catalog.findings(), [])
  }

  @Test("quarantined records are read again once by a newer decoder, and by no older one")
  func retried() async throws {
    let nothing: SourceItem = .present(remoteID: "none")
    _ = try await temporary.refresh(AnsweringSource(items: [bad("1", "one"), bad("2", "two"), bad(nil, "three")]))
    func refresh(_ version: Int) async throws -> RefreshReport {
      try await temporary.refresh(
        AnsweringSource(items: [nothing], decoderVersion: version) { payload in
          switch String(decoding: payload, as: UTF8.self) {
          case "one": return try SourceRecord("1", [.title: "One"])
          case "two": throw ScriptedFailure("still not")
          // It does have a name, and its values are unusable.
          default: return try SourceRecord("3", version == 2 ? [.pages: "3"] : [.title: "Three"])
          }
        })[0]
    }
    try await expectEqual(refresh(1).counts.added, 0)
    let report = try await refresh(2)
    #expect(report.counts.added == 1 && report.rejected.contains("2: still not"))
    try expectEqual(kept().map { [$0[0], $0[2]] }, [["2", "2"], ["3", "2"]])
    #expect(try await refresh(2).rejected.isEmpty)
    try await expectEqual(refresh(3).counts.added, 1)
    try expectEqual(kept().map { [$0[0], $0[2]] }, [["2", "3"]])
    try expectEqual(catalog.findings(), [])
  }

  @Test("truncated quarantined records are not read again")
  func large() async throws {
    let payload = String(repeating: "x", count: 70_000)
    _ = try await temporary.refresh(AnsweringSource(items: [bad("1", payload)]))
    let source = AnsweringSource(items: [], decoderVersion: 2) { _ in
      Issue.record("half a record was read")
      return nil
    }
    _ = try await temporary.refresh(source)
    try expectEqual(temporary.foreign().rows("SELECT length(payload), decoder FROM quarantine"), [["65536", "2"]])
  }
}
