import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Orders by user-defined fields")
struct OwnOrderTests {
  private static let words = ["attic", "Attic", "the attic", "box 2", "box 10", "Émile", "…", "z\ny", "a; b"]

  /// Creates fields of every kind.
  private static func fields(_ catalog: BookCatalog) throws -> [OwnField] {
    try catalog.write { transaction in
      try OwnField.Kind.allCases.map { kind in
        try transaction.addField("my-\(kind.rawValue)", kind, choices: kind == .choice ? ["low", "high", "all"] : [])
      }
    }
  }

  private static func value(of kind: OwnField.Kind, _ random: inout SeededGenerator) throws -> FieldValue? {
    if random.oneIn(4) { return nil }
    return switch kind {
    case .text: .text(random.pick(words))
    case .number: .decimal(random.pick([-1e9, -2, -0.0, 0, 0.5, 2, 10, 1e-300, 1e300]))
    case .date:
      .date(try PartialDate(random.pick(["1965", "1965-01", "1965-01-01", "2024-12-31", "-0050", "1965-08"])))
    case .flag: .flag(random.oneIn(2))
    case .list: .list(Array(Set((0...2).map { _ in random.pick(["b", "a", "c 10", "c 9"]) })).sorted())
    case .choice: .text(random.pick(["low", "high", "all"]))
    }
  }

  /// Returns the ids in the expected order, sorted by the values themselves instead of by terms.
  private static func sorted(_ books: [Book], _ order: BookOrder) throws -> [Book.ID] {
    let field = try #require(order.ownField)
    func rank(_ book: Book) -> (Double, [UInt8])? {
      switch book[field] {
      case .decimal(let number)?: (number, [])
      case .date(let date)?: (Double(date.year) * 400 + Double((date.month ?? 1) * 32 + (date.day ?? 1)), [])
      case .flag(let isSet)?: (isSet ? 1 : 0, [])
      case .text(let text)? where field.kind == .choice: (Double(field.choices.firstIndex(of: text) ?? 9), [])
      case .text(let text)?: (0, Array(SortKey.text(text).utf8))
      case .list(let items)?: (0, Array(SortKey.text(items.joined(separator: " ")).utf8))
      default: nil
      }
    }
    func isLess(_ one: (Double, [UInt8]), _ other: (Double, [UInt8])) -> Bool {
      one.0 != other.0 ? one.0 < other.0 : one.1.lexicographicallyPrecedes(other.1)
    }
    let byID = books.sorted { order.isDescending ? $0.id > $1.id : $0.id < $1.id }
    let known = byID.filter { rank($0) != nil }.enumerated().sorted { one, other in
      guard let first = rank(one.element), let second = rank(other.element) else { return false }
      if order.isDescending ? isLess(second, first) : isLess(first, second) { return true }
      if order.isDescending ? isLess(first, second) : isLess(second, first) { return false }
      return one.offset < other.offset
    }
    return (known.map(\.element) + byID.filter { rank($0) == nil }).map(\.id)
  }

  @Test("books are ordered by value in pages of any size, in both directions, with a query, and after edits")
  func values() async throws {
    for seed in SimulatedSeeds.range(count: 2) {
      let temporary = try TemporaryCatalog()
      let catalog = temporary.catalog
      var random = SeededGenerator(seed: seed)
      try await temporary.importRecords(try random.records(60))
      let fields = try Self.fields(catalog)
      for round in 0..<3 {
        for id in Book.ID(1)...60 where round == 0 || random.oneIn(8) {
          if round > 0, random.oneIn(4) {
            _ = try? await catalog.remove(id)
            continue
          }
          let values = try fields.map { try Self.value(of: $0.kind, &random) }
          _ = try? await catalog.edit(id) { draft in
            for (field, value) in zip(fields, values) { draft[field] = value }
          }
        }
        try await check(catalog, fields, &random, "seed \(seed), round \(round)")
      }
      try expectEqual(catalog.findings(), [])
    }
  }

  private func check(
    _ catalog: BookCatalog, _ fields: [OwnField], _ random: inout SeededGenerator, _ context: String
  ) async throws {
    let books = try await catalog.page(size: 1_000).books
    let matching = try await catalog.page(matching: "a OR pages:100.. OR has:my-flag", size: 1_000).books
    for field in fields {
      for order in [BookOrder(field), BookOrder(field).descending] {
        for (text, books) in [("", books), ("a OR pages:100.. OR has:my-flag", matching)] {
          let context = "\(context): \(order.name) “\(text)”"
          let query = BookQuery(text, order: order)
          let expected = try Self.sorted(books, order)
          try await expectEqual(catalog.page(query, size: 1_000).books.map(\.id), expected, "\(context)")
          var paged: [Book.ID] = []
          var position: PagePosition? = .start
          while let current = position {
            let page = try await catalog.page(query, at: current, size: Int.random(in: 1...9, using: &random))
            paged += page.books.map(\.id)
            position = try page.next.map { .after(try PageCursor($0.description, order: order)) }
          }
          expectEqual(paged, expected, "\(context)")
          var streamed: [Book.ID] = []
          try catalog.view { try $0.forEachBook(of: query) { streamed.append($0.id) } }
          expectEqual(streamed, expected, "\(context)")
          for (offset, id) in expected.enumerated() where random.oneIn(10) {
            #expect(try catalog.view { try $0.position(of: id, in: query) } == offset, "\(context)")
            let page = try await catalog.page(query, at: .offset(offset), size: 3)
            expectEqual(page.books.map(\.id), Array(expected[offset...].prefix(3)), "\(context)")
          }
        }
      }
    }
  }

  @Test("orders hold with more values than one read returns, and with books far apart")
  func manyValues() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let rank = try await catalog.addField("rank", .number)
    try await temporary.importRecords((1...400).map { try SourceRecord("\($0)", [.title: "Book \($0)"]) })
    try temporary.foreign().run("INSERT INTO book (id, title) VALUES (3000000, 'Far away')")
    #expect(try await catalog.check(repair: true).isRepaired)
    try await temporary.importRecords(
      (1...300).map { try SourceRecord("\($0)", [.title: "Late \($0)"]) }, source: "late")
    let books = try await catalog.page(size: 1_000).books
    try await catalog.write { transaction in
      for book in books {
        let value = book.id.rawValue * 37 % 701
        try transaction.edit(book.id) { $0[rank] = .decimal(Double(value / (value > 350 ? 7 : 1))) }
      }
    }
    let numbered = try await catalog.page(size: 1_000).books
    expectEqual(numbered.count, 701)
    for order in [BookOrder(rank), BookOrder(rank).descending] {
      let expected = try Self.sorted(numbered, order)
      try await expectEqual(catalog.page(order: order, size: 1_000).books.map(\.id), expected)
      let page = try await catalog.page(order: order, at: .offset(650), size: 20)
      expectEqual(page.books.map(\.id), Array(expected[650..<670]))
    }
  }

  @Test(
    "orders hold for books that an interrupted load has not indexed, and for a catalog older than these orders")
  func earlier() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    var random = SeededGenerator(seed: 3)
    try await temporary.importRecords(try random.records(40))
    let fields = try Self.fields(catalog)
    for id in Book.ID(1)...40 {
      let values = try fields.map { try Self.value(of: $0.kind, &random) }
      try await catalog.edit(id) { draft in
        for (field, value) in zip(fields, values) { draft[field] = value }
      }
    }
    try catalog.tamper { try PostingChangeTable(connection: $0).merge() }
    let before = try catalog.look { try $0.text("SELECT group_concat(hex(term) || hex(books)) FROM posting") }
    try catalog.tamper("INSERT INTO derived_pending VALUES ('search', 11, 30, 1)")
    try await check(catalog, fields, &random, "while some wait")
    try catalog.tamper("DELETE FROM derived_pending")
    catalog.close()
    let path = temporary.folder.file("older.db")
    try FileManager.default.copyItem(atPath: temporary.path, toPath: path)
    try OlderSchema.goBack(path, before: "own-orders")
    let upgraded = try await BookCatalog.open(path)
    defer { upgraded.close() }
    #expect(upgraded.upgrade != nil)
    try await check(upgraded, fields, &random, "upgraded")
    try expectEqual(upgraded.look { try $0.text("SELECT group_concat(hex(term) || hex(books)) FROM posting") }, before)
    try expectEqual(upgraded.findings(), [])
  }

  @Test("orders are parsed as people type them and distinguished from the built-in ones")
  func names() async throws {
    let temporary = try TemporaryCatalog()
    let shelf = try await temporary.catalog.addField("Shelf", .text)
    let added = try await temporary.catalog.addField("average-2", .number)
    let fields = try await temporary.catalog.fields()
    for text in ["shelf", "Shelf", "own.shelf"] {
      try expectEqual(BookOrder(text, fields: fields), BookOrder(shelf))
      try expectEqual(BookOrder("-" + text, fields: fields), BookOrder(shelf, descending: true))
    }
    #expect(BookOrder(shelf).name == "own.Shelf" && BookOrder(added).descending.name == "-own.average-2")
    #expect(BookOrder(shelf).key == nil && BookOrder(shelf).ownField == shelf && BookOrder.title.ownField == nil)
    let error = #expect(throws: InvalidValue.self) { try BookOrder("shelves", fields: fields) }
    expectEqual(
      error?.reason.contains("pages, series, started, finished, Shelf, average-2; put a minus in front"), true)
    #expect(throws: InvalidValue.self) { try BookOrder("shelf") }
    let cursor = PageCursor(order: BookOrder(shelf), key: "q1<attic", id: 7)
    #expect(throws: InvalidValue.self) { try PageCursor(cursor.description, order: BookOrder(added)) }
    await #expect(throws: InvalidValue.self) {
      try await temporary.catalog.page(order: .title, at: .after(cursor), size: 1)
    }
  }
}
