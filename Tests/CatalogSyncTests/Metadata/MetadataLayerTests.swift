import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Metadata as a layer")
struct MetadataLayerTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func add(_ fields: [BookField: String?]) async throws {
    try await temporary.importRecords([SourceRecord("r", fields)], source: "shop")
  }

  private func fetch(_ metadata: ProviderMetadata) async throws {
    let fetcher = catalog.metadataFetcher(provider: AnsweringProvider { _ in .found(metadata) })
    _ = try await fetcher.fetch([1])
    await fetcher.stop()
    try await expectEqual(catalog.check().findings, [])
  }

  private func shown(_ field: BookField) throws -> String? {
    try catalog.read { try $0.book(1)?[field]?.description }
  }

  private static var known: ProviderMetadata {
    var metadata = ProviderMetadata()
    (metadata.title, metadata.authors) = ("Dune Messiah", ["Frank Herbert"])
    (metadata.pages, metadata.averageRating, metadata.ratingsCount) = (412, 4.25, 1_000)
    metadata.firstPublished = try? PartialDate("1965")
    (metadata.description, metadata.subjects) = ("Sand.\r\nWorms.", ["Deserts", "Arrakis"])
    return metadata
  }

  @Test("metadata fill gaps and override no source")
  func fills() async throws {
    try await add([.title: "Dune", .isbn: "9780441013593", .pages: "500"])
    try await fetch(Self.known)
    try expectEqual(shown(.title), "Dune")
    try expectEqual(shown(.pages), "500")
    try expectEqual(shown(.averageRating), "4.25")
    try expectEqual(shown(.ratingsCount), "1000")
    try expectEqual(shown(.published), "1965")
    try expectEqual(shown(.authors), "Frank Herbert")
    let all = try await catalog.read { snapshot in try snapshot.metadata(of: #require(try snapshot.book(1))) }
    expectEqual(all.map(\.provider), ["answers"])
    expectEqual(all.first?.metadata.description, "Sand.\nWorms.")
    expectEqual(all.first?.metadata.subjects, ["Deserts", "Arrakis"])
  }

  @Test("metadata never give the year, by which lists sort and queries search")
  func year() async throws {
    func year() throws -> Int? { try catalog.view { try $0.book(1)?.year } }
    try await add([.title: "Dune", .isbn: "9780441013593"])
    try await fetch(Self.known)
    try expectEqual([shown(.firstPublished), shown(.published)], ["1965", "1965"])
    #expect(try year() == nil)
    try expectEqual(catalog.view { try $0.ids(of: "no:year edition:1965 has:first-published") }, [1])
    // The name year means the field of the edition, because the first publication is a provider's.
    try catalog.set(.published, of: 1, to: "1965")
    try expectEqual(year(), 1965)
    let outcome = try catalog.change([1], .year(.date(PartialDate("1990"))))
    expectEqual(outcome.differences.map(\.field), [.published])
    try expectEqual(catalog.view { try $0.ids(of: "year:1990") }, [1])
    try await add([.title: "Dune", .isbn: "9780441013593", .firstPublished: "1966"])
    try expectEqual(year(), 1966)
    try await add([.title: "Dune", .isbn: "9780441013593", .firstPublished: nil])
    try expectEqual(shown(.firstPublished), "1965")
    try expectEqual(year(), 1990)
    try await expectEqual(catalog.check().findings, [])
  }

  @Test("metadata yield to a source's later value and return when it has none")
  func givesWay() async throws {
    try await add([.title: "Dune", .isbn: "9780441013593"])
    try await fetch(Self.known)
    try expectEqual(shown(.pages), "412")
    try await add([.title: "Dune", .isbn: "9780441013593", .pages: "600"])
    try expectEqual(shown(.pages), "600")
    try await add([.title: "Dune", .isbn: "9780441013593", .pages: nil])
    try expectEqual(shown(.pages), "412")
    try await expectEqual(catalog.check().findings, [])
  }

  @Test("metadata never override edits, including cleared fields, and never conflict")
  func edits() async throws {
    try await add([.title: "Dune", .isbn: "9780441013593"])
    _ = try await catalog.write { transaction in
      try transaction.edit([1]) {
        $0.pages = 7
        $0.published = nil
      }
      try transaction.edit([1]) { $0.averageRating = 1 }
    }
    try await fetch(Self.known)
    try expectEqual(shown(.pages), "7")
    try expectEqual(shown(.averageRating), "1")
    _ = try await catalog.write { try $0.edit([1]) { $0.ratingsCount = nil } }
    #expect(try shown(.ratingsCount) == nil)
    let other = Self.known.with(ratings: 2_000)
    let fetcher = catalog.metadataFetcher(provider: AnsweringProvider { _ in .found(other) })
    _ = try await fetcher.fetch([1], force: true)
    await fetcher.stop()
    #expect(try shown(.ratingsCount) == nil)
    #expect(try await catalog.read { try $0.conflicts() }.isEmpty)
    _ = try await catalog.write { try $0.revert(1, .pages) }
    try expectEqual(shown(.pages), "412")
    try await expectEqual(catalog.check().findings, [])
  }

  @Test("the explanation of a field names metadata")
  func why() async throws {
    try await add([.title: "Dune", .isbn: "9780441013593", .language: "eng"])
    try await fetch(Self.known)
    let origins = try await catalog.read { snapshot in
      try snapshot.provenance(of: #require(try snapshot.book(1))).map { ($0.field, $0.origin) }
    }
    func origin(_ field: BookField) -> FieldProvenance.Origin? { origins.first { $0.0 == field }?.1 }
    expectEqual(origin(.language), .source("shop"))
    if case .provider("answers", _)? = origin(.pages) {} else { Issue.record("\(String(describing: origin(.pages)))") }
  }

  @Test("metadata are dropped for another ISBN, stay for another title, and return with undo")
  func anotherISBN() async throws {
    try await add([.title: "Dnue", .isbn: "9780441013593"])
    try await fetch(Self.known)
    _ = try await catalog.write { try $0.edit([1]) { $0.title = "Dune" } }
    try expectEqual(shown(.pages), "412")
    _ = try await catalog.write { try $0.edit([1]) { $0.isbn = try ISBN("9780141182803") } }
    #expect(try shown(.pages) == nil)
    #expect(try shown(.authors) == nil)
    try await expectEqual(catalog.read { snapshot in try snapshot.metadata(of: #require(try snapshot.book(1))) }, [])
    try await expectEqual(catalog.check().findings, [])
    _ = try await catalog.undo()
    try expectEqual(shown(.pages), "412")
    try await expectEqual(catalog.check().findings, [])
  }

  @Test("a book added by ISBN is titled with it until its title is known")
  func byISBN() async throws {
    _ = try await catalog.write { transaction in
      let outcome = try transaction.add { $0.isbn = try ISBN("978-0-441-01359-3") }
      try transaction.askMetadata(of: outcome.books, from: "answers")
    }
    try expectEqual(shown(.title), "ISBN 978-0-441-01359-3")
    try await expectEqual(catalog.read { try $0.metadataStatus().providers.first?.waiting }, 1)
    // A fetcher finds it in the queue without a request.
    let fetcher = catalog.metadataFetcher(provider: AnsweringProvider { _ in .found(Self.known) })
    let events = fetcher.events
    await fetcher.show([])
    await fetcher.ask([1])
    for await case .row(1, .loaded) in events { break }
    await fetcher.stop()
    try expectEqual(shown(.title), "Dune Messiah")
    try await expectEqual(catalog.read { try $0.page(matching: "messiah", order: .bestMatch).books.map(\.id) }, [1])
    _ = try await catalog.write { try $0.edit([1]) { $0.title = "Mine" } }
    _ = try await catalog.write { try $0.revert(1, .title) }
    try expectEqual(shown(.title), "Dune Messiah")
    try await expectEqual(catalog.check().findings, [])
  }

  @Test("impossible metadata values are left out, and the rest stays")
  func malformed() async throws {
    try await add([.title: "Dune"])
    var metadata = ProviderMetadata()
    (metadata.title, metadata.authors) = ("Not asked for by ISBN", ["Nobody"])
    (metadata.pages, metadata.averageRating, metadata.ratingsCount) = (-1, .infinity, 12)
    (metadata.cover, metadata.key) = (String(repeating: "x", count: 5_000), "OL1W\u{0}")
    try await fetch(metadata)
    try expectEqual(shown(.title), "Dune")
    #expect(try shown(.authors) == nil)
    #expect(try shown(.pages) == nil)
    #expect(try shown(.averageRating) == nil)
    try expectEqual(shown(.ratingsCount), "12")
    let stored = try await catalog.read { snapshot in
      try snapshot.metadata(of: #require(try snapshot.book(1))).first?.metadata
    }
    #expect(stored?.cover == nil && stored?.key == nil)
  }
}

extension ProviderMetadata {
  fileprivate func with(ratings: Int) -> ProviderMetadata {
    var changed = self
    changed.ratingsCount = ratings
    return changed
  }
}
