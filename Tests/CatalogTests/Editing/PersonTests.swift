import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("People who share a catalog")
struct PersonTests {
  private let temporary: TemporaryCatalog
  private let annas: BookCatalog
  private let bens: BookCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    for title in ["Dune", "Emma", "Ulysses"] { try await temporary.catalog.add { $0.title = title } }
    (annas, bens) = (try temporary.catalog.acting(as: "Anna"), try temporary.catalog.acting(as: "Ben"))
  }

  private func titles() async throws -> [String] { try await catalog.page(order: .added).books.map(\.title) }

  private func refused(_ replay: () async throws -> ReplayOutcome) async throws -> String {
    do {
      let outcome = try await replay()
      Issue.record("\(outcome.step.summary) was replayed")
      return ""
    } catch let error as CatalogError {
      expectEqual(error.code, .nothingToDo)
      return "\(error.cause)|\(error.recoverySuggestion ?? "")"
    }
  }

  @Test("a step records the command that made it, and keeps it through undo and redo")
  func commands() throws {
    let recording = annas.recording(command: " catalog  edit\n1 ")
    try recording.set(.pages, of: 1, to: "7")
    expectEqual(recording.person, "Anna")
    func last() throws -> String? { try catalog.steps().first?.command }
    try expectEqual(last(), "catalog edit 1")
    try recording.undoStep()
    try recording.redoStep()
    try expectEqual(last(), "catalog edit 1")
    try catalog.recording(command: String(repeating: "x", count: 5_000)).acting(as: "Ben").set(.pages, of: 2, to: "8")
    try expectEqual(last()?.count, 1_000)
    try expectEqual(catalog.steps().first?.person?.name, "Ben")
    try catalog.recording(command: "").set(.pages, of: 2, to: "9")
    #expect(try last() == nil)
  }

  @Test("steps name their makers, and each person undoes and redoes their own")
  func interleaved() async throws {
    try await annas.edit(1) { $0.title = "A1" }
    try await bens.edit(2) { $0.title = "B1" }
    try await annas.edit(3) { $0.title = "A2" }
    try await catalog.edit(2) { $0.pages = 9 }
    _ = try await bens.write(named: "tidy") { try $0.edit(2) { $0.publisher = "B2" } }
    let people = try await catalog.steps().map(\.person?.name)
    expectEqual(people, ["Ben", nil, "Anna", "Ben", "Anna", nil, nil, nil])
    let people1 = try await catalog.steps(limit: 5).compactMap(\.person)
    #expect(Set(people1.map(\.id)).count == 2 && (annas.person, catalog.person) == ("Anna", nil))
    try await expectEqual(annas.status().steps, 2)
    try await expectEqual(catalog.status().steps, 4)
    try await expectEqual(annas.undo().step.person?.name, "Anna")
    try await expectEqual(annas.undoName, "Dune: title changed to “A1”")
    try await expectEqual(bens.undo().step.summary, "tidy")
    try await expectEqual(annas.undo().step.person?.name, "Anna")
    try await expectEqual(refused { try await annas.undo() }, "there is nothing to undo|")
    try await expectEqual(titles(), ["Dune", "B1", "Ulysses"])
    #expect(try await annas.redo().step.summary.contains("A1"))
    // Changes of others do not end a person's redo.
    try await bens.edit(2) { $0.notes = "b" }
    try await expectEqual(refused { try await bens.redo() }, "there is nothing to redo|")
    #expect(try await annas.redo().step.summary.contains("A2"))
    try await expectEqual(titles(), ["A1", "B1", "A2"])
    #expect(try await catalog.check().findings.isEmpty)
  }

  @Test("undo reports another person's later step on the same field")
  func blocked() async throws {
    let annasStep = try await annas.edit([1, 2]) { $0.title = "A" }
    let bensStep = try await bens.edit(2) { $0.title = "B" }
    try await expectEqual(
      refused { try await annas.undo() },
      "step 5 by Ben changed the same fields later: “A: title changed to “B””|undo step 5 first")
    try await expectEqual(annas.stepsBlockingUndo(of: annasStep).map(\.id), [bensStep.step])
    // Anyone can undo any step by its number; its maker redoes it.
    try await expectEqual(annas.undo(step: 5).step.person?.name, "Ben")
    try await expectEqual(refused { try await annas.redo() }, "there is nothing to redo|")
    try await expectEqual(annas.undo().books, [1, 2])
    try await expectEqual(
      refused { try await bens.redo() },
      "cannot redo step 5, “\(bensStep.summary)”: step 4 by Anna, which changed the same fields, was undone: "
        + "“\(annasStep.summary)”|redo step 4 first")
    try await annas.redo()
    try await expectEqual(bens.redo().step.id, 5)
    try await expectEqual(titles(), ["A", "B", "Ulysses"])
    #expect(try await catalog.undo(bensStep).left.isEmpty)
    try await expectEqual(titles(), ["A", "A", "Ulysses"])
  }

  @Test("redo is refused if another person has changed the same since, even if that was undone")
  func overtaken() async throws {
    try await annas.edit(1) { $0.title = "A" }
    try await annas.undo()
    try await bens.edit(2) { $0.title = "B" }
    try await annas.redo()
    try await annas.undo()
    try await bens.remove(1)
    let reason =
      "cannot redo step 4, “Dune: title changed to “A””: step 6 by Ben changed the same fields later: “Dune: removed”"
      + "|make the change again"
    try await expectEqual(refused { try await annas.redo() }, reason)
    try await expectEqual(refused { try await bens.redo(step: 4) }, reason)
    try await bens.undo()
    try await expectEqual(refused { try await annas.redo() }, reason)
    try await expectEqual(titles(), ["Dune", "B", "Ulysses"])
    // A new step of hers ends her redo but not his.
    try await annas.edit(3) { $0.title = "C" }
    #expect(try await annas.redoable == nil)
    try await expectEqual(bens.redo().step.summary, "Dune: removed")
    #expect(try await catalog.check().findings.isEmpty)
  }

  @Test("a step after one that cannot be redone, or one overtaken by its maker, is redone by its number")
  func redoneByNumber() async throws {
    let ulysses = try await annas.edit(3) { $0.title = "A3" }
    try await annas.edit(1) { $0.title = "A1" }
    try await annas.undo(ulysses)
    try await annas.undo()
    try await bens.remove(1)
    let number = try #require(ulysses.step)
    #expect(
      try await refused { try await annas.redo() }.hasSuffix(
        "|make the change again; step \(number) can be redone by number: “Ulysses: title changed to “A3””"))
    try await expectEqual(bens.redo(step: number).step.person?.name, "Anna")
    try await expectEqual(refused { try await bens.redo(step: number) }, "step \(number) has nothing to redo|")
    try await expectEqual(annas.undoable?.id, number)
    try await annas.undo()
    try await annas.edit(2) { $0.notes = "n" }
    #expect(try await annas.redoable == nil)
    #expect(try await annas.redo(step: number).left.isEmpty)
    try await expectEqual(titles(), ["Emma", "A3"])
    try await expectEqual(refused { try await annas.redo(step: 99) }, "step 99 has nothing to redo|")
    #expect(try await catalog.check().findings.isEmpty)
  }

  @Test("imports and refreshes are made in a person's name, and scheduled ones have no maker and end no redo")
  func runs() async throws {
    func source(_ title: String) -> ScriptedSource {
      ScriptedSource("news") { _ in
        SourcePage(records: [SourceRecord("r1") { $0.title = title }], cursor: title, isLast: true)
      }
    }
    let records = (1...3).map { number in SourceRecord("\(number)") { $0.title = "Row \(number)" } }
    let report = try await annas.importRecords(from: ListReader(records, batch: 1), source: "file")
    _ = try await bens.syncEngine(sources: [source("Walden")]).refresh()
    _ = try await bens.syncEngine(sources: [source("Walden!")]).refresh(RefreshOptions(onlyDue: true))
    try await expectEqual(catalog.steps(limit: 2).map(\.person?.name), ["Ben", "Anna"], "nothing was due")
    try await bens.undo()
    try temporary.foreign().run("UPDATE source SET every = 1 WHERE name = 'news'")
    temporary.clock.advance(by: 1_000)
    _ = try await annas.syncEngine(sources: [source("Emma!")]).refresh(RefreshOptions(onlyDue: true))
    let newest = try #require(try await catalog.steps(limit: 1).first)
    try #require(newest.isByItself && newest.person == nil)
    try await expectEqual(annas.undo().step.id, report.step)
    #expect(try await refused { try await bens.redo() }.contains("step \(newest.id) changed the same fields later"))
    try await expectEqual(annas.redo().step.id, report.step)
    #expect(try await catalog.undo(step: newest.id).step.person == nil)
    try await expectEqual(catalog.redo().step.id, newest.id)
    #expect(try await catalog.check().findings.isEmpty)
  }

  @Test("people are distinguished by their exact names and registered by their first step")
  func names() async throws {
    for name in ["", " \n", String(repeating: "é", count: 51)] {
      #expect(throws: InvalidValue.self, "\(name)") { try catalog.acting(as: name) }
    }
    let rene = try catalog.acting(as: " Rene\u{301}  B. ")
    #expect(rene.person == "René B." && rene.path == catalog.path)
    #expect(try await rene.undoable == nil)
    #expect(try await rene.redoable == nil)
    try expectEqual(temporary.foreign().value("SELECT count(*) FROM person"), "0")
    try await rene.edit(1) { $0.rating = 4 }
    try await catalog.acting(as: "rené b.").edit(2) { $0.rating = 4 }
    try await rene.acting(as: "René B.").edit(3) { $0.rating = 4 }
    try await expectEqual(rene.stepsToUndo().map(\.id), [6, 4])
    let person = try #require(try await rene.undoable?.person)
    #expect(person == (try await catalog.steps()[2].person) && person.name == "René B." && person.id == 1)
    #expect(try await BookCatalog.open(catalog.path, options: .init()) === catalog)
  }
}
