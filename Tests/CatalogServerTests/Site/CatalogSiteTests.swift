import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("A catalog over HTTP")
struct CatalogSiteTests {
  private let catalog: BookCatalog
  private let trial: ServerTrial

  init() throws {
    catalog = try BookCatalog.temporary()
    trial = ServerTrial(CatalogSite(catalog))
  }

  private func add(_ titles: String...) async throws {
    for title in titles { try await catalog.add { $0.title = title } }
  }

  /// Returns the titles of the books in a reply, in order.
  private func titles(_ reply: Reply) throws -> [String] {
    struct Book: Decodable { let title: String }
    return try JSONDecoder().decode([Book].self, from: Data(reply.text.utf8)).map(\.title)
  }

  @Test("a page contains the books of the query in the requested order and links to the other pages")
  func pages() async throws {
    try await add("Emma", "Dune", "Dune Messiah", "Persuasion", "Children of Dune")
    let first = await trial.ask("GET", "/?q=dune&size=2&sort=title&fields=id,title")
    #expect(first.status == 200 && first.fields["content-type"] == "application/json")
    expectEqual(first.text, "[{\"id\":5,\"title\":\"Children of Dune\"},{\"id\":2,\"title\":\"Dune\"}]\n")
    expectEqual(first.fields["x-total-count"], "3")
    expectEqual(
      first.fields["link"],
      """
      </?q=dune&size=2&sort=title&fields=id%2Ctitle&page=1>; rel="first", \
      </?q=dune&size=2&sort=title&fields=id%2Ctitle&page=2>; rel="last", \
      </?q=dune&size=2&sort=title&fields=id%2Ctitle&page=2>; rel="next"
      """)
    try expectEqual(titles(await trial.ask("GET", "/?q=dune&size=2&sort=title&page=2")), ["Dune Messiah"])
    try expectEqual(titles(await trial.ask("GET", "/?page=3&size=2")), ["Emma"])
    try expectEqual(titles(await trial.ask("GET", "/?page=9223372036854775807&size=1000")), [])
    let afterLast = await trial.ask("GET", "/?page=9&size=2&sort=title")
    expectEqual(afterLast.fields["link"]?.contains("page=3>; rel=\"prev\""), true)
    try expectEqual(titles(await trial.ask("GET", "/?q=dune"))[0], "Dune", "the best match is first")
  }

  @Test("cursors lead through a list to its end")
  func cursors() async throws {
    try await add("A", "B", "C", "D", "E")
    var found: [String] = []
    var next = "/?sort=title&size=2"
    let start = await trial.ask("GET", next)
    found += try titles(start)
    let cursor = try #require(
      try await catalog.read { try $0.page(BookQuery("", order: BookOrder(.title)), size: 2) }.next?.description)
    next = "/?sort=title&size=2&after=\(PercentEncoding.encoded(cursor))"
    while !next.isEmpty {
      let reply = await trial.ask("GET", next)
      found += try titles(reply)
      let links = (reply.fields["link"] ?? "").split(separator: ", ")
      next = links.first { $0.hasSuffix("rel=\"next\"") }.map { String($0.dropFirst().prefix { $0 != ">" }) } ?? ""
    }
    expectEqual(found, ["A", "B", "C", "D", "E"])
    await expectEqual(trial.ask("GET", "/?sort=author&after=\(PercentEncoding.encoded(cursor))").status, 400)
  }

  @Test("all books of a query are streamed as JSON lines or as a table that an import understands")
  func lines() async throws {
    for number in 1...450 { try await add("Book \(number)") }
    try await add("Emma")
    func all(_ address: String) async throws -> String {
      let reply = await trial.ask("GET", address)
      guard case .stream(let stream) = reply.payload else { throw Problem(500) }
      return try stream.wholeText()
    }
    let lines = try await all("/.jsonl?q=book&sort=added&fields=title").split(separator: "\n")
    #expect(lines.count == 450 && lines.first == "{\"title\":\"Book 1\"}" && lines.last == "{\"title\":\"Book 450\"}")
    let table = try await all("/.csv?q=title:emma").split(separator: "\n")
    #expect(table.count == 2 && table[0].hasPrefix("uuid,title,") && table[1].contains(",Emma,"))
    #expect(try await all("/.jsonl?q=nothing").isEmpty)
    await expectEqual(trial.ask("HEAD", "/.csv").status, 200)
  }

  @Test("HEAD gets the same fields as GET, including errors")
  func heads() async throws {
    try await add("Emma")
    for address in [
      "/", "/.html", "/.csv", "/?sort=nonsense", "/?page=0", "/book/1", "/book/99", "/book/99.html", "/book/99/why",
      "/history/99", "/duplicates", "/duplicates.html", "/statistics?year=x", "/facets?facet=x", "/opds/x",
      "/book/1/file/1", "/openapi.json", "/cover/x/y",
    ] {
      let (got, head) = (await trial.ask("GET", address), await trial.ask("HEAD", address))
      expectEqual(head.status, got.status, "\(address)")
      expectEqual(head.fields["content-type"], got.fields["content-type"], "\(address)")
      expectEqual(head.fields["etag"], got.fields["etag"], "\(address)")
      guard case .length = head.payload else { return #expect(Bool(false), "\(address) has a body") }
    }
  }

  @Test("a book is an object, and anything else is not found")
  func books() async throws {
    try await add("Emma")
    let reply = await trial.ask("GET", "/book/1.json")
    #expect(
      reply.status == 200 && reply.text.hasPrefix("{\"id\":1,\"uuid\":\"") && reply.text.contains("\"title\":\"Emma\""))
    for address in [
      "/book/2", "/book/-1", "/book/x", "/book/99999999999999999999", "/book/1/x", "/books", "/book/%31%2F",
    ] {
      let missing = await trial.ask("GET", address)
      expectEqual(missing.status, 404, "\(address)")
      #expect(!missing.text.contains("book/"), "nothing of the address")
    }
  }

  @Test("an invalid request is answered with the valid choices")
  func mistakes() async throws {
    let refused = [
      "/?page=0": "page must be a number of at least 1.", "/?page=x": "page must be a number of at least 1.",
      "/?page=": "page must be a number of at least 1.", "/?size=0": "size must be a number from 1 to 1,000.",
      "/?size=1001": "size must be a number from 1 to 1,000.",
      "/?size=99999999999999999999": "size must be a number from 1 to 1,000.",
      "/?fields=id,nonsense": "fields must be a list of keys separated by commas. The keys are id, uuid,",
      "/?sort=nonsense": "sort must be one of title, author,",
      "/?after=nonsense": "after is not a valid cursor",
      "/?after=x&page=2": "not both", "/statistics?year=x": "year must be a number from 1 to",
    ]
    for (address, words) in refused {
      let reply = await trial.ask("GET", address)
      #expect(reply.status == 400 && reply.fields["content-type"] == "application/problem+json", "\(address)")
      #expect(reply.text.contains(words), "\(address): \(reply.text)")
      #expect(!reply.text.contains("nonsense"))
    }
    await expectEqual(trial.ask("POST", "/").status, 405)
    try expectEqual(titles(await trial.ask("GET", "/?q=%28%22nonsense%20author%3A&sort=")), [])
  }

  @Test("a page stays the same until any process changes something visible")
  func validators() async throws {
    try await add("Emma")
    let reply = await trial.ask("GET", "/?q=emma")
    let tag = try #require(reply.fields["etag"])
    func status() async -> Int { await trial.ask("GET", "/?q=emma", ["If-None-Match": tag]).status }
    await expectEqual(status(), 304)
    await expectEqual(trial.ask("GET", "/.jsonl", ["If-None-Match": tag]).status, 304)
    let other = try await BookCatalog.open(catalog.path)
    try await other.edit(1) { $0.rating = 4 }
    await expectEqual(status(), 200)
    for change in 0..<3 {
      let before = try #require(await trial.ask("GET", "/").fields["etag"])
      switch change {
      case 0: _ = try await other.saveSearch("rated", "is:rated")
      case 1: _ = try await other.addField("shelf", .text)
      default: _ = try await other.undo()
      }
      await expectEqual(trial.ask("GET", "/", ["If-None-Match": before]).status, 200, "change \(change)")
    }
  }

  @Test("reading statistics are counted for a year or for all years")
  func statistics() async throws {
    try await add("Emma", "Dune")
    try await catalog.edit(1) { $0.mark(.read, on: try PartialDate("2024-05-01")) }
    for (address, count) in [("/statistics?year=2024", 1), ("/statistics?year=2023", 0), ("/statistics?q=dune", 0)] {
      #expect(await trial.ask("GET", address).text.contains("\"booksRead\":\(count),"), "\(address)")
    }
  }
}
