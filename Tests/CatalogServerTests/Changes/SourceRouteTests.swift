import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of adding, refreshing and pausing sources by requests.
@Suite struct SourceRouteTests {
  /// A source with a given number of books.
  private struct Shelf: BookSource {
    let name: String
    var kind: CatalogSource.Kind { .opds }

    func page(_ request: SourceRequest) async throws -> SourceAnswer {
      let records = (1...3).map { number in SourceRecord("\(number)") { $0.title = "Book \(number)" } }
      return .page(
        SourcePage(
          records: records, cursor: nil, isLast: true, coverage: .fullEnumeration(begins: true, isStable: true)))
    }
  }

  @Test func `an added source is refreshed in the background`() async throws {
    let catalog = try BookCatalog.temporary()
    let site = CatalogSite(catalog, allowsEdits: true, connect: { Shelf(name: $0.name) })
    let trial = ServerTrial(site, bodyLimit: 1_000)
    func post(_ text: String) async -> Reply {
      await trial.ask("POST", "/sources", ["Content-Type": "application/json"], body: Array(text.utf8))
    }
    var changes = try catalog.changes().makeAsyncIterator()
    let added = await post(
      #"{"name":"home","action":"add","kind":"opds","location":"https://books.example/opds"}"#)
    #expect(added.status == 200 && added.text.contains(#""name":"home""#), "\(added.text)")
    while try await catalog.count() < 3 { _ = try await changes.next() }
    #expect(await post(#"{"name":"home","action":"pause"}"#).text.contains(#""paused":true"#))
    #expect(await post(#"{"name":"home","action":"resume"}"#).text.contains(#""paused":false"#))
    await expectEqual(post(#"{"name":"home","action":"refresh"}"#).status, 200)
    await site.stop()
    let page = await trial.ask("GET", "/sources", ["Accept": "text/html"])
    #expect(page.text.contains("Refresh home") && page.fields["etag"] == nil)
  }

  @Test(arguments: [
    (#"{"name":"x","action":"refresh"}"#, 404), (#"{"name":"x","action":"burn"}"#, 400), (#"{"action":"pause"}"#, 400),
    (#"{"name":"x","action":"add","kind":"folder","location":"/etc"}"#, 400),
    (#"{"name":"x","action":"add","kind":"opds","location":"file:///etc/passwd"}"#, 400),
    (#"{"name":"x","action":"add","kind":"opds","location":"https://ann:secret@books.example/"}"#, 400),
    (#"{"name":"a b/c","action":"add","kind":"opds","location":"https://books.example/"}"#, 400),
  ])
  func `an invalid source is rejected`(body: String, status: Int) async throws {
    let site = CatalogSite(try BookCatalog.temporary(), allowsEdits: true)
    let reply = await ServerTrial(site, bodyLimit: 1_000).ask(
      "POST", "/sources", ["Content-Type": "application/json"], body: Array(body.utf8))
    #expect(reply.status == status && !reply.text.contains("secret"), "\(reply.text)")
  }
}
