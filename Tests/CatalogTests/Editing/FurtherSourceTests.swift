import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("A further source")
struct FurtherSourceTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }
  private let dune = "9780441013593"

  init() throws { temporary = try TemporaryCatalog() }

  @discardableResult
  private func first(_ records: SourceRecord...) async throws -> ImportReport {
    try await temporary.importRecords(records, source: "first")
  }

  @discardableResult
  private func second(_ records: SourceRecord...) async throws -> ImportReport {
    let report = try await temporary.importRecords(records, source: "second")
    try expectEqual(catalog.findings(), [])
    return report
  }

  private func sources(of book: Book.ID) throws -> [String] {
    try temporary.foreign().rows(
      """
      SELECT source.name || ' ' || remote_id FROM source_record JOIN source ON source.id = source_id
      WHERE book_id = \(book) ORDER BY 1
      """
    ).compactMap { $0[0] }
  }

  @Test("a record matches a book by ISBN, however it is written")
  func byISBN() async throws {
    try await first(SourceRecord("1", [.title: "Dune", .isbn: dune]))
    let report = try await second(
      SourceRecord("a", [.title: "DUNE (Paperback)", .isbn: "0-441-01359-7", .pages: "412"]))
    #expect(report.counts.updated == 1 && report.counts.added == 0)
    try expectEqual(sources(of: 1), ["first 1", "second a"])
    try expectEqual(catalog.text(.pages, of: 1), "412")
  }

  @Test("a record matches a book by title and authors, however they are written")
  func byTitle() async throws {
    try await first(
      SourceRecord("1", [.title: "Les Misérables", .authors: "Victor Hugo"]),
      SourceRecord("2", [.title: "The Castle", .authors: "Franz Kafka; Max Brod", .isbn: "9780805211061"]))
    try await second(
      SourceRecord("a", [.title: "les miserables", .authors: "VICTOR HUGO", .isbn: "9780140444308"]),
      SourceRecord("b", [.title: "the castle", .authors: "Franz Kafka; Max Brod"]))
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(sources(of: 1), ["first 1", "second a"])
    try expectEqual(sources(of: 2), ["first 2", "second b"])
  }

  @Test("a record matches a book by title and authors if only one of them has a language")
  func byTitleAndLanguage() async throws {
    try await first(
      SourceRecord("1", [.title: "Les Misérables", .authors: "Victor Hugo", .language: "fre"]),
      SourceRecord("2", [.title: "The Castle", .authors: "Franz Kafka"]),
      SourceRecord("3", [.title: "Der Prozess", .authors: "Franz Kafka"]))
    try await second(
      SourceRecord("a", [.title: "Les Misérables", .authors: "Victor Hugo"]),
      SourceRecord("b", [.title: "The Castle", .authors: "Franz Kafka", .language: "de"]),
      SourceRecord("c", [.title: "Der Prozess", .authors: "Franz Kafka", .language: "ger"]))
    try expectEqual(catalog.bookCount(), 3)
  }

  @Test("a record matches the right one of many books with the same title")
  func sameTitles() async throws {
    let poems = try (1...60).map { try SourceRecord("\($0)", [.title: "Poems", .authors: "Author \($0)"]) }
    try await temporary.importRecords(poems, source: "first")
    let report = try await second(
      SourceRecord("a", [.title: "Poems", .authors: "Author 55"]), SourceRecord("b", [.title: "Poems", .authors: "Me"]))
    #expect(report.counts.updated == 1 && report.counts.added == 1)
    try expectEqual(sources(of: 55), ["first 55", "second a"])
  }

  @Test("a record is another book if ISBNs contradict, or authors differ or are unknown")
  func different() async throws {
    try await first(
      SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]), SourceRecord("2", [.title: "Emma"]),
      SourceRecord("3", [.title: "Poems", .authors: "A"]))
    let report = try await second(
      SourceRecord("a", [.title: "Dune", .authors: "Frank Herbert", .isbn: "9780340960196"]),
      SourceRecord("b", [.title: "Emma"]), SourceRecord("c", [.title: "Poems", .authors: "B"]),
      SourceRecord("d", [.title: "Poems", .authors: "A; B"]))
    expectEqual(report.counts.added, 4)
    try expectEqual(catalog.bookCount(), 7)
  }

  @Test("a record is another book if several could match")
  func ambiguous() async throws {
    try await first(
      SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]),
      SourceRecord("2", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]))
    let report = try await second(
      SourceRecord("a", [.title: "Dune", .authors: "Frank Herbert"]), SourceRecord("b", [.title: "x", .isbn: dune]))
    expectEqual(report.counts.added, 2)
    try expectEqual(sources(of: 1), ["first 1"])
  }

  @Test("two records of one source are two books, even if they look the same")
  func twice() async throws {
    try await first(SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]))
    let report = try await second(
      SourceRecord("a", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]),
      SourceRecord("b", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]))
    #expect(report.counts.updated == 1 && report.counts.added == 1)
    try expectEqual(sources(of: 1), ["first 1", "second a"])
    try expectEqual(sources(of: 2), ["second b"])
    // Delivering the same records again changes nothing.
    let again = try await second(
      SourceRecord("a", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]),
      SourceRecord("b", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]))
    #expect(again.counts.unchanged == 2 && again.step == nil)
  }

  @Test("a record does not attach to a hidden book")
  func hidden() async throws {
    try await first(SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune]))
    try catalog.removeBooks(1)
    try await expectEqual(second(SourceRecord("a", [.title: "Dune", .isbn: dune])).counts.added, 1)
    try expectEqual(catalog.found("dune"), [2])
  }

  @Test("a record with a book's UUID is that book, once per source")
  func byUUID() async throws {
    let id = try catalog.addBook([.title: "Dune"])
    let uuid = try #require(try catalog.view { try $0.book(id)?.uuid })
    func record(_ remoteID: String, _ title: String) throws -> SourceRecord {
      var record = try SourceRecord(remoteID, [.title: title])
      record.uuid = uuid
      return record
    }
    try await expectEqual(second(record("a", "Other title")).counts.updated, 1)
    try expectEqual(catalog.bookCount(), 1)
    // A second record with the same UUID is a mistake of the source. It gets a book and a UUID of its own.
    let report = try await second(record("b", "Copy"), record("c", "Another copy"))
    expectEqual(report.counts.added, 2)
    expectEqual(Set(try [1, 2, 3].map { id in try catalog.view { try $0.book(id)?.uuid } }).count, 3)
    #expect(try catalog.view { try $0.book(1)?.uuid } == uuid)
    try await expectEqual(second(record("b", "Copy"), record("c", "Another copy")).counts.unchanged, 2)
  }

  @Test("a record with the UUID of a book from an undone step restores the book")
  func byUUIDOfUndone() async throws {
    let uuid = UUID()
    var record = try SourceRecord("1", [.title: "Dune"])
    record.uuid = uuid
    try await first(record)
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    record.remoteID = "a"
    try await expectEqual(second(record).counts.added, 1)
    #expect(try catalog.view { try $0.book(1)?.uuid } == uuid)
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
    try catalog.redoStep()
    try expectEqual(catalog.found("dune"), [1])
    try expectEqual(catalog.findings(), [])
  }

  @Test("a restored book of an undone step has the record's values and none of the step's")
  func silence() async throws {
    let uuid = UUID()
    var mine = try SourceRecord("1", [.title: "Mine", .pages: "5", .rating: "4", .notes: "long", .readState: "read"])
    mine.uuid = uuid
    try await first(mine)
    try catalog.undoStep()
    var theirs = try SourceRecord("a", [.title: "Dune", .publisher: "Ace"])
    theirs.uuid = uuid
    let feed = ScriptedSource(records: [theirs])
    let report = try await catalog.syncEngine(sources: [feed]).refresh()[0]
    expectEqual(report.counts.added, 1)
    let shown = [BookField.title, .publisher, .pages, .rating, .notes, .readState]
    try expectEqual(shown.map { try catalog.text($0, of: 1) ?? "" }, ["Dune", "Ace", "", "", "", "unread"])
    try expectEqual(catalog.findings(), [])
    // A refresh does not end redo. A book that was changed in between is left as it is and is reported.
    try expectEqual(catalog.redoStep().left, [.book(1)])
    #expect(try catalog.text(.pages, of: 1) == nil)
    // With both steps undone, the last one is redone first.
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 1)
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.redoStep().left, [])
    try expectEqual(shown.map { try catalog.text($0, of: 1) ?? "" }, ["Dune", "Ace", "", "", "", "unread"])
    // Importing again is the user's way to get the book back.
    try await expectEqual(first(mine).counts.updated, 1)
    try expectEqual(shown.map { try catalog.text($0, of: 1) ?? "" }, ["Mine", "Ace", "5", "4", "long", "read"])
    #expect(try await first(mine).step == nil)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a book whose titled record is gone keeps the title while its other records have none")
  func nameStays() async throws {
    try await first(SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .isbn: dune, .publisher: "Ace"]))
    try await second(SourceRecord("a", [.isbn: dune, .pages: "412"]))
    let before = try catalog.shownText()
    try temporary.lose("1", of: "first")
    try expectEqual(catalog.text(.title, of: 1), "Dune")
    try expectEqual(catalog.text(.authors, of: 1), "Frank Herbert")
    #expect(try catalog.text(.publisher, of: 1) == nil)
    #expect(try catalog.provenance(.title, of: 1)?.removedSince != nil)
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try catalog.redoStep()
    // A source that still has the book takes precedence.
    try await second(SourceRecord("a", [.title: "Dune, a novel", .isbn: dune, .pages: "412"]))
    try expectEqual(catalog.text(.title, of: 1), "Dune, a novel")
    try expectEqual(catalog.text(.authors, of: 1), "Frank Herbert")
    #expect(try catalog.provenance(.title, of: 1)?.removedSince == nil)
    // This also holds if the source itself is removed then.
    try catalog.removeTheSource("first", .keepBooks)
    try expectEqual(catalog.text(.authors, of: 1), "Frank Herbert")
    try expectEqual(catalog.findings(), [])
  }

  @Test("sources take precedence by last import, and later ones fill the gaps")
  func precedence() async throws {
    try await first(
      SourceRecord("1", [.title: "Dune", .isbn: dune, .pages: "400", .publisher: "Ace", .published: "1965-08"]))
    try await second(SourceRecord("a", [.title: "Dune, a novel", .isbn: dune, .pages: "412", .published: "1965"]))
    try expectEqual(catalog.text(.title, of: 1), "Dune, a novel")
    try expectEqual(catalog.text(.pages, of: 1), "412")
    try expectEqual(catalog.text(.publisher, of: 1), "Ace")
    try expectEqual(catalog.text(.published, of: 1), "1965-08", "the more precise of two that agree")
    try expectEqual(catalog.provenance(.pages, of: 1)?.origin, .source("second"))
    try expectEqual(catalog.provenance(.publisher, of: 1)?.origin, .source("first"))
    // A value delivered as empty hides those of later sources; an unmentioned field does not.
    try await second(SourceRecord("a", [.title: "Dune, a novel", .isbn: dune, .pages: nil]))
    try expectEqual(catalog.text(.pages, of: 1), "400")
    try expectEqual(catalog.text(.published, of: 1), "1965-08")
    // The first source's values still show where the second has none.
    try await first(SourceRecord("1", [.title: "Dune!", .isbn: dune, .pages: "401", .publisher: "Chilton"]))
    try expectEqual(catalog.text(.title, of: 1), "Dune, a novel")
    try expectEqual(catalog.text(.publisher, of: 1), "Chilton")
    try expectEqual(catalog.text(.pages, of: 1), "401")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a further source leaves edits alone and can conflict with them")
  func edits() async throws {
    try await first(SourceRecord("1", [.title: "Dune", .isbn: dune, .pages: "400"]))
    try catalog.set(.pages, of: 1, to: "412")
    try catalog.change([1], .add(.tags, ["mine"]))
    try await second(SourceRecord("a", [.title: "Dune", .isbn: dune, .pages: "500", .tags: "sf"]))
    try expectEqual(catalog.text(.pages, of: 1), "412")
    try expectEqual(catalog.text(.tags, of: 1), "mine; sf")
    try expectEqual(temporary.foreign().conflicts(), ["1 pages"])
    try catalog.undoStep()
    try expectEqual(temporary.foreign().conflicts(), [])
    try expectEqual(catalog.text(.tags, of: 1), "mine")
    try expectEqual(catalog.findings(), [])
    try catalog.redoStep()
    try expectEqual(catalog.text(.tags, of: 1), "mine; sf")
    try expectEqual(temporary.foreign().conflicts(), ["1 pages"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("every state of a further source is restored by undo after attaching and updating")
  func undo() async throws {
    var states: [[String]] = []
    func note() throws {
      states.append(try catalog.shownText())
      try expectEqual(catalog.findings(), [])
    }
    try note()
    try await first(
      SourceRecord("1", [.title: "Dune", .isbn: dune, .pages: "400"]), SourceRecord("2", [.title: "Emma"]))
    try note()
    try await second(
      SourceRecord("a", [.title: "Dune II", .isbn: dune, .publisher: "Ace"]), SourceRecord("b", [.title: "X"]))
    try note()
    try catalog.set(.publisher, of: 1, to: "Me")
    try note()
    try await first(SourceRecord("1", [.title: "Dune", .isbn: dune, .pages: "401", .publisher: "Chilton"]))
    try note()
    try await second(SourceRecord("a", [.title: "Dune III", .isbn: dune, .publisher: nil]))
    try note()
    for state in states.dropLast().reversed() {
      try catalog.undoStep()
      try expectEqual(catalog.shownText(), state)
      try expectEqual(catalog.findings(), [])
    }
    for state in states.dropFirst() {
      try catalog.redoStep()
      try expectEqual(catalog.shownText(), state)
      try expectEqual(catalog.findings(), [])
    }
  }
}
