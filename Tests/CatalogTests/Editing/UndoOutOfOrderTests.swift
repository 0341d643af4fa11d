import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("A change that is not the last one")
struct UndoOutOfOrderTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    for title in ["Dune", "Emma", "Ulysses"] { try await temporary.catalog.add { $0.title = title } }
  }

  private func refuses(_ change: ChangeOutcome, naming step: ChangeOutcome) async throws {
    let before = try catalog.shownText()
    do {
      try await catalog.undo(change)
      Issue.record("\(change.summary) was undone")
    } catch let error as CatalogError {
      #expect(error.code == .nothingToDo && error.description.contains(step.summary), "\(error)")
    }
    let blocking = try await catalog.stepsBlockingUndo(of: change)
    expectEqual(blocking.first?.id, step.step)
    try expectEqual(catalog.shownText(), before)
  }

  @Test("an earlier change is undone while other books and fields keep later changes")
  func fields() async throws {
    let rated = try await catalog.edit(1) { $0.rating = 4 }
    try await catalog.edit([1, 2]) { $0.notes = "n" }
    let removed = try await catalog.remove(3)
    try await catalog.edit(2) { $0.title = "Emma!" }
    #expect(try await catalog.stepsBlockingUndo(of: rated).isEmpty)
    #expect(try await catalog.undo(rated).left.isEmpty)
    #expect(try await catalog.book(1)?.rating == nil)
    try await expectEqual(catalog.book(1)?.notes, "n")
    try await expectEqual(catalog.undo(removed).books, [3])
    try await expectEqual(catalog.count(), 3)
    try await expectEqual(catalog.book(2)?.title, "Emma!")
    await #expect(throws: CatalogError.self, "once") { try await catalog.undo(rated) }
    // In the order in which they were undone.
    try await expectEqual(catalog.redo().step.id, removed.step)
    try await expectEqual(catalog.redo().step.id, rated.step)
    try await expectEqual(catalog.book(1)?.rating, 4)
    try await expectEqual(catalog.count(), 2)
    #expect(try await catalog.check().findings.isEmpty)
  }

  @Test("an undone change leaves a field changed later, and reports it")
  func refused() async throws {
    let first = try await catalog.edit([1, 2]) { $0.title = "A" }
    let other = try await catalog.edit(2) { $0.title = "B" }
    let last = try await catalog.edit([2, 3]) { $0.title = "C" }
    try await refuses(first, naming: last)
    try await expectEqual(catalog.stepsBlockingUndo(of: first).map(\.id), [last.step, other.step])
    try await catalog.undo(last)
    try await refuses(first, naming: other)
    try await catalog.undo(other)
    try await catalog.undo(first)
    try await expectEqual(catalog.page(order: .title).books.map(\.title), ["Dune", "Emma", "Ulysses"])
  }

  @Test("a change that added, removed or moved a book keeps its later changes")
  func wholeBooks() async throws {
    let added = try await catalog.add { $0.title = "Walden" }
    let rated = try await catalog.edit(4) { $0.rating = 4 }
    try await refuses(added, naming: rated)
    let removed = try await catalog.remove(4)
    try await refuses(rated, naming: removed)
    try await catalog.undo()
    let merged = try await catalog.merge([1, 4])
    try await refuses(rated, naming: merged)
    let edited = try await catalog.edit(1) { $0.pages = 9 }
    try await refuses(merged, naming: edited)
    try await catalog.undo(edited)
    try await catalog.undo(merged)
    try await catalog.undo(rated)
    try await catalog.undo(added)
    try await expectEqual(catalog.count(), 3)
  }

  @Test("an edit is undone after a refresh, and the source's current value shows")
  func refresh() async throws {
    func refresh(_ title: String) async throws {
      let source = SimpleSource("shelf") { [SourceRecord("1") { $0.title = title }] }
      _ = try await catalog.syncEngine(sources: [source]).refresh()
    }
    try await refresh("Walden")
    let edited = try await catalog.edit(4) { $0.title = "Mine" }
    try await refresh("Walden, or Life in the Woods")
    try await expectEqual(catalog.book(4)?.title, "Mine")
    try await expectEqual(catalog.conflicts().count, 1)
    try await catalog.undo(edited)
    try await expectEqual(catalog.book(4)?.title, "Walden, or Life in the Woods")
    #expect(try await catalog.conflicts().isEmpty)
    try await expectEqual(catalog.undo().step.kind, .refresh)
    try await expectEqual(catalog.book(4)?.title, "Walden")
    #expect(try await catalog.check().findings.isEmpty)
  }

  @Test("the next undo and redo are observable")
  func menu() async throws {
    var names = catalog.values { [try $0.undoName, try $0.redoName] }.makeAsyncIterator()
    try await expectEqual(names.next(), ["Ulysses: added as 3", nil])
    let rated = try await catalog.edit(1) { $0.rating = 4 }
    try await expectEqual(names.next(), ["Dune: rated 4", nil])
    try await catalog.undo(rated)
    try await expectEqual(names.next(), ["Ulysses: added as 3", "Dune: rated 4"])
    try await expectEqual(catalog.undoable?.kind, .add)
    try await expectEqual(catalog.redoable?.id, rated.step)
    for _ in 1...3 { try await catalog.undo() }
    #expect(try await catalog.undoName == nil)
    try await expectEqual(catalog.redoName, "Dune: added as 1")
  }
}
