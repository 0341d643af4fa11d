import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import catalog_bench

@Suite("The sources of benchmarks")
struct SourceDataTests {
  private let folder = TemporaryFolder()
  private static let count = 60

  private static var books: [GeneratedBook] {
    var generator = BookGenerator()
    return (0..<count).map { _ in generator.next() }
  }

  @Test("a file in the format of another service contains each book", arguments: RowFormat.allCases)
  func formats(format: RowFormat) async throws {
    let books = Self.books.enumerated().map { format.text(of: $0.element, number: $0.offset + 1) }.joined()
    let input = try ImportInput(path: folder.write(format.rawValue, format.head + books + format.end))
    var records: [SourceRecord] = []
    while let batch = try await input.reader.nextBatch() {
      for row in batch.rows {
        guard case .record(let record) = row.content else {
          Issue.record("\(row)")
          continue
        }
        records.append(record)
      }
    }
    expectEqual(records.map { $0.values[.isbn].value?.description }, Self.books.map(\.isbn))
    for (record, book) in zip(records, Self.books) {
      expectEqual(record.values[.title].value?.description.hasPrefix(book.title), true)
      // The StoryGraph format has no page count.
      if format != .storyGraph { expectEqual(record.values[.pages].value, .integer(book.pages)) }
    }
  }

  private func records(_ source: any BookSource) async throws -> [SourceRecord] {
    guard case .page(let page) = try await source.page(SourceRequest(size: 1_000)) else { return [] }
    return page.items.compactMap { if case .record(let record, _) = $0 { record } else { nil } }
  }

  @Test("a Calibre library contains each book with all values of its tables, and one changed book")
  func library() async throws {
    try LibraryMaker.make(folder.path, books: Self.count)
    let records = try await records(CalibreLibrarySource(name: "a", path: folder.path))
    expectEqual(records.reversed().map { $0.values[.title].value?.description }, Self.books.map(\.title))
    expectEqual(records.reversed().map { $0.values[.isbn].value?.description }, Self.books.map(\.isbn))
    #expect(records.allSatisfy { $0.values[.files].value != nil && $0.values[.cover].value != nil })
    #expect(records.allSatisfy { $0.values[.description].value != nil && $0.own.first?.name == "#shelf" })
    try expectEqual(
      RawDatabase(folder.file("metadata.db")).statement(LibraryMaker.readingSQL).texts().count, Self.count)
    try LibraryMaker.change(folder.path, book: 7, turn: 3)
    let changed = try await self.records(CalibreLibrarySource(name: "a", path: folder.path))
    expectEqual(zip(records, changed).filter { $0 != $1 }.map { $0.1.values[.title].value }, [.text("Changed 3")])
  }

  @Test("an e-book contains its metadata and the location of its cover")
  func ebooks() async throws {
    try EBookMaker.make(folder.file("books"), books: Self.count)
    let records = try await records(FolderSource(name: "a", path: folder.file("books")))
    let titles = records.compactMap { $0.values[.title].value?.description }
    expectEqual(titles.sorted(), Self.books.map(\.title).sorted())
    #expect(records.allSatisfy { $0.values[.cover].value?.description.hasSuffix(".epub#cover.png") == true })
  }
}
