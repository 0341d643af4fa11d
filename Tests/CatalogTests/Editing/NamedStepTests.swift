import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// Several changes as one step.
@Suite("Named steps")
struct NamedStepTests {
  private let catalog: BookCatalog

  init() throws {
    catalog = try BookCatalog.temporary(
      holding: ["Dnue", "Emma", "Mort"].map { Book(id: 0, title: $0, authors: ["Somebody"], pages: 100) })
  }

  @Test("a named step contains all edits of a transaction, and takes one undo and one redo")
  func oneStep() async throws {
    let before = try catalog.shownText()
    let steps = try await catalog.write(named: " Tidy\nup ") { transaction in
      let outcomes = [
        try transaction.edit(1) { $0.title = "Dune" },
        try transaction.edit([1, 2]) { $0.pages = 200 },
        try transaction.edit(1) {
          $0.title = "Dune Messiah"
          $0.pages = nil
        },
        try transaction.remove([3]),
        try transaction.revert(2, .pages),
        try transaction.add { $0.title = "Ulysses" },
        try transaction.edit(4) { $0.tags.insert("long") },
      ]
      return outcomes.map(\.step)
    }
    let step = try #require(try await catalog.steps().first)
    #expect(step.summary == "Tidy up" && steps == Array(repeating: step.id, count: 7))
    try await expectEqual(catalog.status().steps, 4)
    let after = try catalog.shownText()
    #expect(after.contains("1 title=Dune Messiah") && after.contains("4 tags=long"))
    try await expectEqual(catalog.undo().left, [])
    try expectEqual(catalog.shownText(), before)
    try await expectEqual(catalog.redo().left, [])
    try expectEqual(catalog.shownText(), after)
    try await expectEqual(catalog.undo().left, [])
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a named step that adds and removes a book leaves nothing, in either direction")
  func addedAndRemoved() async throws {
    let before = try catalog.shownText()
    try await catalog.write(named: "nothing much") { transaction in
      let id = try transaction.add { $0.title = "Ulysses" }.books[0]
      try expectEqual(transaction.remove([id]).books, [id])
    }
    try expectEqual(catalog.shownText(), before)
    try await expectEqual(catalog.undo().left, [])
    try expectEqual(catalog.shownText(), before)
    try await catalog.redo()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a named step ends at a decision, so that undo goes backwards")
  func aroundAMerge() async throws {
    let before = try catalog.shownText()
    try await catalog.write(named: "Three of one") { transaction in
      try transaction.edit(1) { $0.pages = 1 }
      try transaction.merge([1, 2])
      try transaction.edit(1) { $0.pages = 2 }
    }
    try await expectEqual(catalog.steps().prefix(3).map(\.kind), [.edit, .merge, .edit])
    for _ in 1...3 { try await expectEqual(catalog.undo().left, []) }
    try expectEqual(catalog.shownText(), before)
  }

  @Test("no named step is made if nothing changes, the body fails or the name is invalid")
  func none() async throws {
    let before = try await catalog.steps()
    _ = try await catalog.write(named: "Nothing") { try $0.edit(1) { $0.title = "Dnue" } }
    await #expect(throws: CatalogError.self) {
      try await catalog.write(named: "Half") { transaction in
        try transaction.edit(1) { $0.title = "Dune" }
        try transaction.edit(99) { $0.title = "Dune" }
      }
    }
    for name in ["", " \n", String(repeating: "x", count: 201)] {
      await #expect(throws: InvalidValue.self) {
        try await catalog.write(named: name) { try $0.edit(1) { $0.title = "Dune" } }
      }
    }
    try await expectEqual(catalog.steps(), before)
  }
}
