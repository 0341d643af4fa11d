import Catalog
import CatalogTestSupport
import Testing

@testable import CatalogSources

@Suite struct ExportTests {
  /// Everything that an export of the catalog writes.
  private func export(_ catalog: TemporaryCatalog, _ format: ImportFormat) throws -> [UInt8] {
    let export = BookExport(format: format)
    var bytes = export.beginning
    try catalog.catalog.read { snapshot in
      try snapshot.forEachBookByID { bytes += export.line(for: $0) }
    }
    return bytes
  }

  @Test(arguments: ImportFormat.allCases)
  func exportingAndImportingAndExportingGivesTheSameBytes(_ format: ImportFormat) async throws {
    let first = try TemporaryCatalog()
    try await first.importRecords([
      SourceRecord(
        "1",
        [
          .title: "Dune, \"the\" book", .authors: "Frank Herbert; Brian Herbert", .isbn: "0-441-01359-7",
          .pages: "412", .published: "1965-08", .tags: "sf; classic", .averageRating: "4.25", .series: "Dune",
          .seriesNumber: "1.5", .language: "en-US", .publisher: "Ace", .ratingsCount: "7",
        ]),
      SourceRecord("2", [.title: "村上春樹を読む", .published: "-750"]),
      SourceRecord("3", [.title: "Emma"]),
    ])
    try await first.catalog.edit(
      1, .set(.notes, .text("two\nlines")), .set(.rating, .decimal(4.5)), .set(.readState, .readState(.read)),
      .set(.started, .date(PartialDate("2020"))), .set(.finished, .date(PartialDate("2020-02-29"))))
    try await first.catalog.remove(3)
    let written = try export(first, format)

    let second = try TemporaryCatalog()
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("books.\(format.rawValue)", written))
    let report = try await second.catalog.importRecords(from: input.reader, source: "books")
    #expect(report.counts.added == 2)
    #expect(report.counts.rejected == 0)
    #expect(String(decoding: try export(second, format), as: UTF8.self) == String(decoding: written, as: UTF8.self))
  }

  @Test func anExportHoldsNoNumberOfThisCatalog() async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.importRecords([SourceRecord("1", [.title: "Emma"])])
    let line = String(decoding: try export(catalog, .jsonLines), as: UTF8.self)
    #expect(line.hasPrefix(#"{"uuid":""#))
    #expect(!line.contains(#""id":"#))
  }

  @Test func aChangedExportUpdatesTheBooksItNames() async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.catalog.add([.title: .text("Dnue"), .authors: .list(["Frank Herbert"])])
    let changed = String(decoding: try export(catalog, .csv), as: UTF8.self).replacing("Dnue", with: "Dune")
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("books.csv", changed))
    let report = try await catalog.catalog.importRecords(from: input.reader, source: "books")
    #expect(report.counts.updated == 1)
    #expect(try await catalog.catalog.page().books.map(\.title) == ["Dune"])
    try await catalog.catalog.undo()
    #expect(try await catalog.catalog.page().books.map(\.title) == ["Dnue"])
  }
}
