import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Metadata published by a provider")
struct PublishedMetadataTests {
  private static let provider = "answers"
  private static let isbn = "9780441013593"
  private static let day = Date(rfc3339: "2024-01-31T00:00:00Z")!

  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func add(_ fields: [BookField: String?] = [.title: "Dune", .isbn: isbn]) async throws {
    try await temporary.importRecords([SourceRecord("r", fields)], source: "shop")
  }

  private func metadata(_ fill: (inout ProviderMetadata) -> Void) -> ProviderMetadata {
    var metadata = ProviderMetadata()
    fill(&metadata)
    return metadata
  }

  private func fetch(_ metadata: ProviderMetadata) async throws {
    let fetcher = catalog.metadataFetcher(provider: AnsweringProvider { _ in .found(metadata) })
    _ = try await fetcher.fetch([1], force: true)
    await fetcher.stop()
  }

  private func keep(
    _ metadata: ProviderMetadata, isbn: Int64? = nil, isOfEdition: Bool = true, of date: Date = day
  ) throws -> PublishedMetadataCounts {
    let counts = try catalog.keep(
      [PublishedMetadata(book: 1, isbn: isbn, isOfEdition: isOfEdition, metadata: metadata)], from: Self.provider,
      of: date)
    try expectEqual(temporary.catalog.findings(), [])
    return counts
  }

  private func stored() throws -> BookMetadata? {
    try catalog.read { snapshot in try snapshot.metadata(of: #require(try snapshot.book(1))).first }
  }

  private func pages() throws -> Int? { try catalog.read { try $0.book(1)?.pages } }

  private func newestChange() throws -> Int64 {
    try catalog.read { try ChangeTable(connection: $0.connection).newest() }
  }

  private func state() throws -> MetadataState {
    try catalog.read { snapshot in
      try snapshot.metadataStates(of: [#require(try snapshot.book(1))], from: Self.provider)[0]
    }
  }

  private func write(_ body: (CatalogTransaction) throws -> Void) throws { try catalog.write(body) }

  @Test("published metadata fill gaps, keep their own date, and are not requested or stored again")
  func keeps() async throws {
    try await add()
    try await catalog.edit(1) { $0.pages = 7 }
    let published = metadata { ($0.title, $0.pages, $0.description, $0.key) = ("Dune", 604, "Sand.", "OL1W") }
    var enriched = PublishedMetadataCounts()
    enriched.enriched = 1
    try expectEqual(keep(published, isbn: Int64(Self.isbn)), enriched)
    #expect(try stored()?.fetched == Self.day && stored()?.metadata.description == "Sand.")
    try expectEqual(pages(), 7)
    #expect(try state().isSettled)
    let change = try newestChange()
    var unchanged = PublishedMetadataCounts()
    unchanged.unchanged = 1
    try expectEqual(keep(published), unchanged)
    try expectEqual(newestChange(), change)
    // It is not a step.
    try await catalog.undo()
    try expectEqual(pages(), 604)
  }

  @Test("published metadata yield to the provider's later answer and leave its own counts alone")
  func later() async throws {
    try await add()
    try await fetch(metadata { ($0.pages, $0.averageRating, $0.ratingsCount, $0.key) = (100, 4.25, 12, "OL1W") })
    let published = metadata { ($0.pages, $0.key) = (604, "OL1W") }
    var newer = PublishedMetadataCounts()
    newer.newer = 1
    try expectEqual(keep(published), newer)
    try expectEqual(stored()?.metadata.pages, 100)
    try expectEqual(keep(published, of: Date(timeIntervalSinceNow: 86_400)).enriched, 1)
    #expect(try stored()?.metadata.pages == 604 && stored()?.metadata.averageRating == 4.25)
    // A future day counts as now, so that the next answer is newer.
    #expect(try #require(stored()?.fetched) <= Date())
    try expectEqual(
      keep(metadata { ($0.pages, $0.key) = (1, "OL2W") }, of: Date(timeIntervalSinceNow: 86_400)).enriched, 1)
    #expect(try stored()?.metadata.averageRating == nil)
  }

  @Test("published metadata of a work add to those of the edition")
  func work() async throws {
    try await add()
    _ = try keep(metadata { ($0.title, $0.cover, $0.key) = ("Dune (pocket)", "https://a.example/1", "OL1W") })
    let work = metadata {
      ($0.title, $0.cover, $0.subjects, $0.key) = ("Dune", "https://a.example/2", ["Sand"], "OL1W")
    }
    try expectEqual(keep(work, isOfEdition: false).enriched, 1)
    #expect(try stored()?.metadata.title == "Dune (pocket)" && stored()?.metadata.cover == "https://a.example/1")
    try expectEqual(stored()?.metadata.subjects, ["Sand"])
    try expectEqual(keep(metadata { $0.key = "OL2W" }, isOfEdition: false).newer, 1)
  }

  @Test("published metadata of a book that is gone or has another ISBN are ignored")
  func gone() async throws {
    try await add()
    let published = metadata { $0.pages = 604 }
    try expectEqual(keep(published, isbn: 9_780_140_328_721).gone, 1)
    try await catalog.remove(1)
    try expectEqual(keep(published).gone, 1)
    try expectEqual(catalog.keep([], from: Self.provider, of: Self.day), PublishedMetadataCounts())
  }

  @Test("published metadata are looked up by the names of shown books")
  func names() async throws {
    try await add([.title: "Dune", .isbn: Self.isbn, .identifiers: "openlibrary | OL1M; goodreads | 7"])
    _ = try keep(metadata { $0.key = "OL1W" })
    func names() throws -> [String] {
      var names: [String] = []
      try catalog.read { snapshot in
        try snapshot.forEachKnownName(types: ["openlibrary"], provider: Self.provider) { book, name in
          switch name {
          case .isbn(let isbn): names.append("\(book) \(isbn)")
          case .identifier(let identifier): names.append("\(book) \(identifier.type) \(identifier.value)")
          case .key(let key): names.append("\(book) \(key)")
          }
        }
      }
      return names
    }
    try expectEqual(names(), ["1 9780441013593", "1 openlibrary OL1M", "1 OL1W"])
  }

  @Test("provisional metadata yield to the provider's answer and stay queued for it")
  func forNow() async throws {
    try await add()
    try write { try $0.askMetadata(of: [1], from: Self.provider) }
    let known = metadata { ($0.pages, $0.key) = (604, "OL1W") }
    try write { try $0.showForNow(known, of: 1, from: Self.provider, dated: Self.day) }
    try expectEqual(pages(), 604)
    try expectEqual(temporary.catalog.findings(), [])
    try await fetch(metadata { $0.pages = 100 })
    try expectEqual(pages(), 100)
    // Earlier data do not replace its answer.
    try write { try $0.showForNow(known, of: 1, from: Self.provider) }
    try expectEqual(pages(), 100)
  }
}
