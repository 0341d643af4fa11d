import CatalogDatabase
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Internals of a shared catalog that its people cannot see: finding their steps, and steps that are half undone.
@Suite("Steps of people who share a catalog")
struct PersonStepTests {
  private let temporary: TemporaryCatalog
  private let annas: BookCatalog
  private let bens: BookCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    (annas, bens) = (try temporary.catalog.acting(as: "Anna"), try temporary.catalog.acting(as: "Ben"))
  }

  private func publishers() throws -> Int {
    try catalog.view { try $0.page(size: 10).books.count { $0.publisher == "Mine" } }
  }

  /// Starts a replay that ends midway, as if Ben's process were killed: two of four books are done.
  private func begin(_ direction: StepReplay.Direction) throws {
    var half = StepReplay(direction, now: temporary.clock.now, batch: 1)
    for _ in 0..<2 { try bens.tamper { try half.next($0) } }
    try expectEqual(publishers(), 2)
  }

  @Test("an interrupted undo stays so while others write, and they can finish, reverse or stop it")
  func stopped() async throws {
    try await temporary.importRecords((1...4).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    try bens.change([1, 2, 3, 4], .set(.publisher, .text("Mine")))
    for direction in [StepReplay.Direction.undo, .redo] {
      for continues in [false, true] {
        try begin(direction)
        try annas.set(.title, of: 1, to: "A \(direction) \(continues)")
        #expect(try await catalog.steps().last { $0.person?.name == "Ben" }?.state != .done, "hers says nothing of his")
        let outcome = continues == (direction == .undo) ? try bens.undoStep() : try bens.redoStep()
        #expect(outcome.step.id == 2 && outcome.left == [])
        try expectEqual(publishers(), continues == (direction == .undo) ? 0 : 4)
      }
    }
    try begin(.undo)
    try annas.set(.publisher, of: 1, to: "Hers")
    expectEqual(errorCode { try bens.undoStep() }, .nothingToDo)
    expectEqual(errorCode { try bens.redoStep() }, .nothingToDo)
    try annas.undoStep()
    try expectEqual(bens.undoStep().left, [])
    try expectEqual(publishers(), 0)
    try expectEqual(catalog.findings(), [])
  }

  @Test("undo of a change to one of many imported books waits for the step that added them")
  func brought() async throws {
    _ = try await bens.importRecords(
      from: ListReader((1...3).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) }), source: "list")
    try annas.set(.publisher, of: 3, to: "Hers")
    expectEqual(errorCode { try bens.undoStep() }, .nothingToDo)
    try annas.undoStep()
    try bens.undoStep()
    expectEqual(errorCode { try annas.redoStep() }, .nothingToDo)
    try bens.redoStep()
    try expectEqual(annas.redoStep().left, [])
    try expectEqual(catalog.text(.publisher, of: 3), "Hers")
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "the steps of a catalog with an older schema belong to the owner",
    // "search-changes" is left out: reverting it loses the contents of the index of such a small catalog.
    arguments: [
      "persons", "ratings", "own-fields", "decoder", "editions", "search-bits", "source-notes", "record-rank",
      "step-order",
    ])
  func older(migration: String) async throws {
    try catalog.addBook([.title: "Dune"])
    try catalog.set(.title, of: 1, to: "Sand")
    try catalog.set(.pages, of: 1, to: "9")
    try catalog.undoStep()
    let path = temporary.folder.file("older.db")
    try await catalog.backup(to: path)
    try OlderSchema.goBack(path, before: migration)
    let upgraded = try await BookCatalog.open(path)
    defer { upgraded.close() }
    let annas = try upgraded.acting(as: "Anna")
    #expect(try await upgraded.steps().allSatisfy { $0.person == nil })
    expectEqual(errorCode { try annas.undoStep() }, .nothingToDo)
    try annas.set(.notes, of: 1, to: "hers")
    try expectEqual(upgraded.redoStep().step.id, 3)
    try expectEqual(annas.undoStep().step.id, 4)
    for id in [3, 2, 1] as [HistoryStep.ID] { try expectEqual(upgraded.undoStep().step.id, id) }
    try expectEqual(upgraded.findings(), [])
  }

  @Test("a person's next undo, and whether a step was undone, are found in a long history of others")
  func plans() throws {
    try annas.addBook([.title: "Dune"])
    try bens.addBook([.title: "Emma"])
    try temporary.foreign().run(
      """
      WITH RECURSIVE number(n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
      INSERT INTO step (id, at, kind, summary, person, turn)
      SELECT n, 0, 'edit', 'x', CASE WHEN n > 50000 THEN 2 ELSE n % 2 END, n FROM number WHERE n % 50000 > 2
      """)
    let connection = try Connection(path: temporary.path, mode: .readWrite)
    connection.origin.person = "Anna"
    try expectEqual(StepTable(connection: connection).next(.undo).map(\.id.rawValue), [49_999])
    #expect(try StepTable(connection: connection).next(.redo).isEmpty)
    try connection.run("BEGIN")
    _ = try StepTable(connection: connection).begin(.edit, summary: "y", now: temporary.clock.now)
    let plans = try connection.preparedStatements { $0.contains("FROM step WHERE") }
      .map { $0.plan.filter { $0.contains(" step ") } }
    let undo = "SEARCH step USING INDEX step_by_person (person=?)"
    expectEqual(
      Set(plans.joined().filter { !$0.contains("step_by_turn") }), [undo, "SCAN step USING INDEX step_undone"],
      "\(plans)")
  }
}
