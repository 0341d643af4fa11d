import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Reverting readings to those of the sources") struct RevertedReadingTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    try await temporary.importRecords([
      SourceRecord("1", [.title: "Dune", .readState: "read", .started: "2020-01-01", .finished: "2020-02-01"]),
      SourceRecord("2", [.title: "Emma"]),
    ])
  }

  private func shown(_ book: Book.ID = 1) throws -> String {
    try expectEqual(catalog.findings(), [])
    let found = try #require(try catalog.view { try $0.book(book) })
    return ReadingNotation.text(
      Readings(current: found.currentReading, earlier: found.earlierReadings, origin: nil, overridden: []))
  }

  private func refusal(_ field: BookField, of book: Book.ID = 1) -> String? {
    let error = #expect(throws: CatalogError.self) { try catalog.revertField(field, of: book) }
    expectEqual(error?.code, .nothingToDo)
    return error?.cause
  }

  @Test(arguments: [BookField.readState, .started, .finished])
  func `reverting any part of the current reading shows the source's, and undo returns the user's`(
    field: BookField
  ) throws {
    try catalog.set(.readState, of: 1, to: "abandoned")
    try catalog.set(.finished, of: 1, to: "2020-01-20")
    try expectEqual(shown(), "abandoned 2020-01-01..2020-01-20")
    let outcome = try catalog.revertField(field, of: 1)
    expectEqual(outcome.books, [1])
    try expectEqual(shown(), "read 2020-01-01..2020-02-01")
    try expectEqual(catalog.undoStep().left, [])
    try expectEqual(shown(), "abandoned 2020-01-01..2020-01-20")
    try expectEqual(catalog.redoStep().left, [])
    try expectEqual(shown(), "read 2020-01-01..2020-02-01")
    #expect(refusal(field)?.contains("you have not set") == true)
  }

  @Test func `the current reading and the earlier readings are reverted separately`() async throws {
    try catalog.set(.earlierReadings, of: 1, to: " | 2018 | read")
    #expect(refusal(.finished)?.contains("you have not set") == true)
    try catalog.set(.finished, of: 1, to: "2020-01-20")
    try expectEqual(shown(), "read 2020-01-01..2020-01-20; before: read ..2018")
    try catalog.revertField(.finished, of: 1)
    try expectEqual(shown(), "read 2020-01-01..2020-02-01; before: read ..2018")
    try catalog.undoStep()
    try catalog.revertField(.earlierReadings, of: 1)
    try expectEqual(shown(), "read 2020-01-01..2020-01-20")
    #expect(refusal(.earlierReadings)?.contains("you have not set") == true)
    // Without a statement by the user, the book is not kept for their sake.
    try catalog.revertField(.finished, of: 1)
    try await catalog.removeSource("test", .removeBooks)
    #expect(try await catalog.book(1) == nil)
  }

  @Test func `readings that only the user has set are not reverted`() throws {
    let added = try catalog.addBook([.title: "Ubik"])
    for book in [2, added] {
      try catalog.set(.readState, of: book, to: "read")
      #expect(refusal(.readState, of: book)?.contains("only you have set one") == true)
      try expectEqual(shown(book), "read")
    }
  }
}
