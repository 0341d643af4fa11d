import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Conflicts about readings that the user decides with a value of their own.
@Suite struct ReadingConflictTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func deliver(_ source: String, _ fields: [BookField: String]) async throws {
    let all = fields.merging([.title: "Emma", .authors: "Jane Austen"]) { given, _ in given }
    try await temporary.importRecords([SourceRecord("1", all.mapValues(Optional.some))], source: source)
  }

  private func shown() throws -> String {
    try expectEqual(catalog.findings(), [])
    let book = try #require(try catalog.view { try $0.book(1) })
    return ReadingNotation.text(
      Readings(current: book.currentReading, earlier: book.earlierReadings, origin: nil, overridden: []))
  }

  /// Decides the only conflict with a value, and expects undo and redo to restore the readings before and after.
  private func decide(_ field: BookField, _ value: FieldValue) throws {
    let before = try shown()
    try expectEqual(catalog.view { try $0.conflicts() }.map(\.subject), [.field(field)])
    try catalog.write { _ = try $0.resolve(1, .field(field), .value(value)) }
    try expectEqual(catalog.view { try $0.conflictCount() }, 0)
    let after = try shown()
    try catalog.undoStep()
    try expectEqual(shown(), before)
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)
    try catalog.redoStep()
    try expectEqual(shown(), after)
  }

  @Test func `a conflict about the outcome of a reading can be decided with another state`() async throws {
    try await deliver("first", [:])
    let day = try PartialDate("2025-12-30")
    try await catalog.edit(1) { $0.mark(.read, on: day) }
    temporary.clock.advance(by: 5 * 86_400)
    try await deliver("second", [.readState: "abandoned", .finished: "2025-12-29"])
    try decide(.readState, .readState(.want))
    try expectEqual(shown(), "want; before: read ..2025-12-30")
  }

  @Test func `a conflict about an earlier reading can be decided with other readings`() async throws {
    try await deliver("first", [.readState: "read", .finished: "2020-02-01"])
    try catalog.set(.finished, of: 1, to: "2019-02-01")
    temporary.clock.advance(by: 86_400)
    try await deliver("second", [.readState: "read", .started: "2020-01-20", .finished: "2020-02-02"])
    try decide(.earlierReadings, .records([Reading(finished: try PartialDate("2018-05-01")).record]))
    try expectEqual(shown(), "read ..2019-02-01; before: read ..2018-05-01")
  }
}
