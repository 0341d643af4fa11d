import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// The step that is undone or redone next, also after interruptions, with two replays at once, and with refreshes in
/// between.
@Suite("The next step to undo or redo")
struct StepOrderTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns a replay as another process would run it, with one book per transaction.
  private func replay(_ direction: StepReplay.Direction) -> StepReplay {
    StepReplay(direction, now: temporary.clock.now, batch: 1)
  }

  private func goOn(_ replay: inout StepReplay) throws { try catalog.tamper { try replay.next($0) } }

  private func finish(_ replay: inout StepReplay) throws { while !replay.isFinished { try goOn(&replay) } }

  private func refresh(_ title: String = "Fed") async throws {
    let record = try SourceRecord(title, [.title: title])
    let source = ScriptedSource { _ in SourcePage(records: [record], cursor: title, isLast: true) }
    _ = try await catalog.syncEngine(sources: [source]).refresh()
  }

  /// Creates four books and sets their publisher in the second step.
  private func makeBooks() async throws {
    try await temporary.importRecords((1...4).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    try catalog.change([1, 2, 3, 4], .set(.publisher, .text("Mine")))
  }

  private func publishers() throws -> Int {
    try catalog.view { try $0.page(size: 10).books.count { $0.publisher == "Mine" } }
  }

  @Test("an interrupted redo is finished by the next one, or undone")
  func stoppedRedo() async throws {
    try await makeBooks()
    try catalog.undoStep()
    for reverses in [true, false] {
      var half = replay(.redo)
      try goOn(&half)
      try goOn(&half)
      try expectEqual(publishers(), 2)
      try await expectEqual(catalog.steps().first?.state, .partlyRedone)
      try expectEqual(catalog.view { try $0.stepsToUndo().map(\.id) }, [2, 1])
      try expectEqual(catalog.view { try $0.stepsToRedo().map(\.id) }, [2])
      let outcome = reverses ? try catalog.undoStep() : try catalog.redoStep()
      #expect(outcome.step.id == 2 && outcome.left == [])
      try expectEqual(publishers(), reverses ? 0 : 4)
      try expectEqual(catalog.findings(), [])
    }
  }

  @Test("an interrupted redo counts as done once another step is made, and undo reverts its finished part")
  func overtakenRedo() async throws {
    try await makeBooks()
    try catalog.undoStep()
    var half = replay(.redo)
    try goOn(&half)
    try catalog.set(.title, of: 1, to: "Hello")
    expectEqual(errorCode { try catalog.redoStep() }, .nothingToDo)
    try expectEqual(catalog.undoStep().step.id, 3)
    let outcome = try catalog.undoStep()
    #expect(outcome.step.id == 2 && outcome.books == [1] && outcome.left == [])
    try expectEqual(publishers(), 0)
    try expectEqual(catalog.redoStep().step.id, 2)
    try expectEqual(catalog.redoStep().step.id, 3)
    try expectEqual(publishers(), 4)
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "an interrupted undo is finished or reversed by the next call, and reached by undo after another step")
  func stoppedUndo() async throws {
    try await makeBooks()
    var half = replay(.undo)
    try goOn(&half)
    try expectEqual(publishers(), 3)
    try expectEqual(catalog.redoStep().books, [1])
    try expectEqual(publishers(), 4)
    half = replay(.undo)
    try goOn(&half)
    try await refresh()
    try await expectEqual(catalog.steps().map(\.state), [.done, .partlyUndone, .done], "a refresh is nobody's step")
    try expectEqual(catalog.undoStep().step.kind, .refresh)
    try catalog.set(.title, of: 1, to: "Hello")
    try expectEqual(catalog.undoStep().step.id, 4)
    try expectEqual(catalog.undoStep().step.id, 2)
    try expectEqual(publishers(), 0)
    try expectEqual(catalog.redoStep().step.id, 2)
    try expectEqual(publishers(), 4)
    try expectEqual(catalog.findings(), [])
  }

  @Test("two simultaneous undos each revert a step of their own, and so do redos")
  func both() async throws {
    try await makeBooks()
    try catalog.change([1, 2, 3], .set(.pages, .integer(1)))
    for direction in [StepReplay.Direction.undo, .redo] {
      var (one, other) = (replay(direction), replay(direction))
      try goOn(&one)
      try goOn(&other)
      try goOn(&one)
      try finish(&other)
      try finish(&one)
      let first: [HistoryStep.ID] = direction == .undo ? [3, 2] : [2, 3]
      expectEqual([try other.outcome().step.id, try one.outcome().step.id], first)
      #expect(one.left == [] && other.left == [])
      try expectEqual(publishers(), direction == .undo ? 0 : 4)
      try expectEqual(catalog.text(.pages, of: 3), direction == .undo ? nil : "1")
      try expectEqual(catalog.findings(), [])
    }
    try catalog.undoStep()
    try catalog.undoStep()
    var (one, other) = (replay(.undo), replay(.undo))
    try goOn(&one)
    try finish(&other)
    expectEqual(errorCode { try finish(&one) }, .nothingToDo)
    try expectEqual(catalog.bookCount(), 0)
  }

  @Test("a replay that another process reverses is notified and leaves the step")
  func opposite() async throws {
    try await makeBooks()
    var (one, other) = (replay(.undo), replay(.redo))
    try goOn(&one)
    try goOn(&one)
    try goOn(&other)
    expectEqual(errorCode { try finish(&one) }, .nothingToDo)
    try finish(&other)
    try expectEqual(publishers(), 4)
    expectEqual(errorCode { try catalog.redoStep() }, .nothingToDo)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a step made before an undo chooses is the one undone, and a step made while it works ends redo")
  func meanwhile() async throws {
    try await makeBooks()
    var late = replay(.undo)
    try catalog.set(.title, of: 1, to: "Hello")
    try finish(&late)
    try expectEqual(late.outcome().step.id, 3)
    var long = replay(.undo)
    try goOn(&long)
    try catalog.set(.title, of: 2, to: "Hello")
    try finish(&long)
    try expectEqual(publishers(), 0)
    expectEqual(errorCode { try catalog.redoStep() }, .nothingToDo)
    try expectEqual(catalog.undoStep().step.id, 4)
    try expectEqual(catalog.findings(), [])
  }

  @Test("reversing an undo of a step that restored a book reports nothing as left")
  func turningBackOnABookBroughtBack() async throws {
    try await temporary.importRecords([SourceRecord("1", [.title: "One"])], source: "B")
    try await temporary.importRecords([SourceRecord("1", [.title: "Two", .pages: "2"])], source: "A")
    let uuid = try catalog.view { try $0.book(2)?.uuid }
    try catalog.undoStep()
    var back = try SourceRecord("2", [.title: "Two again"])
    back.uuid = uuid
    try await temporary.importRecords([SourceRecord("1", [.title: "One!"]), back], source: "B")
    try expectEqual(catalog.text(.title, of: 2), "Two again")
    let shown = try catalog.shownText()
    var undo = replay(.undo)
    try goOn(&undo)
    #expect(try catalog.text(.title, of: 1) == "One" && catalog.text(.title, of: 2) == "Two again")
    try expectEqual(catalog.redoStep().left, [])
    try expectEqual(catalog.shownText(), shown)
  }

  @Test("undo first reverts the redone step, also if a refresh came between")
  func refreshBetween() async throws {
    try await makeBooks()
    try catalog.set(.title, of: 1, to: "Hello")
    try catalog.undoStep()
    try catalog.undoStep()
    try await refresh()
    try expectEqual(catalog.redoStep().step.id, 2)
    try expectEqual(catalog.redoStep().step.id, 3)
    try expectEqual(catalog.view { try $0.stepsToUndo().map(\.id) }, [3, 2, 4, 1])
    for id in [3, 2, 4, 1] as [HistoryStep.ID] { try expectEqual(catalog.undoStep().step.id, id) }
    for id in [1, 4, 2, 3] as [HistoryStep.ID] { try expectEqual(catalog.redoStep().step.id, id) }
    try expectEqual(publishers(), 4)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a book added by an undone import and by a refresh stays while one of them is done")
  func broughtTwice() async throws {
    let uuid = UUID()
    func dune(_ id: String) throws -> SourceRecord {
      var record = try SourceRecord(id, [.title: "Dune"])
      record.uuid = uuid
      return record
    }
    for undoesRefreshFirst in [false, true] {
      let temporary = try TemporaryCatalog()
      let catalog = temporary.catalog
      try await temporary.importRecords([dune("1")])
      try catalog.undoStep()
      let feed = ScriptedSource(records: [try dune("f")])
      try await expectEqual(catalog.syncEngine(sources: [feed]).refresh()[0].counts.added, 1)
      if undoesRefreshFirst {
        try catalog.undoStep()
        try expectEqual(catalog.bookCount(), 0)
        try catalog.redoStep()
      }
      try catalog.redoStep()
      try expectEqual(catalog.bookCount(), 1)
      try expectEqual(catalog.undoStep().step.kind, .import)
      try expectEqual(catalog.bookCount(), 1, "the refresh stands")
      try expectEqual(catalog.undoStep().step.kind, .refresh)
      try expectEqual(catalog.bookCount(), 0)
      try expectEqual(catalog.findings(), [])
    }
  }

  @Test("undo of a run hides what it restored of a step whose undo was interrupted")
  func broughtBackMidway() async throws {
    let feed = ScriptedSource(records: try (1...3).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    let engine = catalog.syncEngine(sources: [feed])
    _ = try await engine.refresh()
    var half = replay(.undo)
    while try catalog.bookCount() == 3 { try goOn(&half) }
    try expectEqual(catalog.bookCount(), 2)
    try await expectEqual(engine.refresh()[0].counts.added, 1)
    try await expectEqual(catalog.steps().map(\.state), [.done, .done])
    for (step, count) in [(2, 2), (1, 0)] as [(HistoryStep.ID, Int)] {
      try expectEqual(catalog.undoStep().step.id, step)
      try expectEqual(catalog.bookCount(), count)
    }
    for step in [1, 2] as [HistoryStep.ID] { try expectEqual(catalog.redoStep().step.id, step) }
    try expectEqual(catalog.bookCount(), 3)
    try expectEqual(catalog.findings(), [])
  }
}
