import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@Suite struct ImportDryRunTests {
  @Test func `a dry run counts a book once, even if several transactions contain it`() async throws {
    let temporary = try TemporaryCatalog()
    let records = try ["1", "2", "1", "1"].map { try SourceRecord($0, [.title: "Book \($0)"]) }
    let report = try await temporary.catalog.importRecords(
      from: ListReader(records, batch: 1), source: "list", isDryRun: true)
    expectEqual([report.counts.added, report.counts.unchanged], [2, 2])
    try expectEqual(temporary.catalog.bookCount(), 0)
  }
}
