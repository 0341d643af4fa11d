import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Rewriting texts")
struct RewritingTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  @discardableResult
  private func replace(_ field: BookField, _ text: String, in books: Book.ID...) throws -> ChangeOutcome {
    try catalog.write { try $0.edit(books, [.rewrite(field, .replacing(TextReplacement(text)))]) }
  }

  @discardableResult
  private func rename(_ names: [String: String], of grouping: BookGrouping) throws -> ChangeOutcome {
    try catalog.write { try $0.rename(names, of: grouping) }
  }

  @Test("rewriting covers a field, a list's entries and records' names, and leaves empty fields alone")
  func values() throws {
    try catalog.addBook([
      .title: "Mort (Discworld, #4)", .authors: "Pratchett, Terry; Gaiman, Neil", .tags: "sci-fi; fun",
      .otherSeries: "Discworld: Death | 1", .notes: "one\ntwo",
    ])
    try replace(.title, #"/ \(.*#[0-9.]+\)$//"#, in: 1)
    try replace(.authors, "/(.*), (.*)/$2 $1/", in: 1)
    try replace(.tags, "/^fun$|-//g", in: 1)
    try replace(.otherSeries, "/^Discworld: //", in: 1)
    try replace(.notes, "/^two$/three/", in: 1)
    #expect(try replace(.publisher, "/^$/Ace/", in: 1).step == nil)
    try expectEqual(
      [.title, .authors, .tags, .otherSeries, .notes].map { try catalog.text($0, of: 1) ?? "" },
      ["Mort", "Terry Pratchett; Neil Gaiman", "scifi", "Death | 1", "one\ntwo"])
    try replace(.notes, "/(?m)^two$/three/", in: 1)
    try expectEqual(catalog.text(.notes, of: 1), "one\nthree")
    for _ in 0..<5 { try catalog.undoStep() }
    try expectEqual(catalog.text(.title, of: 1), "Mort (Discworld, #4)")
    try expectEqual(catalog.text(.tags, of: 1), "fun; sci-fi")
    try expectEqual(catalog.findings(), [])
  }

  @Test("rewritten texts are edits, tags change by additions and removals, and an empty result clears the field")
  func edits() async throws {
    try await temporary.importRecords([SourceRecord("1", [.title: "Dune", .publisher: "Ace", .tags: "a; b"])])
    try replace(.publisher, "/.*//", in: 1)
    try replace(.tags, "/^a$/c/", in: 1)
    #expect(try catalog.text(.publisher, of: 1) == nil && catalog.text(.tags, of: 1) == "b; c")
    try await temporary.importRecords([SourceRecord("1", [.title: "Dune", .publisher: "Ace", .tags: "a; b; d"])])
    #expect(try catalog.text(.publisher, of: 1) == nil && catalog.text(.tags, of: 1) == "b; c; d")
  }

  @Test("an invalid result is refused with its book, and then nothing changes")
  func refused() throws {
    try catalog.addBook([.title: "Dune"])
    try catalog.addBook([.title: "(Dune, #1)"])
    #expect(throws: InvalidValue("title", "", "a book needs a title (book 2, “(Dune, #1)”)")) {
      try replace(.title, #"/\(.*\)//"#, in: 1, 2)
    }
    #expect(throws: InvalidValue("pages", "", "text cannot be replaced in this field (book 1, “Dune”)")) {
      try replace(.pages, "/1/2/", in: 1)
    }
    try catalog.set(.notes, of: 1, to: String(repeating: "a", count: 60_000))
    let error = #expect(throws: InvalidValue.self) { try replace(.notes, "/(a|aa)+b|c/x/", in: 1, 2) }
    expectEqual(error?.reason.hasSuffix("simplify the pattern (book 1, “Dune”)"), true, "\(error?.reason ?? "")")
  }

  @Test("an author, tag or series is renamed in all its books as one step, and joined if a book has both names")
  func renaming() throws {
    try catalog.addBook([.title: "A", .authors: "JRR Tolkien; Ann Lee", .tags: "sci-fi; x", .series: "Dune"])
    try catalog.addBook([.title: "B", .authors: "Ann Lee; J. R. R. Tolkien; JRR Tolkien", .tags: "x; y"])
    try catalog.addBook([
      .title: "C", .authors: "jrr tolkien", .series: "Saga", .otherSeries: "Dune | 2; Dune Saga | 1",
    ])
    let before = try catalog.shownText()
    let outcome = try rename(["JRR Tolkien": "J. R. R. Tolkien"], of: .author)
    expectEqual(outcome.summary, "author “JRR Tolkien” renamed to “J. R. R. Tolkien” in 2 books")
    expectEqual(outcome.books, [1, 2])
    try expectEqual(
      (1...3).map { try catalog.text(.authors, of: Book.ID($0)) ?? "" },
      ["J. R. R. Tolkien; Ann Lee", "Ann Lee; J. R. R. Tolkien", "jrr tolkien"])
    try expectEqual(rename(["sci-fi": "x", "y": "z"], of: .tag).summary, "2 names of tags changed in 2 books")
    try expectEqual((1...2).map { try catalog.text(.tags, of: Book.ID($0)) ?? "" }, ["x", "x; z"])
    try expectEqual(rename(["Dune": "Dune Chronicles"], of: .series).books, [1, 3])
    try expectEqual(
      [catalog.text(.series, of: 1), catalog.text(.otherSeries, of: 3)],
      ["Dune Chronicles", "Dune Chronicles | 2; Dune Saga | 1"])
    #expect(try rename(["nobody": "somebody"], of: .author).step == nil)
    for _ in 0..<3 { try expectEqual(catalog.undoStep().left, []) }
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test("rewriting several books leaves equivalent values, and rewriting one book replaces them")
  func same() throws {
    for language in ["eng", "en", "de", "en-US"] { try catalog.addBook([.title: "A", .language: language]) }
    try expectEqual(catalog.change([1, 2, 3, 4], .set(.language, .text("en"))).books, [3])
    try expectEqual((1...4).map { try catalog.text(.language, of: Book.ID($0)) ?? "" }, ["eng", "en", "en", "en-US"])
    try expectEqual(catalog.change([1], .set(.language, .text("en"))).books, [1])
  }
}
