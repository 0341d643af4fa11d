import CatalogTestSupport
import Synchronization
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Fields of one's own, and sources that fill them, undone") struct UndoneFieldTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// A source of the user's own that says something of two books.
  private func source(shelf: String = "attic", rating: Double = 3) async throws -> ScriptedSource {
    try await catalog.write { transaction in
      try transaction.addSource("shop", kind: .samples, location: nil)
      try transaction.setSource("shop", [.isMine(true)])
    }
    return ScriptedSource("shop") { _ in
      let records = (1...2).map { number in
        var values = FieldPresences()
        values[.title] = .value(.text("Book \(number)"))
        values[.rating] = .value(.decimal(rating))
        var record = SourceRecord(remoteID: "r\(number)", values: values)
        record.own = [OwnValue("shelf", .text, .text(shelf))]
        return record
      }
      return SourcePage(records: records, cursor: "\(UInt64.random(in: .min ... .max))", isLast: true)
    }
  }

  private func shelves(_ name: String = "shelf") async throws -> [FieldValue?] {
    guard let field = try await catalog.fields()[name] else { return [] }
    return try await catalog.page(order: .title).books.map { $0[field] }
  }

  @Test("what was removed comes back under another name where somebody has taken its own")
  func nameTaken() async throws {
    try catalog.addBook([.title: "Dune"])
    let field = try await catalog.addField("shelf", .text)
    try await catalog.edit(1) { $0[field] = .text("attic") }
    try await catalog.removeField("shelf")
    let anna = try catalog.acting(as: "Anna")
    let other = try await anna.addField("shelf", .number)
    #expect(try await catalog.undo().left.isEmpty)
    #expect(try await catalog.fields().shown.map(\.name) == ["shelf-2", "shelf"])
    #expect(try await shelves("shelf-2") == [.text("attic")])
    try await anna.undo()
    #expect(try await catalog.fields().shown.map(\.name) == ["shelf-2"])
    #expect(try await catalog.fields()[other.id]?.isRemoved == true)
    #expect(try await shelves("shelf-2") == [.text("attic")])
  }

  @Test("what was edited of a book is done again once the next refresh has brought the book that the undone one had")
  func editedBook() async throws {
    let engine = catalog.syncEngine(sources: [try await source()])
    _ = try await engine.refresh()
    try await catalog.edit(1) { $0.title = "Dune" }
    try await catalog.undo()
    try await catalog.undo()
    #expect(try await catalog.count() == 0)
    _ = try await engine.refresh()
    #expect(try await catalog.redo().left.isEmpty)
    #expect(try await catalog.book(1)?.title == "Dune")
  }

  @Test("what one of the user's own sources says of a field is told beside the user's word")
  func covered() async throws {
    _ = try await catalog.syncEngine(sources: [try await source()]).refresh()
    let field = try #require(try await catalog.fields()["shelf"])
    func why() async throws -> FieldProvenance? {
      try await catalog.provenance(of: 1).first { $0.field == field.field }
    }
    #expect(try await why()?.origin == .source("shop"))
    #expect(try await why()?.sourceValue == nil)
    try await catalog.edit(1) { $0[field] = .text("loft") }
    _ = try await catalog.syncEngine(sources: [try await changed()]).refresh()
    let told = try #require(try await why())
    #expect(told.value == .text("loft") && told.origin == .personal && told.sourceValue == .text("cellar"))
    #expect(try await catalog.provenance(of: 1).first { $0.field == .notes }?.sourceValue == nil)
  }

  @Test("what an undone refresh made comes with the next one")
  func madeByRefresh() async throws {
    let engine = catalog.syncEngine(sources: [try await source()])
    _ = try await engine.refresh()
    #expect(try await shelves() == [.text("attic"), .text("attic")])
    try await catalog.undo()
    #expect(try await catalog.fields().isEmpty)
    _ = try await engine.refresh()
    #expect(try await shelves() == [.text("attic"), .text("attic")])
    // What the user removes stays out of sight.
    try await catalog.removeField("shelf")
    _ = try await catalog.syncEngine(sources: [try await changed()]).refresh()
    #expect(try await catalog.fields().isEmpty)
    // The refresh, then the removal.
    try await catalog.undo()
    try await catalog.undo()
    #expect(try await shelves() == [.text("attic"), .text("attic")])
  }

  private func changed() async throws -> ScriptedSource {
    ScriptedSource("shop") { _ in
      let records = (1...2).map { number in
        var record = SourceRecord("r\(number)") { $0.title = "Book \(number)" }
        record.own = [OwnValue("shelf", .text, .text("cellar"))]
        return record
      }
      return SourcePage(records: records, cursor: "\(UInt64.random(in: .min ... .max))", isLast: true)
    }
  }

  @Test("a source that is removed takes books along of which nobody but it has said anything")
  func removed() async throws {
    _ = try await catalog.syncEngine(sources: [try await source()]).refresh()
    try await catalog.edit(2) { $0.rating = 5 }
    let outcome = try await catalog.removeSource("shop", .removeBooks)
    #expect(outcome.removed == 1 && outcome.kept == 1)
    #expect(try await catalog.page().books.map(\.title) == ["Book 2"])
    try await catalog.undo()
    #expect(try await catalog.page(order: .title).books.map(\.rating) == [3, 5])
  }
}
