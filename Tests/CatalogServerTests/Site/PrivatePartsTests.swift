import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the data that each viewer sees, including over an unencrypted connection.
@Suite struct PrivatePartsTests {
  private let catalog: BookCatalog
  private let site: CatalogSite
  private static let stranger = Client(
    address: NetworkAddress("192.0.2.1"), isLocal: false, isSecure: false, host: "books.example")
  /// The text in all private values of the book.
  private static let secret = "zanzibar"

  init() async throws {
    catalog = try BookCatalog.temporary()
    let shelf = try await catalog.addField("shelf", .text)
    try await catalog.add { $0.title = "Emma" }
    try await catalog.edit(1) { draft in
      draft.authors = ["Jane Austen"]
      (draft.notes, draft.review) = ("notes of \(Self.secret)", "review of \(Self.secret)")
      draft.copies = [BookCopy(place: Self.secret, lentTo: Self.secret)]
      draft.attachments = [BookFile(path: "/home/\(Self.secret)/emma.epub")]
      draft[shelf] = .text(Self.secret)
      draft.rating = 4.5
    }
    _ = try await catalog.saveSearch("hidden", "notes~/\(Self.secret)/")
    _ = try await catalog.saveSearch("plain", "author:austen")
    _ = try await catalog.saveSearch("words", "emma")
    site = CatalogSite(catalog)
  }

  private static let secure = Client(
    address: NetworkAddress("192.0.2.1"), isLocal: false, isSecure: true, host: "books.example")

  private func ask(
    _ address: String, _ client: Client, accept: String = "*/*"
  ) async throws -> (status: Int, text: String) {
    do {
      let request = try Request(.get, address, fields: ["Accept": accept], client: client)
      let response =
        switch try site.answer(request) {
        case .now(let response): response
        case .later(let make): try await make()
        }
      let text =
        switch response.body {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .stream(let stream): try stream.wholeText()
        case .file, .events, .omitted: ""
        }
      return (response.status, text)
    } catch let problem as Problem {
      return (problem.status, problem.detail ?? "")
    }
  }

  @Test func `a stranger gets the same replies before and after each private edit`() async throws {
    let addresses = [
      "/statistics", "/statistics?q=emma", "/statistics?year=2024", "/.json", "/.csv", "/facets", "/facets?q=emma",
      "/book/1",
      "/position?book=1", "/searches",
    ]
    func replies() async throws -> [String] {
      var texts: [String] = []
      for address in addresses {
        for accept in ["application/json", "text/html"] {
          texts.append(try await ask(address, Self.stranger, accept: accept).text)
        }
      }
      return texts
    }
    let shelf = try #require(try await catalog.fields()["shelf"])
    for edit: @Sendable (inout BookDraft) -> Void in [
      { $0.copies = [] }, { $0.copies = [BookCopy(place: "attic"), BookCopy(lentTo: "Ann")] }, { $0.notes = "other" },
      { $0.review = nil }, { $0[shelf] = .text("attic") }, { $0.attachments = [] },
    ] {
      let before = try await replies()
      _ = try await catalog.write { try $0.edit(1, edit) }
      // The time of the change is visible to everyone.
      let after = try await replies()
      for (one, other) in zip(before, after) {
        let parts = [one, other].map { $0.replacing(/"changed":\d+|20\d\d-\d\d-\d\d[T ][\d:.]+Z?/, with: "") }
        expectEqual(parts[0], parts[1])
      }
    }
  }

  @Test func `no route reveals private data to a stranger in any form, and every route answers a secure connection`()
    async throws
  {
    var revealedCount = 0
    for route in site.router.routes
    where route.method == .get && Set(route.pattern.parameters).isSubset(of: ["id", "step"])
      // The path belongs to a logged-in account.
      && route.pattern.description != "/devices"
    {
      for format in route.formats.isEmpty ? [Format.json] : route.formats {
        let address = route.pattern.description.replacing(/:\w+/, with: "1")
        let open = try await ask(address, Self.stranger, accept: format.type)
        #expect([200, 403].contains(open.status), "\(address)")
        #expect(!open.text.contains(Self.secret), "\(address) as \(format.type)")
        let secure = try await ask(address, Self.secure, accept: format.type)
        // Forms are shown to viewers who may send them.
        let isForm = ["/add", "/edit", "/import", "/covers"].contains { address.hasSuffix($0) }
        expectEqual(secure.status, isForm ? 403 : 200, "\(address)")
        if secure.text.contains(Self.secret) { revealedCount += 1 }
      }
    }
    #expect(revealedCount > 1, "somebody has to be told")
  }

  @Test func `a page with chosen fields contains no private data for a stranger`() async throws {
    // A page without long texts is written from the books of the list, not book by book.
    for field in ["copies", "attachments", "cover", "files", "own"] {
      let open = try await ask("/.json?fields=id,\(field)", Self.stranger)
      #expect(open.status == 200 && open.text.contains("\"id\":1") && !open.text.contains(Self.secret), "\(field)")
    }
    #expect(try await ask("/.json?fields=copies,own", Self.secure).text.contains(Self.secret))
  }

  @Test(
    arguments: [
      "notes~/zan/", "review~/zan/", "-notes~/zan/", "dune OR notes~/x/", "has:notes", "no:review", "is:owned",
      "is:lent",
      "no:copies", "cover~/a/", "has:attachments", "file:epub", "source:home", "-source:x", "is:edited",
      "emma OR is:edited",
    ])
  func `a stranger cannot find out private data with queries`(query: String) async throws {
    for address in ["/", "/.jsonl", "/.csv", "/statistics"] {
      let target = "\(address)?q=\(PercentEncoding.encoded(query))"
      try await expectEqual(ask(target, Self.stranger).status, 403, "\(target)")
      try await expectEqual(ask(target, Self.secure).status, 200, "\(target)")
    }
  }

  @Test(arguments: [
    "emma", "author:austen", "@plain", "is:rated", "rating:4..", "zanzibar", "@nosuch", "x:y", "title~/^E/",
  ])
  func `queries on public data are allowed`(query: String) async throws {
    try await expectEqual(ask("/?q=\(PercentEncoding.encoded(query))", Self.stranger).status, 200)
  }

  @Test(arguments: [
    ("shelf:zanzibar", "room:zanzibar"), ("has:shelf", "has:room"), ("-no:shelf", "-no:room"),
    ("shelf:\"=zanzibar\"", "room:\"=zanzibar\""), ("shelf~/z/ emma", "room~/z/ emma"), ("@hidden", "@nosuch"),
    ("@words", "@nosuch"), ("emma OR -@hidden", "emma OR -@nosuch"),
  ])
  func `a query cannot distinguish user-defined names from nonexistent ones`(made: String, other: String) async throws {
    for address in ["/", "/.jsonl", "/facets", "/position"] {
      let answer = try await ask("\(address)?book=1&q=\(PercentEncoding.encoded(made))", Self.stranger)
      let otherAnswer = try await ask("\(address)?book=1&q=\(PercentEncoding.encoded(other))", Self.stranger)
      #expect(answer.status == 200 && otherAnswer.status == 200, "\(address)")
      // Facets repeat the query.
      expectEqual(
        answer.text.replacing("shelf", with: "room").replacing(/@\w+/, with: "@nosuch"), otherAnswer.text, "\(address)")
    }
    try await expectEqual(ask("/?q=\(PercentEncoding.encoded(made))", Self.secure).status, 200)
  }

  @Test func `addresses that could contain a user's key are not shown to a stranger`() async throws {
    let key = "key=\(Self.secret)"
    try await catalog.add { draft in
      draft.title = "Persuasion"
      draft.cover = "https://books.example/cover?\(key)"
      draft.files = [BookFile(address: "https://books.example/persuasion.epub?\(key)")]
    }
    for address in ["/", "/book/1", "/book/2", "/opds/books", "/.jsonl", "/.csv"] {
      for form in ["application/json", "text/html", "application/opds+json", "application/atom+xml"] {
        let answer = try await ask(address, Self.stranger, accept: form)
        #expect(answer.status == 200 && !answer.text.contains(Self.secret), "\(address) as \(form)")
      }
    }
    #expect(try await ask("/book/2", Self.secure).text.contains(key))
  }

  @Test(arguments: ["zan", "zanzibar", "\"notes of zanzibar\"", "of:zanzibar", "emma OR zanzibar", "-zanzibar"])
  func `private words neither find nor exclude anything for a stranger`(query: String) async throws {
    let isFound = query.hasPrefix("-") || query.hasPrefix("emma")
    let target = PercentEncoding.encoded(query)
    let open = try await ask("/?q=\(target)&fields=title", Self.stranger)
    #expect(open.status == 200 && open.text.contains("Emma") == isFound, "\(open.text)")
    let counts = try await ask("/facets?facet=state&q=\(target)", Self.stranger)
    expectEqual(counts.text.contains("\"books\":1"), isFound, "\(counts.text)")
    let statistics = try await ask("/statistics?q=\(target)", Self.stranger)
    expectEqual(statistics.text.contains("\"books\":1,"), isFound, "\(statistics.text)")
    let found = try await ask("/?q=\(target)&fields=title", Self.secure)
    #expect(found.text.contains("Emma") != query.hasPrefix("-"), "the owner finds it")
  }

  @Test func `a stranger cannot sort by a user-defined field`() async throws {
    try await expectEqual(ask("/?sort=shelf", Self.stranger).status, 400)
    try await expectEqual(ask("/?sort=shelf", Self.secure).status, 200)
  }
}
