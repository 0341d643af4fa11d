import Bitmaps
import CatalogDatabase
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Checking and repairing")
struct CheckTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Creates books of two sources: edited, removed and undone ones.
  private func fill() async throws {
    try await temporary.importRecords([
      try SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .tags: "classic; sf", .series: "Dune"]),
      try SourceRecord(
        "2", [.title: "The Emma", .authors: "Jane Austen", .isbn: "9780141182803", .publisher: "Penguin"]),
      try SourceRecord("3", [.title: "Ulysses", .authors: "James Joyce; Nobody", .published: "1922", .notes: "long"]),
    ])
    try await temporary.importRecords(
      [try SourceRecord("a", [.title: "Dune", .authors: "Frank Herbert", .pages: "412"])], source: "second")
    try catalog.set(.title, of: 2, to: "Emma")
    try catalog.change([1], .add(.tags, ["desert"]))
    let gone = try catalog.addBook([.title: "Gone"])
    try catalog.removeBooks(gone)
    try catalog.addBook([.title: "Undone"])
    try catalog.undoStep()
    try expectEqual(catalog.findings(), [])
    try await expectEqual(catalog.check().books, 3)
  }

  /// Damages a catalog as a bug in the library would, and expects the damage to be found and repaired.
  private func expectRepaired(
    _ messages: String..., sourceLocation: SourceLocation = #_sourceLocation, _ damage: (Connection) throws -> Void
  ) async throws {
    try await fill()
    let before = try catalog.shownText()
    let words = try catalog.found("dune OR emma OR ulysses OR gone OR undone")
    try catalog.tamper(damage)
    let found = try await catalog.check()
    expectEqual(found.findings.map(\.message), messages, sourceLocation: sourceLocation)
    #expect(found.findings.allSatisfy(\.isRepairable) && !found.isRepaired, sourceLocation: sourceLocation)
    let repaired = try await catalog.check(repair: true)
    #expect(repaired.findings == found.findings && repaired.isRepaired, sourceLocation: sourceLocation)
    try expectEqual(catalog.findings(), [], sourceLocation: sourceLocation)
    try expectEqual(catalog.shownText(), before, sourceLocation: sourceLocation)
    try expectEqual(catalog.found("dune OR emma OR ulysses OR gone OR undone"), words, sourceLocation: sourceLocation)
    // The steps can still be undone.
    while try await catalog.status().steps > 0 { try catalog.undoStep() }
    try expectEqual(catalog.findings(), [], sourceLocation: sourceLocation)
    try expectEqual(catalog.bookCount(), 0, sourceLocation: sourceLocation)
  }

  private static let index = "the search index does not match the words of the books"
  private static let ranks = "the search index does not match the ranks of the books"
  private static let groups = "the tables of authors, tags and identifiers do not match the books"

  private static let pages = "the page index does not match the books"

  @Test("a record without its values, of a book of several sources, is found")
  func recordsWithoutWords() async throws {
    // Its values show, so that they can be read off the book while nothing else has changed.
    try await expectRepaired("books that lack the values of their individual sources: 1") {
      try $0.run("UPDATE source_record SET payload = NULL WHERE remote_id = 'a'")
    }
  }

  @Test("a local book that is marked as lost by a source is found")
  func lostLocals() async throws {
    try await expectRepaired("books that you added but that are marked as removed from a source: 1") {
      try $0.run("UPDATE source_record SET gone_at = 1 WHERE source_id = (SELECT id FROM source WHERE kind = 'local')")
    }
  }

  @Test("index words of missing books are found")
  func wordsOfNoBook() async throws {
    try await expectRepaired(Self.index) { try Self.insert("tdune", 77, $0) }
  }

  @Test("surplus index words of a book are found")
  func ghostWord() async throws {
    try await expectRepaired(Self.index, "words missing from the vocabulary of the search index: 1") {
      try Self.insert("nghost", 1, $0)
    }
  }

  @Test("missing words are found")
  func missingWords() async throws {
    try await expectRepaired(Self.index, Self.ranks) { try $0.forgetTerms(of: 2) }
  }

  @Test("words indexed under the wrong field are found")
  func misplacedWords() async throws {
    try await expectRepaired(Self.index) { connection in
      let book = try #require(try BookTable(connection: connection).book(1))
      var other = book
      (other.title, other.series) = ("Dune", nil)
      other.notes = "Dune"
      var changes = SearchIndexChanges()
      changes.change(1, from: SearchTerms(book), to: SearchTerms(other))
      try changes.write(connection)
    }
  }

  @Test("a wrong rank is found")
  func wrongRank() async throws {
    try await expectRepaired(Self.ranks) { try RankTable(connection: $0).write([(1, 7)]) }
  }

  @Test("a word missing from the vocabulary is found")
  func lackingWord() async throws {
    try await expectRepaired("words missing from the vocabulary of the search index: 2") {
      try $0.run("DELETE FROM word WHERE word IN ('dune', 'joyce', 'gone')")
    }
  }

  @Test("an empty search index is found")
  func emptyIndex() async throws {
    try await expectRepaired(Self.index) { try PostingTable(connection: $0).deleteAll() }
  }

  @Test("words of a removed book are found")
  func removedWords() async throws {
    try await expectRepaired(Self.index, Self.ranks) { connection in
      let book = try #require(try BookTable(connection: connection).book(4))
      expectEqual(book.visibility, .removed)
      var changes = SearchIndexChanges()
      changes.change(4, from: nil, to: SearchTerms(book))
      try changes.write(connection)
    }
  }

  private static func insert(_ term: String, _ book: Int64, _ connection: Connection) throws {
    try PostingTable(connection: connection).change(Term(text: term), inserting: NumberSet([book]))
  }

  @Test(
    "wrong sort keys are found",
    arguments: [
      "title_key = 'the emma'", "author_key = 'jane'", "title_key = ''",
    ])
  func keys(assignment: String) async throws {
    try await expectRepaired("books with wrong sort keys: 1") {
      try $0.run("UPDATE book SET \(assignment) WHERE id = 2")
    }
  }

  @Test("a missing or surplus sort key is found", arguments: ["author_key = NULL", "series_key = 'x'"])
  func missingKeys(assignment: String) async throws {
    try await expectRepaired("books with wrong sort keys: 1", Self.pages) {
      try $0.run("UPDATE book SET \(assignment) WHERE id = 2")
    }
  }

  @Test(
    "wrong rows of authors and tags are found",
    arguments: [
      "DELETE FROM book_author WHERE book_id = 1", "UPDATE book_author SET position = 3 WHERE book_id = 1",
      "INSERT INTO book_author VALUES ('x', 'X', 1, 1)", "UPDATE book_author SET author_key = 'x' WHERE book_id = 1",
      "UPDATE book_author SET author = 'Nobody Else' WHERE author = 'Nobody'",
      "INSERT INTO book_author VALUES ('x', 'X', 99, 0)", "DELETE FROM book_tag WHERE tag = 'sf'",
      "UPDATE book_tag SET tag = 'fs' WHERE tag = 'sf'", "INSERT INTO book_tag VALUES ('classic', 2)",
      "DELETE FROM book_author",
    ])
  func groups(sql: String) async throws {
    try await expectRepaired(Self.groups) { try $0.run(sql) }
  }

  @Test(
    "wrong rows of the page index are found",
    arguments: [
      "UPDATE page_index SET books = books + 1 WHERE run = 0 AND level = 0",
      "UPDATE page_index SET books = books - 1 WHERE run = 3 AND level = 1",
      "UPDATE page_index SET books = 0 WHERE level = 2", "DELETE FROM page_index",
      "DELETE FROM page_index WHERE run = 13", "DELETE FROM page_index WHERE run = 4 AND level = 1",
      "INSERT INTO page_index VALUES (0, 0, 'e', -9e999, 1)", "INSERT INTO page_index VALUES (0, 0, 'e', 7, 0)",
      "INSERT INTO page_index VALUES (2, 0, 'z', 7, 0)", "INSERT INTO page_index VALUES (6, 1, 1, -9e999, 0)",
      "INSERT INTO page_index VALUES (1, 0, 0, 0, 0)", "INSERT INTO page_index VALUES (0, 3, -9e999, -9e999, 3)",
      "UPDATE page_index SET key = '' WHERE run = 0 AND level = 0",
      "UPDATE page_index SET id = 1 WHERE run = 10 AND level = 2",
      "UPDATE page_index SET run = 99 WHERE run = 5", "UPDATE page_index SET key = x'00', id = 'x' WHERE run = 8",
    ])
  func pageIndex(sql: String) async throws {
    try await expectRepaired(Self.pages) { try $0.run(sql) }
  }

  @Test("a value changed without its edit is found and restored")
  func changedUnderEdit() async throws {
    try await fill()
    try catalog.tamper("UPDATE book SET title = 'Emmy' WHERE id = 2")
    let messages = try catalog.findings()
    #expect(messages.contains("books whose values do not match their sources and edits: 1"))
    #expect(try await catalog.check(repair: true).isRepaired)
    try expectEqual(catalog.text(.title, of: 2), "Emma")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a value changed without its sources, of a book of several, is found and restored")
  func changedUnderSources() async throws {
    try await fill()
    try catalog.tamper("UPDATE book SET pages = 1, publisher = 'x' WHERE id = 1")
    #expect(try catalog.findings().contains("books whose values do not match their sources and edits: 1"))
    #expect(try await catalog.check(repair: true).isRepaired)
    try expectEqual(catalog.text(.pages, of: 1), "412")
    #expect(try catalog.text(.publisher, of: 1) == nil)
    try expectEqual(catalog.findings(), [])
  }

  @Test("an edit with an outdated source value is found and updated")
  func staleEdit() async throws {
    try await fill()
    try catalog.change([1], .set(.pages, .integer(500)))
    try catalog.tamper("UPDATE field_edit SET theirs = '7' WHERE field = 'pages'")
    try expectEqual(temporary.foreign().conflicts(), ["1 pages"])
    try expectEqual(catalog.findings(), ["books whose values do not match their sources and edits: 1"])
    #expect(try await catalog.check(repair: true).isRepaired)
    try expectEqual(temporary.foreign().conflicts(), [])
    try expectEqual(catalog.text(.pages, of: 1), "500")
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "a search index with an invalid set is rebuilt",
    arguments: [
      "UPDATE posting SET books = x''", "UPDATE posting SET books = x'0102' WHERE term = 'tdune'",
      "UPDATE posting SET books = x'020000010000' WHERE term = 'tdune'", "UPDATE posting SET part = 0",
      "UPDATE posting SET era = 7 WHERE term = 'tdune'", "UPDATE posting SET era = 9223372036854775807",
      "UPDATE posting SET era = 1152921504606846976 WHERE term = '*'",
      "UPDATE posting SET era = 1048576 WHERE part < 0",
      "UPDATE posting SET part = 16 WHERE term = '*'",
      "INSERT INTO posting (era, term, part, books) VALUES (-1, '', 9223372036854775807, x'FF')",
      "UPDATE book_rank SET ranks = x'00'", "UPDATE book_rank SET block = -9223372036854775808",
    ])
  func brokenIndex(sql: String) async throws {
    try await fill()
    let before = try catalog.shownText()
    catalog.close()
    try temporary.foreign().run(sql)
    // The result may be wrong or an error, but must not crash.
    _ = try? catalog.found("dune")
    _ = try? catalog.set(.title, of: 1, to: "Sand")
    try catalog.set(.title, of: 1, to: "Dune")
    let report = try await catalog.check()
    #expect(!report.findings.isEmpty && report.findings.allSatisfy(\.isRepairable))
    #expect(try await catalog.check(repair: true).isRepaired)
    try expectEqual(catalog.findings(), [])
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.found("dune"), [1])
    try catalog.set(.title, of: 1, to: "Sand")
    try expectEqual(catalog.found("sand"), [1])
    try expectEqual(catalog.findings(), [])
  }

  @Test("opening for writing rebuilds the keys of an older folding")
  func foldingAtOpening() async throws {
    try await fill()
    let path = temporary.folder.file("copy.db")
    try await catalog.backup(to: path)
    try ForeignConnection(path).run(
      "UPDATE catalog_fact SET value = 0 WHERE name = 'fold_version'; DELETE FROM book_author; DELETE FROM book_tag")
    let copy = try await BookCatalog.open(path)
    try expectEqual(copy.findings(), [])
    try expectEqual(copy.shownText(), catalog.shownText())
  }

  @Test("a repair rebuilds the keys of an older folding")
  func folding() async throws {
    try await fill()
    try catalog.tamper("UPDATE catalog_fact SET value = 0 WHERE name = 'fold_version'")
    #expect(try await catalog.check(repair: true).isRepaired)
    #expect(
      try catalog.look { try $0.integer("SELECT value FROM catalog_fact WHERE name = 'fold_version'") } == Fold.version)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a clean catalog is not repaired")
  func clean() async throws {
    try await fill()
    let steps = try await catalog.steps().count
    try await expectEqual(catalog.check(repair: true), CheckReport(books: 3))
    try await expectEqual(catalog.steps().count, steps)
  }

  @Test("a row without its parent row is found and left to a backup")
  func orphans() async throws {
    try await fill()
    try temporary.foreign().run("INSERT INTO field_edit (book_id, field, value, at) VALUES (99, 'title', 'x', 0)")
    let report = try await catalog.check(repair: true)
    expectEqual(report.findings.map(\.isRepairable), [false])
    #expect(!report.isRepaired)
  }
}
