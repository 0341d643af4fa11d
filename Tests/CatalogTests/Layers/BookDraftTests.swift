import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Edits made as an app makes them: by assigning to a draft.
@Suite("Drafts")
struct BookDraftTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Dnue", .authors: "Frank Herbert", .tags: "classic; sf", .pages: "412"])
    try catalog.addBook([.title: "Emma", .authors: "Jane Austen", .pages: "300"])
  }

  @Test("a draft with several assignments is one step, which one undo reverts")
  func oneStep() async throws {
    let before = try catalog.shownText()
    let outcome = try await catalog.edit(1) {
      $0.title = "Dune"
      $0.tags.insert("favourite")
      $0.rating = 5
      $0.pages = nil
    }
    expectEqual(outcome.differences.map(\.field), [.title, .pages, .tags, .rating])
    let book = try #require(try await catalog.book(1))
    #expect(
      book.title == "Dune" && book.tags == ["classic", "favourite", "sf"] && book.rating == 5 && book.pages == nil)
    try await expectEqual(catalog.steps().count, 3)
    try await catalog.undo()
    try expectEqual(catalog.shownText(), before)
  }

  @Test("a draft of several books is one step and is made from each of them")
  func severalBooks() async throws {
    let outcome = try await catalog.edit([1, 2]) {
      $0.readState = .read
      $0.pages = $0.pages.map { $0 + 1 }
    }
    expectEqual(outcome.books, [1, 2])
    try await expectEqual([catalog.book(1)?.pages, catalog.book(2)?.pages], [413, 301])
    try await catalog.undo()
    try await expectEqual([catalog.book(1)?.readState, catalog.book(2)?.readState], [.unread, .unread])
  }

  @Test("a draft without assignments, or with the shown values, changes nothing")
  func nothing() async throws {
    #expect(try await catalog.edit([1, 2]) { _ in }.step == nil)
    let outcome = try await catalog.edit(1) {
      $0.title = $0.title
      $0.tags = $0.tags
      $0.authors = ["Frank Herbert"]
      $0.tags.remove("poetry")
    }
    #expect(outcome.step == nil && outcome.books.isEmpty)
    try await expectEqual(catalog.edit(1) { $0.tags.insert("sf") }.summary, "Dnue: tags confirmed")
    #expect(try await catalog.edit(1) { $0.tags.insert("sf") }.step == nil)
  }

  @Test("assigning the shown value decides a conflict with a source")
  func deciding() async throws {
    let record = SourceRecord("r") {
      $0.title = "Mort"
      $0.pages = 1
    }
    try await temporary.importRecords([record])
    try await catalog.edit(3) { $0.pages = 2 }
    try await temporary.importRecords([
      SourceRecord("r") {
        $0.title = "Mort"
        $0.pages = 3
      }
    ])
    try await expectEqual(catalog.status().conflicts, 1)
    #expect(try await catalog.edit(3) { $0.title = "Mort" }.step == nil)
    try await catalog.edit(3) { $0.pages = $0.pages }
    try await expectEqual(catalog.status().conflicts, 0)
  }

  @Test("a draft stores inserted and removed tags individually, and an assigned set as a whole")
  func tags() async throws {
    try await temporary.importRecords([
      SourceRecord("r") {
        $0.title = "Mort"
        $0.tags = ["a", "b"]
      }
    ])
    try await catalog.edit(3) {
      #expect($0.tags.insert("new") && !$0.tags.insert("a") && $0.tags.remove("b") && !$0.tags.remove("c"))
      expectEqual(Array($0.tags), ["a", "new"])
    }
    try await temporary.importRecords([
      SourceRecord("r") {
        $0.title = "Mort"
        $0.tags = ["a", "b", "c"]
      }
    ])
    try await expectEqual(catalog.book(3)?.tags, ["a", "c", "new"])
    try await expectEqual(catalog.status().conflicts, 0)
    try await catalog.edit(3) {
      $0.tags = ["z", "y", "z"]
      $0.tags.insert("x")
      expectEqual($0.tags, ["x", "y", "z"])
    }
    try await expectEqual(catalog.book(3)?.tags, ["x", "y", "z"])
    try await catalog.edit(3) { $0.tags = [] }
    try await expectEqual(catalog.book(3)?.tags, [])
  }

  @Test("a draft takes another draft's tags as a whole set")
  func foreignTags() async throws {
    let (first, second) = (try #require(try await catalog.book(1)), try #require(try await catalog.book(2)))
    let tags = BookDraft(first).tags
    expectEqual(BookDraft(second).tags.changes(of: first), [.set(.tags, nil)])
    try await catalog.edit(2) { $0.tags = tags }
    try await expectEqual(catalog.book(2)?.tags, ["classic", "sf"])
  }

  @Test("a value that a field cannot hold throws an error with the field's name, and nothing is stored")
  func invalid() async throws {
    let before = try catalog.shownText()
    func subject(_ edit: @escaping @Sendable (inout BookDraft) throws -> Void) async -> String? {
      do {
        try await catalog.edit([2, 1]) {
          $0.rating = 3
          try edit(&$0)
        }
        return nil
      } catch { return (error as? InvalidValue)?.subject }
    }
    await expectEqual(subject { $0.pages = -1 }, "pages")
    await expectEqual(subject { $0.title = " " }, "title")
    await expectEqual(subject { $0.rating = .infinity }, "rating")
    await expectEqual(subject { $0.tags.insert(String(repeating: "x", count: 1_000)) }, "tags")
    await expectEqual(subject { $0.isbn = try ISBN("978-0-14-198376-8") }, "ISBN")
    await #expect(throws: CatalogError.self) { try await catalog.edit([1, 99]) { $0.rating = 3 } }
    try expectEqual(catalog.shownText(), before)
  }

  @Test("a draft adds a book with the assigned values, at least a title or an ISBN")
  func adding() async throws {
    let outcome = try await catalog.add {
      $0.title = "Ulysses"
      $0.authors = ["James Joyce"]
      $0.tags.insert("long")
      $0.notes = nil
    }
    let book = try #require(try await catalog.book(outcome.books[0]))
    #expect(book.title == "Ulysses" && book.authors == ["James Joyce"] && book.tags == ["long"])
    try await catalog.add { $0.isbn = try ISBN("978-0-441-01359-3") }
    await #expect(throws: InvalidValue.self) { try await catalog.add { $0.pages = 3 } }
    await #expect(throws: InvalidValue.self) { try await catalog.add { _ in } }
    try expectEqual(catalog.bookCount(), 4)
  }

  @Test("the draft of a record includes the assigned values, also empty ones")
  func record() throws {
    let record = SourceRecord("r1") {
      $0.title = "Dune"
      $0.series = nil
      $0.authors = []
    }
    #expect(record.remoteID == "r1" && record.hasOwnID && record.uuid == nil)
    expectEqual(record.values.mentioned, [.title, .authors, .series])
    expectEqual(record.values[.title], .value(.text("Dune")))
    #expect(record.values[.series] == .null && record.values[.authors] == .null)
  }
}
