import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Bad input from an OPDS catalog")
struct OPDSBadInputTests {
  private typealias Support = OPDSSupport
  private typealias Answer = ScriptedTransport.Answer

  private func failure(_ answer: Answer) async -> SourceFailure? {
    let (source, _) = Support.source(ScriptedTransport([Support.root: answer]))
    return await #expect(throws: SourceFailure.self) { try await OPDSCrawlPages(source) }
  }

  private static let bomb =
    "<!DOCTYPE feed [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
    + "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>&b;</title></feed>"

  @Test(
    "an answer that is no feed is refused, with what it is",
    arguments: [
      ("<!DOCTYPE html><html><body>Log in</body></html>", "an HTML page"), ("\n<HTML>", "an HTML page"),
      ("<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"/>", "an HTML page"),
      ("<rss version=\"2.0\"><channel/></rss>", "its root is “rss”"), ("<feed/>", "its root is “feed”"),
      ("<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>", "no element found"), ("", "is empty"),
      ("  \n", "is empty"),
      (bomb, "declares entities"), ("[1,2]", "neither XML nor JSON"),
      ("Not found", "neither XML nor JSON"),
      ("{\"metadata\":{}}", "not an OPDS feed"), ("{\"publications\":[", "cannot be read"),
      ("{\"publications\":[]} x", "cannot be read"),
      (
        "{\"groups\":" + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "}",
        "512 levels deep"
      ),
    ])
  func malformed(text: String, words: String) async {
    let failure = await failure(Answer(text, type: "application/atom+xml"))
    expectEqual(failure?.code, .malformed)
    expectEqual(failure?.cause.contains(words), true, "\(String(describing: failure))")
    expectEqual(failure?.subject, Support.root)
  }

  @Test("ill-formed UTF-8 makes XML none, and in JSON a bad record")
  func illFormed() async throws {
    func ruined(_ text: String) -> Answer { Answer(body: text.utf8.map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }) }
    await expectEqual(failure(ruined(Support.atom(Support.book(1, title: "@"))))?.code, .malformed)
    let json = "{\"publications\":[{\"metadata\":{\"title\":\"@\",\"identifier\":\"x\"}}]}"
    let (source, _) = Support.source(ScriptedTransport([Support.root: ruined(json)]))
    try await expectEqual(OPDSCrawlPages(source).bad.map(\.remoteID), ["x"])
  }

  @Test("elements too deep, feeds and tags too large are refused")
  func tooLarge() async {
    let deep = String(repeating: "<a>", count: 10_000)
    await expectEqual(failure(Answer(Support.atom(deep), type: Support.feedType))?.code, .tooLarge)
    let tag = "<a b='" + String(repeating: "x", count: 3_000_000) + "'/>"
    await expectEqual(failure(Answer(Support.atom(tag), type: Support.feedType))?.code, .tooLarge)
    let json = "{\"publications\":[" + String(repeating: "0,", count: 9_000_000) + "0]}"
    await expectEqual(failure(Answer(json, type: "application/opds+json"))?.code, .tooLarge)
  }

  @Test(
    "statuses are told apart",
    arguments: [
      (401, .denied), (403, .denied), (404, .missing), (410, .cursorRefused), (429, .busy), (500, .busy), (503, .busy),
      (400, .failed),
    ] as [(Int, SourceFailure.Code)])
  func statuses(status: Int, code: SourceFailure.Code) async {
    await expectEqual(failure(Answer(status: status, headers: ["Retry-After": "7"]))?.code, code)
  }

  @Test("a page of a feed that is no feed ends the crawl where it is, and it goes on there")
  func brokenPage() async throws {
    let feeds = ["": Support.atom(Support.book(1), Support.next("/2")), "/2": "<html/>"]
    let (source, _) = Support.source(feeds)
    guard case .page(let first) = try await source.page(SourceRequest()) else { return }
    await #expect(throws: SourceFailure.self) { try await source.page(SourceRequest(cursor: first.cursor)) }
    let repaired = Support.source(feeds.merging(["/2": Support.atom(Support.book(2))]) { $1 }).0
    try await expectEqual(OPDSCrawlPages(repaired, from: .init(cursor: first.cursor)).ids, ["urn:test:2"])
  }

  @Test("bad entries among good ones are kept apart with their reason, and can be read again")
  func badEntries() async throws {
    let long = String(repeating: "x", count: 1_100_000)
    let bad = [
      ("<entry><title>No id</title></entry>", "it has no id"), ("<entry><id>urn:x</id></entry>", "it has no title"),
      ("<entry><id>urn:y</id><title> </title></entry>", "it has no title"),
      ("<entry><id>urn:z</id><title>\(long)</title></entry>", "it has more than 1048576 bytes"),
      ("<entry><id>urn:\(long.prefix(600))</id><title>T</title></entry>", "it has more than 500 bytes"),
      ("<entry><id>urn:t</id><title>\(long.prefix(3_000))</title></entry>", "the limit is 2,000"),
    ]
    let feed = Support.atom(Support.book(1), bad.map(\.0).joined(), Support.book(2))
    let (source, _) = Support.source(["": feed])
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.ids, ["urn:test:1", "urn:test:2"])
    expectEqual(crawl.bad.count, bad.count)
    for (record, (_, words)) in zip(crawl.bad, bad) {
      #expect(record.reason.contains(words), "\(record.reason)")
      #expect(throws: (any Error).self) { try source.record(from: record.payload) }
    }
    expectEqual(crawl.bad.prefix(3).map(\.remoteID), [nil, "urn:x", "urn:y"])
  }

  @Test("bad publications among good ones are kept apart with their reason, and can be read again")
  func badPublications() async throws {
    let feed = """
      {"publications":[{"metadata":{"title":"A","identifier":"1"}},5,null,{"metadata":[]},{"metadata":{"title":"B"}},
      {"metadata":{"identifier":"2"}},{"metadata":{"title":7,"identifier":"3"}},{"metadata":{"title":"C","identifier":"4"}}]}
      """
    let (source, _) = Support.source(["": feed])
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.ids, ["1", "4"])
    expectEqual(crawl.bad.map(\.remoteID), [nil, nil, nil, nil, "2", "3"])
    for record in crawl.bad { #expect(throws: (any Error).self) { try source.record(from: record.payload) } }
  }

  @Test("what is kept of a good record gives the same record again")
  func rawRecords() async throws {
    let more = "<author><name>A &amp; B</name></author><dc:date>1999</dc:date><category term=\"x\"/>"
    for feed in [
      Support.atom(Support.book(1, more)),
      "{\"publications\":[{\"metadata\":{\"title\":\"A\",\"identifier\":\"1\",\"author\":[\"B\"],\"subject\":\"x\"}}]}",
    ] {
      let (source, _) = Support.source(["": feed])
      guard case .page(let page) = try await source.page(SourceRequest()) else { return }
      guard case .record(let record, let raw) = try #require(page.items.first) else { return }
      try expectEqual(source.record(from: raw), record)
      #expect(record.values[.authors] != .absent)
    }
  }

  @Test("of entries with one id on a page the first counts; the same said twice is one")
  func duplicates() async throws {
    let feed = Support.atom(Support.book(1), Support.book(1), Support.book(1, title: "Another"), Support.book(2))
    let crawl = try await OPDSCrawlPages(Support.source(["": feed]).0)
    expectEqual(crawl.records.map { $0.text(.title) }, ["Book 1", "Book 2"])
    expectEqual(crawl.bad.map(\.remoteID), ["urn:test:1"])
    expectEqual(crawl.bad.map { String(decoding: $0.payload, as: UTF8.self).contains("Another") }, [true])
  }

  @Test("a cursor of another catalog, or one that is none, is refused", arguments: ["", "7", "{}", "{\"version\":1}"])
  func cursors(cursor: String) async throws {
    let (source, _) = Support.source(["": Support.atom(Support.book(1))])
    let failure = await #expect(throws: SourceFailure.self) { try await source.page(SourceRequest(cursor: cursor)) }
    expectEqual(failure?.code, .cursorRefused)
    let crawl = OPDSCrawl(start: try #require(OPDSAddress("http://elsewhere.test/opds")))
    let other = await #expect(throws: SourceFailure.self) { try await source.page(SourceRequest(cursor: crawl.cursor)) }
    expectEqual(other?.code, .cursorRefused)
  }

  @Test(
    "an address that cannot be asked is refused", arguments: ["", "books", "ftp://x/", "http://u:secret@x/", "http://"])
  func addresses(url: String) async {
    let source = OPDSSource(name: "x", url: url, transport: ScriptedTransport([:]))
    let failure = await #expect(throws: SourceFailure.self) { try await source.page(SourceRequest()) }
    expectEqual(failure?.description.contains("secret"), false)
  }
}
