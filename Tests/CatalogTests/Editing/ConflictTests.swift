import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Later deliveries of a source to edited fields, and the conflicts that they cause and settle.
@Suite("Edits and sources")
struct ConflictTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Delivers these fields of book 1.
  private func deliver(_ fields: [BookField: String?]) async throws {
    let all: [BookField: String?] = fields.merging([.title: "Dune"]) { given, _ in given }
    try await temporary.importRecords([try SourceRecord("1", all)])
    try expectEqual(catalog.findings(), [])
    // The file's view and the library agree on the conflicts.
    let shown = try temporary.foreign().conflicts()
    let reported = try catalog.view { snapshot in
      try snapshot.book(1).map { try snapshot.provenance(of: $0) }?.filter(\.isConflict)
        .map { "1 \($0.field.rawValue)" }.sorted() ?? []
    }
    expectEqual(shown, reported)
  }

  private func conflicts() throws -> [String] { try temporary.foreign().conflicts() }

  @Test("an edit stays whatever the source delivers later")
  func stays() async throws {
    try await deliver([.pages: "400", .publisher: "Ace", .authors: "F. Herbert"])
    try catalog.set(.pages, of: 1, to: "412")
    try catalog.set(.authors, of: 1, to: "Frank Herbert")
    try catalog.set(.title, of: 1, to: "Dune!")
    for round in 1...3 {
      try await deliver([
        .pages: "\(400 + round)", .publisher: "Publisher \(round)", .authors: "Herbert \(round)",
        .title: "Title \(round)",
      ])
      try expectEqual(catalog.text(.pages, of: 1), "412")
      try expectEqual(catalog.text(.authors, of: 1), "Frank Herbert")
      try expectEqual(catalog.text(.title, of: 1), "Dune!")
      try expectEqual(catalog.text(.publisher, of: 1), "Publisher \(round)")
      try expectEqual(conflicts(), ["1 authors", "1 pages", "1 title"])
    }
  }

  @Test("a cleared field stays cleared")
  func cleared() async throws {
    try await deliver([.series: "Dune Saga"])
    try catalog.set(.series, of: 1, to: "")
    try expectEqual(conflicts(), [])
    try await deliver([.series: "Dune Chronicles"])
    #expect(try catalog.text(.series, of: 1) == nil)
    try expectEqual(conflicts(), ["1 series"])
    try await deliver([.series: nil])
    try expectEqual(conflicts(), [], "now both say that there is none")
  }

  @Test("a field is in conflict while the source states neither its earlier value nor the user's")
  func comesAndGoes() async throws {
    try await deliver([.pages: "400"])
    try catalog.set(.pages, of: 1, to: "412")
    try expectEqual(conflicts(), [])
    try await deliver([.pages: "500"])
    try expectEqual(conflicts(), ["1 pages"])
    try await expectEqual(catalog.status().conflicts, 1)
    try await deliver([.pages: "400"])
    try expectEqual(conflicts(), [], "it returned to what it said")
    try await deliver([.pages: "500"])
    try await deliver([.pages: "412"])
    try expectEqual(conflicts(), [], "it says what the user says")
    try await deliver([.pages: nil])
    try expectEqual(conflicts(), ["1 pages"])
    // Setting another value settles it, and so does reverting.
    try catalog.set(.pages, of: 1, to: "413")
    try expectEqual(conflicts(), [])
    try await deliver([.pages: "600"])
    try expectEqual(conflicts(), ["1 pages"])
    try catalog.undoStep()
    try expectEqual(conflicts(), [], "undoing the import undoes what it said")
    try catalog.redoStep()
    try expectEqual(conflicts(), ["1 pages"])
    try catalog.revertField(.pages, of: 1)
    try expectEqual(conflicts(), [])
    try expectEqual(catalog.text(.pages, of: 1), "600")
    try expectEqual(catalog.findings(), [])
  }

  @Test("the user's tag changes apply to the source's current tags and never conflict")
  func tags() async throws {
    try await deliver([.tags: "classic; sf; space"])
    try catalog.change([1], .add(.tags, ["mine"]), .remove(.tags, ["space"]))
    try await deliver([.tags: "new; sf; space"])
    try expectEqual(catalog.text(.tags, of: 1), "mine; new; sf")
    try await deliver([.tags: "mine; space"])
    try expectEqual(catalog.text(.tags, of: 1), "mine")
    try await deliver([.tags: nil])
    try expectEqual(catalog.text(.tags, of: 1), "mine")
    try await deliver([.tags: "space; sf"])
    try expectEqual(catalog.text(.tags, of: 1), "mine; sf")
    try expectEqual(conflicts(), [])
    try catalog.change([1], .add(.tags, ["space"]))
    try expectEqual(catalog.text(.tags, of: 1), "mine; sf; space")
    try catalog.revertField(.tags, of: 1)
    try expectEqual(catalog.text(.tags, of: 1), "sf; space")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a more precise date is taken over without a conflict")
  func dates() async throws {
    try await deliver([.published: "1964"])
    try catalog.set(.published, of: 1, to: "1965")
    try await deliver([.published: "1965-08"])
    try expectEqual(catalog.text(.published, of: 1), "1965-08")
    try expectEqual(conflicts(), [])
    try await deliver([.published: "1965-08-01"])
    try expectEqual(catalog.text(.published, of: 1), "1965-08-01")
    try await deliver([.published: "1966-01"])
    try expectEqual(catalog.text(.published, of: 1), "1965", "a source that says something else adds nothing")
    try expectEqual(conflicts(), ["1 published"])
    // A less precise date of the user's is kept.
    try catalog.set(.published, of: 1, to: "1966")
    try expectEqual(catalog.text(.published, of: 1), "1966")
    try expectEqual(conflicts(), [])
    try expectEqual(catalog.findings(), [])
  }

  @Test("ISBNs are compared by their digits, however they are written")
  func isbn() async throws {
    try await deliver([.isbn: "9780441013593"])
    try catalog.set(.isbn, of: 1, to: "0-441-47812-3")
    try await deliver([.isbn: "978-0-441-01359-3"])
    try expectEqual(conflicts(), [])
    try await deliver([.isbn: "978-0-441-47812-5"])
    try expectEqual(conflicts(), [])
    try expectEqual(catalog.text(.isbn, of: 1), "0-441-47812-3")
    try await deliver([.isbn: "9780141182803"])
    try expectEqual(conflicts(), ["1 isbn"])
  }

  @Test("unmentioned values stay, values delivered as empty are removed, and titles cannot be removed")
  func absence() async throws {
    try await deliver([.pages: "412", .publisher: "Ace", .series: "Dune", .tags: "sf"])
    try await deliver([.publisher: nil])
    try expectEqual(catalog.text(.pages, of: 1), "412")
    #expect(try catalog.text(.publisher, of: 1) == nil)
    try expectEqual(catalog.text(.tags, of: 1), "sf")
    try await temporary.importRecords([try SourceRecord("1", [.title: nil, .pages: "500"])])
    try expectEqual(catalog.text(.title, of: 1), "Dune")
    try expectEqual(catalog.text(.pages, of: 1), "500")
    try expectEqual(catalog.findings(), [])
  }

  @Test("an import fills personal fields where the user stated nothing, and counts those it left alone")
  func personal() async throws {
    try await deliver([.pages: "412"])
    try catalog.set(.rating, of: 1, to: "3")
    let report = try await temporary.importRecords([
      try SourceRecord(
        "1", [.title: "Dune", .rating: "5", .notes: "theirs", .readState: "read", .finished: "2025", .pages: "412"])
    ])
    expectEqual(report.counts.keptYours, 1)
    try expectEqual(catalog.text(.rating, of: 1), "3")
    try expectEqual(catalog.text(.notes, of: 1), "theirs")
    try expectEqual(catalog.text(.readState, of: 1), "read")
    try catalog.undoStep()
    #expect(try catalog.text(.notes, of: 1) == nil)
    try expectEqual(catalog.text(.readState, of: 1), "unread")
    try expectEqual(catalog.text(.rating, of: 1), "3")
    try catalog.redoStep()
    try expectEqual(catalog.text(.finished, of: 1), "2025")
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "a cleared rating and a book marked as unread stay so until that is undone"
  )
  func personalCleared() async throws {
    func deliver(_ pages: String) async throws -> ImportReport {
      try await temporary.importRecords([
        try SourceRecord("1", [.title: "Dune", .rating: "4", .readState: "read", .notes: "long", .pages: pages])
      ])
    }
    _ = try await deliver("400")
    try catalog.change([1], .set(.rating, nil), .set(.readState, .readState(.unread)))
    try expectEqual(catalog.provenance(.rating, of: 1)?.origin, .personal)
    try expectEqual(catalog.provenance(.readState, of: 1)?.origin, .personal)
    try expectEqual(catalog.provenance(.finished, of: 1)?.origin, .nobody)
    let report = try await deliver("401")
    #expect(report.counts.updated == 1 && report.counts.keptYours == 2)
    #expect(try catalog.text(.rating, of: 1) == nil)
    try expectEqual(catalog.text(.readState, of: 1), "unread")
    try expectEqual(catalog.text(.pages, of: 1), "401")
    // Setting it again and undoing that does not change the user's statement.
    try catalog.set(.rating, of: 1, to: "2")
    try catalog.undoStep()
    _ = try await deliver("402")
    #expect(try catalog.text(.rating, of: 1) == nil)
    for _ in 0..<3 { try catalog.undoStep() }
    try expectEqual(catalog.text(.rating, of: 1), "4", "the edit itself is undone")
    try expectEqual(catalog.text(.readState, of: 1), "read")
    try expectEqual(catalog.findings(), [])
  }

  @Test("an import with fewer personal fields removes nothing")
  func personalAbsence() async throws {
    try await temporary.importRecords([try SourceRecord("1", [.title: "Dune", .rating: "5", .notes: "long"])])
    try await temporary.importRecords([try SourceRecord("1", [.title: "Dune", .rating: nil, .pages: "1"])])
    try expectEqual(catalog.text(.rating, of: 1), "5")
    try expectEqual(catalog.text(.notes, of: 1), "long")
  }

  @Test("a book removed by the user stays removed while its records are updated")
  func removed() async throws {
    try await deliver([.pages: "400"])
    try catalog.removeBooks(1)
    try await deliver([.pages: "412"])
    try expectEqual(catalog.bookCount(), 0)
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.text(.pages, of: 1), "400")
    try catalog.redoStep()
    try catalog.redoStep()
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
  }

  @Test("the provenance explains each field's value")
  func provenance() async throws {
    try await deliver([.pages: "400", .authors: "Frank Herbert"])
    try catalog.set(.pages, of: 1, to: "412")
    try catalog.set(.rating, of: 1, to: "4")
    try await deliver([.pages: "500"])
    let pages = try #require(try catalog.provenance(.pages, of: 1))
    guard case .user = pages.origin else {
      Issue.record("\(pages.origin)")
      return
    }
    expectEqual(pages.value, .integer(412))
    expectEqual(pages.sourceValue, .integer(500))
    expectEqual(pages.sourceValueAtEdit, .integer(400))
    #expect(pages.isConflict)
    try expectEqual(catalog.provenance(.authors, of: 1)?.origin, .source("test"))
    try expectEqual(catalog.provenance(.rating, of: 1)?.origin, .personal)
    try expectEqual(catalog.provenance(.notes, of: 1)?.origin, .nobody)
    try expectEqual(catalog.provenance(.series, of: 1)?.origin, .nobody)
    try expectEqual(
      catalog.view { try $0.provenance(of: try #require(try $0.book(1))).map(\.field) }, BookField.allCases)
  }

  @Test("a book's history lists its steps, newest first, with their changes")
  func history() async throws {
    try await temporary.importRecords([
      try SourceRecord("0", [.title: "Other"]), try SourceRecord("1", [.title: "Dune", .pages: "400"]),
    ])
    try catalog.set(.pages, of: 2, to: "412")
    try catalog.set(.pages, of: 1, to: "7")
    try catalog.change([2], .set(.pages, nil), .add(.tags, ["sf"]), .remove(.tags, ["x"]))
    try await temporary.importRecords([try SourceRecord("1", [.title: "Dune", .pages: "500"])])
    try catalog.removeBooks(2)
    try catalog.undoStep()
    let lines = try catalog.view { snapshot in
      try snapshot.history(of: 2).map { entry in
        let changes = entry.changes.map { "\($0.subject): \($0.old ?? "-") → \($0.new ?? "-")" }
        return "\(entry.step.kind.rawValue) \(entry.step.state) \(changes.joined(separator: ", "))"
      }
    }
    expectEqual(
      lines,
      [
        "remove undone removed: - → -", "import done test: - → -", "edit done pages: 412 → nothing, tags: - → +sf",
        "edit done pages: - → 412", "import done added: - → -",
      ])
    #expect(try catalog.view { try $0.history(of: 99).isEmpty })
    try expectEqual(catalog.view { try $0.history(of: 2, limit: 2).count }, 2)
  }
}
