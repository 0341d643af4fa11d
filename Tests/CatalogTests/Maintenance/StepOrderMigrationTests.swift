import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("A catalog of the first schema")
struct StepOrderMigrationTests {
  @Test("an upgraded catalog keeps its edits, its conflicts and the order of undo and redo")
  func steps() async throws {
    let temporary = try TemporaryCatalog()
    let before = temporary.catalog
    func feed(_ pages: String) throws -> ScriptedSource {
      let record = try SourceRecord("f", [.title: "Dune", .pages: pages])
      return ScriptedSource { _ in SourcePage(records: [record], cursor: pages, isLast: true) }
    }
    _ = try await before.syncEngine(sources: [feed("1")]).refresh()
    try before.set(.pages, of: 1, to: "9")
    _ = try await before.syncEngine(sources: [feed("2")]).refresh()
    let stopped = ScriptedReader([
      .records([try SourceRecord("i", [.title: "Emma"])]), .run { throw ScriptedFailure("the disk was pulled") },
    ])
    await #expect(throws: ScriptedFailure.self) { _ = try await before.importRecords(from: stopped, source: "file") }
    try before.addBook([.title: "Ulysses"])
    try before.undoStep()
    try before.set(.title, of: 1, to: "Sand")
    try before.set(.rating, of: 1, to: "4")
    try before.undoStep()
    try before.undoStep()
    let path = temporary.folder.file("first.db")
    try await before.backup(to: path)
    try OlderSchema.goBack(path, before: "step-order")

    let catalog = try await BookCatalog.open(path)
    defer { catalog.close() }
    try expectEqual(catalog.view { try $0.status().schema }, Migrator.newest)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.shownText(), before.shownText())
    let states = try await catalog.steps().map(\.state)
    try await expectEqual(before.steps().map(\.state), states)
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)
    try expectEqual(catalog.view { try $0.stepsToUndo().map(\.id) }, [4, 3, 2, 1])
    try expectEqual(catalog.view { try $0.stepsToRedo().map(\.id) }, [6, 7])
    _ = try await catalog.syncEngine(sources: [feed("3")]).refresh()
    try expectEqual(catalog.redoStep().step.id, 6)
    try expectEqual(catalog.text(.title, of: 1), "Sand")
    for id in [6, 8, 4, 3, 2, 1] as [HistoryStep.ID] { try expectEqual(catalog.undoStep().step.id, id) }
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
  }
}
