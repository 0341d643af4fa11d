import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI

@MainActor @Suite("Bindings", .endsAtLast)
struct BindingTests {
  private let temporary: TemporaryCatalog
  private let book: Book
  private var catalog: BookCatalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    try await temporary.importRecords([
      SourceRecord("1", [.title: "Why We Sleep", .authors: "Matthew Walker", .pages: "368"])
    ])
    book = try #require(try await temporary.catalog.book(1))
  }

  @Test("a binding shows a new value at once, stores it, and reverts it")
  func setting() async throws {
    let title = catalog.binding(to: book, \.title)
    title.value = "Sleep"
    #expect(title.value == "Sleep" && title.isStoring)
    try await title.set("  Sleep \n well ")
    #expect(title.value == "Sleep well" && !title.isStoring && title.error == nil, "as it is stored")
    try await expectEqual(catalog.book(1)?.title, "Sleep well")
    try await title.undo()
    expectEqual(title.value, "Sleep")
    try await title.undo()
    #expect(title.value == "Why We Sleep" && !title.canUndo)
    try expectEqual(catalog.provenance(.title, of: 1)?.origin, .source("test"), "no edit is left")
    await #expect(throws: CatalogError.self) { try await title.undo() }
  }

  @Test("values are stored in the order they were set, the last one last")
  func order() async throws {
    let pages = catalog.binding(to: book, \.pages)
    for number in 1...50 { pages.value = number }
    try await pages.set(nil)
    #expect(pages.value == nil)
    #expect(try await catalog.book(1)?.pages == nil)
    try await expectEqual(catalog.steps().count, 52, "the import, and each of them")
  }

  @Test("invalid values are refused before anything is stored")
  func validation() async throws {
    let pages = catalog.binding(to: book, \.pages)
    pages.value = -3
    #expect(pages.value == 368 && pages.error is InvalidValue && !pages.isStoring)
    let title = catalog.binding(to: book, \.title)
    await #expect(throws: InvalidValue.self) { try await title.set(" ") }
    #expect(title.value == "Why We Sleep" && title.error is InvalidValue)
    let isbn = catalog.binding(to: book, text: .isbn)
    await #expect(throws: InvalidValue.self) { try await isbn.set("978-0-14-198376-8") }
    try await isbn.set("978-0-14-198376-9")
    #expect(isbn.value == "978-0-14-198376-9" && isbn.error == nil)
    try await isbn.set("")
    expectEqual(isbn.value, "")
    try await expectEqual(catalog.steps().count, 3)
  }

  @Test("a value that cannot be stored leaves the old one, with the reason")
  func failing() async throws {
    let title = catalog.binding(to: book, \.title)
    try await title.set("Sleep")
    _ = try await catalog.remove(1)
    await observed { !title.isPresent }
    expectEqual(title.value, "Sleep")
    await #expect(throws: CatalogError.self) { try await title.set("Awake") }
    #expect(title.value == "Sleep" && title.error is CatalogError)
    await #expect(throws: CatalogError.self, "its book was removed since") { try await title.undo() }
    _ = try await catalog.undo()
    await observed { title.isPresent }
    try await title.undo()
    #expect(title.value == "Why We Sleep" && title.error == nil)
  }

  @Test("a cancelled binding leaves the old value")
  func cancellation() async throws {
    let title = catalog.binding(to: book, \.title)
    let task = Task { try await title.set("Sleep") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(title.value == "Why We Sleep" && !title.isStoring)
    try await expectEqual(catalog.book(1)?.title, "Why We Sleep")
  }

  @Test("a binding sees changes of other bindings and other processes")
  func sharing() async throws {
    let one = catalog.binding(to: book, \.rating)
    let other = catalog.binding(to: book, text: .rating)
    one.value = 4.5
    await observed { other.value == "4.5" }
    other.value = "2"
    await observed { one.value == 2 }
    let process = try temporary.otherProcess()
    defer { process.close() }
    _ = try await process.write { connection in
      try BookEditor(connection: connection, now: .now).edit([1], [.set(.rating, .decimal(5))])
    }
    await observed { one.value == 5 && other.value == "5" }
  }

  @Test("a binding of an older book shows the current value, and that the book is gone")
  func readEarlier() async throws {
    _ = try await catalog.edit(1) { $0.title = "Sleep" }
    let title = catalog.binding(to: book, \.title)
    await observed { title.value == "Sleep" }
    _ = try await catalog.remove(1)
    let gone = catalog.binding(to: book, \.pages)
    await observed { !gone.isPresent }
    expectEqual(gone.value, 368)
  }

  @Test("a binding reads and writes every field as the book has it")
  func fields() async throws {
    var generator = SeededGenerator(seed: 7)
    try await temporary.importRecords(try generator.records(60), source: "many")
    for id in 2...61 as ClosedRange<Book.ID> {
      let book = try #require(try await catalog.book(id))
      func assignedValue<Value: Equatable & Sendable>(_ bound: BoundField<Value>) throws -> FieldValue? {
        var draft = BookDraft()
        try bound.assign(&draft, bound.value(book))
        expectEqual(draft.assigned, [bound.field])
        return draft.values[bound.field]
      }
      var checked: [BookField] = []
      func check<Value: Equatable & Sendable>(_ path: any WritableKeyPath<BookDraft, Value> & Sendable) throws {
        let bound = BoundField(path)
        checked.append(bound.field)
        try expectEqual(assignedValue(bound), book[bound.field])
      }
      try check(\.title)
      try check(\.authors)
      try check(\.isbn)
      try check(\.pages)
      try check(\.publisher)
      try check(\.published)
      try check(\.language)
      try check(\.series)
      try check(\.seriesNumber)
      try check(\.tags)
      try check(\.averageRating)
      try check(\.ratingsCount)
      try check(\.readState)
      try check(\.started)
      try check(\.finished)
      try check(\.rating)
      try check(\.notes)
      try check(\.added)
      try check(\.subtitle)
      try check(\.contributors)
      try check(\.identifiers)
      try check(\.firstPublished)
      try check(\.format)
      try check(\.duration)
      try check(\.review)
      try check(\.otherSeries)
      try check(\.description)
      try check(\.cover)
      try check(\.files)
      try check(\.attachments)
      try check(\.copies)
      try check(\.earlierReadings)
      try check(\.progress)
      expectEqual(Set(checked), Set(BookField.allCases))
      for field in BookField.allCases {
        #expect(try assignedValue(BoundField(text: field)) == book[field] || field == .added)
      }
    }
  }

  @Test("a binding ends with its owner")
  func released() async throws {
    weak var released: FieldBinding<String>?
    do {
      let title = catalog.binding(to: book, \.title)
      released = title
      try await title.set("Sleep")
    }
    await waitForRelease { released }
  }
}
