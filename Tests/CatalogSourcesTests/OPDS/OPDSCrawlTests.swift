import Catalog
import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Crawling an OPDS catalog")
struct OPDSCrawlTests {
  private typealias Support = OPDSSupport

  private static func ids(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "urn:test:\($0)" } }

  @Test("menus are crawled to the feeds, level by level, and pages followed; each feed is asked for once")
  func menus() async throws {
    let (source, transport) = Support.source([
      "": Support.atom(Support.menu("A", "/a"), Support.menu("B", "b"), Support.menu("Deep", "/deep")),
      "/a": Support.atom(Support.books(1...3), Support.next("/a?page=2")),
      "/a?page=2": Support.atom(Support.books(4...5)),
      "/b": Support.atom(Support.book(6), Support.menu("Home", "/opds"), Support.menu("A", "/a#top")),
      "/deep": Support.atom(Support.menu("C", "c")), "/c": Support.atom(Support.books(7...7)),
    ])
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.ids, Self.ids(1...7))
    expectEqual(
      transport.requests.map(\.url), ["/opds", "/a", "/a?page=2", "/b", "/deep", "/c"].map { "http://books.test\($0)" })
    expectEqual(
      crawl.pages.map(\.coverage), crawl.pages.indices.map { .fullEnumeration(begins: $0 == 0, isStable: false) })
    #expect(crawl.last.cursor == nil)
    #expect(crawl.last.validators == nil)
  }

  @Test("a crawlable feed is read alone, else one that lists all books, else calibre's newest")
  func choice() async throws {
    let menus: [(String, String)] = [
      (Support.menu("X", "/all", relation: "http://opds-spec.org/crawlable"), "/all"),
      ("<link rel=\"http://opds-spec.org/crawlable\" type=\"\(Support.feedType)\" href=\"/all\"/>", "/all"),
      (Support.menu(" All Books", "/all"), "/all"),
      (
        Support.menu("Nach Datum", "/all/navcatalog/4f6e6577657374?library_id=x"),
        "/all/navcatalog/4f6e6577657374?library_id=x"
      ),
    ]
    for (menu, end) in menus {
      let (source, transport) = Support.source([
        "": Support.atom(Support.menu("Authors", "/authors"), menu), end: Support.atom(Support.books(1...2)),
        "/authors": Support.atom(Support.book(3)),
      ])
      try await expectEqual(OPDSCrawlPages(source).ids, Self.ids(1...2))
      expectEqual(transport.requests.count, 2)
    }
  }

  @Test("links that lead elsewhere are not followed; to https on the same host they are")
  func origins() async throws {
    let links = [
      "http://other.test/a", "http://books.test:81/a", "file:///a", "ftp://books.test/a", "http://u:p@books.test/a",
      "http://", "//", "", "javascript:alert(1)", "https://books.test/b", "HTTP://BOOKS.test:80/c", "./d?x=%zz&y={z}",
    ]
    let seen = Mutex<[String]>([])
    let transport = ScriptedTransport { request in
      seen.withLock { $0.append(request.url) }
      if request.url == Support.root {
        return Support.answer(Support.atom(links.map { Support.menu("M", $0.replacing("&", with: "&amp;")) }.joined()))
      }
      return Support.answer(Support.atom(Support.book(seen.withLock { $0.count })))
    }
    let crawl = try await OPDSCrawlPages(Support.source(transport).0)
    expectEqual(crawl.ids.count, 3)
    #expect(
      seen.withLock { $0 }.dropFirst().allSatisfy {
        $0.hasPrefix("http://books.test/") || $0.hasPrefix("https://books.test/")
      })
  }

  @Test(
    "from any cursor another source goes on, whatever the size of pages; asked again it says the same",
    arguments: [1, 2, 3, 500])
  func resuming(size: Int) async throws {
    let feeds = [
      "": Support.atom(Support.menu("A", "/a"), Support.menu("B", "/b")),
      "/a": Support.atom(Support.books(1...5), Support.menu("C", "/c"), Support.next("/a2")),
      "/a2": Support.atom(Support.books(6...7)), "/b": Support.atom(Support.books(8...8)),
      "/c": Support.atom(Support.books(9...11)),
    ]
    let whole = try await OPDSCrawlPages(Support.source(feeds).0, size: size)
    expectEqual(whole.ids, Self.ids([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))
    #expect(whole.pages.allSatisfy { $0.items.count <= size })
    let other = try await OPDSCrawlPages(Support.source(feeds).0, size: size) { Support.source(feeds).0 }
    expectEqual(other.ids, whole.ids)
    expectEqual(other.pages.count, whole.pages.count)
    let (source, _) = Support.source(feeds)
    for index in whole.pages.indices.dropLast() {
      let rest = whole.pages[(index + 1)...].flatMap(\.records)
      for _ in 1...2 {
        try await expectEqual(OPDSCrawlPages(source, size: size, from: whole.positions[index]).records, rest)
      }
    }
  }

  @Test("a feed of thousands of entries is one request, in pages of at most 500")
  func longFeed() async throws {
    for feed in [Support.atom(Support.books(1...2_000)), Self.publications(1...2_000)] {
      let (source, transport) = Support.source(["": feed])
      let crawl = try await OPDSCrawlPages(source)
      expectEqual(crawl.ids, Self.ids(1...2_000))
      expectEqual(crawl.pages.count, 5)
      expectEqual(transport.requests.count, 1)
    }
  }

  private static func publications(_ numbers: some Sequence<Int>, _ more: String = "") -> String {
    let list = numbers.map { "{\"metadata\":{\"title\":\"Book \($0)\",\"identifier\":\"urn:test:\($0)\"}}" }
    return "{\"metadata\":{\"title\":\"All\"},\"publications\":[\(list.joined(separator: ","))]\(more)}"
  }

  @Test("OPDS 2.0 is crawled through navigation, groups and pages")
  func json() async throws {
    let (source, _) = Support.source([
      "": """
      {"metadata":{"title":"Home"},"links":[{"rel":"search","href":"/s{?query}","templated":true},{"rel":"self","href":"/opds"}],
      "navigation":[{"href":"/a","title":"A","type":"application/opds+json","rel":"current"},{"href":"/n","title":"N"}],
      "groups":[{"metadata":{"title":"G"},"links":[{"rel":"self","href":"/g","type":"application/opds+json"}],
      "publications":[{"metadata":{"title":"Book 1","identifier":"urn:test:1"}}]}],
      "facets":[{"links":[{"href":"/facet","type":"application/opds+json"}]}]}
      """,
      "/n": Self.publications(2...3, ",\"links\":[{\"rel\":[\"next\"],\"href\":\"/n?2\"}]"),
      "/n?2": Self.publications(4...4), "/g": Self.publications([1, 5]),
    ])
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.ids, Self.ids([1, 2, 3, 4, 1, 5]))
    expectEqual(crawl.bad, [])
  }

  @Test("a ring of pages ends, whatever page it leads back to, and nothing unreached is removed", arguments: 0...5)
  func ring(back: Int) async throws {
    var feeds = [
      "": Support.atom(Support.menu("A", "/p0"), Support.menu("B", "/b")), "/b": Support.atom(Support.book(99)),
    ]
    for page in 0...5 {
      feeds["/p\(page)"] = Support.atom(Support.book(page), Support.next("/p\(page == 5 ? back : page + 1)"))
    }
    let crawl = try await OPDSCrawlPages(Support.source(feeds).0)
    expectEqual(Set(crawl.ids), Set(Self.ids([0, 1, 2, 3, 4, 5, 99])))
    expectEqual(crawl.bad.count, 1)
    expectEqual(crawl.bad.first?.reason.contains("was already read"), true)
    expectEqual(crawl.last.coverage, .changes)
    #expect(crawl.last.isLast)
  }

  @Test("a chain of pages without an end is left after 100,000")
  func endlessPages() throws {
    var crawl = OPDSCrawl(start: try #require(OPDSAddress(Support.root)))
    crawl.feedsRead = OPDSCrawl.readLimit
    var contents = OPDSFeedContents()
    contents.links = [OPDSLink(reference: "/next", relations: ["next"])]
    let continues = crawl.leave(contents, at: crawl.position.address)
    #expect(!continues)
    #expect(!crawl.isWhole)
  }

  @Test("menus of menus without an end are left at depth 8, and ten thousand feeds at most are remembered")
  func endlessMenus() async throws {
    let transport = ScriptedTransport { request in
      let menus = (0..<2).map { Support.menu("M", request.url + "/\($0)") }.joined()
      return Support.answer(Support.atom(menus, Support.book(request.url.utf8.count)))
    }
    let crawl = try await OPDSCrawlPages(Support.source(transport).0)
    expectEqual(transport.requests.count, 511)
    expectEqual(crawl.bad.count, 1)
    expectEqual(crawl.last.coverage, .changes)

    let wide = Support.atom((0..<10_500).map { Support.menu("M", "/\($0)") }.joined())
    guard case .page(let page) = try await Support.source(["": wide]).0.page(SourceRequest()) else { return }
    let cursor = try #require(page.cursor)
    #expect(cursor.utf8.count < 1_000)
    #expect(page.notes?.kept == 0 && page.notes?.added.count == OPDSCrawl.feedLimit - 1)
    expectEqual(page.items.count, 1)
    expectEqual(page.coverage, .changes)
  }

  @Test("what a crawl writes with each page does not grow with the feeds that it met")
  func writing() async throws {
    let count = 300
    let menus = (0..<count).map { Support.menu("M", "/\($0)?" + String(repeating: "x", count: 500)) }.joined()
    let transport = ScriptedTransport { request in
      Support.answer(request.url == Support.root ? Support.atom(menus) : Support.atom(Support.book(1)))
    }
    let crawl = try await OPDSCrawlPages(Support.source(transport).0)
    expectEqual(crawl.pages.count, count + 1)
    #expect(crawl.pages.allSatisfy { $0.cursor?.utf8.count ?? 0 < 2_000 })
    // Each feed is noted once, with the page that links to it.
    expectEqual(crawl.pages.map { $0.notes?.added.count ?? 0 }, [count] + Array(repeating: 0, count: count))
  }

  @Test("addresses of 4 MiB together are remembered at most, and what lies behind the others is not removed")
  func longAddresses() async throws {
    let menus = (0..<1_200).map { Support.menu("M", "/\($0)?" + String(repeating: "x", count: 3_900)) }.joined()
    guard case .page(let page) = try await Support.source(["": Support.atom(menus)]).0.page(SourceRequest()) else {
      return
    }
    let notes = try #require(page.notes)
    #expect(notes.added.count > 1_000 && notes.added.count < 1_200)
    #expect(notes.added.reduce(0) { $0 + $1.utf8.count } <= OPDSCrawl.byteLimit + 2 * notes.added.count)
    #expect(page.coverage == .changes && page.items.count == 1)
  }

  @Test("a cursor goes with its own notes alone, and with those that have grown since")
  func notes() async throws {
    let feeds = [
      "": Support.atom(Support.menu("A", "/a"), Support.menu("B", "/b")),
      "/a": Support.atom(Support.books(1...1), Support.menu("C", "/c")), "/b": Support.atom(Support.books(2...2)),
      "/c": Support.atom(Support.books(3...3)),
    ]
    let positions = try await OPDSCrawlPages(Support.source(feeds).0).positions
    let first = try #require(positions.first)
    let grown = OPDSCrawlPages.Position(cursor: first.cursor, notes: try #require(positions.last).notes)
    #expect(grown.notes.count == 3 && first.notes.count == 2)
    try await expectEqual(OPDSCrawlPages(Support.source(feeds).0, from: grown).ids, Self.ids(1...3))
    for notes in [[], first.notes.reversed(), ["1 http://books.test/a"], ["x", "y"]] {
      await expectFailure(.cursorRefused, "cursor") {
        try await Support.source(feeds).0.page(SourceRequest(cursor: first.cursor, notes: notes))
      }
    }
  }

  @Test("calibre's answers for no books and for a page behind the last one are empty feeds")
  func calibreNotFound() async throws {
    for text in ["No books found", "Invalid offset: 99"] {
      let transport = ScriptedTransport { request in
        switch request.url {
        case Support.root: Support.answer(Support.atom(Support.menu("A", "/a"), Support.menu("B", "/b")))
        case "http://books.test/a": Support.answer(Support.atom(Support.book(1), Support.next("/a?offset=99")))
        default: .init(status: 404, headers: ["Content-Type": "text/plain"], body: Array(text.utf8))
        }
      }
      let crawl = try await OPDSCrawlPages(Support.source(transport).0)
      expectEqual(crawl.ids, Self.ids(1...1))
      expectEqual(crawl.bad, [])
      expectEqual(crawl.last.coverage, .fullEnumeration(begins: false, isStable: false))
    }
  }

  @Test("a menu's link to nothing, or to a page for people, keeps no other feed back, and nothing is removed by it")
  func brokenMenu() async throws {
    let html = ScriptedTransport.Answer("<html><body>Log in</body></html>", type: Support.feedType)
    for broken in [.init(status: 404), .init(status: 403), .init(status: 410), html] as [ScriptedTransport.Answer] {
      let transport = ScriptedTransport { request in
        switch request.url {
        case Support.root: Support.answer(Support.atom(Support.menu("A", "/a"), Support.menu("B", "/b")))
        case "http://books.test/a": broken
        default: Support.answer(Support.atom(Support.book(1)))
        }
      }
      let crawl = try await OPDSCrawlPages(Support.source(transport).0)
      expectEqual(crawl.ids, Self.ids(1...1))
      expectEqual(crawl.bad.count, 1)
      expectEqual(crawl.last.coverage, .changes)
      #expect(
        try OPDSSource(name: "x", url: Support.root, transport: transport).record(from: crawl.bad[0].payload) == nil)
    }
  }

  @Test("a feed that is suddenly empty is a crawl that mentions nothing")
  func empty() async throws {
    for feed in [Support.atom(), "{\"metadata\":{\"title\":\"All\"},\"publications\":[]}"] {
      let crawl = try await OPDSCrawlPages(Support.source(["": feed]).0)
      expectEqual(crawl.pages.count, 1)
      #expect(crawl.last.items.isEmpty)
      expectEqual(crawl.last.coverage, .fullEnumeration(begins: true, isStable: true))
    }
  }
}

@Suite("What an OPDS catalog says of its age")
struct OPDSAgeTests {
  private typealias Support = OPDSSupport
  private static let old = "Sat, 21 Nov 2026 00:32:44 GMT"
  private static let now = "Sat, 21 Nov 2026 08:00:00 GMT"

  private func source(_ headers: [String: String], root: String) -> (OPDSSource, ScriptedTransport) {
    Support.source(
      ScriptedTransport { request in
        if request.url != Support.root { return Support.answer(Support.atom(Support.book(1)), headers: headers) }
        let isKnown = request.headers["If-None-Match"] != nil && request.headers["If-None-Match"] == headers["ETag"]
        return isKnown ? .init(status: 304) : Support.answer(root, headers: headers)
      })
  }

  private func isUnchanged(_ source: OPDSSource, _ validators: SourceValidators?) async throws -> Bool {
    if case .unchanged = try await source.page(SourceRequest(validators: validators)) { true } else { false }
  }

  @Test("a feed that is the whole catalog is asked for with its tag, and is unchanged by status 304")
  func oneFeed() async throws {
    let (source, transport) = source(["ETag": "\"7\"", "Last-Modified": Self.old], root: Support.atom(Support.book(1)))
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.last.validators, SourceValidators(etag: "\"7\"", lastModified: Self.old))
    expectEqual(crawl.last.coverage, .fullEnumeration(begins: true, isStable: true))
    #expect(try await isUnchanged(source, crawl.last.validators))
    expectEqual(transport.requests.last?.headers["If-Modified-Since"], Self.old)
    #expect(try await !isUnchanged(source, SourceValidators(etag: "\"6\"", lastModified: Self.old)))
    #expect(try await !isUnchanged(source, nil))
  }

  @Test("the tag of a menu says nothing of the books behind it")
  func menu() async throws {
    let (source, _) = source(["ETag": "\"7\"", "Last-Modified": Self.old], root: Support.atom(Support.menu("A", "/a")))
    let crawl = try await OPDSCrawlPages(source)
    #expect(crawl.last.validators == nil)
    expectEqual(crawl.last.coverage, .fullEnumeration(begins: false, isStable: false))
  }

  private static let calibreRoot = Support.atom(
    Support.menu("By Newest", "/opds/navcatalog/4f6e6577657374"), id: "urn:calibre:main")

  @Test("calibre's time is that of its whole library: one request tells that nothing has changed, and nothing slipped")
  func calibre() async throws {
    let (source, transport) = source(["Last-Modified": Self.old, "Date": Self.now], root: Self.calibreRoot)
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.last.validators, SourceValidators(lastModified: Self.old))
    expectEqual(crawl.last.coverage, .fullEnumeration(begins: false, isStable: true))
    let before = transport.requests.count
    #expect(try await isUnchanged(source, crawl.last.validators))
    expectEqual(transport.requests.count, before + 1)
    #expect(try await !isUnchanged(source, SourceValidators(lastModified: Self.now)))
  }

  @Test("a library that changes while it is crawled is not unchanged the next time, and things may have slipped")
  func calibreChanging() async throws {
    let count = Mutex(0)
    let (source, _) = Support.source(
      ScriptedTransport { request in
        let time = count.withLock { count in
          count += 1
          return count == 1 ? Self.old : "Sat, 21 Nov 2026 00:33:00 GMT"
        }
        let text = request.url == Support.root ? Self.calibreRoot : Support.atom(Support.book(1))
        return Support.answer(text, headers: ["Last-Modified": time, "Date": Self.now])
      })
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.last.coverage, .fullEnumeration(begins: false, isStable: false))
    expectEqual(crawl.last.validators, SourceValidators(lastModified: Self.old))
    #expect(try await !isUnchanged(source, crawl.last.validators))
  }

  @Test("a library that changed in the second of the answer may have changed again")
  func calibreThisSecond() async throws {
    let (source, _) = source(["Last-Modified": Self.now, "Date": Self.now], root: Self.calibreRoot)
    let crawl = try await OPDSCrawlPages(source)
    #expect(crawl.last.validators == nil)
    expectEqual(crawl.last.coverage, .fullEnumeration(begins: false, isStable: false))
  }
}
