import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Random queries on random catalogs, compared with looking at every book.
@Suite struct SearchOracleTests {
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func `a search finds exactly the books that a full scan finds`(
    seed: UInt64
  ) async throws {
    let random = try await RandomQueries.Catalog(seed: seed, books: 80)
    var generator = random.generator
    let books = try await random.temporary.catalog.page(size: 1_000).books
    for _ in 0..<60 {
      let text = RandomQueries.query(&generator)
      let parsed = QueryParser.parse(text)
      let found = try await random.temporary.catalog.page(matching: text, size: 1_000).books
      let expected = books.filter { random.look(at: $0).matches(parsed) }
      expectEqual(Set(found.map(\.id)), Set(expected.map(\.id)), "seed \(seed): \(text)")
      expectEqual(found.count, expected.count, "seed \(seed): \(text)")
      let count = try await random.temporary.catalog.read { try $0.count(of: BookQuery(text)) }
      expectEqual(count, expected.count, "seed \(seed): \(text)")
      // With their books, groups query by a condition over the table; without them, each book is read.
      let query = BookQuery(text)
      for grouping in BookGrouping.allCases where generator.oneIn(3) {
        let groups = try await random.temporary.catalog.read { try $0.groups(by: grouping, of: query, withBooks: true) }
        let grouped = expected.filter { grouping.hasUnknown || !grouping.labels(of: $0).isEmpty }
        expectEqual(Set(groups.flatMap(\.ids)), Set(grouped.map(\.id)), "seed \(seed): \(grouping) of \(text)")
        let counted = try await random.temporary.catalog.groups(by: grouping, of: query)
        #expect(counted.map(\.label) == groups.map(\.label) && counted.map(\.count) == groups.map(\.count))
      }
    }
  }
}
