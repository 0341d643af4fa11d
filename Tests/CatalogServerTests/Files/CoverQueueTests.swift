import Catalog
import CatalogModel
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of fetching the covers that books name on the web.
@Suite struct CoverQueueTests {
  /// A clock that jumps ahead whenever somebody would sleep.
  private final class Time: Sendable {
    private let seconds = Mutex(1_800_000_000.0)
    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func advance(by interval: Double) { seconds.withLock { $0 += interval } }
  }

  /// A served catalog whose books name covers on the web.
  private struct Served {
    let folder: TemporaryFolder
    let time: Time
    let catalog: BookCatalog
    let transport: ScriptedTransport
    let site: CatalogSite

    init(
      _ covers: [String], setting: CoverSetting = .on, consent: CoverConsent? = nil,
      _ answer: @escaping @Sendable (HTTPRequest) async throws -> ScriptedTransport.Answer? = { _ in
        .init(body: CoverQueueTests.png)
      }
    ) async throws {
      let (folder, time) = (TemporaryFolder(), Time())
      var options = BookCatalog.Options()
      options.now = { time.now }
      let catalog = try await BookCatalog.open(folder.file("books.db"), options: options)
      for (number, cover) in covers.enumerated() {
        try await catalog.add { ($0.title, $0.cover) = ("Book \(number)", cover) }
      }
      if let consent { try await catalog.write { try $0.setCoverConsent(consent) } }
      let transport = ScriptedTransport(answer)
      func cache(_ transport: any HTTPTransport) -> CoverCache {
        CoverCache(folder: folder.file("cache"), limit: 1_000_000, transport: transport, now: { time.now })
      }
      var means = BookCovers(cache: cache(transport), setting: setting)
      means.environment = CoverQueue.Environment(
        now: { time.now },
        sleep: { seconds in
          try Task.checkCancellation()
          time.advance(by: seconds)
        })
      site = CatalogSite(
        catalog, covers: cache(OfflineTransport()), coverHost: "https://covers.example", bookCovers: means,
        allowsEdits: true)
      (self.folder, self.time, self.catalog, self.transport) = (folder, time, catalog, transport)
    }

    /// Waits until the queue is empty.
    func settle() async { while site.coverQueue?.isIdle == false { await Task.yield() } }

    /// Requests a page as the owner on this machine, or as a guest.
    func ask(
      _ target: String = "/?view=wall", _ method: Request.Method = .get, asGuest: Bool = false,
      _ fields: HeaderFields = [:], form: [(String, String)] = []
    ) async throws -> Response {
      let client =
        asGuest ? AccountTrial.secure : Client(address: nil, isLocal: true, isSecure: false, host: "localhost")
      var (fields, body) = (fields, [UInt8]())
      fields.set("Accept", "text/html, */*;q=0.1")
      if !form.isEmpty {
        fields.set("Content-Type", "application/x-www-form-urlencoded")
        fields.set("Sec-Fetch-Site", "same-origin")
        body = Array(form.map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&").utf8)
      }
      do {
        return try await site.answer(try Request(method, target, fields: fields, client: client, body: body)).response()
      } catch let problem as Problem {
        return Response(problem.status, fields: problem.fields, body: .bytes(Array((problem.detail ?? "").utf8)))
      }
    }
  }

  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 0, 20, 0, 0, 0, 30, 8, 2,
    ]

  private static let two = ["https://a.example/1.png", "https://b.example/2.png"]

  @Test func `covers are fetched at the start, shown to everyone, and announced by another entity tag`() async throws {
    let served = try await Served(Self.two + ["https://covers.example/b/id/3-L.jpg", "file:///etc/hostname"])
    await served.settle()
    expectEqual(Set(served.transport.requests.map(\.url)), Set(Self.two), "the provider's covers are not its business")
    let page = try await served.ask(asGuest: true)
    expectEqual(page.text.matches(of: #/<img class="cover" src="/cover/[12]-/#).count, 2)
    let address = try #require(page.text.firstMatch(of: #/src="(/cover/1-[^"]+)"/#)?.1)
    let cover = try await served.ask(String(address), asGuest: true)
    #expect(cover.status == 200 && cover.fields["content-type"] == "image/png")
    await served.site.stop()
  }

  @Test func `a page gets another entity tag when covers arrive`() async throws {
    let served = try await Served([], setting: .on)
    let before = try await served.ask().fields["etag"]
    try await served.catalog.add { ($0.title, $0.cover) = ("Emma", Self.two[0]) }
    let empty = try await served.ask()
    #expect(empty.fields["etag"] != before && !empty.text.contains("<img"))
    await served.settle()
    let after = try await served.ask()
    #expect(after.fields["etag"] != empty.fields["etag"] && after.text.contains("<img class=\"cover\""))
  }

  @Test func `guests and limited roles cause no requests, and viewers who may edit do`() async throws {
    let served = try await Served([])
    await served.settle()
    try await served.catalog.add { ($0.title, $0.cover) = ("Emma", Self.two[0]) }
    for target in ["/?view=wall", "/book/1.html", "/opds/books", "/.json", "/book/1/cover"] {
      try await expectEqual(served.ask(target, asGuest: true).status, 200, "\(target)")
    }
    #expect(served.transport.requests.isEmpty && served.site.coverQueue?.isIdle == true)
    let limited = Viewer(
      role: .limited("child"), audience: Audience(fields: .publicOnly, books: .found(by: "title:emma")))
    #expect(!limited.mayEdit)
    _ = try await served.ask("/book/1.html")
    await served.settle()
    expectEqual(served.transport.requests.map(\.url), [Self.two[0]])
    try await #expect(served.ask("/book/1.html", asGuest: true).text.contains("<img class=\"cover\""))
  }

  @Test func `a stored cover that was removed is not fetched for a guest`() async throws {
    let served = try await Served([Self.two[0]])
    await served.settle()
    let address = try #require(try await served.ask(asGuest: true).text.firstMatch(of: #/src="(/cover/1-[^"]+)"/#)?.1)
    let images = served.folder.file("cache/images")
    for name in try FileManager.default.contentsOfDirectory(atPath: images) {
      try Data([1]).write(to: URL(filePath: "\(images)/\(name)"))
    }
    try await expectEqual(served.ask(String(address), asGuest: true).status, 404)
    expectEqual(served.transport.requests.count, 1)
  }

  @Test func `nothing is fetched until the owner agrees, and only the owner can`() async throws {
    let served = try await Served(Self.two, setting: .ask)
    let page = try await served.ask()
    #expect(page.text.contains("There is a cover on the web for 2 books on this page."))
    try await #expect(!served.ask(asGuest: true).text.contains("cover on the web"))
    await served.settle()
    #expect(served.transport.requests.isEmpty)
    try await expectEqual(served.ask("/covers", .post, asGuest: true, form: [("fetch", "true")]).status, 403)
    let reply = try await served.ask("/covers", .post, form: [("fetch", "true"), ("back", "/import")])
    #expect(reply.status == 303 && reply.fields["location"] == "/import", "\(reply.text)")
    await served.settle()
    expectEqual(served.transport.requests.count, 2)
    try await expectEqual(served.catalog.read { try $0.coverConsent() }, .granted)
    let later = try await served.ask("/?view=wall", .get, ["If-None-Match": page.fields["etag"] ?? ""])
    #expect(later.status == 200 && !later.text.contains("cover on the web"), "\(later.status)")
    let again = try await Served(Self.two, setting: .ask, consent: .granted)
    await again.settle()
    expectEqual(again.transport.requests.count, 2)
  }

  @Test(arguments: [CoverSetting.off, .ask]) func `a refusal holds`(setting: CoverSetting) async throws {
    let served = try await Served(Self.two, setting: setting, consent: setting == .ask ? .refused : .granted)
    _ = try await served.ask()
    await served.settle()
    #expect(served.transport.requests.isEmpty && served.site.coverQueue?.asks == false)
  }

  @Test func `a failure is shown to the owner in place of the cover, and retried when it is due`() async throws {
    let served = try await Served([Self.two[0]]) { _ in .init("<svg onload=\"x\"/>", type: "image/svg+xml") }
    await served.settle()
    let page = try await served.ask("/book/1.html").text
    #expect(page.contains("The cover at a.example could not be fetched: it is not a cover"), "\(page)")
    #expect(try await !served.ask("/book/1.html", asGuest: true).text.contains("could not be fetched"))
    await served.settle()
    expectEqual(served.transport.requests.count, 1, "it is not due")
    served.time.advance(by: 3_600)
    _ = try await served.ask("/book/1.html?q=1")
    await served.settle()
    expectEqual(served.transport.requests.count, 2)
  }

  @Test func `a thousand covers of a host that is down cost few requests and delay no other host`() async throws {
    // The newest books come first.
    let covers = [Self.two[1]] + (0..<1_000).map { "https://down.example/\($0).png" }
    let served = try await Served(covers) { request in
      if request.url.contains("down.example") { throw SourceFailure(.timedOut, request.url, cause: "too slow") }
      return .init(body: Self.png)
    }
    while !served.transport.requests.contains(where: { $0.url == Self.two[1] }) { await Task.yield() }
    // The clock jumps over the pauses of the host, which grow to a quarter of an hour.
    while served.transport.requests.count < 12 { await Task.yield() }
    #expect(served.time.now.timeIntervalSince1970 > 1_800_000_000 + 1_000)
    await served.site.stop()
  }

  @Test func `covers of an import that was undone are not fetched`() async throws {
    let served = try await Served([])
    await served.settle()
    let id = try await served.catalog.add { ($0.title, $0.cover) = ("Emma", Self.two[0]) }.books[0]
    let queue = try #require(served.site.coverQueue)
    _ = try await served.catalog.undo()
    queue.want(Self.two[0], of: id)
    await served.settle()
    expectEqual(served.transport.requests.count, 0)
    _ = try await served.catalog.redo()
    queue.want(Self.two[0], of: id)
    await served.settle()
    expectEqual(served.transport.requests.count, 1)
  }

  @Test func `a cover that the cache has evicted is not fetched again each time that a page shows it`() async throws {
    let served = try await Served([Self.two[0]])
    await served.settle()
    try FileManager.default.removeItem(atPath: served.folder.file("cache/images"))
    for page in 1...3 {
      _ = try await served.ask("/?view=wall&page=\(page)")
      await served.settle()
    }
    expectEqual(served.transport.requests.count, 1)
    served.time.advance(by: 3_600)
    _ = try await served.ask("/?view=wall&size=10")
    await served.settle()
    expectEqual(served.transport.requests.count, 2)
  }

  @Test func `addresses that are certain to be refused cost no request, and do not count for the limit of a day`()
    async throws
  {
    let refused = (0..<700).map { "http://10.0.\($0 / 256).\($0 % 256)/cover.jpg" } + ["https://a.example:8080/1.jpg"]
    // The newest books come first, and the limit allows a burst of 600.
    let served = try await Served(Self.two + refused)
    await served.settle()
    expectEqual(Set(served.transport.requests.map(\.url)), Set(Self.two))
    #expect(served.time.now.timeIntervalSince1970 < 1_800_000_100)
    let page = try await served.ask("/book/703.html").text
    #expect(
      page.contains("could not be fetched: only public addresses with the ports 80 and 443 are allowed"), "\(page)")
  }

  @Test func `an import asks the owner once, on the page with its result`() async throws {
    let served = try await Served([], setting: .ask)
    let form = MultipartForm.body("title,cover\nEmma,https://a.example/1.png\nDune,\n")
    let trial = ServerTrial(served.site, bodyLimit: 100_000)
    let sent = await trial.ask("POST", "/import", MultipartForm.fields, body: form)
    let path = try #require(sent.fields["location"])
    func page() async -> String { await trial.ask("GET", path, ["Accept": "text/html"]).text }
    #expect(await !page().contains("fetch and show covers"), "not before the import")
    try await expectEqual(served.ask(path, .post, form: [("source", "books")]).status, 303)
    while await !page().contains("Show the newest books") { await Task.yield() }
    let question = await page()
    #expect(question.contains("There is a cover on the web for 1 row."))
    #expect(question.contains("Yes, fetch covers") && question.contains("value=\"\(path)\""))
    #expect(served.transport.requests.isEmpty)
    try await expectEqual(served.ask("/covers", .post, form: [("fetch", "")]).status, 303)
    #expect(await !page().contains("fetch and show covers"))
    await served.settle()
    #expect(served.transport.requests.isEmpty)
  }

  @Test func `a server on this machine is not reached through the cover of a book`() async throws {
    let server = try ChaosServer { _ in .bytes(Self.png, type: "image/png") }
    let transport = CurlTransport(options: .publicHosts(version: "1", environment: [:]))
    let folder = TemporaryFolder()
    let catalog = try await BookCatalog.open(folder.file("books.db"))
    let covers = ["\(server.url)/1.png", "http://localhost/2.png", "http://169.254.169.254/3.png"]
    for cover in covers { try await catalog.add { ($0.title, $0.cover) = (cover, cover) } }
    let cache = CoverCache(folder: folder.file("cache"), limit: 1_000_000, transport: transport)
    let site = CatalogSite(
      catalog, covers: cache, bookCovers: BookCovers(cache: cache, setting: .on), allowsEdits: true)
    while site.coverQueue?.isIdle == false { await Task.yield() }
    for cover in covers { #expect(cache.failure(at: cover) != nil, "\(cover)") }
    #expect(server.log.connections == 0)
    await site.stop()
  }
}
