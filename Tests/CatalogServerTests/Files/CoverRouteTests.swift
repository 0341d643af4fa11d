import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogServer

@Suite struct CoverRouteTests {
  private static let host = "https://covers.example"
  /// The header of a PNG of 20 by 30 pixels.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 0, 20, 0, 0, 0, 30, 8, 2,
    ]

  private let folder = TemporaryFolder()
  private let outside = TemporaryFolder()
  private let catalog: BookCatalog
  private let transport: ScriptedTransport
  private let site: CatalogSite

  init() async throws {
    try folder.write("cover.png", Self.png)
    try folder.write("text.png", "no image at all")
    try outside.write("cover.png", Self.png)
    let covers = [
      "file://\(folder.file("cover.png"))", "file://\(outside.file("cover.png"))", "file://\(folder.file("gone.png"))",
      "\(Self.host)/b/id/1-L.jpg?default=false", "https://elsewhere.example/2.jpg", "http://127.0.0.1:1/3.jpg",
      "\(Self.host).evil.example/4.jpg",
      "file://\(folder.file("text.png"))", nil, "\(Self.host)/b/isbn/9780441013593-M.jpg",
      "\(Self.host)/b/../private/1-L.jpg", "\(Self.host)/b/id/1-L.jpg/../../x", "\(Self.host)/b/id/%2e%2e-L.jpg",
    ]
    catalog = try BookCatalog.temporary(
      holding: covers.enumerated().map { number, cover in
        var book = Book(id: 0, title: "Book \(number)")
        book.cover = cover
        return book
      })
    try await catalog.write { [folder] in _ = try $0.addSource("home", kind: .folder, location: folder.path) }
    transport = ScriptedTransport { request in
      request.url.contains("isbn") ? .init(status: 404) : .init(body: Self.png)
    }
    let cache = CoverCache(folder: folder.file("cache"), limit: 1_000_000, transport: transport)
    site = CatalogSite(catalog, covers: cache, coverHost: Self.host)
  }

  private func covers() async throws -> [String: String] {
    let books = try await FeedWalk(site, .opds).feed("/opds/books").books
    return Dictionary(
      books.compactMap { book in book.images.first.map { (book.title, $0.address) } },
      uniquingKeysWith: { one, _ in one })
  }

  @Test func `covers are offered if they are local or at the provider's host, and others are not`() async throws {
    expectEqual(Set(try await covers().keys), ["Book 0", "Book 3", "Book 7", "Book 9"])
    #expect(transport.requests.isEmpty, "a list fetches nothing")
  }

  @Test func `a cover is cached forever under an address that nobody can guess`() async throws {
    let covers = try await covers()
    let trial = ServerTrial(site)
    for book in ["Book 0", "Book 3"] {
      let address = try #require(covers[book])
      let reply = await trial.ask("GET", address)
      #expect(reply.status == 200 && reply.fields["content-type"] == "image/png", "\(book)")
      expectEqual(reply.fields["cache-control"], "private, max-age=31536000, immutable")
      let tag = try #require(reply.fields["etag"])
      await expectEqual(trial.ask("GET", address, ["If-None-Match": tag]).status, 304)
      await expectEqual(trial.ask("HEAD", address).status, 200)
    }
    expectEqual(transport.requests.count, 1, "once, and kept")
    let address = try #require(covers["Book 0"])
    let other = address.replacing("/cover/1-", with: "/cover/2-")
    for wrong in [other, "/cover/1-0000000000000000", "/cover/1", "/cover/x", "/cover/-", "/cover/1-" + Self.host] {
      #expect([400, 404].contains(await trial.ask("GET", wrong).status), "\(wrong)")
    }
    #expect(CatalogSite(catalog).router.routes.allSatisfy { $0.pattern.description != "/cover/:fingerprint" })
  }

  @Test func `a missing cover or one that is not an image is not found and then disappears from feeds`() async throws {
    let trial = ServerTrial(site)
    let before = try await covers()
    await expectEqual(trial.ask("GET", try #require(before["Book 7"])).status, 404)
    await expectEqual(trial.ask("GET", try #require(before["Book 9"])).status, 404)
    #expect(try await covers()["Book 9"] == nil)
  }

  @Test func `a provider that fails is asked once for a cover, and then left alone for all others`() async throws {
    var books = (1...7).map { Book(id: 0, title: "Book \($0)") }
    for index in books.indices { books[index].cover = "\(Self.host)/b/id/\(index)-L.jpg" }
    let transport = ScriptedTransport { request in throw SourceFailure(.timedOut, request.url, cause: "too slow") }
    let cache = CoverCache(folder: folder.file("failing"), limit: 1_000_000, transport: transport)
    let site = CatalogSite(try BookCatalog.temporary(holding: books), covers: cache, coverHost: Self.host)
    let feed = try await FeedWalk(site, .opds).feed("/opds/books")
    let trial = ServerTrial(site)
    for address in feed.books.compactMap({ $0.images.first?.address }).prefix(4) {
      for _ in 0..<3 { await expectEqual(trial.ask("GET", address).status, 503) }
    }
    expectEqual(transport.requests.count, 4, "a failure is remembered")
    for address in feed.books.compactMap({ $0.images.first?.address }) {
      await expectEqual(trial.ask("GET", address).status, 503)
    }
    expectEqual(transport.requests.count, 5, "five failures in a row")
  }

  @Test func `another file at the same path has another address, and the old address is not cached`() async throws {
    let old = try #require(try await covers()["Book 0"])
    try folder.write("cover.png", Self.png + [1, 2, 3])
    let new = try #require(try await covers()["Book 0"])
    #expect(new != old)
    let reply = await ServerTrial(site).ask("GET", old)
    #expect(reply.status == 200 && reply.fields["cache-control"] == "no-cache")
  }
}
