import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Personal values that sources filled in and that the user did not touch.
@Suite("Filled-in personal values") struct FilledValuesTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns a record of one book with a source's own notes, copies and shelf.
  private func record(_ name: String, notes: String?, shelf: String? = nil) throws -> SourceRecord {
    let isbn = try ISBN("9780441013593")
    var record = SourceRecord("1") { draft in
      (draft.title, draft.authors, draft.isbn, draft.notes) = ("Dune", ["Frank Herbert"], isbn, notes)
      if notes != nil { draft.review = "\(name) review" }
    }
    if let shelf { record.own = [OwnValue("shelf", .text, .text(shelf))] }
    return record
  }

  /// Returns the notes, the review and the shelf of the only book.
  private func shown() throws -> [String?] {
    let book = try #require(try catalog.view { try $0.page().books }.first)
    #expect(try catalog.bookCount() == 1 && catalog.findings() == [])
    let shelf = try catalog.view { try $0.fields() }.shown.first?.field
    return [book.notes, book.review, shelf.flatMap { book[$0]?.description }]
  }

  @Test("values of a source that is removed with its books give way to those of the others")
  func removed() async throws {
    try await temporary.importRecords([record("a", notes: "a's", shelf: "attic")], source: "a")
    try await temporary.importRecords([record("b", notes: nil)], source: "b")
    try catalog.removeTheSource("a", .removeBooks)
    try expectEqual(shown(), [nil, nil, nil])
    try catalog.undoStep()
    try expectEqual(shown(), ["a's", "a review", "attic"])
    try await temporary.importRecords([record("b", notes: "b's", shelf: "cellar")], source: "b")
    try expectEqual(shown(), ["a's", "a review", "attic"])
    try catalog.removeTheSource("a", .removeBooks)
    try expectEqual(shown(), ["b's", "b review", "cellar"])
    try await temporary.importRecords([record("b", notes: "newer", shelf: "loft")], source: "b")
    try expectEqual(shown(), ["newer", "b review", "loft"])
    for _ in 0..<2 { try expectEqual(catalog.undoStep().left, []) }
    try expectEqual(shown(), ["a's", "a review", "attic"])
    for _ in 0..<2 { try catalog.redoStep() }
    try expectEqual(shown(), ["newer", "b review", "loft"])
  }

  @Test("values that the user set stay when the source is removed")
  func usersOwn() async throws {
    try await temporary.importRecords([record("a", notes: "a's")], source: "a")
    try await temporary.importRecords([record("b", notes: "b's")], source: "b")
    try await catalog.edit(1) { $0.notes = "mine" }
    try catalog.removeTheSource("a", .removeBooks)
    try expectEqual(shown(), ["mine", "a review", nil])
  }

  @Test("values of a source that loses the book give way to those of the others")
  func lost() async throws {
    try await catalog.write { try $0.addOwnSources("a", "b") }
    func refresh(_ name: String, notes: String?) async throws {
      let records = try [record(name, notes: notes)]
      let source = ScriptedSource(name) { _ in SourcePage(records: records, cursor: name, isLast: true) }
      _ = try await catalog.syncEngine(sources: [source]).refresh()
    }
    func lose(_ name: String) async throws {
      let source = ScriptedSource(name) { _ in
        SourcePage(items: [.removed(remoteID: "1")], cursor: "\(name) lost", isLast: true)
      }
      _ = try await catalog.syncEngine(sources: [source]).refresh()
    }
    try await refresh("a", notes: "a's")
    try await refresh("b", notes: "b's")
    try await lose("a")
    try expectEqual(shown(), ["b's", "b review", nil])
    try catalog.undoStep()
    try expectEqual(shown(), ["a's", "a review", nil])
    try catalog.redoStep()
    // The values of a book that no source has count until a source has it again.
    try await catalog.edit(1) { $0.rating = 4 }
    try await lose("b")
    try expectEqual(shown(), ["b's", "b review", nil])
    try await refresh("a", notes: "newer")
    try expectEqual(shown(), ["newer", "a review", nil])
  }

  @Test("values are followed again when a source returns whose books were kept")
  func returned() async throws {
    try await temporary.importRecords([record("a", notes: "old", shelf: "attic")], source: "a")
    try catalog.removeTheSource("a", .keepBooks)
    try await temporary.importRecords([record("a", notes: "new", shelf: "loft")], source: "a")
    try expectEqual(shown(), ["new", "a review", "loft"])
    let provenance = try await catalog.read { try $0.provenance(of: $0.page().books[0]) }
    expectEqual(provenance.first { $0.field == .notes }?.origin, .source("a"))
    try catalog.undoStep()
    try expectEqual(shown(), ["old", "a review", "attic"])
  }

  @Test("values of a source that is kept count beside those of the others")
  func kept() async throws {
    try await temporary.importRecords([record("b", notes: "b's")], source: "b")
    try await temporary.importRecords([record("a", notes: "a's")], source: "a")
    try catalog.removeTheSource("a", .keepBooks)
    try catalog.removeTheSource("b", .removeBooks)
    try expectEqual(shown(), ["a's", "a review", nil])
    try await catalog.edit(1) { $0.notes = "mine" }
    _ = try catalog.revertField(.notes, of: 1)
    try expectEqual(shown(), ["a's", "a review", nil])
  }

  @Test("a source that returns without values gives way to the others")
  func returnedEmpty() async throws {
    func refresh(_ name: String, _ record: SourceRecord) async throws {
      let source = ScriptedSource(name) { _ in SourcePage(records: [record], cursor: record.remoteID, isLast: true) }
      _ = try await catalog.syncEngine(sources: [source]).refresh()
    }
    func add(_ name: String) async throws {
      try await catalog.write { try $0.addOwnSources(name) }
    }
    try await add("a")
    try await refresh("a", record("a", notes: "a's", shelf: "attic"))
    try await add("b")
    try await refresh("b", record("b", notes: "b's", shelf: "cellar"))
    try catalog.removeTheSource("a", .keepBooks)
    try await add("a")
    var empty = try record("a", notes: nil)
    (empty.values[.notes], empty.values[.review]) = (.null, .null)
    empty.own = [OwnValue("shelf", .text, nil)]
    try await refresh("a", empty)
    try expectEqual(shown(), ["b's", "b review", "cellar"])
  }

  @Test("values that a returning file no longer mentions count again")
  func unmentioned() async throws {
    try await temporary.importRecords([record("a", notes: "a's", shelf: "attic")], source: "a")
    try await temporary.importRecords([record("b", notes: nil)], source: "b")
    try catalog.removeTheSource("a", .removeBooks)
    try expectEqual(shown(), [nil, nil, nil])
    try await temporary.importRecords([record("a", notes: nil)], source: "a")
    try expectEqual(shown(), ["a's", "a review", "attic"])
    try catalog.undoStep()
    try expectEqual(shown(), [nil, nil, nil])
  }

  @Test func `undoing the user's notes shows what the source has said meanwhile`() async throws {
    try await temporary.importRecords([record("a", notes: nil)], source: "a")
    try await catalog.edit(1) { $0.notes = "mine" }
    let first = try #require(try await catalog.steps().first)
    try await temporary.importRecords([record("a", notes: "a's")], source: "a")
    try expectEqual(shown().first, "mine")
    try await catalog.undo(step: first.id)
    try expectEqual(shown().first, "a's")
    try await catalog.edit(1) { $0.notes = "mine again" }
    let second = try #require(try await catalog.steps().first)
    try await temporary.importRecords([record("a", notes: "newer")], source: "a")
    try await catalog.undo(step: second.id)
    try expectEqual(shown().first, "newer")
    try await catalog.redo()
    try expectEqual(shown().first, "mine again")
  }

  @Test("a value of an undone import never shows in the book that the user has added since")
  func undoneElsewhere() async throws {
    func delivered(rating: Double?, title: String) throws -> SourceRecord {
      let isbn = try ISBN("9780441013593")
      return SourceRecord("1") { ($0.title, $0.isbn, $0.rating) = (title, isbn, rating) }
    }
    func ratings() throws -> [FieldValue?] { try catalog.view { try $0.page().books }.map { $0[.rating] } }
    try await temporary.importRecords([delivered(rating: 4.5, title: "Dune")], source: "a")
    try catalog.undoStep()
    try catalog.addBook([.title: "Dune", .isbn: "9780441013593"])
    try expectEqual(ratings(), [nil])
    // The record, which the undone import had stored with a rating, moves to the user's book.
    try await temporary.importRecords([delivered(rating: nil, title: "Dune Messiah")], source: "a")
    try expectEqual(ratings(), [nil])
    try catalog.undoStep()
    #expect(try ratings() == [nil] && catalog.findings() == [])
    try await temporary.importRecords([delivered(rating: 2, title: "Dune")], source: "a")
    try expectEqual(ratings(), [.decimal(2)])
    try catalog.undoStep()
    #expect(try ratings() == [nil] && catalog.findings() == [])
  }
}
