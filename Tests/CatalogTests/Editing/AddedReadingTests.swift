import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Readings that the user gives when they add a book.
@Suite struct AddedReadingTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func shown(_ book: Book.ID) throws -> String {
    try expectEqual(catalog.findings(), [])
    let found = try #require(try catalog.view { try $0.book(book) })
    return ReadingNotation.text(
      Readings(current: found.currentReading, earlier: found.earlierReadings, origin: nil, overridden: []))
  }

  @Test(
    arguments: [
      ([.finished: "2024-05-06"], "read ..2024-05-06"), ([.started: "2024-05-06"], "reading 2024-05-06.."),
      ([.started: "2024-05-01", .finished: "2024-05-06"], "read 2024-05-01..2024-05-06"),
      ([.readState: "want", .started: "2024-05-01"], "want 2024-05-01.."),
      ([.readState: "abandoned", .finished: "2024-05-06"], "abandoned ..2024-05-06"),
      ([.readState: "reading", .finished: "2024-05-06"], "reading; before: read ..2024-05-06"),
      ([.earlierReadings: " | 2018 | read"], "unread; before: read ..2018"), ([.pages: "300"], "unread"),
    ] as [([BookField: String], String)])
  func `a new book has the state that its days imply, unless the user gives one`(
    fields: [BookField: String], readings: String
  ) throws {
    let book = try catalog.addBook(fields.merging([.title: "Dune"]) { given, _ in given })
    try expectEqual(shown(book), readings)
  }

  @Test func `the reading of a new book stays the user's when a source says otherwise`() async throws {
    let isbn = "9780441013593"
    try catalog.addBook([.title: "Dune", .isbn: isbn, .readState: "read", .finished: "2024-05-06"])
    try await temporary.importRecords([
      SourceRecord("1", [.title: "Dune", .isbn: isbn, .readState: "abandoned", .finished: "2024-05-01"])
    ])
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(shown(1), "read ..2024-05-06")
    try catalog.removeTheSource("test", .removeBooks)
    try expectEqual(shown(1), "read ..2024-05-06")
  }
}
