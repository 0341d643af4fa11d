import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

/// Random queries on random catalogs, compared with looking at every book.
@Suite struct SearchOracleTests {
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func `a search finds exactly the books that looking at each finds`(
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
      #expect(Set(found.map(\.id)) == Set(expected.map(\.id)), "seed \(seed): \(text)")
      #expect(found.count == expected.count, "seed \(seed): \(text)")
      let count = try await random.temporary.catalog.read { try $0.count(of: BookQuery(text)) }
      #expect(count == expected.count, "seed \(seed): \(text)")
      // Trees and searches ask by a condition over the table.
      let ids = try random.temporary.catalog.look { connection in
        let filter = try QueryCompiler(connection: connection).filter(for: parsed)
        var ids: Set<Book.ID> = []
        try connection.statement("SELECT id FROM book WHERE hidden = 0 AND (\(filter.condition))")
          .forEachRow(filter.values) { ids.insert($0.id(0)) }
        return ids
      }
      #expect(ids == Set(expected.map(\.id)), "seed \(seed): \(text)")
    }
  }
}
