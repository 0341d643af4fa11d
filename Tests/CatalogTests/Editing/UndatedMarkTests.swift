import Catalog
import CatalogModel
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("Marking a book without a day") struct UndatedMarkTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  @Test("a mark without a day stores none and keeps the days that are known")
  func undated() async throws {
    let book = try await catalog.write { try $0.add { $0.title = "Emma" }.books[0] }
    func mark(_ state: ReadState) async throws -> [String?] {
      try await catalog.edit(book) { $0.markUndated(state) }
      let found = try #require(try await catalog.book(book))
      expectEqual(found.readState, state)
      return [found.started, found.finished].map { $0?.description }
        + found.earlierReadings.map { $0.finished?.description }
    }
    try await expectEqual(mark(.reading), [nil, nil])
    try await expectEqual(mark(.read), [nil, nil])
    try await catalog.edit(book) { $0.mark(.read, on: try PartialDate("2024-05-06")) }
    try await expectEqual(mark(.read), [nil, "2024-05-06"])
    try await expectEqual(mark(.reading), [nil, nil, "2024-05-06"])
    try await catalog.edit(book) { $0.mark(.reading, on: try PartialDate("2025-01-02")) }
    try await expectEqual(mark(.paused), ["2025-01-02", nil, "2024-05-06"])
    try await expectEqual(mark(.reading), ["2025-01-02", nil, "2024-05-06"])
    try await expectEqual(mark(.abandoned), ["2025-01-02", nil, "2024-05-06"])
  }

  @Test("without a given day, one book is marked today, and the day of several books stays unknown")
  func several() throws {
    let today = try PartialDate("2026-03-01")
    func finished(_ day: ReadingDay?, oneOf count: Int) -> PartialDate? {
      var book = BookDraft()
      book.mark(.read, on: day, oneOf: count, today: today)
      return book.finished
    }
    expectEqual(finished(nil, oneOf: 1), today)
    expectEqual(finished(nil, oneOf: 2), nil)
    expectEqual(finished(.unknown, oneOf: 1), nil)
    let month = try PartialDate("2025-12")
    expectEqual(finished(.known(month), oneOf: 1), month)
    expectEqual(finished(.known(month), oneOf: 9), month)
  }

  @Test("a mark without a day leaves an earlier reading that ended today")
  func endedToday() async throws {
    let book = try await catalog.write { try $0.add { $0.title = "Emma" }.books[0] }
    try await catalog.edit(book) { $0.mark(.read) }
    let today = try #require(try await catalog.book(book)?.finished)
    try await catalog.edit(book) { $0.mark(.reading) }
    try await catalog.edit(book) { $0.markUndated(.read) }
    let found = try #require(try await catalog.book(book))
    #expect(found.readState == .read && found.finished == nil)
    expectEqual(found.earlierReadings.map(\.finished), [today])
  }
}
