import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct SampleSourceTests {
  @Test func theFirstFourAreTheKnownOnes() async throws {
    let page = try await SampleSource().page(after: nil)
    let first = page.records.prefix(4).map { record in
      [BookField.title, .authors, .isbn, .pages].map { record.values[$0].value?.description ?? "" }
    }
    expectEqual(
      first,
      [
        ["Changer", "Matt Gemmell", "9781916265202", "476"],
        ["SwiftUI for Absolute Beginners", "Jayant Varma", "9781484255155", "200"],
        ["Why We Sleep", "Matthew Walker", "9780141983769", "368"],
        ["The Hitchhiker's Guide to the Galaxy", "Douglas Adams", "9780671461492", "216"],
      ])
  }

  @Test func theRestComesOneByOneAndThenNothing() async throws {
    let source = SampleSource()
    var page = try await source.page(after: nil)
    expectEqual(page.records.count, 204)
    for number in 1...SampleSource.laterBooks {
      page = try await source.page(after: page.cursor)
      expectEqual(page.records.count, 1, "delivery \(number)")
    }
    let last = page.cursor
    page = try await source.page(after: last)
    #expect(page.records.isEmpty)
    expectEqual(page.cursor, last)
  }

  @Test func refreshingBringsNewBooksOnTop() async throws {
    let catalog = try TemporaryCatalog()
    let engine = catalog.catalog.syncEngine(sources: [SampleSource()])
    try await expectEqual(engine.refresh().map(\.counts.added), [204])
    try await expectEqual(catalog.catalog.page(size: 4).books.map(\.id), [1, 2, 3, 4])
    try await expectEqual(engine.refresh().map(\.counts.added), [1])
    try await expectEqual(catalog.catalog.page(size: 2).books.map(\.id), [205, 1])
    for _ in 1..<SampleSource.laterBooks { _ = try await engine.refresh() }
    let report = try await engine.refresh()
    expectEqual(report.map(\.step), [nil])
    try await expectEqual(catalog.catalog.read { try $0.count() }, 224)
  }

  @Test func anUndoneRefreshCanBeDoneAnew() async throws {
    let catalog = try TemporaryCatalog()
    let engine = catalog.catalog.syncEngine(sources: [SampleSource()])
    _ = try await engine.refresh()
    try await catalog.catalog.undo()
    #expect(try await catalog.catalog.page().books.isEmpty)
    try await catalog.catalog.add { $0.title = "Mine" }
    try await expectEqual(engine.refresh().map(\.counts.added), [204])
    try await expectEqual(catalog.catalog.read { try $0.count() }, 205)
    try await expectEqual(engine.refresh().map(\.counts.added), [1])
    #expect(try await catalog.catalog.check().findings.isEmpty)
  }

  @Test func redoDoesAgainWhatWasUndoneLast() async throws {
    let catalog = try TemporaryCatalog()
    let engine = catalog.catalog.syncEngine(sources: [SampleSource()])
    try await catalog.catalog.add { $0.title = "Mine" }
    try await catalog.catalog.undo()
    _ = try await engine.refresh()
    try await catalog.catalog.undo()
    try await expectEqual(catalog.catalog.redo().step.kind, .refresh)
    try await expectEqual(catalog.catalog.redo().step.kind, .add)
    try await expectEqual(catalog.catalog.read { try $0.count() }, 205)
    // The source is read again from where the undone step began. Records that it delivers twice change nothing.
    try await expectEqual(engine.refresh().map(\.counts.added), [0])
    try await expectEqual(engine.refresh().map(\.counts.added), [1])
  }

  @Test func aSourceWhoseNameAnImportHasTakenGetsANumber() async throws {
    let catalog = try TemporaryCatalog()
    try await catalog.importRecords([SourceRecord("1", [.title: "Mine"])], source: "samples")
    _ = try await catalog.catalog.syncEngine(sources: [SampleSource()]).refresh()
    let sources = try await catalog.catalog.read { try $0.status().sources }
    expectEqual(sources.map(\.source.name), ["samples", "samples-2"])
    expectEqual(sources.map(\.records), [1, 204])
    await #expect(throws: InvalidValue.self) {
      try await catalog.importRecords([SourceRecord("1", [.title: "Other"])], source: "samples-2")
    }
  }

  @Test func everyRowOfTheTableIsSound() async throws {
    let catalog = try TemporaryCatalog()
    let engine = catalog.catalog.syncEngine(sources: [SampleSource()])
    let report = try await engine.refresh()
    #expect(report.flatMap(\.rejected).isEmpty)
    #expect(try await catalog.catalog.check().findings.isEmpty)
  }
}
