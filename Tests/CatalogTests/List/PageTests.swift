import CatalogDatabase
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct PageTests {
  private static var orders: [BookOrder] {
    BookOrder.Key.allCases.flatMap { [BookOrder($0), BookOrder($0, descending: true)] }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `pages neither skip nor repeat books`(seed: UInt64) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    try await temporary.importRecords(try random.records(60))
    for order in Self.orders {
      for query in ["", "-is:read", random.pick(["dune", "ring", "year:1965"])] {
        let all = try await temporary.catalog.page(matching: query, order: order, size: 1_000).books.map(\.id)
        let size = Int.random(in: 1...25, using: &random)
        let context = "seed \(seed): \(order.name) of “\(query)” by \(size)"
        try temporary.snapshot { snapshot in
          var byCursor: [Book.ID] = []
          var position = PagePosition.start
          while true {
            let page = try snapshot.page(matching: query, order: order, at: position, size: size)
            #expect(page.books.count <= size)
            byCursor += page.books.map(\.id)
            guard let next = page.next, byCursor.count <= all.count else { break }
            expectEqual(page.books.count, size, "\(context): only the last page is short")
            // A cursor is passed on as text.
            position = .after(try PageCursor(next.description, order: order))
          }
          expectEqual(byCursor, all, "\(context), by cursor")
          var byOffset: [Book.ID] = []
          for offset in stride(from: 0, through: all.count, by: size) {
            let page = try snapshot.page(matching: query, order: order, at: .offset(offset), size: size)
            expectEqual(page.next == nil, offset + size >= all.count, "\(context), next at \(offset)")
            byOffset += page.books.map(\.id)
          }
          expectEqual(byOffset, all, "\(context), by offset")
        }
      }
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>) func `pages continue where they stopped while books come and go`(
    seed: UInt64
  ) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    try await temporary.importRecords(try random.records(40))
    var number = 1_000
    for order in Self.orders {
      let before = Set(try await temporary.catalog.page(order: order, size: 10_000).books.map(\.id))
      var removed: Set<Book.ID> = []
      var seen: [Book.ID] = []
      var position = PagePosition.start
      while true {
        let page = try await temporary.catalog.page(order: order, at: position, size: 11)
        seen += page.books.map(\.id)
        guard let next = page.next else { break }
        position = .after(next)
        number += 1
        try await temporary.importRecords([try SourceRecord("\(number)", random.fields())])
        // The book that the cursor follows may be removed as well.
        if random.oneIn(2), let gone = random.oneIn(2) ? page.books.last?.id : before.subtracting(removed).min() {
          try await temporary.catalog.remove(gone)
          removed.insert(gone)
        }
      }
      let context = "seed \(seed): \(order.name)"
      expectEqual(Set(seen).count, seen.count, "\(context): none comes twice")
      expectEqual(before.subtracting(removed).subtracting(seen), [], "\(context): none is left out")
    }
  }

  @Test func `an empty catalog has an empty page`() throws {
    let temporary = try TemporaryCatalog()
    try temporary.snapshot { snapshot in
      for order in Self.orders {
        for position in [PagePosition.start, .offset(5)] {
          let page = try snapshot.page(order: order, at: position)
          expectEqual(page.books, [])
          #expect(page.next == nil)
        }
      }
    }
  }

  @Test func `a page past the end is empty, and any size and offset is accepted`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords((1...5).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    let catalog = temporary.catalog
    for order in Self.orders {
      try await expectEqual(catalog.page(order: order, at: .offset(5)).books, [])
      try await expectEqual(catalog.page(order: order, at: .offset(.max)).books, [])
      try await expectEqual(catalog.page(order: order, at: .offset(-3), size: 2).books.count, 2)
      try await expectEqual(catalog.page(order: order, size: 0).books.count, 1)
      try await expectEqual(catalog.page(order: order, size: -7).books.count, 1)
      let everything = try await catalog.page(order: order, size: .max)
      expectEqual(everything.books.count, 5)
      #expect(everything.next == nil)
    }
  }
}

@Suite struct PageCursorTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `a cursor round-trips through its text`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let order = BookOrder(random.pick(BookOrder.Key.allCases), descending: random.oneIn(2))
      let key: SQLValue =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .null
        case 1: .integer(Int64.random(in: .min ... .max, using: &random))
        case 2: .real(Double.random(in: -5...5, using: &random))
        default: .text(random.text())
        }
      let cursor = PageCursor(
        order: order, key: key, id: Book.ID(Int64.random(in: 0...Int64.max, using: &random)))
      try expectEqual(PageCursor(cursor.description, order: order), cursor, "seed \(seed): \(key)")
      let isPlain = cursor.description.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 95
      }
      #expect(isPlain, "a shell takes it as it is: \(cursor)")
    }
  }

  @Test func `a title of control characters has a cursor`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(
      ["\u{1F}", "\u{1F}\u{1F}", "\u{1}", "=", "\u{1F}n\u{1F}"].enumerated().map {
        try SourceRecord("\($0)", [.title: $1, .authors: $1, .series: $1])
      })
    for key in [BookOrder.Key.title, .author, .series] {
      var seen: [Book.ID] = []
      var position = PagePosition.start
      while true {
        let page = try await temporary.catalog.page(order: BookOrder(key), at: position, size: 1)
        seen += page.books.map(\.id)
        guard let next = page.next else { break }
        position = .after(try PageCursor(next.description, order: BookOrder(key)))
      }
      expectEqual(Set(seen), [1, 2, 3, 4, 5], "\(key)")
      expectEqual(seen.count, 5, "\(key)")
    }
  }

  @Test func `a cursor of another order is refused, and both orders are named`() throws {
    let cursor = PageCursor(order: .title, key: "dune", id: 7)
    for order in [BookOrder(.title, descending: true), BookOrder(.author), .newestFirst] {
      let error = #expect(throws: InvalidValue.self) { try PageCursor(cursor.description, order: order) }
      expectEqual(error?.reason, "it is for a list in the order title, not \(order.name)")
    }
  }

  @Test func `a best-match cursor round-trips through its text and is refused in other orders`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords((1...5).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    let catalog = temporary.catalog
    let all = try await catalog.page(matching: "book", order: .bestMatch).books.map(\.id)
    let ranked = try #require(try await catalog.page(matching: "book", order: .bestMatch, size: 2).next)
    try expectEqual(PageCursor(ranked.description, order: .bestMatch), ranked)
    #expect(ranked.description.hasPrefix("rank."))
    let rest = try await catalog.page(matching: "book", order: .bestMatch, at: .after(ranked))
    expectEqual(rest.books.map(\.id), Array(all[2...]))
    #expect(throws: InvalidValue.self) { try PageCursor(ranked.description, order: .title) }
    let sorted = try #require(try await catalog.page(order: .title, size: 2).next)
    #expect(throws: InvalidValue.self) { try PageCursor(sorted.description, order: .bestMatch) }
    for (cursor, order, own) in [
      (ranked, BookOrder.title, "match"), (sorted, .bestMatch, "title"), (sorted, .title.descending, "title"),
    ] {
      for text in ["", "-book:2 book"] {
        let error = await #expect(throws: InvalidValue.self) {
          try await catalog.page(matching: text, order: order, at: .after(cursor))
        }
        expectEqual(error?.reason, "it is for a list in the order \(own), not \(order.name)")
      }
    }
  }

  @Test(arguments: ["", "0", "page 2", "====", "dGl0bGU", "!!!!", "村上", "dGl0bGUfdB9kdW5lH3g", "\0", "-", "_", "A"])
  func `an invalid cursor is refused`(text: String) {
    #expect(throws: InvalidValue.self) { try PageCursor(text, order: BookOrder(.title)) }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a damaged cursor is refused or has some position, and never fails`(
    seed: UInt64
  ) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    try await temporary.importRecords(try random.records(20))
    for _ in 0..<100 {
      let order = BookOrder(random.pick(BookOrder.Key.allCases), descending: random.oneIn(2))
      let page = try await temporary.catalog.page(order: order, size: 3)
      guard let next = page.next else { continue }
      var text = Array(next.description)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard !text.isEmpty else { break }
        let index = Int.random(in: 0..<text.count, using: &random)
        if random.oneIn(3) { text.remove(at: index) } else { text[index] = random.pick("abzAZ019-_") }
      }
      guard let cursor = try? PageCursor(String(text), order: order) else { continue }
      let books = try await temporary.catalog.page(order: order, at: .after(cursor), size: 100).books
      expectEqual(Set(books.map(\.id)).count, books.count, "seed \(seed): \(String(text))")
    }
  }
}
