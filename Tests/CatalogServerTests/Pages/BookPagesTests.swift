import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer
@testable import CatalogSources

@Suite("Pages of books for browsers")
struct BookPagesTests {
  private let catalog: BookCatalog
  private let trial: ServerTrial

  init() throws {
    catalog = try BookCatalog.temporary()
    trial = ServerTrial(CatalogSite(catalog))
  }

  private func add(_ count: Int) async throws {
    try await catalog.write { transaction in
      for number in 1...count {
        _ = try transaction.add { $0.title = "\(["Alpha", "Beta", "Gamma"][number % 3]) \(number)" }
      }
    }
  }

  private func titles(_ page: PageReader) -> [String] {
    page.all("tr").compactMap { row in row.elements.first { $0[attribute: "class"] == "title" } }
      .dropFirst().compactMap { title in title.elements.first { $0.name.local == "a" }?.text }
  }

  @Test func `browsers get a page, and programs get their formats`() async throws {
    try await add(1)
    for (accept, type) in [
      (ServerTrial.browser, "text/html; charset=utf-8"), ("text/html", "text/html; charset=utf-8"),
      ("*/*", "application/json"), ("application/json", "application/json"),
      ("application/json, */*", "application/json"),
    ] {
      for address in ["/", "/book/1", "/statistics"] {
        let reply = await trial.ask("GET", address, ["Accept": accept])
        expectEqual(reply.fields["content-type"], type, "\(accept)")
        expectEqual(reply.fields["vary"]?.contains("Accept"), true)
      }
    }
    await expectEqual(trial.ask("GET", "/", [:]).fields["content-type"], "application/json")
    await expectEqual(trial.ask("GET", "/.html").fields["content-type"], "text/html; charset=utf-8")
    await expectEqual(trial.ask("HEAD", "/", ["Accept": ServerTrial.browser]).status, 200)
  }

  @Test func `a list page links to the other pages, and a page after the last shows the last`() async throws {
    try await add(120)
    let second = try await trial.page("/?sort=added&page=2")
    #expect(second.faults.isEmpty, "\(second.faults)")
    #expect(titles(second).count == 50 && titles(second).first == "Alpha 51")
    let links = Dictionary(
      second.all("a").map { ($0.text, $0[attribute: "href"] ?? "") }, uniquingKeysWith: { first, _ in first })
    #expect(links["First"] == "/?sort=added" && links["Last"] == "/?sort=added&page=3")
    #expect(links["Previous"] == "/?sort=added" && links["Next"] == "/?sort=added&page=3")
    expectEqual(second.all("caption").first?.text, "Books 51 to 100 of 120, oldest first")
    let last = try await trial.page("/?sort=added&page=99999")
    expectEqual(titles(last).count, 20)
    try await expectEqual(
      trial.page("/?page=9223372036854775807").all("caption").first?.text.contains("101 to 120"), true)
    await expectEqual(trial.ask("GET", "/?page=0", ["Accept": ServerTrial.browser]).status, 400)
    let letter = try await trial.page("/?sort=title&letter=g&size=10")
    let marked = letter.all("tr").first { row in
      PageReader(row).all("span").contains { $0[attribute: "id"] == "letter" }
    }
    expectEqual(marked?.text.contains("Gamma 2"), true, "the first of the letter")
    let backwards = try await trial.page("/?sort=-title&letter=b&size=10")
    let first = backwards.all("tr").first { row in
      PageReader(row).all("span").contains { $0[attribute: "id"] == "letter" }
    }
    expectEqual(first?.text.contains("Beta 118"), true)
  }

  @Test func `facets are links with counts, saved searches are links, and misspelled words get hints`() async throws {
    try await add(3)
    try await catalog.edit(1) { $0.tags = ["calm", "sea"] }
    try await catalog.edit(2) { $0.tags = ["sea"] }
    _ = try await catalog.saveSearch("quiet", "tag:calm")
    let page = try await trial.page("/?facet=tag")
    let values = page.all(ofClass: "values").flatMap { $0.elements.map(\.text) }
    expectEqual(values, ["sea 2", "calm 1", "none 1"])
    let link = try #require(page.all("a").first { $0.text == "calm" }?[attribute: "href"])
    expectEqual(titles(try await trial.page(link)), ["Beta 1"])
    let saved = try #require(page.all("a").first { $0.text == "quiet" }?[attribute: "href"])
    expectEqual(titles(try await trial.page(saved)), ["Beta 1"])
    let nothing = try await trial.page("/?q=gamna")
    #expect(nothing.all("table").isEmpty)
    expectEqual(nothing.all(ofClass: "meant").first?.text.contains("gamma"), true)
    #expect(try await trial.page("/facets").faults.isEmpty)
    await expectEqual(trial.ask("GET", "/facets?facet=x", ["Accept": ServerTrial.browser]).status, 400)
  }

  @Test func `a book links to the previous and the next book of the list that it was opened from`() async throws {
    try await add(9)
    let page = try await trial.page("/book/4?q=beta&sort=added")
    let links = page.all("a").filter { $0[attribute: "rel"] != nil }
    expectEqual(links.map { $0[attribute: "href"] }, ["/book/1?q=beta&sort=added", "/book/7?q=beta&sort=added"])
    #expect(page.all("a").contains { $0.text == "Back to “beta”" && $0[attribute: "href"] == "/?q=beta&sort=added" })
    let first = try await trial.page("/book/1?q=beta&sort=added")
    expectEqual(first.all("a").filter { $0[attribute: "rel"] != nil }.count, 1)
    #expect(first.faults.isEmpty && page.faults.isEmpty)
    #expect(try await trial.page("/book/1?q=gamma").faults.isEmpty, "also where the list does not have it")
  }

  @Test func `the origin of a value is shown if it differs from the page's general origin`() async throws {
    let temporary = try TemporaryCatalog()
    let trial = ServerTrial(CatalogSite(temporary.catalog))
    func deliver(_ pages: Int) async throws {
      try await temporary.importRecords([
        SourceRecord("r") {
          $0.title = "Mort"
          $0.publisher = "Gollancz"
          $0.pages = pages
        }
      ])
    }
    try await deliver(1)
    let id = try #require(try await temporary.catalog.page(matching: "mort").books.first?.id)
    try await temporary.catalog.edit(id) { $0.pages = 2 }
    try await deliver(3)
    let page = try await trial.page("/book/\(id)")
    let conflict = try #require(page.all(ofClass: "conflict").first)
    #expect(conflict.text.contains("the source now says “3”") && conflict.text.contains("before your edit: “1”"))
    expectEqual(page.all(ofClass: "origin").count, 1)
    let conflicts = try await trial.page("/conflicts")
    expectEqual(conflicts.all("dd").map { $0.text.filter { !$0.isWhitespace } }, ["2", "3", "1"])
    #expect(conflicts.faults.isEmpty)
  }

  @Test func `a page is small`() async throws {
    try await catalog.write { transaction in
      for number in 1...60 {
        _ = try transaction.add {
          $0.title = "A title of the usual length, number \(number * 7919 % 1000)"
          $0.authors = ["Somebody \(number * 31 % 100)", "Another Person \(number)"]
          $0.series = "A series of \(number % 9)"
          $0.rating = 4.5
        }
      }
    }
    let page = await trial.ask("GET", "/", ["Accept": ServerTrial.browser]).text
    let packed = try #require(GZIPEncoding.packed(Array(page.utf8)))
    #expect(packed.count <= 30_000)
    let assets = WebAsset.all.map { (GZIPEncoding.packed($0.bytes) ?? $0.bytes).count }
    #expect(packed.count + assets.reduce(0, +) <= 60_000)
    #expect(assets[1] <= 30_000, "the script")
  }
}

extension PageReader {
  /// Creates a reader of a part of a page.
  init(_ root: XMLElement) { self.root = root }
}
