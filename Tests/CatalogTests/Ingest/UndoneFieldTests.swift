import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Undone steps on user-defined fields and their sources") struct UndoneFieldTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns a source of the user's own with values for two books.
  private func source(shelf: String = "attic", rating: Double = 3) async throws -> ScriptedSource {
    try await catalog.write { try $0.addOwnSources("shop") }
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

  @Test("a removed field returns under another name if its own is taken")
  func nameTaken() async throws {
    try catalog.addBook([.title: "Dune"])
    let field = try await catalog.addField("shelf", .text)
    try await catalog.edit(1) { $0[field] = .text("attic") }
    try await catalog.removeField("shelf")
    let anna = try catalog.acting(as: "Anna")
    let other = try await anna.addField("shelf", .number)
    #expect(try await catalog.undo().left.isEmpty)
    try await expectEqual(catalog.fields().shown.map(\.name), ["shelf-2", "shelf"])
    try await expectEqual(shelves("shelf-2"), [.text("attic")])
    try await anna.undo()
    try await expectEqual(catalog.fields().shown.map(\.name), ["shelf-2"])
    try await expectEqual(catalog.fields()[other.id]?.isRemoved, true)
    try await expectEqual(shelves("shelf-2"), [.text("attic")])
  }

  @Test("an edit is redone once the next refresh has added the book of the undone one")
  func editedBook() async throws {
    let engine = catalog.syncEngine(sources: [try await source()])
    _ = try await engine.refresh()
    try await catalog.edit(1) { $0.title = "Dune" }
    try await catalog.undo()
    try await catalog.undo()
    try await expectEqual(catalog.count(), 0)
    _ = try await engine.refresh()
    #expect(try await catalog.redo().left.isEmpty)
    try await expectEqual(catalog.book(1)?.title, "Dune")
  }

  @Test("a value of the user's own source is listed next to the user's")
  func covered() async throws {
    _ = try await catalog.syncEngine(sources: [try await source()]).refresh()
    let field = try #require(try await catalog.fields()["shelf"])
    func why() async throws -> FieldProvenance? {
      try await catalog.provenance(of: 1).first { $0.field == field.field }
    }
    try await expectEqual(why()?.origin, .source("shop"))
    #expect(try await why()?.sourceValue == nil)
    try await catalog.edit(1) { $0[field] = .text("loft") }
    _ = try await catalog.syncEngine(sources: [try await changed()]).refresh()
    let reported = try #require(try await why())
    #expect(reported.value == .text("loft") && reported.origin == .personal && reported.sourceValue == .text("cellar"))
    #expect(try await catalog.provenance(of: 1).first { $0.field == .notes }?.sourceValue == nil)
  }

  @Test("fields created by an undone refresh return with the next one")
  func madeByRefresh() async throws {
    let engine = catalog.syncEngine(sources: [try await source()])
    _ = try await engine.refresh()
    try await expectEqual(shelves(), [.text("attic"), .text("attic")])
    try await catalog.undo()
    #expect(try await catalog.fields().isEmpty)
    _ = try await engine.refresh()
    try await expectEqual(shelves(), [.text("attic"), .text("attic")])
    // A field that the user removes stays removed.
    try await catalog.removeField("shelf")
    _ = try await catalog.syncEngine(sources: [try await changed()]).refresh()
    #expect(try await catalog.fields().isEmpty)
    // The refresh, then the removal.
    try await catalog.undo()
    try await catalog.undo()
    try await expectEqual(shelves(), [.text("attic"), .text("attic")])
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

  @Test("a removed source takes along books without other statements")
  func removed() async throws {
    _ = try await catalog.syncEngine(sources: [try await source()]).refresh()
    try await catalog.edit(2) { $0.rating = 5 }
    let outcome = try await catalog.removeSource("shop", .removeBooks)
    #expect(outcome.removed == 1 && outcome.kept == 1)
    try await expectEqual(catalog.page().books.map(\.title), ["Book 2"])
    try await catalog.undo()
    try await expectEqual(catalog.page(order: .title).books.map(\.rating), [3, 5])
  }
}
