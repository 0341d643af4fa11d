import Catalog
import CatalogTestSupport
import Testing

@Suite("Changes of a step") struct StepChangesTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func record(_ number: Int, _ title: String) -> SourceRecord {
    SourceRecord(String(number)) { $0.title = title }
  }

  private func changes(of step: HistoryStep.ID?, limit: Int = 20) async throws -> [String] {
    let step = try #require(step)
    let changes = try #require(try await catalog.changes(of: step, limit: limit))
    return ["\(changes.bookCount)"]
      + changes.books.map { book in
        "\(book.id) \(book.title): "
          + book.changes.map { "\($0.subject) \($0.new ?? "")" }.sorted().joined(separator: ", ")
      }
  }

  @Test("a step's changes are listed book by book, once each, including added books")
  func books() async throws {
    try await temporary.importRecords((1...30).map { record($0, "T\($0)") })
    let steps = try await catalog.steps()
    try await #expect(changes(of: steps[0].id, limit: 2) == ["30", "1 T1: added ", "2 T2: added "])
    try await #expect(changes(of: steps[0].id, limit: 0) == ["30"])
    // A later import changes some and adds others.
    try await temporary.importRecords([record(7, "Seven"), record(31, "T31"), record(3, "Three")])
    let second = try await catalog.steps()[0].id
    try await #expect(
      changes(of: second) == ["3", "3 Three: test ", "7 Seven: test ", "31 T31: added "])
    let named = try await catalog.write(named: "tidying up") { transaction in
      let new = try transaction.add { $0.title = "New" }.books[0]
      try transaction.edit(new) { $0.pages = 3 }
      try transaction.edit(5) { $0.rating = 4 }
      try transaction.remove([6])
      return try transaction.snapshot.steps(limit: 1)[0].id
    }
    try await #expect(
      changes(of: named) == ["3", "5 T5: rating 4", "6 T6: removed ", "32 New: added , pages 3"])
    try await catalog.addField("shelf", .text)
    let field = try await catalog.steps()[0].id
    try await #expect(changes(of: field) == ["0"])
    #expect(try await catalog.changes(of: 99) == nil)
  }
}
