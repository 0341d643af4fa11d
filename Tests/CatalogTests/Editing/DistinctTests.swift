import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Books marked as distinct")
struct DistinctTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    for title in ["Dune", "Dune!", "DUNE"] { try catalog.addBook([.title: title, .authors: "Frank Herbert"]) }
  }

  private func gradedGroups() throws -> [String] {
    try catalog.duplicateGroups(upTo: .edition).map { "\($0.grade.rawValue) \($0.books)" }
  }

  @Test("distinct books are not proposed together until that is undone, and again not when it is redone")
  func undone() async throws {
    try expectEqual(gradedGroups(), ["sure [1, 2, 3]"])
    let outcome = try catalog.markDistinct(1, 2, 3)
    #expect(outcome.books == [1, 2, 3] && outcome.summary == "Dune: marked as different from 2, 3")
    try await expectEqual(catalog.steps().first?.kind, .distinct)
    try expectEqual(gradedGroups(), [])
    try catalog.undoStep()
    try expectEqual(gradedGroups(), ["sure [1, 2, 3]"])
    try catalog.redoStep()
    try expectEqual(gradedGroups(), [])
    try expectEqual(catalog.findings(), [])
    let history = try catalog.view { try $0.history(of: 2).first?.changes.map(\.subject.description) }
    expectEqual(history, ["not the same as 1", "not the same as 3"])
  }

  @Test("marking books as distinct again is not a step")
  func again() async throws {
    try catalog.markDistinct(2, 1)
    let steps = try await catalog.steps()
    try expectEqual(catalog.markDistinct(1, 2), ChangeOutcome())
    try await expectEqual(catalog.steps(), steps)
    #expect(try catalog.markDistinct(1, 2, 3).step != nil, "of the third nothing was said")
  }

  @Test("the remaining similar books are still proposed")
  func others() throws {
    try catalog.markDistinct(1, 2)
    // The third book is grouped with the one of the two that it matches best.
    try expectEqual(gradedGroups(), ["likely [1, 3]"])
    try catalog.markDistinct(1, 3)
    try expectEqual(gradedGroups(), ["sure [2, 3]"])
  }

  @Test("distinct books stay distinct from the books they were merged into, along any number of merges")
  func merged() throws {
    try catalog.addBook([.title: "Dune: A Novel", .authors: "F. Herbert"])
    try catalog.markDistinct(3, 1)
    try catalog.write { _ = try $0.merge([2, 3]) }
    try expectEqual(gradedGroups(), ["likely [1, 4]"])
    try catalog.write { _ = try $0.merge([4, 2]) }
    try expectEqual(gradedGroups(), [])
    try catalog.undoStep()
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(gradedGroups(), ["sure [1, 2, 3]", "likely [1, 2, 3, 4]"])
  }

  @Test("distinct books can still be merged, and an import that added them can be undone")
  func decided() async throws {
    try await temporary.importRecords([
      SourceRecord("a", [.title: "Emma", .authors: "Jane Austen"]),
      SourceRecord("b", [.title: "EMMA", .authors: "Jane Austen", .pages: "9"]),
    ])
    try catalog.markDistinct(4, 5)
    try await catalog.write { _ = try $0.merge([4, 5]) }
    try expectEqual(catalog.text(.pages, of: 4), "9")
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.undoStep().left, [])
    try expectEqual(catalog.bookCount(), 3)
    try expectEqual(catalog.findings(), [])
  }

  @Test("marking as distinct requires two existing books")
  func refused() throws {
    try catalog.removeBooks(3)
    #expect(throws: CatalogError.noBook("3")) { try catalog.markDistinct(1, 3) }
    #expect(throws: InvalidValue.self) { try catalog.markDistinct(1, 1) }
  }
}
