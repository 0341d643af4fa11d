import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the routes other than lists of books.
@Suite struct JSONRoutesTests {
  private let catalog: BookCatalog
  private let trial: ServerTrial

  init() throws {
    catalog = try BookCatalog.temporary()
    trial = ServerTrial(CatalogSite(catalog))
  }

  private func text(_ address: String, status: Int = 200) async -> String {
    let reply = await trial.ask("GET", address)
    expectEqual(reply.status, status, "\(address)")
    return reply.text
  }

  @Test func `the origin of a value and the history of a book are reported step by step`() async throws {
    try await catalog.add { $0.title = "Emma" }
    try await catalog.edit(1) { $0.authors = ["Jane Austen"] }
    #expect(await text("/book/1/why").contains("{\"field\":\"title\",\"value\":\"Emma\",\"origin\":\"local\""))
    let history = await text("/book/1/history.json")
    #expect(history.contains("{\"subject\":\"authors\",\"old\":null,\"new\":\"Jane Austen\"}"))
    #expect(history.hasPrefix("[{\"step\":2,"))
    #expect(await text("/history?limit=1").hasPrefix("[{\"step\":2,"))
    let step = await text("/history/2")
    #expect(
      step.contains("\"bookCount\":1,\"books\":[{\"id\":1,\"title\":\"Emma\",\"changes\":[{\"subject\":\"authors\""))
    for missing in ["/book/2/why", "/book/2/history", "/history/3", "/history/x", "/book/-1/why"] {
      _ = await text(missing, status: 404)
    }
    _ = await text("/history?limit=0", status: 400)
  }

  @Test func `a facet has counts, and each value is a query that finds as many books`() async throws {
    for (title, tags) in [("Emma", ["love", "wit"]), ("Dune", ["sand"]), ("Persuasion", ["love"])] {
      try await catalog.add { draft in
        draft.title = title
        draft.tags = TagSet(tags)
      }
    }
    struct Facet: Decodable {
      struct Value: Decodable {
        let value: String
        let books: Int
        let query: String
        let narrowed: String
      }
      let facet: String
      let values: [Value]
    }
    let facets = try JSONDecoder().decode([Facet].self, from: Data(await text("/facets?q=-dune").utf8))
    expectEqual(facets.map(\.facet), ["state", "tag", "author", "series", "year", "language", "pages", "rating"])
    expectEqual(facets[1].values.map(\.value), ["love", "wit"])
    for value in facets.flatMap(\.values) {
      for query in [value.narrowed, "\(value.query) -dune"] {
        let answer = await trial.ask("GET", "/?q=\(PercentEncoding.encoded(query))")
        expectEqual(answer.fields["x-total-count"], String(value.books), "\(value)")
      }
    }
    await expectEqual(
      text("/facets?facet=tag&q=dune"),
      "[{\"facet\":\"tag\",\"values\":[{\"value\":\"sand\",\"books\":1,\"query\":\"tag:\\\"=sand\\\"\","
        + "\"narrowed\":\"dune tag:\\\"=sand\\\"\"}]}]\n")
    _ = await text("/facets?facet=colour", status: 400)
    for query in ["%5C", "--", Array(repeating: "dune", count: 32).joined(separator: "+")] {
      let none = try JSONDecoder().decode([Facet].self, from: Data(await text("/facets?q=\(query)").utf8))
      #expect(none.allSatisfy { $0.values.isEmpty }, "no condition can be typed beside \(query)")
    }
    // The counts are cached until something changes.
    let before = await text("/facets?facet=tag")
    await expectEqual(text("/facets?facet=tag"), before)
    try await catalog.edit(1) { $0.tags = ["new"] }
    #expect(await text("/facets?facet=tag").contains("{\"value\":\"new\",\"books\":1,"))
  }

  @Test func `pending decisions, saved searches and sources are reported`() async throws {
    for _ in 1...2 { try await catalog.add { $0.title = "Emma" } }
    try await catalog.edit([1, 2]) { $0.authors = ["Jane Austen"] }
    #expect(await text("/duplicates").contains("\"ids\":[1,2],\"grade\":\""))
    await expectEqual(trial.ask("GET", "/conflicts").fields["x-total-count"], "0")
    await expectEqual(text("/conflicts"), "[]\n")
    _ = try await catalog.saveSearch("austen", "author:austen", order: .title)
    await expectEqual(
      text("/searches"), "[{\"name\":\"austen\",\"query\":\"author:austen\",\"sort\":\"title\",\"books\":2}]\n")
    #expect(
      await text("/sources").hasPrefix("[{\"name\":\"local\",\"kind\":\"local\",\"location\":null,\"records\":2,"))
  }

  @Test func `a client with a current reply is told that it is unchanged`() async throws {
    try await catalog.add { $0.title = "Emma" }
    for address in [
      "/facets", "/searches", "/conflicts", "/duplicates", "/history", "/history/1", "/book/1/why",
    ] {
      let tag = try #require(await trial.ask("GET", address).fields["etag"], "\(address)")
      await expectEqual(trial.ask("GET", address, ["If-None-Match": tag]).status, 304, "\(address)")
    }
    let tag = try #require(await trial.ask("GET", "/duplicates").fields["etag"])
    try await catalog.add { $0.title = "Emma" }
    await expectEqual(trial.ask("GET", "/duplicates", ["If-None-Match": tag]).status, 200)
  }
}
