import CatalogDatabase
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Positions in orders, found by an index of very small buckets and compared with walking to them.
@Suite struct PageIndexTests {
  private static let orders = BookOrder.Key.allCases.flatMap { [KeyOrder($0), KeyOrder($0, descending: true)] }

  private static func smallSizes(_ random: inout SeededGenerator) -> PageIndexSizes {
    PageIndexSizes(bucket: Int.random(in: 2...8, using: &random), group: Int.random(in: 2...4, using: &random))
  }

  /// Returns the ids in the order that a person expects, without the statements under test.
  private func scan(_ connection: Connection, _ order: KeyOrder) throws -> [Book.ID] {
    let direction = order.isDescending ? "DESC" : "ASC"
    let key = order.key.column
    var ids: [Book.ID] = []
    try connection.statement(
      "SELECT id FROM book WHERE +hidden = 0 ORDER BY \(key) IS NULL, \(key) \(direction), id \(direction)"
    ).forEachRow { ids.append($0.id(0)) }
    return ids
  }

  private func expectPositions(
    _ temporary: TemporaryCatalog, _ sizes: PageIndexSizes, _ random: inout SeededGenerator, _ context: String
  ) throws {
    try temporary.catalog.look { connection in
      connection.pageIndexSizes = sizes
      try #require(try PageIndexCheck(connection: connection).holds(), "\(context)")
      let reader = PageReader(connection: connection)
      for order in Self.orders {
        let ids = try scan(connection, order)
        try #require(try reader.count(.all) == ids.count, "\(context)")
        for _ in 0..<4 {
          let offset = Int.random(in: 0...ids.count + 2, using: &random)
          let size = Int.random(in: 1...9, using: &random)
          let page = try reader.page(.all, order, at: .offset(offset), size: size)
          let expected = Array(ids.dropFirst(offset).prefix(size))
          try #require(page.books.map(\.id) == expected, "\(context): \(order.name) at \(offset) by \(size)")
          try #require((page.next == nil) == (offset + size >= ids.count), "\(context): \(order.name) at \(offset)")
          if let next = page.next {
            let following = try reader.page(.all, order, at: .after(next), size: 1).books.map(\.id)
            try #require(following == [ids[offset + size]], "\(context): \(order.name) behind \(offset)")
          }
        }
        for _ in 0..<2 where !ids.isEmpty {
          let index = Int.random(in: 0..<ids.count, using: &random)
          try #require(
            try reader.position(of: ids[index], .all, order) == index, "\(context): \(order.name), \(ids[index])")
        }
      }
    }
  }

  private func remove(_ books: some Sequence<Book.ID>, from catalog: BookCatalog) throws {
    _ = try catalog.write { try $0.remove(Array(books)) }
  }

  /// Returns the size of the largest bucket and the number of rows.
  private func extent(_ temporary: TemporaryCatalog) throws -> (largest: Int, rows: Int) {
    try temporary.catalog.look { connection in
      (
        Int(try connection.integer("SELECT max(books) FROM page_index WHERE level = 0") ?? 0),
        Int(try connection.integer("SELECT count(*) FROM page_index") ?? 0)
      )
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 2))
  func `positions are right after any edits, additions, removals and undos`(seed: UInt64) async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    var random = SeededGenerator(seed: seed)
    let sizes = Self.smallSizes(&random)
    try catalog.tamper { $0.pageIndexSizes = sizes }
    var number = 1_000
    var log: [String] = []
    try await temporary.importRecords(try random.records(60))
    for _ in 0..<30 {
      let ids = try catalog.look { try scan($0, KeyOrder(.title)) }
      let some = ids.shuffled(using: &random).prefix(Int.random(in: 1...25, using: &random))
      switch ids.isEmpty ? 0 : Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        log.append("import")
        let fields = random.fields()
        let records = try (0..<Int.random(in: 1...30, using: &random)).map { _ in
          number += 1
          // All alike, or each different.
          return try SourceRecord("\(number)", seed % 2 == 0 ? fields : random.fields())
        }
        try await temporary.importRecords(records)
      case 2, 3:
        log.append("remove \(some.count)")
        try remove(some, from: catalog)
      case 4 where log.contains("import"):
        log.append("undo")
        _ = try? catalog.undoStep()
      case 5 where log.contains("undo"):
        log.append("redo")
        _ = try? catalog.redoStep()
      case 6:
        log.append("rebuild")
        try catalog.tamper { try PageIndexWriter(connection: $0).rebuild() }
      default:
        let field = random.pick(
          [.title, .authors, .published, .rating, .averageRating, .pages, .series, .seriesNumber] as [BookField])
        let text: String? =
          switch field {
          case .title: random.pick(["Same", "a", "zzz", "ring"])
          case .published: random.pick(["1965", nil])
          case .rating, .averageRating, .pages, .seriesNumber: random.pick(["3", "4", nil])
          default: random.pick(["Homer", nil])
          }
        log.append("set \(field) of \(some.count)")
        let value = try text.flatMap { try field.value(of: $0) }
        try catalog.change(Array(some), .set(field, value))
      }
      let context = "seed \(seed), \(sizes): \(log.suffix(8))"
      try expectPositions(temporary, sizes, &random, context)
      let extent = try extent(temporary)
      try #require(extent.largest <= 2 * sizes.bucket, "\(context)")
    }
    try expectEqual(catalog.findings(), [])
    // Once all rows are gone, so are nearly all buckets.
    let ids = try catalog.look { try scan($0, KeyOrder(.title)) }
    for id in ids { try catalog.removeBooks(id) }
    try expectPositions(temporary, sizes, &random, "seed \(seed), empty")
    try expectEqual(extent(temporary).largest, 0)
  }

  @Test(arguments: SimulatedSeeds.range(count: 2))
  func `an index built at once finds every position of every order`(seed: UInt64) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    try await temporary.importRecords(try random.records(300))
    let sizes = Self.smallSizes(&random)
    try temporary.catalog.tamper { connection in
      connection.pageIndexSizes = sizes
      try PageIndexWriter(connection: connection).rebuild()
    }
    try temporary.catalog.look { connection in
      connection.pageIndexSizes = sizes
      #expect(try PageIndexCheck(connection: connection).holds())
      let reader = PageReader(connection: connection)
      for order in Self.orders {
        let ids = try scan(connection, order)
        for (offset, id) in ids.enumerated() {
          let page = try reader.page(.all, order, at: .offset(offset), size: 3)
          expectEqual(page.books.map(\.id), Array(ids[offset...].prefix(3)), "seed \(seed): \(order.name) at \(offset)")
          try expectEqual(reader.position(of: id, .all, order), offset, "seed \(seed): \(order.name) of \(id)")
        }
      }
    }
    let extent = try extent(temporary)
    #expect(extent.largest <= 2 * sizes.bucket)
  }

  @Test func `single edits keep the number of buckets low`() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try catalog.tamper { $0.pageIndexSizes = PageIndexSizes(bucket: 4, group: 3) }
    try await temporary.importRecords((1...400).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    let full = try extent(temporary)
    #expect(full.largest <= 8)
    #expect(full.rows > 400, "of so many books there are many parts")
    try remove(1...398, from: catalog)
    let rows = try extent(temporary).rows
    #expect(rows < 110, "of few there are few")
    try expectEqual(catalog.findings(), [])
  }

  @Test func `an edit within a bucket writes nothing, and a title edit writes no other order`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(try (1...20).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    try temporary.catalog.tamper { connection in
      connection.pageIndexSizes = PageIndexSizes(bucket: 2, group: 2)
      try PageIndexWriter(connection: connection).rebuild()
    }
    func rows() throws -> [[String?]] {
      try temporary.foreign().rows("SELECT run, level, key, id, books FROM page_index ORDER BY 1, 2, 3, 4")
    }
    let before = try rows()
    try temporary.catalog.set(.title, of: 1, to: "Book 1 again")
    try expectEqual(rows(), before)
    try temporary.catalog.set(.title, of: 1, to: "Zoo")
    let after = try rows()
    #expect(after != before)
    expectEqual(after.filter { $0[0] != "0" }, before.filter { $0[0] != "0" })
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test func `while the index is not maintained, lists walk and edits leave it alone`() async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: 7)
    try await temporary.importRecords(try random.records(40))
    let catalog = temporary.catalog
    try catalog.tamper { try PageIndexWriter(connection: $0).discard() }
    try catalog.set(.title, of: 1, to: "zzz")
    try catalog.look { connection in
      connection.pageIndexSizes.bucket = 2
      let reader = PageReader(connection: connection)
      try expectEqual(reader.count(.all), 40)
      for order in Self.orders {
        let ids = try scan(connection, order)
        for offset in [0, 7, 33, 39] {
          try expectEqual(reader.page(.all, order, at: .offset(offset), size: 1).books.map(\.id), [ids[offset]])
          try expectEqual(reader.position(of: ids[offset], .all, order), offset)
        }
      }
      try expectEqual(connection.integer("SELECT count(*) FROM page_index"), 0)
    }
    try catalog.tamper { try PageIndexWriter(connection: $0).rebuild() }
    try expectEqual(catalog.findings(), [])
  }

  @Test func `commits of another connection are seen, and rollbacks are not`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(try (1...5).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    let catalog = temporary.catalog
    try expectEqual(catalog.bookCount(), 5)
    struct TakenBack: Error {}
    #expect(throws: TakenBack.self) {
      try catalog.tamper { connection in
        let reader = PageReader(connection: connection)
        let book = try #require(try BookTable(connection: connection).book(1))
        var hidden = book
        hidden.visibility = .removed
        try BookStore(connection: connection).replace(book, with: hidden, now: Date(timeIntervalSince1970: 0))
        try expectEqual(reader.count(.all), 4)
        throw TakenBack()
      }
    }
    try expectEqual(catalog.bookCount(), 5)
    try expectEqual(catalog.tamper { try PageReader(connection: $0).count(.all) }, 5)
    let second = try Connection(path: temporary.path, mode: .readWrite)
    func count() throws -> Int { try second.transaction("BEGIN") { try PageReader(connection: second).count(.all) } }
    try expectEqual(count(), 5)
    try catalog.removeBooks(2)
    try expectEqual(count(), 4)
    try expectEqual(catalog.bookCount(), 4)
    try catalog.undoStep()
    try expectEqual(count(), 5)
  }

  @Test func `a hidden book has no position, and neither has one that a query does not find`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(
      try ["Dune", "Emma", "Ulysses"].enumerated().map { try SourceRecord("\($0)", [.title: $1, .pages: "\($0 + 1)"]) })
    try temporary.catalog.removeBooks(2)
    try temporary.catalog.change([3], .set(.pages, nil))
    try temporary.snapshot { snapshot throws in
      try expectEqual(snapshot.position(of: 1, in: BookQuery(order: .title)), 0)
      try expectEqual(snapshot.position(of: 3, in: BookQuery(order: .title)), 1)
      try expectEqual(snapshot.position(of: 3, in: BookQuery(order: .pages.descending)), 1)
      #expect(try snapshot.position(of: 2, in: BookQuery(order: .title)) == nil)
      #expect(try snapshot.position(of: 99) == nil)
      try expectEqual(snapshot.position(of: 3, in: BookQuery("ulysses", order: .title)), 0)
      #expect(try snapshot.position(of: 3, in: BookQuery("dune", order: .title)) == nil)
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `a book's position within a query equals its position in the list`(seed: UInt64) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    try await temporary.importRecords(try random.records(50))
    let orders = BookOrder.Key.allCases.flatMap { [BookOrder($0), BookOrder($0).descending] } + [.bestMatch]
    for order in orders {
      try temporary.snapshot { snapshot in
        for text in ["-is:read", "dune", "year:1965"] {
          let query = BookQuery(text, order: order)
          let ids = try snapshot.page(query, size: 1_000).books.map(\.id)
          for (index, id) in ids.enumerated() {
            try expectEqual(snapshot.position(of: id, in: query), index, "seed \(seed): \(order.name), \(id)")
          }
          for id in Book.ID(1)...51 where !ids.contains(id) {
            #expect(try snapshot.position(of: id, in: query) == nil, "seed \(seed): \(order.name), \(id)")
          }
        }
      }
    }
  }
}
