import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogServer

@Suite struct FeedFacetTests {
  @Test(arguments: SimulatedSeeds.range(count: 1), [Format.opds, .atom])
  func `a facet leads to as many books as it states, also if nested`(seed: UInt64, format: Format) async throws {
    var random = SeededGenerator(seed: seed)
    let catalog = try BookCatalog.temporary(
      holding: (0..<90).map { number in
        var book = Book(id: 0, title: "Book \(number)")
        book.language = random.pick(["eng", "de", "en-US", nil])
        book.tags = [random.pick(["sf", "gift", "gift card"])]
        book.published = random.oneIn(3) ? nil : random.date(years: 1890...2020)
        book.readState = random.pick([.unread, .read, .want])
        book.authors = [random.pick(["Ann Lee", "Bo Kim"])]
        return book
      })
    let walk = FeedWalk(CatalogSite(catalog), format)
    for start in ["/opds/books", "/opds/books?author=Ann%20Lee", "/opds/search?query=book"] {
      let feed = try await walk.feed(start)
      expectEqual(Set(feed.facets.map(\.group)), ["Language", "State", "Decade", "Tag"], "\(start)")
      for facet in feed.facets {
        let narrowed = try await walk.feed(facet.address)
        #expect(narrowed.total == facet.count && narrowed.problems.isEmpty, "\(facet), seed \(seed)")
        expectEqual(narrowed.facets.filter(\.isActive).map(\.title), [facet.title], "\(facet)")
        let all = try #require(narrowed.facets.first { $0.group == facet.group && $0.title == "All" })
        #expect(all.address == start && all.count == feed.total)
        for other in narrowed.facets.filter({ $0.group != facet.group }).prefix(3) {
          try await expectEqual(walk.feed(other.address).total, other.count, "\(other) in \(facet), seed \(seed)")
        }
      }
    }
  }

  @Test func `a list has no facets that do not divide its books`() async throws {
    let catalog = try BookCatalog.temporary(holding: [Book(id: 0, title: "Emma"), Book(id: 0, title: "Dune")])
    #expect(try await FeedWalk(CatalogSite(catalog), .opds).feed("/opds/books").facets.isEmpty)
  }

  @Test func `an active facet that is not listed can be removed`() async throws {
    let catalog = try BookCatalog.temporary(holding: [Book(id: 0, title: "Emma"), Book(id: 0, title: "Dune")])
    let feed = try await FeedWalk(CatalogSite(catalog), .opds).feed("/opds/books?in-tag=tag:sf")
    #expect(feed.total == 0 && feed.problems.isEmpty)
    expectEqual(
      feed.facets.map { "\($0.title) \($0.count) \($0.isActive)" }, ["All 2 false", "none 2 false", "tag:sf 0 true"])
    expectEqual(feed.facets.first?.address, "/opds/books")
  }
}
