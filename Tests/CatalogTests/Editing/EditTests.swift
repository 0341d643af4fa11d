import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Editing books")
struct EditTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Dune", .authors: "Frank Herbert", .tags: "classic"])
    try catalog.addBook([.title: "Emma", .authors: "Jane Austen"])
    try catalog.addBook([.title: "Ulysses", .authors: "James Joyce"])
  }

  @Test("every field can be set, shown, found again, and cleared if it may be empty")
  func everyField() throws {
    let values: [BookField: String] = [
      .title: "The Left Hand of Darkness", .authors: "Ursula K. Le Guin; Another", .isbn: "0-441-47812-3",
      .pages: "304",
      .publisher: "Ace", .published: "1969-03", .language: "en-US", .series: "Hainish Cycle", .seriesNumber: "4.5",
      .tags: "sf; hugo", .averageRating: "4.07", .ratingsCount: "150000", .readState: "read", .started: "2025-12-30",
      .finished: "2026", .rating: "4.5", .notes: "line one\nline two", .added: "2020-05-01T10:00:00Z",
      .subtitle: "A Novel", .contributors: "Simon Vance | nrt; Another", .identifiers: "goodreads | 18423",
      .firstPublished: "1969", .format: "paperback", .duration: "600", .review: "r",
      .otherSeries: "Ekumen | 4", .description: "a\nb", .cover: "file:///a.jpg",
      .files: "file:///a.epub | application/epub+zip | 7", .attachments: "file:///b.pdf",
      .copies: "attic | worn | 2001", .earlierReadings: "1999 | 2000-01 | read",
      .progress: "2026-01-02 | 12",
    ]
    expectEqual(Set(values.keys), Set(BookField.allCases))
    for (field, text) in values { try catalog.set(field, of: 1, to: text) }
    for (field, text) in values where field != .tags { try expectEqual(catalog.text(field, of: 1), text, "\(field)") }
    try expectEqual(catalog.text(.tags, of: 1), "hugo; sf")
    try expectEqual(catalog.found("9780441478125 darkness title:left author:guin tag:hugo series:hainish"), [1])
    try expectEqual(catalog.findings(), [])
    for field in BookField.allCases {
      if field.isClearable {
        try catalog.set(field, of: 1, to: "")
        #expect(try catalog.text(field, of: 1) == nil, "\(field)")
      } else {
        #expect(throws: InvalidValue.self) { try catalog.set(field, of: 1, to: "") }
      }
    }
    try expectEqual(catalog.findings(), [])
    while try catalog.status().steps > 3 { try catalog.undoStep() }
    try expectEqual(
      catalog.shownText().filter { $0.hasPrefix("1 ") && !$0.contains("added") },
      ["1 title=Dune", "1 authors=Frank Herbert", "1 tags=classic", "1 readState=unread"])
    try expectEqual(catalog.findings(), [])
  }

  @Test func `a book added by its ISBN alone shows the user's title, and its ISBN again without it`() throws {
    let book = try catalog.addBook([.isbn: "978-0-441-01359-3"])
    try expectEqual(catalog.text(.title, of: book), "ISBN 978-0-441-01359-3")
    try catalog.set(.title, of: book, to: "Dune")
    try catalog.set(.isbn, of: book, to: "0-306-40615-2")
    try expectEqual(catalog.text(.title, of: book), "Dune")
    try catalog.revertField(.title, of: book)
    try expectEqual(catalog.text(.title, of: book), "ISBN 0-306-40615-2")
  }

  @Test("an outcome states the changes and their summary")
  func outcome() throws {
    let outcome = try catalog.set(.title, of: 1, to: " Dune\t Messiah ")
    expectEqual(outcome.books, [1])
    expectEqual(outcome.step, 4)
    expectEqual(outcome.summary, "Dune: title changed to “Dune Messiah”")
    expectEqual(
      outcome.differences,
      [
        FieldDifference(book: 1, title: "Dune", field: .title, old: .text("Dune"), new: .text("Dune Messiah"))
      ])
    try expectEqual(catalog.steps().first?.summary, outcome.summary)
  }

  @Test("setting the current value changes nothing and makes no step")
  func nothing() throws {
    try expectEqual(catalog.set(.title, of: 1, to: "Dune"), ChangeOutcome())
    try expectEqual(catalog.change([1], .remove(.tags, ["none"])), ChangeOutcome())
    try expectEqual(catalog.set(.pages, of: 1, to: ""), ChangeOutcome())
    try expectEqual(catalog.steps().count, 3)
  }

  @Test("changes that cancel each other out make no step")
  func cancellingOut() throws {
    let outcome = try catalog.change([1], .add(.tags, ["x"]), .remove(.tags, ["x"]))
    expectEqual(outcome, ChangeOutcome())
    try expectEqual(catalog.steps().count, 3)
    try expectEqual(catalog.provenance(.tags, of: 1)?.origin, .source("local"))
  }

  @Test("several books change together as one step or not at all")
  func bulk() throws {
    let before = try catalog.shownText()
    expectEqual(errorCode { try catalog.change([1, 2, 99], .set(.publisher, .text("Ace"))) }, .noSuchBook)
    #expect(throws: InvalidValue.self) {
      try catalog.change([1, 2], .set(.publisher, .text("Ace")), .set(.pages, .integer(-1)))
    }
    #expect(throws: InvalidValue.self) { try catalog.change([1], .add(.title, ["x"])) }
    #expect(throws: InvalidValue.self) { try catalog.change([1], .set(.title, .integer(1))) }
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.steps().count, 3)

    let outcome = try catalog.change([3, 1], .set(.publisher, .text("Ace")), .add(.tags, ["read me"]))
    expectEqual(outcome.books, [3, 1])
    expectEqual(outcome.differences.count, 4)
    expectEqual(outcome.summary, "2 books: publisher and tags changed")
    try expectEqual(catalog.text(.tags, of: 1), "classic; read me")
    try expectEqual(catalog.found("publisher:ace"), [1, 3])
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test("many books that change together are found by their new values, and by the old ones after undo")
  func many() async throws {
    try await temporary.importRecords(
      try (0..<60).map { try SourceRecord("\($0)", [.title: "Walker \($0)", .tags: "many"]) })
    let ids = try catalog.found("tag:many")
    expectEqual(ids.count, 60)
    try catalog.change(ids + [ids[7]], .set(.publisher, .text("Ace")), .remove(.tags, ["many"]))
    try expectEqual(catalog.found("publisher:ace"), ids)
    try expectEqual(catalog.found("tag:many"), [])
    // Some of the index entries not yet merged into its sets are of the same books.
    try catalog.change([ids[3]], .set(.title, .text("Runner")))
    _ = try await catalog.write { try $0.remove(ids) }
    #expect(try catalog.found("walker") == [] && catalog.found("runner") == [])
    try expectEqual(catalog.findings(), [])
    for _ in 0..<3 { try catalog.undoStep() }
    #expect(try catalog.found("tag:many") == ids && catalog.found("walker") == ids)
    // Undoes the import as well.
    try catalog.undoStep()
    try expectEqual(catalog.found("walker"), [])
    try expectEqual(catalog.findings(), [])
    try catalog.redoStep()
    try expectEqual(catalog.found("walker"), ids)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a book named twice is changed once")
  func repeated() throws {
    let outcome = try catalog.change([1, 1], .add(.tags, ["x"]))
    expectEqual(outcome.books, [1])
    try catalog.undoStep()
    try expectEqual(catalog.text(.tags, of: 1), "classic")
  }

  @Test("tags and authors are added and removed one by one")
  func lists() throws {
    try catalog.change([1], .add(.tags, ["zebra", " apple ", "classic"]))
    try expectEqual(catalog.text(.tags, of: 1), "apple; classic; zebra")
    try catalog.change([1], .remove(.tags, ["classic", "none"]))
    try expectEqual(catalog.text(.tags, of: 1), "apple; zebra")
    try catalog.change([1], .remove(.tags, ["apple", "zebra"]))
    #expect(try catalog.text(.tags, of: 1) == nil)
    try catalog.change([1], .add(.authors, ["Brian Herbert"]))
    try expectEqual(catalog.text(.authors, of: 1), "Frank Herbert; Brian Herbert")
    try catalog.change([1], .remove(.authors, ["Frank Herbert"]))
    try expectEqual(catalog.text(.authors, of: 1), "Brian Herbert")
    try expectEqual(catalog.found("author:frank"), [])
    try expectEqual(catalog.found("author:brian"), [1])
    try expectEqual(catalog.findings(), [])
    while try catalog.status().steps > 3 { try catalog.undoStep() }
    try expectEqual(catalog.text(.tags, of: 1), "classic")
    try expectEqual(catalog.text(.authors, of: 1), "Frank Herbert")
    try expectEqual(catalog.findings(), [])
  }

  @Test("texts that begin with a combining mark survive storage, undo and redo")
  func combiningMarks() throws {
    // A text after a separator must not merge with it into one character: “=” and U+0338 is “≠”.
    let (tag, note) = ("\u{338}slash", "\u{301}acute")
    try catalog.set(.notes, of: 1, to: "plain")
    try catalog.change([1], .set(.notes, .text(note)))
    try catalog.change([1], .set(.title, .text(tag)))
    try catalog.change([1], .add(.tags, [tag, note]))
    try catalog.change([1], .add(.tags, ["x"]))
    let shown = try catalog.shownText()
    try expectEqual(catalog.text(.tags, of: 1)?.unicodeScalars.contains("\u{338}"), true)
    try expectEqual(catalog.findings(), [])
    for _ in 0..<4 { try catalog.undoStep() }
    try expectEqual(catalog.text(.notes, of: 1), "plain")
    try expectEqual(catalog.text(.title, of: 1), "Dune")
    for _ in 0..<4 { try catalog.redoStep() }
    try expectEqual(catalog.shownText(), shown)
    try catalog.undoStep()
    try catalog.redoStep()
    try expectEqual(catalog.shownText(), shown)
    try expectEqual(catalog.findings(), [])
  }

  @Test("an added book has the given values, a UUID of its own, and the time it was added")
  func add() throws {
    let outcome = try catalog.write {
      try $0.add {
        $0.title = "  Emma  "
        $0.pages = 400
        $0.rating = 4
      }
    }
    expectEqual(outcome.books, [4])
    expectEqual(outcome.summary, "Emma: added as 4")
    let book = try #require(try catalog.view { try $0.book(4) })
    expectEqual(book.title, "Emma")
    expectEqual(book.pages, 400)
    expectEqual(book.rating, 4)
    expectEqual(book.added, book.changed)
    expectEqual(Set(try [1, 2, 3, 4].map { id in try catalog.view { try $0.book(id)?.uuid } }).count, 4)
    try expectEqual(catalog.view { try $0.id(named: book.uuid.uuidString) }, 4)
    #expect(throws: InvalidValue.self) { try catalog.write { try $0.add([:]) } }
    #expect(throws: InvalidValue.self) { try catalog.write { try $0.add { $0.title = " " } } }
    #expect(throws: InvalidValue.self) {
      try catalog.write {
        try $0.add {
          $0.title = "x"
          $0.pages = 0
        }
      }
    }
    try expectEqual(catalog.bookCount(), 4)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a removed book is found nowhere, and its number is not reused")
  func remove() throws {
    try catalog.removeBooks(3)
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(catalog.found("ulysses"), [])
    #expect(try catalog.view { try $0.book(3) } == nil)
    expectEqual(errorCode { try catalog.set(.title, of: 3, to: "x") }, .noSuchBook)
    expectEqual(errorCode { try catalog.removeBooks(3) }, .noSuchBook)
    expectEqual(errorCode { _ = try catalog.view { try $0.id(named: "3") } }, .noSuchBook)
    try expectEqual(catalog.status().removed, 1)
    try expectEqual(catalog.addBook([.title: "Next"]), 4)
    expectEqual(errorCode { try catalog.removeBooks(1, 99) }, .noSuchBook)
    try expectEqual(catalog.bookCount(), 3)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a name finds a book by number, ISBN and UUID, and an ISBN of several books is ambiguous")
  func names() throws {
    try catalog.set(.isbn, of: 1, to: "0-441-47812-3")
    for name in ["9780441478125", "978-0-441-47812-5", "0441478123", " 1 "] {
      try expectEqual(catalog.view { try $0.id(named: name) }, 1, "\(name)")
    }
    try catalog.set(.isbn, of: 2, to: "9780441478125")
    expectEqual(errorCode { _ = try catalog.view { try $0.id(named: "0441478123") } }, .ambiguousBook)
    try catalog.removeBooks(2)
    try expectEqual(catalog.view { try $0.id(named: "0441478123") }, 1)
    expectEqual(errorCode { _ = try catalog.view { try $0.id(named: "nonsense") } }, .noSuchBook)
    expectEqual(errorCode { _ = try catalog.view { try $0.id(named: "-1") } }, .noSuchBook)
  }

  @Test("reverting shows the source's value again, and an unedited field has nothing to revert")
  func revert() throws {
    try catalog.set(.title, of: 1, to: "Sand")
    try catalog.change([1], .add(.tags, ["x"]), .remove(.tags, ["classic"]))
    let outcome = try catalog.revertField(.title, of: 1)
    expectEqual(outcome.summary, "Sand: title reverted to “Dune”")
    try expectEqual(catalog.text(.title, of: 1), "Dune")
    try catalog.revertField(.tags, of: 1)
    try expectEqual(catalog.text(.tags, of: 1), "classic")
    try expectEqual(catalog.status().edits, 0)
    expectEqual(errorCode { try catalog.revertField(.title, of: 1) }, .nothingToDo)
    expectEqual(errorCode { try catalog.revertField(.rating, of: 1) }, .nothingToDo)
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.text(.title, of: 1), "Sand")
    try expectEqual(catalog.text(.tags, of: 1), "x")
    try expectEqual(catalog.findings(), [])
  }

  @Test("observers are notified of committed changes with the affected books")
  func observed() async throws {
    var changes = try catalog.changes().makeAsyncIterator()
    try catalog.set(.title, of: 2, to: "Emma!")
    try await expectEqual(changes.next(), .books([2]))
    try catalog.set(.title, of: 2, to: "Emma!")
    try catalog.undoStep()
    try await expectEqual(changes.next(), .books([2]))
    try await temporary.importRecords([try SourceRecord("1", [.title: "New"])])
    try await expectEqual(changes.next(), .many)
  }
}
