import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Undo and redo")
struct UndoTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func record(_ id: String, _ fields: [BookField: String?]) throws -> SourceRecord {
    try SourceRecord(id, fields)
  }

  @Test("undoing an import hides the books that it restored, whatever the import before had filled in")
  func broughtBack() async throws {
    try await temporary.importRecords([record("1", [.title: "Dune", .rating: "4.5"])], source: "A")
    _ = try temporary.lose("1", of: "A")
    try expectEqual(catalog.bookCount(), 0)
    try await temporary.importRecords([record("1", [.title: "Dune", .rating: "1"])], source: "A")
    try await expectEqual(catalog.book(1)?.rating, 1)
    try expectEqual(catalog.undoStep().left, [])
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.redoStep().left, [])
    try await expectEqual(catalog.book(1)?.rating, 1)
  }

  @Test("an empty catalog has nothing to undo or redo")
  func nothing() {
    expectEqual(errorCode { try catalog.undoStep() }, .nothingToDo)
    expectEqual(errorCode { try catalog.redoStep() }, .nothingToDo)
  }

  @Test("a book that its source had lost is hidden again once the import that restored it is undone")
  func gone() async throws {
    try await temporary.importRecords([record("1", [.title: "Emma"])], source: "A")
    _ = try temporary.lose("1", of: "A")
    try expectEqual(catalog.bookCount(), 0)
    let records = try [record("1", [.title: "Emma!", .readState: "reading", .notes: "n", .started: "2024"])]
    try await temporary.importRecords(records, source: "A")
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(catalog.undoStep().left, [])
    try expectEqual(catalog.bookCount(), 0)
    try catalog.redoStep()
    try expectEqual(catalog.text(.readState, of: 1), "reading")
  }

  @Test("a source's value for an edited field is kept as written, also if it equals the earlier one")
  func otherForm() async throws {
    try await temporary.importRecords([record("1", [.title: "Dune", .isbn: "9780441013593"])])
    try catalog.change([1], .set(.isbn, nil))
    try await temporary.importRecords([record("1", [.title: "Dune", .isbn: "0-441-01359-7"])])
    try catalog.revertField(.isbn, of: 1)
    try expectEqual(catalog.text(.isbn, of: 1), "0-441-01359-7")
  }

  @Test("every kind of step is undone and redone, back to an empty catalog and forward again")
  func everyKind() async throws {
    var states = [try catalog.shownText()]
    var kinds: [HistoryStep.Kind] = []
    func done(_ kind: HistoryStep.Kind) throws {
      let step = try #require(try catalog.steps().first)
      #expect(step.kind == kind && step.state == .done)
      kinds.append(kind)
      states.append(try catalog.shownText())
      #expect(states[states.count - 1] != states[states.count - 2], "\(kind) changes something")
    }
    try catalog.addBook([.title: "Dune", .tags: "sf", .rating: "4"])
    try done(.add)
    try catalog.change([1], .set(.title, .text("Sand")), .set(.rating, .decimal(5)), .add(.tags, ["x"]))
    try done(.edit)
    try await temporary.importRecords([
      record("1", [.title: "Emma", .pages: "400", .notes: "n"]), record("2", [.title: "Dune", .tags: "imported"]),
    ])
    try done(.import)
    try catalog.change([1, 2, 3], .set(.publisher, .text("Ace")), .set(.pages, nil))
    try done(.edit)
    try await temporary.importRecords([record("1", [.title: "Emma!", .pages: "401"]), record("3", [.title: "New"])])
    try done(.import)
    try catalog.revertField(.publisher, of: 2)
    try done(.revert)
    try catalog.removeBooks(2, 3)
    try done(.remove)
    let source = ScriptedSource(records: [try record("f", [.title: "Fed", .authors: "Nobody"])])
    let reports = try await catalog.syncEngine(sources: [source]).refresh()
    expectEqual(reports[0].counts.added, 1)
    try done(.refresh)
    try temporary.foreign().run("INSERT INTO book (title) VALUES ('Foreign')")
    #expect(try await catalog.check(repair: true).isRepaired)
    try done(.repair)

    let steps = try await catalog.steps()
    expectEqual(steps.map(\.kind), kinds.reversed())
    for (step, state) in zip(steps, states.dropLast().reversed()) {
      let outcome = try catalog.undoStep()
      expectEqual(outcome.step.id, step.id)
      expectEqual(outcome.left, [])
      try expectEqual(catalog.shownText(), state, "undoing \(step.summary)")
      try expectEqual(catalog.findings(), [])
    }
    expectEqual(errorCode { try catalog.undoStep() }, .nothingToDo)
    for (step, state) in zip(steps.reversed(), states.dropFirst()) {
      let outcome = try catalog.redoStep()
      expectEqual(outcome.step.id, step.id)
      expectEqual(outcome.left, [])
      try expectEqual(catalog.shownText(), state, "redoing \(step.summary)")
      try expectEqual(catalog.findings(), [])
    }
    expectEqual(errorCode { try catalog.redoStep() }, .nothingToDo)
  }

  @Test("undone steps are redone in order until another step is made")
  func chain() throws {
    for title in ["a", "b", "c"] { try catalog.addBook([.title: title]) }
    try expectEqual(catalog.undoStep().step.id, 3)
    try expectEqual(catalog.undoStep().step.id, 2)
    try expectEqual(catalog.steps().map(\.state), [.undone, .undone, .done])
    try expectEqual(catalog.redoStep().step.id, 2)
    try catalog.set(.title, of: 1, to: "A")
    expectEqual(errorCode { try catalog.redoStep() }, .nothingToDo)
    try expectEqual(catalog.steps().map(\.state), [.done, .overtaken, .done, .done])
    try expectEqual(catalog.undoStep().step.id, 4)
    try expectEqual(catalog.undoStep().step.id, 2)
    try expectEqual(catalog.undoStep().step.id, 1)
    expectEqual(errorCode { try catalog.undoStep() }, .nothingToDo)
    try expectEqual(catalog.redoStep().step.id, 1)
    try expectEqual(catalog.redoStep().step.id, 2)
    try expectEqual(catalog.redoStep().step.id, 4)
    try expectEqual(catalog.found("a OR b"), [1, 2])
  }

  @Test("refreshes and calls that change nothing do not end redo")
  func unbroken() async throws {
    try catalog.addBook([.title: "a"])
    try catalog.set(.title, of: 1, to: "b")
    try catalog.undoStep()
    try catalog.set(.title, of: 1, to: "a")
    expectEqual(errorCode { try catalog.removeBooks(99) }, .noSuchBook)
    _ = try await catalog.syncEngine(sources: [ScriptedSource(records: [try record("f", [.title: "Fed"])])]).refresh()
    try expectEqual(catalog.redoStep().step.kind, .edit)
    try expectEqual(catalog.text(.title, of: 1), "b")
    try expectEqual(catalog.findings(), [])
  }

  @Test("undo continues after the file is closed and reopened")
  func reopened() throws {
    try catalog.addBook([.title: "a"])
    try catalog.set(.title, of: 1, to: "b")
    try catalog.set(.title, of: 1, to: "c")
    try catalog.undoStep()
    catalog.close()
    try expectEqual(catalog.undoStep().step.id, 2)
    catalog.close()
    try expectEqual(catalog.redoStep().step.id, 2)
    try expectEqual(catalog.redoStep().step.id, 3)
    try expectEqual(catalog.text(.title, of: 1), "c")
  }

  @Test("a book's number stays its own through undo, redo and new books")
  func numbers() throws {
    try catalog.addBook([.title: "a"])
    try catalog.undoStep()
    try expectEqual(catalog.addBook([.title: "b"]), 2)
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(catalog.found("a"), [])
  }

  @Test("an import of thousands is undone in short transactions, and so are restored books")
  func batches() async throws {
    let records = try (0..<1_200).map { try record("\($0)", [.title: "Book \($0)"]) }
    try await temporary.importRecords(records)
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
    let again = try await temporary.importRecords(records)
    expectEqual(again.counts.added, 1_200)
    try expectEqual(catalog.bookCount(), 1_200)

    var replay = StepReplay(.undo, now: temporary.clock.now)
    var batches = 0
    while !replay.isFinished {
      let before = replay.changed.count
      try catalog.tamper { try replay.next($0) }
      #expect(replay.changed.count - before <= StepReplay.batch)
      batches += 1
    }
    #expect(batches > 1)
    expectEqual(replay.changed, Array(1...1_200))
    try expectEqual(catalog.bookCount(), 0)
    try catalog.redoStep()
    try expectEqual(catalog.bookCount(), 1_200)
    try expectEqual(catalog.findings(), [])
  }

  @Test("an interrupted undo is finished by the next one")
  func stopped() async throws {
    let records = try (0..<1_200).map { try record("\($0)", [.title: "Book \($0)"]) }
    try await temporary.importRecords(records)
    var replay = StepReplay(.undo, now: temporary.clock.now)
    try catalog.tamper { try replay.next($0) }
    // The number depends on how many transactions the import took.
    let left = try catalog.bookCount()
    #expect((200..<1_200).contains(left))
    try expectEqual(catalog.findings(), [])
    catalog.close()
    try expectEqual(catalog.undoStep().books.count, left)
    try expectEqual(catalog.bookCount(), 0)
    replay = StepReplay(.redo, now: temporary.clock.now)
    try catalog.tamper { try replay.next($0) }
    #expect((1...1_000).contains(try catalog.bookCount()))
    try catalog.redoStep()
    try expectEqual(catalog.bookCount(), 1_200)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a cancelled undo leaves a consistent catalog, and the rest can be undone")
  func cancelled() async throws {
    let records = try (0..<1_200).map { try record("\($0)", [.title: "Book \($0)"]) }
    try await temporary.importRecords(records)
    let catalog = catalog
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { await #expect(throws: CancellationError.self) { try await catalog.undo() } }
    }
    try expectEqual(catalog.findings(), [])
    let task = Task { try await catalog.undo() }
    task.cancel()
    _ = try? await task.value
    try expectEqual(catalog.findings(), [])
    if try catalog.bookCount() > 0 { try catalog.undoStep() }
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
  }

  @Test("an import interrupted after its first batch is undone, and completed by the same import")
  func stoppedImport() async throws {
    try catalog.addBook([.title: "Mine", .authors: "Me"])
    let before = try catalog.shownText()
    let first = try [record("1", [.title: "Mine", .authors: "Me", .pages: "7"]), record("2", [.title: "Two"])]
    let second = try [record("3", [.title: "Three"])]
    await #expect(throws: ScriptedFailure("the disk was pulled")) {
      _ = try await catalog.importRecords(
        from: ScriptedReader([.records(first), .run { throw ScriptedFailure("the disk was pulled") }, .records(second)]
        ),
        source: "file")
    }
    try expectEqual(catalog.bookCount(), 2)
    try await expectEqual(catalog.steps().first?.summary, "imported file: 1 added, 1 updated, incomplete")
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    let report = try await catalog.importRecords(
      from: ScriptedReader([.records(first), .records(second)]), source: "file")
    #expect(report.counts.added == 2 && report.counts.updated == 1)
    try expectEqual(catalog.bookCount(), 3)
    try expectEqual(catalog.text(.pages, of: 1), "7")
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try catalog.redoStep()
    try expectEqual(catalog.bookCount(), 3)
    try expectEqual(catalog.findings(), [])
  }

  @Test("undoing a step that added and removed a book does not show it")
  func broughtAndTaken() async throws {
    let answers = [
      AnsweringSource("shop", items: [.record(try record("1", [.title: "Emma"]))]),
      AnsweringSource(
        "shop", items: [.record(try record("2", [.title: "Dune"])), .removed(remoteID: "2")]),
    ]
    for source in answers { _ = try await temporary.refresh(source) }
    try await expectEqual(catalog.steps().map(\.summary).first, "refreshed shop: 1 added, 0 updated, 1 removed")
    try catalog.undoStep()
    #expect(try catalog.found("dune") == [] && catalog.bookCount() == 1)
    try catalog.redoStep()
    #expect(try catalog.found("dune") == [] && catalog.bookCount() == 1)
    try expectEqual(catalog.findings(), [])
  }

  @Test("undoing a running import does not hide from undo what it adds afterwards")
  func undoneWhileRunning() async throws {
    let catalog = catalog
    let committed = Signal()
    // The reader is a batch ahead of the commits.
    let reader = ScriptedReader([
      .records([try record("1", [.title: "One"])]),
      .run {
        await committed.wait()
        try catalog.undoStep()
      },
      .records([try record("2", [.title: "Two"])]),
    ])
    _ = try await catalog.importRecords(from: reader, source: "file", progress: { _ in committed.send() })
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.found("two"), [2])
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    expectEqual(errorCode { try catalog.undoStep() }, .nothingToDo)
    try expectEqual(catalog.findings(), [])
  }

  @Test("undo leaves and reports the values that a later step changed")
  func left() async throws {
    try catalog.addBook([.title: "Dune"])
    try await temporary.importRecords([record("1", [.title: "Emma"]), record("2", [.title: "Ulysses"])])
    try catalog.change([1, 2], .set(.title, .text("Sand")), .set(.pages, .integer(1)), .set(.rating, .decimal(3)))
    // The undo is in progress and has processed the first book when another edit arrives.
    var edit = StepReplay(.undo, now: temporary.clock.now, batch: 1)
    try catalog.tamper { try edit.next($0) }
    try catalog.set(.title, of: 2, to: "Arrakis")
    try catalog.set(.rating, of: 2, to: "5")
    while !edit.isFinished { try catalog.tamper { try edit.next($0) } }
    expectEqual(edit.left, [.field(.rating, of: 2), .field(.title, of: 2)])
    try expectEqual(catalog.text(.title, of: 2), "Arrakis")
    try expectEqual(catalog.text(.rating, of: 2), "5")
    try expectEqual(catalog.text(.title, of: 1), "Dune")
    #expect(try catalog.text(.pages, of: 2) == nil)
    expectEqual(errorCode { try catalog.redoStep() }, .nothingToDo, "something else was done")
    try expectEqual(catalog.findings(), [])

    try catalog.undoStep()
    try catalog.undoStep()
    var added = StepReplay(.undo, now: temporary.clock.now, batch: 1)
    try catalog.tamper { try added.next($0) }
    expectEqual(added.chosen?.step.kind, .import)
    try catalog.set(.notes, of: 3, to: "kept")
    while !added.isFinished { try catalog.tamper { try added.next($0) } }
    expectEqual(added.left, [.book(3)])
    try expectEqual(catalog.found("emma OR ulysses"), [3])
    try expectEqual(catalog.findings(), [])
  }

  @Test("undoing an edit shows the source's current value")
  func sourceMoved() async throws {
    func feed(_ pages: String) throws -> ScriptedSource {
      ScriptedSource(records: [try record("f", [.title: "Dune", .pages: pages])])
    }
    _ = try await catalog.syncEngine(sources: [feed("400")]).refresh()
    try catalog.set(.pages, of: 1, to: "412")
    try catalog.undoStep()
    let moved = ScriptedSource { [pages = try record("f", [.title: "Dune", .pages: "500"])] _ in
      SourcePage(records: [pages], cursor: "moved", isLast: true)
    }
    _ = try await catalog.syncEngine(sources: [moved]).refresh()
    try expectEqual(catalog.redoStep().step.kind, .edit)
    try expectEqual(catalog.text(.pages, of: 1), "412")
    let outcome = try catalog.undoStep()
    #expect(outcome.step.kind == .edit && outcome.left == [])
    try expectEqual(catalog.text(.pages, of: 1), "500")
    try expectEqual(catalog.findings(), [])
  }
}
