import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Limits of an app's own source")
struct EmbeddedSourceTests {
  private let temporary: TemporaryCatalog

  init() throws { temporary = try TemporaryCatalog() }

  @Test(
    "a source's name must be one that a person could have given it",
    arguments: [
      "", " ", "a b", "a/b", "a\u{200B}b", "\u{1}", "e\u{301}", " x", "local", String(repeating: "x", count: 65),
    ])
  func names(name: String) async throws {
    for isDryRun in [false, true] {
      var options = RefreshOptions()
      options.isDryRun = isDryRun
      let source = AnsweringSource(name, items: [.record(try SourceRecord("1", [.title: "A"]))])
      await #expect(throws: InvalidValue.self, "\(name)") { try await temporary.refresh(source, options: options) }
    }
    #expect(try temporary.catalog.view { try $0.sources() }.isEmpty)
    let good = AnsweringSource("é", items: [.record(try SourceRecord("1", [.title: "A"]))])
    try await expectEqual(temporary.refresh(good)[0].counts.added, 1)
  }

  @Test("a record whose name cannot be stored is quarantined")
  func ids() async throws {
    let maxLengthID = String(repeating: "x", count: SourceRecord.remoteIDBytes)
    let names = ["", "a\0b", maxLengthID + "x", maxLengthID, "ok"]
    let items = try names.map {
      SourceItem.record(try SourceRecord($0, [.title: "Book \($0.count)"]), raw: Array($0.utf8))
    }
    let bad = names.prefix(3).map {
      SourceItem.bad(BadRecord(remoteID: $0, payload: Array("p\($0)".utf8), reason: "r"))
    }
    let report = try await temporary.refresh(AnsweringSource(items: items + bad))[0]
    #expect(report.counts.added == 2 && report.counts.rejected == 6)
    let kept = try temporary.foreign().rows("SELECT remote_id FROM quarantine").compactMap(\.[0])
    #expect(kept.count == 6 && kept.allSatisfy { $0.hasPrefix("bytes ") })
    try expectEqual(
      temporary.foreign().rows("SELECT remote_id FROM source_record ORDER BY 1"), [["ok"], [maxLengthID]])
  }

  @Test("a page may have any size and is accepted as a whole")
  func largePages() async throws {
    let records = try SourceRecord.records(0..<1_300)
    let source = AnsweringSource { _ in .page(SourcePage(records: records, cursor: nil, isLast: true)) }
    try await expectEqual(temporary.refresh(source)[0].counts.added, 1_300)
    try await expectEqual(temporary.refresh(source)[0].counts.unchanged, 1_300)
  }
}
