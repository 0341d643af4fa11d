import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Other programs")
struct ForeignProgramTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.addBook([.title: "Dune", .authors: "Frank Herbert", .tags: "classic"])
    try catalog.addBook([.title: "Emma", .authors: "Jane Austen"])
  }

  @Test("another program reads everything")
  func reads() throws {
    let program = try temporary.foreign()
    try expectEqual(program.value("SELECT authors FROM book WHERE title = 'Dune'"), "Frank Herbert")
    try expectEqual(program.value("SELECT author FROM book_author WHERE book_id = 2"), "Jane Austen")
    try expectEqual(program.value("SELECT book_id FROM book_tag WHERE tag = 'classic'"), "1")
    try expectEqual(program.conflicts(), [])
    try expectEqual(program.value("PRAGMA integrity_check"), "ok")
  }

  @Test(
    "another program cannot change or delete a book",
    arguments: [
      "UPDATE book SET title = 'x' WHERE id = 1", "UPDATE book SET notes = 'x'", "DELETE FROM book WHERE id = 1",
      "DELETE FROM book",
      "INSERT INTO book (id, title) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET title = excluded.title",
    ])
  func guarded(sql: String) throws {
    let before = try catalog.shownText()
    let failure = #expect(throws: ForeignConnection.Failure.self) { try temporary.foreign().run(sql) }
    expectEqual(failure?.description.contains("no such function: edit_with_catalog"), true)
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test("books inserted by another program are hidden until check adopts them as the user's own")
  func inserts() throws {
    try temporary.foreign().run(
      """
      INSERT INTO book (title, authors, tags, pages, isbn, published, rating)
      VALUES ('Ulysses', 'James Joyce', 'novel', 730, 9780141182803, 19220202, 4)
      """)
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(catalog.found("ulysses"), [])
    #expect(try catalog.view { try $0.book(3) } == nil)
    try expectEqual(catalog.status().foreign, 1)
    try expectEqual(catalog.findings(), ["books written by another program, not yet added: 1"])

    #expect(try catalog.check(repair: true).isRepaired)
    try expectEqual(catalog.findings(), [])
    let book = try #require(try catalog.view { try $0.book(3) })
    expectEqual(book.title, "Ulysses")
    expectEqual(book.authors, ["James Joyce"])
    expectEqual(book.isbn?.digits, "9780141182803")
    expectEqual(book.published?.description, "1922-02-02")
    expectEqual(book.rating, 4)
    #expect(book.uuid != (try catalog.view { try $0.book(1)?.uuid }))
    try expectEqual(catalog.found("ulysses joyce"), [3])
    #expect(try catalog.found("source:local").contains(3))

    // The adoption is a step like any other.
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(catalog.findings(), [])
    try catalog.redoStep()
    try expectEqual(catalog.text(.title, of: 3), "Ulysses")
    try catalog.set(.title, of: 3, to: "Ulysses!")
    try expectEqual(catalog.found("ulysses"), [3])
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "books inserted with impossible values are adopted without them",
    arguments: [
      "INSERT INTO book (title) VALUES ('')",
      "INSERT INTO book (title) VALUES (char(10) || '  ')",
      "INSERT INTO book (title, isbn) VALUES ('x', 978)",
      "INSERT INTO book (title, isbn, isbn_given) VALUES ('x', -9780441013593, 'nonsense')",
      "INSERT INTO book (title, isbn) VALUES ('x', 9780441013590)",
      "INSERT INTO book (title, pages, rating, average_rating) VALUES ('x', -1, 1e300, -3)",
      "INSERT INTO book (title, published, started) VALUES ('x', 99999999, 19231345)",
      "INSERT INTO book (title, published) VALUES ('x', -9223372036854775807)",
      "INSERT INTO book (title, series, series_number) VALUES ('x', ' ', 9e999)",
      "INSERT INTO book (title, read_state, added_at) VALUES ('x', 17, -9223372036854775807)",
      "INSERT INTO book (title, tags) VALUES ('x', 'b' || char(10) || 'a' || char(10) || 'b' || char(10))",
      "INSERT INTO book (title, authors) VALUES ('x', '  A   B ' || char(10) || char(13) || char(10) || 'A B')",
      "INSERT INTO book (title) VALUES (CAST(x'ff41fe' AS TEXT))",
      "INSERT INTO book (title) VALUES ('a' || char(0) || 'b')",
      "INSERT INTO book (id, title) VALUES (900000000000, 'x')",
      "INSERT INTO book (title, hidden) VALUES ('x', 0)",
    ])
  func malformed(sql: String) throws {
    try temporary.foreign().run(sql)
    #expect(try catalog.findings() != [])
    #expect(try catalog.check(repair: true).isRepaired)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.bookCount(), 3)
    // An adopted book can be edited, removed and restored.
    let id = try #require(try catalog.view { try $0.page(size: 10).books.map(\.id).first { $0 != 1 && $0 != 2 } })
    try catalog.set(.title, of: id, to: "Mended")
    try expectEqual(catalog.found("mended"), [id])
    try catalog.removeBooks(id)
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.findings(), [])
    try catalog.addBook([.title: "After"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("adding fails with the reason if another program has used the last number")
  func lastNumber() throws {
    try temporary.foreign().run("INSERT INTO book (id, title) VALUES (1099511627775, 'x')")
    let error = #expect(throws: CatalogError.self) { try catalog.addBook([.title: "After"]) }
    expectEqual(error?.code, .failed)
    try expectEqual(catalog.bookCount(), 2)
  }

  @Test("book numbers unsupported by the search index are refused", arguments: [-5, 0, 1_099_511_627_776])
  func impossibleNumber(id: Book.ID) throws {
    #expect(throws: (any Error).self) {
      try temporary.foreign().run("INSERT INTO book (id, title) VALUES (\(id), 'x')")
    }
    try expectEqual(catalog.findings(), [])
  }

  @Test("imports continue after a program used very large numbers", arguments: [900_000_000_000, 1_099_511_627_000])
  func farNumbers(id: Book.ID) async throws {
    try temporary.foreign().run("INSERT INTO book (id, title, isbn) VALUES (\(id), 'Far', 9780141182803)")
    #expect(try await catalog.check(repair: true).isRepaired)
    let report = try await temporary.importRecords([
      try SourceRecord("1", [.title: "Far", .isbn: "9780141182803", .pages: "7"]),
      try SourceRecord("2", [.title: "New"]),
    ])
    #expect(report.counts.updated == 1 && report.counts.added == 1)
    try expectEqual(catalog.text(.pages, of: id), "7")
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    #expect(try catalog.text(.pages, of: id) == nil)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a book replaced by another program past the guard is adopted by check")
  func replaces() throws {
    // REPLACE deletes without triggers, unless a program enables recursive_triggers.
    try temporary.foreign().run("INSERT OR REPLACE INTO book (id, title) VALUES (1, 'Mine now')")
    #expect(try catalog.findings() != [])
    #expect(try catalog.check(repair: true).isRepaired)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.found("dune"), [])
    try expectEqual(catalog.text(.title, of: 1), "Mine now")
    try expectEqual(catalog.found("tag:classic"), [])
  }
}
