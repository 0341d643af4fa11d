import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogServer

/// Tests of this project's OPDS client against its own server through a socket.
@Suite struct OPDSClientTests {
  @Test(arguments: [Format.opds, .atom])
  func `every book is read back once with all values that the format supports`(format: Format) async throws {
    var random = SeededGenerator(seed: 11)
    let catalog = try BookCatalog.temporary(
      holding: (0..<230).map { number in
        var book = Book(id: 0, title: "Title \(number) & <more> \"\(random.pick(["é", "村", "x"]))\"")
        book.authors = (0..<Int.random(in: 0...3, using: &random)).map { "Author \($0) of \(number)" }
        book.isbn = random.isbn()
        book.language = random.pick(["eng", "de", "zh-Hant", "ger", nil])
        book.publisher = random.oneIn(2) ? "Ace & Co" : nil
        book.published = random.oneIn(2) ? random.date(years: 1800...2020) : nil
        book.tags = random.oneIn(2) ? ["science fiction", "sf"] : []
        (book.series, book.seriesNumber) = random.oneIn(2) ? ("Dune", 1.5) : (nil, nil)
        book.subtitle = random.oneIn(2) ? "A Novel" : nil
        book.description = "Line one\nline two of \(number)"
        book.contributors =
          random.oneIn(2) ? [Contributor("Tr Lator", role: "trl"), Contributor("N", role: "nrt")] : []
        book.identifiers = [BookIdentifier("goodreads", String(1_000 + number))]
        book.pages = random.oneIn(2) ? number + 1 : nil
        book.files = [BookFile(address: "https://books.example/\(number).epub", size: 7)]
        return book
      })
    let site = CatalogSite(catalog)
    let service = ClosureService { request in
      var request = request
      request.fields.set("Accept", format.type)
      return try site.answer(request)
    }
    let records = try await withServer(service) { server in
      let transport = CurlTransport(options: .init(version: "0", environment: [:]))
      return try await Self.records(
        OPDSSource(name: "x", url: "http://\(server.addresses[0])/opds", transport: transport))
    }
    let books = try await catalog.read { snapshot in
      var books: [UUID: Book] = [:]
      try snapshot.forEachBook { books[$0.uuid] = $0 }
      return books
    }
    #expect(records.count == books.count && Set(records.compactMap(\.uuid)) == Set(books.keys))
    for record in records {
      let book = try #require(record.uuid.flatMap { books[$0] })
      func expect(_ field: BookField) {
        expectEqual(record.values[field].value, book[field], "\(field.rawValue) of \(book.title)")
      }
      for field in [BookField.title, .authors, .isbn, .publisher, .published, .tags, .series, .seriesNumber, .subtitle]
      {
        expect(field)
      }
      for field in [BookField.description, .identifiers] { expect(field) }
      expectEqual(
        record.values[.language].value.text.map(LanguageCode.canonical), book.language.map(LanguageCode.canonical))
      guard case .records(let files)? = record.values[.files].value else {
        Issue.record("no files of \(book.title)")
        continue
      }
      expectEqual(files.compactMap(BookFile.init(record:)).map(\.address), book.files.map(\.address))
      if format == .opds {
        expect(.contributors)
        expect(.pages)
      }
    }
  }

  /// Returns all records of a crawl.
  private static func records(_ source: OPDSSource) async throws -> [SourceRecord] {
    var records: [SourceRecord] = []
    var cursor: String?
    while case .page(let page) = try await source.page(SourceRequest(cursor: cursor)) {
      for item in page.items {
        switch item {
        case .record(let record, _): records.append(record)
        case .bad(let bad): Issue.record("\(bad.reason)")
        case .present, .removed: break
        }
      }
      #expect(page.isLast || page.cursor != cursor)
      if page.isLast { break }
      cursor = page.cursor
    }
    return records
  }
}
