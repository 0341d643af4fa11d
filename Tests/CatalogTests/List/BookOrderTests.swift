import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct BookOrderTests {
  @Test func `orders are parsed as people type them`() throws {
    for key in BookOrder.Key.allCases {
      try expectEqual(BookOrder(key.rawValue), BookOrder(key))
      try expectEqual(BookOrder("-" + key.rawValue), BookOrder(key, descending: true))
      expectEqual(BookOrder(key, descending: true).name, "-" + key.rawValue)
    }
    expectEqual(BookOrder.newestFirst.name, "-added")
  }

  @Test(arguments: ["", "-", "--title", "Title", "titel", "title ", "id"])
  func `an unknown order is refused with the known ones`(text: String) {
    let error = #expect(throws: InvalidValue.self) { try BookOrder(text) }
    expectEqual(error?.reason.contains("title, author, year, edition, added, rating, average, pages, series"), true)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `every order equals sorting the books by their keys`(
    seed: UInt64
  ) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    try await temporary.importRecords(try random.records(70))
    for id in Book.ID(1)...70 where random.oneIn(6) {
      try await temporary.catalog.edit(id) {
        $0.title = "Ring \(id.rawValue % 12)"
        $0.published = nil
      }
    }
    let books = try await temporary.catalog.page(size: 1_000).books
    for key in BookOrder.Key.allCases {
      for isDescending in [false, true] {
        let order = BookOrder(key, descending: isDescending)
        let listed = try await temporary.catalog.page(order: order, size: 1_000)
        expectEqual(listed.books.map(\.id), SortedBooks.ids(books, order), "seed \(seed): \(order.name)")
        #expect(listed.next == nil)
        let filtered = try await temporary.catalog.page(matching: "ring OR pages:100", order: order, size: 1_000).books
        let ids = Set(filtered.map(\.id))
        expectEqual(filtered.map(\.id), SortedBooks.ids(books.filter { ids.contains($0.id) }, order), "seed \(seed)")
        var streamed: [Book.ID] = []
        try temporary.snapshot { try $0.forEachBook(of: BookQuery(order: order)) { streamed.append($0.id) } }
        expectEqual(streamed, listed.books.map(\.id), "seed \(seed): \(order.name)")
      }
    }
  }

  @Test func `a list can be paged while it is being read`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords((1...5).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    try temporary.snapshot { snapshot in
      var seen: [Book.ID] = []
      try snapshot.forEachBook(of: BookQuery(order: .title)) { book in
        seen.append(book.id)
        guard seen.count <= 5 else { throw CancellationError() }
        var inner = 0
        try snapshot.forEachBook(of: BookQuery(order: .title)) { _ in inner += 1 }
        expectEqual(inner, 5)
      }
      expectEqual(seen, [1, 2, 3, 4, 5])
    }
  }
}

/// The order of a list computed naively: a sorted array.
enum SortedBooks {
  static func ids(_ books: [Book], _ order: BookOrder) -> [Book.ID] {
    guard case .key(let order) = order.kind else { return [] }
    let known = books.filter { key(of: $0, order.key) != nil }
    let unknown = books.filter { key(of: $0, order.key) == nil }
    let sorted = known.sorted { one, other in
      guard let first = key(of: one, order.key), let second = key(of: other, order.key) else { return false }
      if first == second { return order.isDescending ? one.id > other.id : one.id < other.id }
      return order.isDescending ? second < first : first < second
    }
    return (sorted + unknown.sorted { order.isDescending ? $0.id > $1.id : $0.id < $1.id }).map(\.id)
  }

  /// A sort key; texts are compared by their bytes, as SQLite does.
  private enum Key: Equatable {
    case text([UInt8])
    case number(Double)

    static func < (one: Key, other: Key) -> Bool {
      switch (one, other) {
      case (.text(let first), .text(let second)): first.lexicographicallyPrecedes(second)
      case (.number(let first), .number(let second)): first < second
      default: false
      }
    }
  }

  private static func key(of book: Book, _ key: BookOrder.Key) -> Key? {
    switch key {
    case .title: .text(Array(SortKey.title(book.title, language: book.language).utf8))
    case .author: book.authors.first.map { .text(Array(SortKey.author($0).utf8)) }
    case .series: book.series.map { .text(Array(SortKey.series($0, number: book.seriesNumber).utf8)) }
    case .year: (book.firstPublished ?? book.published).map { .number(Double($0.encoded)) }
    case .edition: book.published.map { .number(Double($0.encoded)) }
    case .added: .number(Double(book.added.milliseconds))
    case .rating: book.rating.map(Key.number)
    case .average: book.averageRating.map(Key.number)
    case .pages: book.pages.map { .number(Double($0)) }
    }
  }
}
