import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Filtered lists, read in each way that a list supports and compared with looking at every book.
@Suite struct SelectionTests {
  private static let orders = BookOrder.Key.allCases.flatMap { [KeyOrder($0), KeyOrder($0, descending: true)] }

  /// Limits that make the list sort, test or gather as often as possible, and the default choice.
  private static let ways = [
    SelectionLimits(smallLimit: .max - 1), SelectionLimits(smallLimit: -1, testCost: 1),
    SelectionLimits(smallLimit: -1, testCost: .max), SelectionLimits(smallLimit: 5, testCost: 10), SelectionLimits(),
  ]

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `every way of reading a list yields the pages, positions and counts of a full scan`(
    seed: UInt64
  ) async throws {
    let random = try await RandomQueries.Catalog(seed: seed, books: 80)
    var generator = random.generator
    try random.temporary.snapshot { snapshot in
      for _ in 0..<60 {
        let text = RandomQueries.query(&generator)
        let query = QueryParser.parse(text)
        let selection = try QueryCompiler(connection: snapshot.connection).selection(for: query)
        let order = generator.pick(Self.orders)
        var sorted: [Book] = []
        try PageReader(connection: snapshot.connection).forEachBook(.all, order) { sorted.append($0) }
        let expected = sorted.filter { random.look(at: $0).matches(query) }.map(\.id)
        let offset = Int.random(in: 0...expected.count + 2, using: &generator)
        let size = Int.random(in: 1...9, using: &generator)
        for limits in Self.ways {
          let reader = try PageReader(connection: snapshot.connection, limits: limits)
          let context = "seed \(seed), \(limits): \(text) by \(order.name), \(size) at \(offset)"
          let page = try reader.page(selection, order, at: .offset(offset), size: size)
          try #require(page.books.map(\.id) == Array(expected.dropFirst(offset).prefix(size)), "\(context)")
          try #require((page.next == nil) == (offset + size >= expected.count), "\(context)")
          if let next = page.next {
            let rest = try reader.page(selection, order, at: .after(next), size: 1_000)
            try #require(rest.books.map(\.id) == Array(expected.dropFirst(offset + size)), "\(context), the rest")
          }
          try #require(try reader.count(selection) == expected.count, "\(context)")
          var all: [Book.ID] = []
          try reader.forEachBook(selection, order) { all.append($0.id) }
          try #require(all == expected, "\(context), all")
          let book = generator.pick(sorted).id
          try #require(
            try reader.position(of: book, selection, order) == expected.firstIndex(of: book), "\(context), of \(book)")
        }
      }
    }
  }

  @Test func `any offset is accepted in every way of reading a list`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(
      (1...9).map { try SourceRecord("\($0)", [.title: "Book \($0)", .readState: $0 == 1 ? "read" : nil]) })
    try temporary.snapshot { snapshot in
      let selection = try QueryCompiler(connection: snapshot.connection).selection(for: QueryParser.parse("is:unread"))
      for limits in Self.ways {
        let reader = try PageReader(connection: snapshot.connection, limits: limits)
        for order in Self.orders {
          try expectEqual(reader.page(selection, order, at: .offset(.max), size: .max).books, [])
          try expectEqual(reader.page(selection, order, at: .offset(8), size: 3).books, [])
          try expectEqual(reader.page(selection, order, at: .offset(.min), size: .max).books.count, 8)
        }
      }
    }
  }
}
