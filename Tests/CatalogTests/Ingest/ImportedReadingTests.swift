import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The readings of a book that one file states, and that a newer version of the file states differently.
@Suite struct ImportedReadingTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Imports the only record of a file. Fields that are not given are absent; `nil` is an empty cell.
  private func deliver(_ fields: [BookField: String?]) async throws {
    let record = try SourceRecord("1", fields.merging([.title: "Dune"]) { given, _ in given })
    try await temporary.importRecords([record])
    try expectEqual(catalog.findings(), [])
  }

  private func shown() throws -> String {
    let book = try #require(try catalog.view { try $0.book(1) })
    return ReadingNotation.text(
      Readings(current: book.currentReading, earlier: book.earlierReadings, origin: nil, overridden: []))
  }

  @Test func `a last day of a book that the reader wants is the end of an earlier reading`() async throws {
    try await deliver([.readState: "want", .finished: "2022-03-09"])
    try expectEqual(shown(), "want; before: read ..2022-03-09")
  }

  @Test func `earlier readings are shown in the order of their ends, however a file orders them`() async throws {
    try await deliver([
      .readState: "read", .finished: "2024-01-05", .earlierReadings: " | 2022-03-09 | read;  | 2018 | abandoned",
    ])
    try expectEqual(shown(), "read ..2024-01-05; before: abandoned ..2018, read ..2022-03-09")
  }

  @Test func `a file without first days keeps the first day of the reading that it ends`() async throws {
    try await deliver([.readState: "reading", .started: "2024-01-01"])
    try expectEqual(shown(), "reading 2024-01-01..")
    try await deliver([.readState: "read", .finished: "2024-02-01"])
    try expectEqual(shown(), "read 2024-01-01..2024-02-01")
    // The next reading began on another day, which the file does not say.
    try await deliver([.readState: "read", .finished: "2024-09-01"])
    try expectEqual(shown(), "read ..2024-09-01")
  }

  @Test func `an empty first day removes one only together with another reading`() async throws {
    try await deliver([.readState: "read", .started: "2024-01-01", .finished: "2024-02-01"])
    try await deliver([.readState: "read", .started: nil, .finished: "2024-02-01"])
    try expectEqual(shown(), "read 2024-01-01..2024-02-01")
    try await deliver([.readState: "read", .started: nil, .finished: "2024-02-20"])
    try expectEqual(shown(), "read ..2024-02-20")
  }
}
