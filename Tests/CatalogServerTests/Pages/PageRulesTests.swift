import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer
@testable import CatalogSources

@Suite("The rules for every page")
struct PageRulesTests {
  /// Texts that try to make a page run or load something.
  private static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "</title></main><h1>x</h1>",
    "javascript:alert(1)", "]]><!--", "&lt;b&gt;", "{{7*7}}", "\u{202E}txet", "%3Cscript%3E",
  ]

  private func catalog() async throws -> BookCatalog {
    let catalog = try BookCatalog.temporary()
    let shelf = try await catalog.addField("shelf", .text)
    for (number, text) in Self.hostile.enumerated() {
      try await catalog.add { draft in
        draft.title = text
        draft.subtitle = text
        draft.authors = [text, "Ann"]
        draft.publisher = text
        draft.series = text
        draft.tags = [text, "plain"]
        (draft.notes, draft.review, draft.description) = (text, text, "\(text)\n\(text)")
        draft.contributors = [Contributor(text, role: text)]
        draft.files = [
          BookFile(path: "/home/ann/\(text.replacing("/", with: "_"))"),
          BookFile(address: "https://files.example/\(number)"),
        ]
        draft.copies = [BookCopy(place: text, lentTo: text)]
        draft[shelf] = .text(text)
        draft.rating = 3.5
        draft.averageRating = 4.25
        draft.mark(.read, on: try PartialDate("2024-05-01"))
      }
    }
    _ = try await catalog.saveSearch("plain", "tag:plain")
    return catalog
  }

  @Test(arguments: ["", "/books"])
  func `every page is well-formed without inline scripts, and all its links work`(
    basePath: String
  ) async throws {
    let trial = ServerTrial(CatalogSite(try await catalog(), basePath: basePath))
    var pages = 0
    try await trial.walk(from: "\(basePath)/", upTo: 700) { address, reply in
      expectEqual(reply.status, 200, "\(address)")
      #expect(address.hasPrefix("\(basePath)/"), "\(address)")
      guard reply.fields["content-type"]?.hasPrefix("text/html") == true else { return }
      let faults = try PageReader(reply.text).faults
      #expect(faults.isEmpty, "\(address): \(faults)")
      pages += 1
    }
    #expect(pages > 100)
  }

  @Test func `a viewer without private access finds no links to private data`() async throws {
    let site = CatalogSite(try await catalog())
    let stranger = Client(
      address: NetworkAddress("192.0.2.1"), isLocal: false, isSecure: false, host: "books.example")
    var (seen, open): (Set<String>, [String]) = (["/"], ["/"])
    while let address = open.popLast(), seen.count < 300 {
      let request = try Request(.get, address, fields: ["Accept": ServerTrial.browser], client: stranger)
      guard case .now(let response) = try site.answer(request), case .bytes(let bytes) = response.body else {
        Issue.record("\(address)")
        continue
      }
      guard response.fields["content-type"]?.hasPrefix("text/html") == true else { continue }
      let page = try PageReader(String(decoding: bytes, as: UTF8.self))
      #expect(page.faults.isEmpty, "\(address): \(page.faults)")
      #expect(page.root.text.contains("connection is not encrypted"), "\(address)")
      #expect(!page.root.text.contains("/home/ann"), "\(address)")
      for link in page.addresses.map({ String($0.prefix { $0 != "#" }) }) where link.hasPrefix("/") {
        if seen.insert(link).inserted { open.append(link) }
      }
    }
    #expect(seen.count > 50)
    #expect(seen.isDisjoint(with: ["/history", "/conflicts", "/duplicates", "/sources"]))
  }

  @Test func `the text of a book is shown exactly as it was written`() async throws {
    let trial = ServerTrial(CatalogSite(try await catalog()))
    let list = try await trial.page("/?sort=added")
    let titles = list.all("a").filter { $0[attribute: "href"]?.hasPrefix("/book/") == true }.map(\.text)
    expectEqual(titles, Self.hostile)
    for (number, text) in Self.hostile.enumerated() {
      let page = try await trial.page("/book/\(number + 1)")
      expectEqual(page.all("h1").first?.text, text)
      let whole = page.root.text
      #expect(whole.ranges(of: text).count > 8, "\(text)")
      let web = page.addresses.filter { !$0.hasPrefix("/") && !$0.hasPrefix("#") }
      expectEqual(web, ["https://files.example/\(number)"])
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 3))
  func `pages of arbitrary books are well-formed`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let catalog = try BookCatalog.temporary()
    for _ in 0..<30 {
      var fields: [BookField: FieldValue] = [:]
      for field in BookField.allCases where !random.oneIn(3) { fields[field] = random.value(of: field) }
      if let title = try? BookField.title.canonical(.text("x" + random.scalars())) { fields[.title] = title }
      let values = fields
      _ = try? await catalog.write { try $0.add(values) }
    }
    let trial = ServerTrial(CatalogSite(catalog))
    try await trial.walk(from: "/", upTo: 250) { address, reply in
      expectEqual(reply.status, 200, "seed \(seed): \(address)")
      guard reply.fields["content-type"]?.hasPrefix("text/html") == true else { return }
      let faults = try PageReader(reply.text).faults
      #expect(faults.isEmpty, "seed \(seed): \(address): \(faults)")
    }
  }

  @Test func `a problem is shown as a page with a heading for people and the text that programs get`() async throws {
    let trial = ServerTrial(CatalogSite(try await catalog(), basePath: "/books"))
    for (address, status) in [("/books/nothing", 404), ("/books/?page=x", 400), ("/books/book/99", 404)] {
      struct Told: Decodable {
        let title: String
        let detail: String?
      }
      let json = await trial.ask("GET", address)
      let problem = try JSONDecoder().decode(Told.self, from: Data(json.text.utf8))
      let reply = await trial.ask("GET", address, ["Accept": ServerTrial.browser])
      #expect(reply.status == status && json.status == status)
      let page = try PageReader(reply.text)
      #expect(page.faults.isEmpty, "\(page.faults)")
      expectEqual(page.all("h1").map(\.text), [status == 404 ? "This page does not exist" : problem.title])
      #expect(problem.detail.map { page.root.text.contains($0) } ?? true)
      #expect(page.addresses.allSatisfy { $0.hasPrefix("/books/") })
    }
    let failing = ServerTrial(ClosureService { _ in throw CancellationError() })
    #expect(await failing.ask("GET", "/", ["Accept": ServerTrial.browser]).text.contains("Internal Server Error"))
  }

  @Test func `a page is cached until something changes, and the files that it loads are cached forever`() async throws {
    let catalog = try await catalog()
    let trial = ServerTrial(CatalogSite(catalog))
    for address in ["/", "/book/1", "/statistics", "/statistics.svg", "/history"] {
      let reply = await trial.ask("GET", address, ["Accept": ServerTrial.browser])
      let tag = try #require(reply.fields["etag"])
      let again = await trial.ask("GET", address, ["Accept": ServerTrial.browser, "If-None-Match": tag])
      expectEqual(again.status, 304, "\(address)")
      try await catalog.edit(1) { $0.rating = ($0.rating ?? 0) == 2 ? 3 : 2 }
      let changed = await trial.ask("GET", address, ["Accept": ServerTrial.browser, "If-None-Match": tag])
      expectEqual(changed.status, 200, "\(address)")
    }
    for asset in WebAsset.all {
      let reply = await trial.ask("GET", asset.address(basePath: "").text)
      #expect(reply.status == 200 && reply.fields["content-type"] == asset.type)
      #expect(reply.fields["cache-control"]?.contains("immutable") == true && !reply.text.isEmpty)
      await expectEqual(trial.ask("GET", "/assets/0/\(asset.name)").status, 404)
    }
  }

  @Test func `hints with commands are shown only if the serving program has commands`() async throws {
    let catalog = try await catalog()
    let hints = ServerTrial(CatalogSite(catalog, command: { hint, _ in "do \(hint)" }))
    let none = ServerTrial(CatalogSite(catalog))
    for (address, command) in [("/history/1", "do undo("), ("/book/1", "do rate(1)"), ("/?q=", "")] {
      let fields: HeaderFields = ["Accept": "text/html"]
      let text = await hints.ask("GET", address, fields).text
      expectEqual(text.contains("<code>\(command)"), !command.isEmpty, "\(address)")
      #expect(await !none.ask("GET", address, fields).text.contains("<code>"), "\(address)")
    }
  }

  @Test func `the position of a book in a list and the start of each letter are reported`() async throws {
    let catalog = try BookCatalog.temporary()
    for title in ["Emma", "The Dune", "Zorba", "Émile"] { try await catalog.add { $0.title = title } }
    let trial = ServerTrial(CatalogSite(catalog))
    for (query, position) in [
      ("sort=title&letter=e", "1"), ("sort=title&letter=d", "0"), ("sort=title&letter=f", "3"),
      ("sort=title&letter=z", "3"), ("sort=-title&letter=e", "1"), ("sort=-title&letter=a", "4"),
      ("sort=title&book=3", "3"), ("sort=title&q=em&book=4", "0"), ("sort=title&q=dune&book=3", "null"),
      ("book=99", "null"), ("sort=year&letter=e", "null"), ("sort=title&letter=%C3%A9", "null"),
    ] {
      let text = await trial.ask("GET", "/position?\(query)").text
      #expect(text.contains("\"position\":\(position),"), "\(query): \(text)")
    }
  }
}
