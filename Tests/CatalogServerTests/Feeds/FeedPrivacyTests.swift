import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import Catalog
@testable import CatalogServer

@Suite struct FeedPrivacyTests {
  private static let secret = "zanzibar"
  private static let stranger = Client(
    address: NetworkAddress("192.0.2.1"), isLocal: false, isSecure: false, host: "books.example")

  @Test(arguments: SimulatedSeeds.range(count: 1), [Format.opds, .atom])
  func `no feed, card or facet reveals private data to a stranger`(seed: UInt64, format: Format) async throws {
    var random = SeededGenerator(seed: seed)
    var books = HostileBooks.books(8, &random)
    for index in books.indices {
      let path = "/home/\(Self.secret)/book.epub"
      books[index].notes = Self.secret
      books[index].review = Self.secret
      books[index].copies = [BookCopy(place: Self.secret)]
      books[index].attachments = [BookFile(path: path), BookFile(address: "https://\(Self.secret).example/x.epub")]
      books[index].files.append(BookFile(path: path))
      books[index].cover = "file:///home/\(Self.secret)/cover.jpg"
    }
    let catalog = try BookCatalog.temporary(holding: books)
    let folder = TemporaryFolder()
    let covers = CoverCache(folder: folder.file("covers"), limit: 1_000, transport: OfflineTransport())
    let site = CatalogSite(catalog, covers: covers)
    var walk = FeedWalk(site, format, client: Self.stranger, followsFacets: false)
    try await walk.walk()
    #expect(walk.feeds.count > 20)
    for text in walk.texts { #expect(!text.contains(Self.secret), "seed \(seed)") }
    let cards = Set(walk.feeds.values.flatMap(\.books).flatMap(\.files).map(\.address)).filter { $0.hasSuffix("/card") }
    #expect(!cards.isEmpty)
    for card in cards {
      guard case .bytes(let bytes) = try await walk.response(card).body else { continue }
      #expect(!String(decoding: bytes, as: UTF8.self).contains(Self.secret))
    }
    for address in ["/opds/search?query=notes~%2Fzan%2F", "/opds/books?in-state=has:notes"] {
      await #expect(throws: Problem.isPrivate) { try await walk.response(address) }
    }
  }
}
