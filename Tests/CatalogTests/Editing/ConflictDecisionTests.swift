import CatalogDatabase
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Deciding a conflict")
struct ConflictDecisionTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func deliver(id remoteID: String = "1", _ fields: [BookField: String?]) async throws {
    let all: [BookField: String?] = fields.merging([.title: "Dune"]) { given, _ in given }
    try await temporary.importRecords([try SourceRecord(remoteID, all)])
  }

  /// Delivers 400 pages for book 1, sets 412 as the user, then delivers 500.
  private func quarrel() async throws {
    try await deliver([.pages: "400"])
    try catalog.set(.pages, of: 1, to: "412")
    try await deliver([.pages: "500"])
    try expectEqual(conflicts(), ["1 pages 400 500 412"])
  }

  private func conflicts() throws -> [String] {
    try expectEqual(catalog.findings(), [])
    let conflicts = try catalog.view { try $0.conflicts() }
    try expectEqual(catalog.view { try $0.conflictCount() }, conflicts.count)
    try expectEqual(catalog.status().conflicts, conflicts.count)
    return conflicts.map { conflict in
      switch conflict.kind {
      case .field(let field, let base, let theirs, let mine, _):
        "\(conflict.book) \(field) \([base, theirs, mine].map { $0?.description ?? "-" }.joined(separator: " "))"
      case .removal(let source, _): "\(conflict.book) gone from \(source)"
      }
    }
  }

  private func pages() throws -> String? { try catalog.text(.pages, of: 1) }

  @discardableResult
  private func decide(_ subject: ConflictSubject, _ resolution: ConflictResolution) throws -> ChangeOutcome {
    try catalog.write { try $0.resolve(1, subject, resolution) }
  }

  @Test("deciding for the user keeps the shown value until the source states something new")
  func mine() async throws {
    try await quarrel()
    let outcome = try decide(.field(.pages), .mine)
    #expect(outcome.books == [1] && outcome.differences == [] && outcome.step != nil)
    try await expectEqual(catalog.steps().first?.kind, .resolve)
    try expectEqual(pages(), "412")
    try expectEqual(conflicts(), [])
    try await deliver([.pages: "501"])
    try expectEqual(conflicts(), ["1 pages 500 501 412"])
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(conflicts(), ["1 pages 400 500 412"])
    try catalog.redoStep()
    try expectEqual(conflicts(), [])
    try expectEqual(pages(), "412")
  }

  @Test("deciding for the source drops the edit, so that later refreshes show")
  func theirs() async throws {
    try await quarrel()
    let outcome = try decide(.field(.pages), .theirs)
    expectEqual(outcome.differences.map(\.new), [.integer(500)])
    try expectEqual(pages(), "500")
    try expectEqual(conflicts(), [])
    try await deliver([.pages: "501"])
    try expectEqual(pages(), "501")
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(pages(), "412")
    try expectEqual(conflicts(), ["1 pages 400 500 412"])
  }

  @Test("a third value becomes the user's, and the source's own value returns the field to the source")
  func value() async throws {
    try await quarrel()
    try decide(.field(.pages), .value(.integer(450)))
    try expectEqual(pages(), "450")
    try expectEqual(conflicts(), [])
    try await deliver([.pages: "501"])
    try expectEqual(conflicts(), ["1 pages 500 501 450"])
    try decide(.field(.pages), .value(.integer(501)))
    try expectEqual(conflicts(), [])
    try expectEqual(catalog.provenance(.pages, of: 1)?.origin, .source("test"))
    for state in ["450", "450", "412"] {
      try catalog.undoStep()
      try expectEqual(pages(), state)
    }
    try expectEqual(conflicts(), ["1 pages 400 500 412"])
  }

  @Test("deciding for no value clears the field if it can be cleared")
  func clearing() async throws {
    try await quarrel()
    try catalog.set(.title, of: 1, to: "Dune!")
    try await deliver([.title: "Dune II"])
    #expect(throws: InvalidValue.self) { try decide(.field(.title), .value(nil)) }
    try decide(.field(.pages), .value(nil))
    #expect(try pages() == nil)
    try expectEqual(conflicts(), ["1 title Dune Dune II Dune!"])
  }

  @Test("deciding a conflict that does not exist is refused and changes nothing")
  func noConflict() async throws {
    try await quarrel()
    let steps = try await catalog.steps()
    func code(_ subject: ConflictSubject, of book: Book.ID = 1) -> CatalogError.Code? {
      errorCode { try catalog.write { _ = try $0.resolve(book, subject, .mine) } }
    }
    expectEqual(code(.field(.title)), .nothingToDo)
    expectEqual(code(.field(.rating)), .nothingToDo)
    expectEqual(code(.removal), .nothingToDo)
    expectEqual(code(.field(.pages), of: 7), .noSuchBook)
    #expect(throws: InvalidValue.self) { try decide(.field(.pages), .value(.integer(-1))) }
    try await expectEqual(catalog.steps(), steps)
  }

  @Test("setting the field to its shown value decides the conflict")
  func editing() async throws {
    try await quarrel()
    let outcome = try catalog.set(.pages, of: 1, to: "412")
    #expect(outcome.step != nil && outcome.books == [1])
    try expectEqual(conflicts(), [])
    try catalog.undoStep()
    try expectEqual(conflicts(), ["1 pages 400 500 412"])
    try catalog.redoStep()
    #expect(try catalog.set(.pages, of: 1, to: "412").step == nil, "once decided, it is no change")
  }

  @Test(
    "a tag that the user adds stays without a conflict when its source drops it, even if the source stated it first"
  )
  func tagsOfBoth() async throws {
    try await deliver([.tags: "classic; sf"])
    let outcome = try catalog.change([1], .add(.tags, [" sf "]))
    expectEqual(outcome.summary, "Dune: tags confirmed")
    expectEqual(outcome.differences, [])
    #expect(try catalog.change([1], .add(.tags, ["sf"])).step == nil, "once said, it is no change")
    try await deliver([.tags: "classic"])
    try expectEqual(catalog.text(.tags, of: 1), "classic; sf")
    try await deliver([.tags: nil])
    try expectEqual(catalog.text(.tags, of: 1), "sf")
    try expectEqual(conflicts(), [])
    for _ in 0..<3 { try catalog.undoStep() }
    try expectEqual(catalog.text(.tags, of: 1), "classic; sf")
    try await deliver([.tags: "classic"])
    try expectEqual(catalog.text(.tags, of: 1), "classic", "what was undone is not said any more")
  }

  @Test("each tag of a list that the user sets stays without a conflict when its source drops it")
  func tagsThatAreSet() async throws {
    try await deliver([.tags: "classic; sf; to-read"])
    try catalog.set(.tags, of: 1, to: "classic; own; sf")
    try await deliver([.tags: "new"])
    try expectEqual(catalog.text(.tags, of: 1), "classic; new; own; sf")
    // A tag that was removed and is in the list counts as the user's, even if the source states it again.
    try await deliver([.tags: "new; to-read"])
    try catalog.set(.tags, of: 1, to: "to-read")
    try await deliver([.tags: nil])
    try expectEqual(catalog.text(.tags, of: 1), "to-read")
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.text(.tags, of: 1), "classic; new; own; sf")
    try expectEqual(conflicts(), [])
  }

  @Test("setting a list of tags to the shown value makes it the user's without a conflict")
  func tagsThatAreSetAsTheyShow() async throws {
    try await deliver([.tags: "classic; sf"])
    try expectEqual(catalog.set(.tags, of: 1, to: "sf; classic").summary, "Dune: tags confirmed")
    #expect(try catalog.set(.tags, of: 1, to: "sf; classic").step == nil, "once said, it is no change")
    try await deliver([.tags: nil])
    try expectEqual(catalog.text(.tags, of: 1), "classic; sf")
  }

  @Test("deciding that a book is gone keeps it as a local one or hides it")
  func removal() async throws {
    try await deliver([.pages: "400", .publisher: "Ace"])
    try catalog.set(.pages, of: 1, to: "412")
    try temporary.lose("1", of: "test")
    try expectEqual(conflicts(), ["1 gone from test"])
    let why = try catalog.provenance(.publisher, of: 1)
    #expect(why?.origin == .source("test") && why?.removedSince != nil)
    #expect(throws: InvalidValue.self) { try decide(.removal, .value(nil)) }
    let before = try catalog.shownText()

    try decide(.removal, .mine)
    try expectEqual(conflicts(), [])
    try expectEqual(catalog.shownText(), before)
    try expectEqual(temporary.records(of: 1), ["local 1/1"])
    try expectEqual(catalog.provenance(.publisher, of: 1)?.origin, .source("local"))
    #expect(try catalog.provenance(.publisher, of: 1)?.removedSince == nil)
    try expectEqual(catalog.found("source:local"), [1])
    try catalog.undoStep()
    try expectEqual(temporary.records(of: 1), ["test 1!"])
    try expectEqual(conflicts(), ["1 gone from test"])

    try decide(.removal, .theirs)
    try expectEqual(conflicts(), [])
    try expectEqual(catalog.bookCount(), 0)
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try catalog.redoStep()
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(conflicts(), [])
    try catalog.undoStep()
    // The source no longer has the book, whatever the user undoes.
    try expectEqual(temporary.records(of: 1), ["test 1!"])
  }

  @Test("a book that is gone from several sources keeps the values of all of them")
  func removalFromSeveral() async throws {
    let isbn = "9780441013593"
    try await deliver([.isbn: isbn, .pages: "400"])
    try await temporary.importRecords(
      [try SourceRecord("a", [.title: "DUNE", .isbn: isbn, .series: "S"])], source: "b")
    try catalog.set(.publisher, of: 1, to: "Me")
    try temporary.lose("1", of: "test")
    try expectEqual(conflicts(), [])
    #expect(try pages() == nil, "a source that has it no more says nothing while another has the book")
    try temporary.lose("a", of: "b")
    try expectEqual(conflicts(), ["1 gone from b"])
    try expectEqual(pages(), "400")
    let before = try catalog.shownText()
    try decide(.removal, .mine)
    try expectEqual(catalog.shownText(), before)
    try expectEqual(temporary.records(of: 1).count, 2)
    try expectEqual(conflicts(), [])
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(temporary.records(of: 1), ["b a!", "test 1!"])
    try catalog.redoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try catalog.undoStep()
    #expect(try pages() == nil)
    try expectEqual(catalog.findings(), [])
  }

  @Test("deciding all conflicts is one step, over as many transactions as it takes", arguments: ConflictSide.allCases)
  func all(side: ConflictSide) async throws {
    // More than two batches.
    let count = 1_100
    func records(_ pages: Int) throws -> [SourceRecord] {
      try (1...count).map { try SourceRecord("\($0)", [.title: "Book \($0)", .pages: "\(pages)"]) }
    }
    try await temporary.importRecords(records(400))
    try catalog.change((1...Book.ID(count)).map { $0 }, .set(.pages, .integer(412)))
    try await temporary.importRecords(records(500))
    try catalog.set(.publisher, of: 1, to: "Me")
    try temporary.lose("1", of: "test")
    try expectEqual(catalog.view { try $0.conflictCount() }, count + 1)
    let before = try catalog.shownText()
    let steps = try await catalog.steps().count

    let outcome = try await catalog.resolveAll(side)
    expectEqual(outcome.books.count, count)
    try await expectEqual(catalog.steps().count, steps + 1)
    try expectEqual(conflicts(), [])
    try expectEqual(catalog.bookCount(), side == .mine ? count : count - 1)
    try expectEqual(catalog.text(.pages, of: 2), side == .mine ? "412" : "500")
    #expect(try catalog.resolveEverything(side).step == nil)
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.view { try $0.conflictCount() }, count + 1)
    try catalog.redoStep()
    try expectEqual(conflicts(), [])
  }

  @Test("conflicts are listed in pages, once each, in the order of books and fields")
  func pagesOfConflicts() async throws {
    for id in 1...4 {
      try await deliver(id: "\(id)", [.title: "Book \(id)", .pages: "1", .series: "A", .publisher: "P"])
    }
    for id in [1, 2, 4] as [Book.ID] {
      try catalog.change([id], .set(.pages, .integer(2)), .set(.series, .text("B")), .set(.publisher, .text("Q")))
    }
    for id in 1...4 {
      try await deliver(id: "\(id)", [.title: "Book \(id)", .pages: "3", .series: "C", .publisher: "P"])
    }
    try temporary.lose("2", of: "test")
    try temporary.lose("3", of: "test")
    let expected = ["1 pages", "1 series", "2 removal", "2 pages", "2 series", "4 pages", "4 series"]
    for size in 1...8 {
      var names: [String] = []
      var last: Conflict?
      while true {
        let page = try catalog.view { try $0.conflicts(limit: size, after: last) }
        #expect(page.count <= size)
        if page.isEmpty { break }
        names += page.map { conflict in
          if case .field(let field) = conflict.subject {
            "\(conflict.book) \(field)"
          } else {
            "\(conflict.book) removal"
          }
        }
        last = page.last
      }
      expectEqual(names, expected, "in pages of \(size)")
    }
    try catalog.removeBooks(4)
    try expectEqual(catalog.view { try $0.conflictCount() }, 5, "what is not shown is no conflict")
  }

  @Test("conflicts are found by indexes of their own, without scanning books or edits")
  func plans() throws {
    let connection = try Connection(path: temporary.path, mode: .readWrite)
    let reader = ConflictReader(connection: connection)
    _ = try reader.conflicts(limit: 10, after: nil)
    _ = try reader.conflict(of: 1, .removal)
    _ = try reader.count()
    let read = try connection.preparedStatements { $0.contains("JOIN book") }
    expectEqual(read.count, 6)
    for statement in read {
      if statement.sql.contains("reading_conflict") {
        #expect(statement.plan.dropFirst().allSatisfy { $0.hasPrefix("SEARCH book") }, "\(statement)")
      } else {
        let index = statement.sql.contains("gone") ? "source_record_gone" : "field_edit_conflict"
        expectEqual(statement.plan.first?.contains(index), true, "\(statement)")
      }
      #expect(!statement.plan.dropFirst().contains { $0.hasPrefix("SCAN") }, "\(statement)")
    }
  }
}
