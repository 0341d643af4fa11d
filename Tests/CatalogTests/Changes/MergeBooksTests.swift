import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import Catalog

@Suite("Merging and splitting")
struct MergeBooksTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func deliver(_ source: String, _ records: SourceRecord...) async throws {
    try await temporary.importRecords(records, source: source)
    #expect(try catalog.findings() == [])
  }

  @discardableResult
  private func merge(_ books: Int64...) throws -> ChangeOutcome {
    let outcome = try catalog.write { try $0.merge(books) }
    #expect(try catalog.findings() == [])
    return outcome
  }

  @discardableResult
  private func split(_ book: Int64, _ source: String) throws -> ChangeOutcome {
    let outcome = try catalog.write { try $0.split(book, source: source) }
    #expect(try catalog.findings() == [])
    return outcome
  }

  /// Does something, undoes it and does it again, and expects the same states.
  private func expectReversible(_ change: () throws -> Void) throws {
    let before = try catalog.shownText()
    try change()
    let after = try catalog.shownText()
    #expect(before != after)
    for _ in 0..<2 {
      #expect(try catalog.undoStep().left == [])
      #expect(try catalog.shownText() == before)
      #expect(try catalog.findings() == [])
      #expect(try catalog.redoStep().left == [])
      #expect(try catalog.shownText() == after)
      #expect(try catalog.findings() == [])
    }
  }

  @Test("the first book keeps its number and has the sources of all", arguments: [[1, 2, 3], [3, 1, 2], [2, 3, 1]])
  func sources(order: [Int64]) async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400", .series: "Saga"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .publisher: "Ace"]))
    try await deliver("c", SourceRecord("y", [.title: "Dune (2)", .publisher: "Tor", .language: "en"]))
    try expectReversible {
      let outcome = try catalog.write { try $0.merge(order) }
      #expect(outcome.books == order)
      #expect(outcome.summary.hasPrefix("merged \(order[1]), \(order[2]) into \(order[0])"))
    }
    #expect(try catalog.steps().first?.kind == .merge)
    #expect(try catalog.bookCount() == 1)
    #expect(try temporary.records(of: order[0]) == ["a 1", "b x", "c y"])
    // The last import is asked first, whichever book was named first.
    #expect(
      try [.title, .pages, .series, .publisher, .language].map { try catalog.text($0, of: order[0]) ?? "" }
        == ["Dune (2)", "400", "Saga", "Tor", "en"])
    #expect(try catalog.found("source:a") == [order[0]])
    // Every source goes on speaking of the one book.
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "401"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .ratingsCount: "7"]))
    #expect(try catalog.bookCount() == 1)
    #expect(try catalog.text(.pages, of: order[0]) == "401")
    #expect(try catalog.text(.ratingsCount, of: order[0]) == "7")
    for _ in 0..<3 { try catalog.undoStep() }
    #expect(try catalog.bookCount() == 3)
    #expect(try catalog.findings() == [])
    let names = try (1...3).map { try temporary.records(of: $0) }
    #expect(names == [["a 1"], ["b x"], ["c y"]])
  }

  @Test("what the user said of the others fills what was not said of the first")
  func words() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400", .tags: "sf"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .pages: "500", .series: "Saga", .tags: "novel"]))
    try catalog.change(
      [1], .set(.pages, .integer(412)), .add(.tags, ["mine"]), .remove(.tags, ["sf"]), .set(.rating, .decimal(4)))
    try catalog.change(
      [2], .set(.pages, .integer(512)), .set(.series, .text("Dune")), .add(.tags, ["yours", "sf"]),
      .set(.rating, .decimal(2)), .set(.notes, .text("long")), .set(.readState, .readState(.read)))
    try expectReversible { try merge(1, 2) }
    #expect(try catalog.text(.pages, of: 1) == "412")
    #expect(try catalog.text(.series, of: 1) == "Dune")
    #expect(try catalog.text(.tags, of: 1) == "mine; novel; yours", "the first book's word on sf holds")
    #expect(try catalog.text(.rating, of: 1) == "4")
    #expect(try catalog.text(.notes, of: 1) == "long")
    #expect(try catalog.text(.readState, of: 1) == "read")
    guard case .user? = try catalog.provenance(.series, of: 1)?.origin else {
      Issue.record("the edit did not come along")
      return
    }
  }

  @Test("an edit that came along is in conflict where the sources say something else by now")
  func conflicts() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400"]))
    try catalog.addBook([.title: "Dune"])
    try catalog.set(.pages, of: 2, to: "412")
    try merge(1, 2)
    #expect(try catalog.text(.pages, of: 1) == "412")
    #expect(try catalog.view { try $0.conflicts().map(\.subject) } == [.field(.pages)])
    try catalog.undoStep()
    #expect(try catalog.view { try $0.conflictCount() } == 0)
  }

  @Test("books of one source can be merged, and split again long after")
  func sameSource() async throws {
    try await deliver(
      "a", SourceRecord("1", [.title: "Dune", .pages: "400"]), SourceRecord("2", [.title: "Dune II", .series: "Saga"]))
    try expectReversible { try merge(2, 1) }
    #expect(try temporary.records(of: 2) == ["a 1", "a 2"])
    try catalog.set(.publisher, of: 2, to: "Me")
    try expectReversible { try split(2, "A") }
    #expect(try temporary.records(of: 2) == ["a 1"])
    #expect(try temporary.records(of: 3) == ["a 2"])
    #expect(try catalog.text(.title, of: 3) == "Dune II")
    #expect(try catalog.text(.publisher, of: 2) == "Me")
    #expect(try catalog.text(.publisher, of: 3) == nil)
  }

  @Test("what cannot be merged is refused, and changes nothing")
  func refused() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune"]), SourceRecord("2", [.title: "Emma"]))
    try catalog.removeBooks(2)
    let steps = try catalog.steps()
    #expect(throws: CatalogError.noBook("2")) { try merge(1, 2) }
    #expect(throws: CatalogError.noBook("9")) { try merge(9, 1) }
    #expect(throws: InvalidValue.self) { try merge(1, 1) }
    #expect(throws: InvalidValue.self) { try merge() }
    #expect(try catalog.steps() == steps)
  }

  @Test("a merged book stays so through edits, refreshes and repairs, and history names it")
  func afterwards() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .pages: "500"]))
    try merge(1, 2)
    try catalog.set(.title, of: 1, to: "DUNE")
    #expect(try catalog.check(repair: true).findings == [])
    #expect(throws: CatalogError.self) { try catalog.set(.title, of: 2, to: "x") }
    let lines = try catalog.view { try $0.history(of: 2).map { "\($0.step.kind) \($0.changes.map(\.subject))" } }
    #expect(lines == ["merge [\"merged\", \"b\"]", "import [\"added\"]"])
    #expect(try catalog.status().removed == 0)
    try catalog.undoStep()
    try catalog.undoStep()
    #expect(try catalog.bookCount() == 2)
    #expect(try catalog.text(.pages, of: 1) == "400")
    #expect(try catalog.findings() == [])
  }

  @Test("done again after a refresh, a merge takes along what the source says by then")
  func redoAfterRefresh() async throws {
    try catalog.addBook([.title: "Dune"])
    let first = try SourceRecord("1", [.title: "Dune", .pages: "400"])
    let second = try SourceRecord("1", [.title: "Dune", .pages: "500"])
    let source = ScriptedSource { cursor in
      SourcePage(records: [cursor == nil ? first : second], cursor: "next", isLast: true)
    }
    let engine = catalog.syncEngine(sources: [source])
    _ = try await engine.refresh()
    try merge(1, 2)
    #expect(try catalog.text(.pages, of: 1) == "400")
    try catalog.undoStep()
    _ = try await engine.refresh()
    #expect(try catalog.text(.pages, of: 2) == "500")
    try catalog.redoStep()
    #expect(try catalog.text(.pages, of: 1) == "500")
    #expect(try catalog.findings() == [])
    // The refresh is the later step: taking it back changes the record where it stands now.
    try catalog.undoStep()
    #expect(try catalog.text(.pages, of: 1) == "400")
    #expect(try catalog.bookCount() == 1)
    try catalog.undoStep()
    #expect(try catalog.bookCount() == 2)
    #expect(try catalog.text(.pages, of: 2) == "400")
    #expect(try catalog.findings() == [])
  }

  @Test("a source's record split off is a book of its own, and stays so when the source delivers again")
  func splitting() async throws {
    let isbn = "9780441013593"
    try await deliver("a", SourceRecord("1", [.title: "Dune", .isbn: isbn, .pages: "400"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune: the film", .isbn: isbn, .publisher: "Ace"]))
    try catalog.set(.series, of: 1, to: "Saga")
    #expect(try catalog.text(.title, of: 1) == "Dune: the film")
    try expectReversible {
      let outcome = try split(1, "b")
      #expect(outcome.books == [1, 2])
      #expect(outcome.differences.contains { $0.field == .publisher && $0.new == nil })
    }
    #expect(try catalog.steps().first?.kind == .split)
    #expect(try catalog.text(.title, of: 1) == "Dune")
    #expect(try catalog.text(.publisher, of: 1) == nil)
    #expect(try catalog.text(.series, of: 1) == "Saga")
    #expect(try catalog.text(.title, of: 2) == "Dune: the film")
    #expect(try catalog.text(.pages, of: 2) == nil)
    #expect(Set(try [1, 2].map { id in try catalog.view { try $0.book(id)?.uuid } }).count == 2)
    try await deliver("b", SourceRecord("x", [.title: "Dune: the film", .isbn: isbn, .publisher: "Tor"]))
    #expect(try catalog.text(.publisher, of: 2) == "Tor")
    #expect(try temporary.records(of: 1) == ["a 1"])
    #expect(try temporary.records(of: 2) == ["b x"])
    #expect(try catalog.bookCount() == 2)
  }

  @Test("what cannot be split is refused")
  func nothingToSplit() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune"]))
    try await deliver("b", SourceRecord("x", [.title: "Emma"]))
    func code(_ book: Int64, _ source: String) -> CatalogError.Code? {
      do {
        try split(book, source)
        return nil
      } catch { return (error as? CatalogError)?.code }
    }
    #expect(code(1, "a") == .nothingToDo)
    #expect(code(1, "b") == .nothingToDo)
    #expect(code(1, "c") == .noSuchSource)
    #expect(code(3, "a") == .noSuchBook)
    #expect(try catalog.steps().count == 2)
  }
}
