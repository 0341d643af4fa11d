import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// A later download of the same export, under another name.
@Suite("The source that a file updates") struct ImportSourceTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private static let today = PartialDate(encoded: 20_260_101) ?? PartialDate(firstOf: 2026)

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns books with the days on which their owner added them; every third one was read on another day.
  private func rows(
    _ numbers: some Sequence<Int>, addedBy person: Int? = 1, finished year: Int = 2020
  ) throws -> [SourceRecord] {
    try numbers.map { number in
      var fields: [BookField: String?] = [.title: "Book \(number)"]
      if let person {
        fields[.added] =
          "20\(10 + (number + person * 5) % 10)-0\(1 + number % 9)-\(10 + (number * person) % 18)T00:00:00Z"
      }
      if number.isMultiple(of: 3) { fields[.finished] = "\(year)-0\(1 + number % 9)-11" }
      return try SourceRecord("\(number)", fields)
    }
  }

  private func scan(_ rows: [SourceRecord], _ format: String = "Goodreads") async throws -> ImportScan {
    try await ImportScan.read(ListReader(rows, batch: 7), format: format, today: Self.today)
  }

  @discardableResult
  private func bring(
    _ rows: [SourceRecord], as name: String, format: String = "Goodreads", in catalog: BookCatalog? = nil
  ) async throws -> ImportReport {
    let scan = try await scan(rows, format)
    return try await (catalog ?? self.catalog).importRecords(
      from: ListReader(rows), source: name, location: "/\(name).csv", scan: scan)
  }

  private func source(of rows: [SourceRecord], _ format: String = "Goodreads") async throws -> KnownImport? {
    let scan = try await scan(rows, format)
    return try catalog.view { try $0.importSource(of: scan) }
  }

  @Test func `a later download of the same export updates the earlier one, whatever its name`() async throws {
    try await bring(rows(0..<60), as: "library")
    let known = try #require(try await source(of: rows(0..<70, finished: 2024)))
    #expect(known.name == "library" && known.isCertain && known.lastImported != nil)
    expectEqual(known.newest?.description, "2020-07-11")
    // A shelf is a part of the export and does not affect the rest.
    try await expectEqual(source(of: rows(10..<20))?.name, "library")
    try await bring(rows(10..<20, finished: 2024), as: "library")
    try await expectEqual(source(of: rows(0..<60))?.name, "library")
  }

  @Test func `another person, account, service or day is another source`() async throws {
    try await bring(rows(0..<100), as: "library")
    // Two people with 80 % of their books in common, and one with all of them, who added them on other days.
    #expect(try await source(of: rows(20..<120, addedBy: 2)) == nil)
    #expect(try await source(of: rows(20..<120)) == nil)
    #expect(try await source(of: rows(0..<100, addedBy: 2)) == nil)
    #expect(try await source(of: rows(0..<100), "StoryGraph") == nil)
    // With nine tenths of the books and nine tenths of their days in common, one less is too few.
    try await expectEqual(source(of: rows(10..<110))?.isCertain, true)
    #expect(try await source(of: rows(11..<111)) == nil)
    try await expectEqual(source(of: rows(0..<90) + rows(90..<100, addedBy: 2))?.isCertain, true)
    #expect(try await source(of: rows(0..<89) + rows(89..<100, addedBy: 2)) == nil)
  }

  @Test func `a source imported by an older version is found by its records`() async throws {
    try await bring(rows(0..<60), as: "library")
    try temporary.foreign().run("DELETE FROM source_note")
    let known = try #require(try await source(of: rows(0..<70, finished: 2024)))
    #expect(known.name == "library" && known.isCertain && known.newest == nil)
    try await expectEqual(source(of: rows(0..<60, addedBy: nil))?.isCertain, false)
    #expect(try await source(of: rows(0..<60, addedBy: 2)) == nil)
    // The next import stores the identity.
    try await bring(rows(0..<70, finished: 2024), as: "library")
    try await expectEqual(source(of: rows(0..<70))?.newest?.description, "2024-07-11")
  }

  @Test func `a source whose records only joined books of a removed export is not found`() async throws {
    func row(_ fields: [BookField: String?] = [:]) throws -> SourceRecord {
      try SourceRecord("1", fields.merging([.title: "Dune", .isbn: "9780441013593"]) { mine, _ in mine })
    }
    let export = try [row([.added: "2012-02-07T00:00:00Z", .finished: "2019-04-27"])]
    try await bring(export, as: "export")
    try await temporary.importRecords([row([.finished: "2021-06-29"])], source: "table")
    try catalog.removeTheSource("export", .keepBooks)
    #expect(try await source(of: export) == nil)
  }

  @Test func `the source is unclear if an export does not state when its books were added`() async throws {
    try await bring(rows(0..<50, addedBy: nil), as: "library")
    try await expectEqual(source(of: rows(0..<50, addedBy: nil))?.isCertain, false)
    try await expectEqual(source(of: rows(0..<50))?.isCertain, false)
    #expect(try await source(of: rows(30..<80, addedBy: nil)) == nil)
  }

  @Test func `the source is one that the person imported themselves`() async throws {
    let ada = try catalog.acting(as: "Ada")
    try await bring(rows(0..<50), as: "hers", in: ada)
    #expect(try await source(of: rows(0..<50)) == nil)
    let scan = try await scan(rows(0..<50))
    try expectEqual(ada.view { try $0.importSource(of: scan) }?.name, "hers")
    #expect(try catalog.acting(as: "Bo").view { try $0.importSource(of: scan) } == nil)
  }

  @Test func `a file is older if its newest day is before that of the last one`() async throws {
    try await bring(rows(0..<50, finished: 2024), as: "library")
    let known = try catalog.view { try $0.importSource(at: "/library.csv") }
    expectEqual(known?.newest?.description, "2024-07-11")
    #expect(try await scan(rows(0..<50, finished: 2023)).isOlder(than: known?.newest))
    #expect(try await !scan(rows(0..<50, finished: 2024)).isOlder(than: known?.newest))
    #expect(try await !scan(rows(0..<50, finished: 2025)).isOlder(than: known?.newest))
    // A day in the future is a mistake and does not make a file newer.
    try await expectEqual(scan(rows(0..<50, finished: 2090)).newest?.description.hasPrefix("201"), true)
    #expect(try catalog.view { try $0.importSource(at: "/other.csv") } == nil)
  }

  @Test func `the newest day in a file is its date`() async throws {
    try await bring(rows(0..<4, finished: 2021), as: "library")
    let stated = try temporary.foreign().rows("SELECT DISTINCT said FROM source_record WHERE said IS NOT NULL")
    expectEqual(stated, [["20210411"]])
  }

  @Test func `a dry run and an incomplete import are not recorded`() async throws {
    let books = try rows(0..<20)
    let scan = try await scan(books)
    _ = try await catalog.importRecords(from: ListReader(books), source: "try", scan: scan, isDryRun: true)
    #expect(try await source(of: books) == nil)
    struct Stopped: Error {}
    await #expect(throws: Stopped.self) {
      _ = try await catalog.importRecords(
        from: ListReader(books), source: "half", scan: scan, progress: { _ in }, admit: { _ in throw Stopped() })
    }
    #expect(try await source(of: books) == nil)
  }
}
