import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogServer

/// Tests with the requests of KOReader, in its order and with its header fields, and with its interpretation of the
/// replies.
@Suite struct EReaderTests {
  private let catalog: BookCatalog
  private let site: CatalogSite
  private let trial: ServerTrial
  private static let fields: HeaderFields = [
    "Accept-Encoding": "identity", "Accept": "application/opds+json, application/atom+xml;profile=opds-catalog, */*",
  ]

  init() throws {
    catalog = try BookCatalog.temporary(
      holding: (1...120).map { number in
        var book = Book(id: 0, title: number == 7 ? "Dune & <Messiah>" : "Book \(number)")
        book.authors = ["Frank Herbert", "Ann Lee"]
        book.description = String(repeating: "words ", count: 100)
        return book
      })
    site = CatalogSite(catalog)
    trial = ServerTrial(site)
  }

  @Test func `KOReader sends HEAD first, uncompressed, and gets OPDS 2.0 without a redirect`() async throws {
    for address in ["/opds", "/opds/", "/opds/books", "/opds/books?page=2"] {
      let head = await trial.ask("HEAD", address, Self.fields)
      #expect(head.status == 200 && head.length == 0, "\(address)")
      let reply = await trial.ask("GET", address, Self.fields)
      #expect(reply.status == 200 && reply.fields["content-encoding"] == nil)
      #expect(reply.fields["content-type"] == "application/opds+json" && reply.text.hasPrefix("{"))
      expectEqual(reply.fields["vary"]?.contains("Accept"), true)
      for name in ["etag", "content-type"] { expectEqual(head.fields[name], reply.fields[name], "\(name)") }
    }
  }

  @Test func `KOReader finds its menus and pages of fifty books up to the last page`() async throws {
    let walk = FeedWalk(site, .opds)
    let root = try await walk.feed("/opds")
    #expect(root.entries.map(\.title).prefix(3) == ["Newest", "All books", "By author"] && root.books.isEmpty)
    var address: String? = try #require(root.entries.first { $0.title == "All books" }?.address)
    var sizes: [Int] = []
    while let next = address {
      let feed = try await walk.feed(next)
      #expect(feed.total == 120 && feed.address("last") == "/opds/books?page=3")
      sizes.append(feed.books.count)
      address = feed.address("next")
    }
    expectEqual(sizes, [50, 50, 20])
    let beyond = try await walk.feed("/opds/books?page=9")
    #expect(beyond.books.isEmpty && beyond.address("previous") == "/opds/books?page=3" && beyond.problems.isEmpty)
    #expect(try await walk.feed("/opds/books?page=1000000000").books.isEmpty)
    await expectEqual(trial.ask("GET", "/opds/books?page=9223372036854775807").status, 400)
  }

  @Test func `KOReader searches with the template as it parses it`() async throws {
    let text = await trial.ask("GET", "/opds", Self.fields).text
    let template = try #require(text.components(of: "\"rel\":\"search\",\"href\":\"", upTo: "\""))
    // If the query variable is before the braces, KOReader does not append the search words.
    let plain = String(template.prefix { $0 != "{" })
    #expect(template == "/opds/search{?query}" && !plain.contains("query"))
    let found = await trial.ask("GET", "\(plain)?query=\(PercentEncoding.encoded("title:dune"))", Self.fields)
    let feed = try WalkedFeed(json: Array(found.text.utf8))
    #expect(feed.books.map(\.title) == ["Dune & <Messiah>"] && feed.total == 1)
    try await expectEqual(FeedWalk(site, .opds).feed("/opds/search?query=nothing%20at%20all").total, 0)
    try await expectEqual(FeedWalk(site, .atom).feed("/opds/search?query=").total, 120)
  }

  @Test func `an OpenSearch description has the template for clients that ask for Atom`() async throws {
    let root = await trial.ask("GET", "/opds", ["Accept": "application/atom+xml"])
    expectEqual(root.fields["content-type"], "application/atom+xml;profile=opds-catalog;kind=navigation")
    #expect(
      root.text.contains(
        "<link rel=\"search\" href=\"/opds/opensearch\" type=\"application/opensearchdescription+xml\"/>"))
    let document = await trial.ask("GET", "/opds/opensearch")
    expectEqual(document.fields["content-type"], "application/opensearchdescription+xml")
    #expect(document.text.contains("template=\"http://localhost/opds/search?query={searchTerms}\""))
  }

  @Test func `a client that names no format gets Atom, which all readers know`() async throws {
    for accept in ["*/*", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", ""] {
      let reply = await trial.ask("GET", "/opds/books", ["Accept": accept])
      expectEqual(
        reply.fields["content-type"], "application/atom+xml;profile=opds-catalog;kind=acquisition", "\(accept)")
    }
  }

  @Test func `a book without a file has a record card as a page to download`() async throws {
    let feed = try await FeedWalk(site, .opds).feed("/opds/search?query=title:dune")
    let file = try #require(feed.books.first?.files.first)
    #expect(file.type == "text/html" && file.relation == "http://opds-spec.org/acquisition/open-access")
    let card = await trial.ask("GET", file.address, Self.fields)
    #expect(card.status == 200 && card.fields["content-type"] == "text/html; charset=utf-8")
    #expect(card.text.contains("<h1>Dune &amp; &lt;Messiah&gt;</h1>") && card.text.contains("Frank Herbert, Ann Lee"))
    expectEqual(
      card.fields["content-disposition"]?.hasPrefix("attachment; filename=\"Dune & _Messiah_ - Frank Herbert.html\""),
      true)
  }

  @Test func `each author has an Atom element, and the summary contains all names`() async throws {
    let feed = await trial.ask("GET", "/opds/search?query=title:dune", ["Accept": "application/atom+xml"])
    #expect(feed.text.contains("<author><name>Frank Herbert</name></author><author><name>Ann Lee</name></author>"))
    #expect(feed.text.contains("<summary type=\"text\">Frank Herbert, Ann Lee</summary>"))
  }

  @Test func `a feed has a time only after its second has passed and stays the same until a change`() async throws {
    #expect(await trial.ask("GET", "/opds/books").fields["last-modified"] == nil)
    let clock = ChangeClock()
    let start = Date(timeIntervalSince1970: 1_000_000_000.75)
    expectEqual(clock.date(of: "1", now: start).timeIntervalSince1970, 1_000_000_000)
    expectEqual(clock.date(of: "1", now: start + 100).timeIntervalSince1970, 1_000_000_000)
    expectEqual(clock.date(of: "2", now: start + 101).timeIntervalSince1970, 1_000_000_101)
    let tag = try #require(await trial.ask("GET", "/opds/books").fields["etag"])
    await expectEqual(trial.ask("GET", "/opds/books", ["If-None-Match": tag]).status, 304)
    _ = try await catalog.edit(1) { $0.title = "Another" }
    await expectEqual(trial.ask("GET", "/opds/books", ["If-None-Match": tag]).status, 200)
  }

  @Test func `behind a proxy all addresses begin with the proxy's path`() async throws {
    let site = CatalogSite(catalog, basePath: "/shelf")
    for format in [Format.opds, .atom] {
      var walk = FeedWalk(site, format)
      try await walk.walk(from: "/shelf/opds")
      #expect(walk.feeds.count > 10 && walk.feeds.keys.allSatisfy { $0.hasPrefix("/shelf/opds") })
      let files = walk.feeds.values.flatMap(\.books).flatMap(\.files)
      #expect(!files.isEmpty && files.allSatisfy { $0.address.hasPrefix("/shelf/book/") })
    }
  }
}

extension String {
  /// Returns the text between two substrings.
  fileprivate func components(of start: String, upTo end: Character) -> String? {
    guard let range = firstRange(of: start) else { return nil }
    return String(self[range.upperBound...].prefix { $0 != end })
  }
}
