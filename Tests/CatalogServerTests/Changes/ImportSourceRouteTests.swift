import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the source of an export that is uploaded again.
@Suite struct ImportSourceRouteTests {
  private let catalog: BookCatalog
  private let site: CatalogSite
  private let trial: ServerTrial

  init() throws {
    catalog = try BookCatalog.temporary()
    site = CatalogSite(catalog, allowsEdits: true)
    trial = ServerTrial(site, bodyLimit: 100_000)
  }

  private func send(
    _ name: String, rating: Int, read year: Int, saysAdded: Bool = true, _ fields: [(String, String)] = []
  ) async -> Reply {
    let rows = (1...5).map { number in
      let added = saysAdded ? "2019/11/1\(number)" : ""
      return "\(number),Book \(number),Ada,\"A, Da\",\(rating),\(year)/02/0\(number),\(added),read\n"
    }
    let text = "Book Id,Title,Author,Author l-f,My Rating,Date Read,Date Added,Exclusive Shelf\n" + rows.joined()
    return await trial.ask("POST", "/import", MultipartForm.fields, body: MultipartForm.body(text, name: name, fields))
  }

  /// Imports an uploaded file and returns the page with the preview.
  private func accept(_ reply: Reply) async throws -> String {
    let path = try #require(reply.fields["location"], "\(reply.text)")
    let page = await trial.ask("GET", path, ["Accept": "text/html"]).text
    _ = await trial.ask(
      "POST", path,
      ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", "Accept": "text/html"],
      body: Array("source=export".utf8))
    let viewer = Viewer(role: .owner, audience: .owner)
    while site.imports.kept(String(path.dropFirst(8)), for: viewer)?.isRunning == true { await Task.yield() }
    return page
  }

  private func ratings() async throws -> [Double?] { try await catalog.page().books.map(\.rating) }

  @Test func `a newer download updates its source, and an older one is rejected unless its source is named`()
    async throws
  {
    let first = try await accept(send("export.csv", rating: 3, read: 2020))
    #expect(!first.contains("This file updates the source"))
    let second = try await accept(send("export (1).csv", rating: 5, read: 2024))
    #expect(second.contains("This file updates the source “export” (last imported "))
    try await expectEqual(ratings(), Array(repeating: 5, count: 5))
    let older = await send("export (2).csv", rating: 3, read: 2020)
    #expect(older.status == 409 && older.text.contains("older than the last import of “export”"), "\(older.text)")
    _ = try await accept(send("export (2).csv", rating: 3, read: 2020, [("source", "export")]))
    try await expectEqual(ratings(), Array(repeating: 3, count: 5))
  }

  @Test func `a file without dates of addition asks if it updates a source`() async throws {
    _ = try await accept(send("export.csv", rating: 3, read: 2020))
    let reply = await send("other.csv", rating: 5, read: 2024, saysAdded: false)
    let page = await trial.ask("GET", try #require(reply.fields["location"]), ["Accept": "text/html"]).text
    #expect(page.contains("The file contains books of the source “export” (last imported "))
    #expect(page.contains("enter its name as the source name"))
    #expect(!page.contains("This file updates the source"))
  }
}
