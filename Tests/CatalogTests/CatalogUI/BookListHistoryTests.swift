import FoundationEssentials
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport
@testable import CatalogUI

/// Lists over long random histories of a catalog: their updates, applied in order, yield the true rows.
@MainActor @Suite("A list over any history")
struct BookListHistoryTests {
  private static let orders = BookOrder.Key.allCases.flatMap { [BookOrder($0), BookOrder($0, descending: true)] }
  private static let texts = ["", "dune", "d", "ring of", "the", "war pe", "author:herbert", "村", "a", "10", "!"]
  private static let filters = ["", "", "", "is:unread", "language:en", "rating:>3", "dune OR ring", "-dune"]

  @Test("updates lead to the true rows", arguments: SimulatedSeeds.range(count: 12))
  func holds(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let other = try temporary.otherProcess()
    defer { other.close() }
    var books = Int.random(in: 0...150, using: &generator)
    try await temporary.importRecords(try generator.records(books))
    let shelf = try await catalog.addField("shelf", .text)
    let orders = Self.orders + [BookOrder(shelf), BookOrder(shelf).descending]
    let lists = (0..<2).map { _ in
      ListFollower(
        BookList(
          catalog,
          BookQuery(in: generator.pick(Self.filters), order: generator.pick(orders)),
          ranksMatches: !generator.oneIn(3), Self.limits(&generator),
          pageSize: Int.random(in: 1...9, using: &generator), clock: HastyClock()))
    }
    for step in 0..<60 {
      let follower = generator.pick(lists)
      let list = follower.list
      let ids = Self.ids(upTo: books, &generator)
      switch Int.random(in: 0..<20, using: &generator) {
      case 0...3:
        _ = try? await catalog.write {
          try $0.edit(ids) {
            $0.title = "Dune \(step)"
            $0.rating = 4
            $0[shelf] = step % 3 == 0 ? nil : .text("shelf \(step % 7)")
          }
        }
      case 4:
        let fields = generator.fields()
        try await Self.edit(ids, fields, catalog)
      case 5: _ = try? await catalog.write { try $0.remove(ids) }
      case 6: _ = try? await catalog.undo()
      case 7: _ = try? await catalog.redo()
      case 8:
        let new = try generator.records(Int.random(in: 1...30, using: &generator))
        try await temporary.importRecords(new, source: generator.pick(["test", "second"]))
        books += new.count
      case 9:
        _ = try? await other.write { connection in
          try BookEditor(connection: connection, now: Date(timeIntervalSince1970: 2e9))
            .edit(ids, [.set(.title, .text("A ring of war")), .set(.pages, .integer(step + 1))])
        }
      case 10:
        let text = generator.pick(Self.texts)
        if text != list.searchText { follower.begin { $0.searchText = text } }
      case 11:
        let (order, filter) = (generator.pick(orders), generator.pick(Self.filters))
        if generator.oneIn(2) {
          if order != list.order { follower.begin { $0.order = order } }
        } else if filter != list.filter {
          follower.begin { $0.filter = filter }
        }
      case 12:
        follower.begin { _ in }
        await list.jump(to: Int.random(in: 0...books + 5, using: &generator))
      case 13:
        let range = list.state.content?.range ?? 0..<1
        for index in range.upperBound - 2...range.upperBound + 2 { list.rowAppeared(at: index) }
      case 14: list.rowAppeared(at: Int.random(in: 0...books, using: &generator))
      case 15...16: Self.scroll(follower, &generator)
      case 17...18:
        let leaving = Self.leaving(follower, &generator)
        let isMany = generator.oneIn(2)
        if generator.oneIn(2) { Self.scroll(follower, &generator) }
        _ = try? await (generator.oneIn(2) ? catalog.database : other).write { connection in
          try CatalogTransaction(connection: connection, now: Date(timeIntervalSince1970: 2e9)).remove(leaving)
          if isMany { connection.changedBooks.insertMany() }
        }
      default:
        let book = list.state.content?.rows.randomElement(using: &generator)?.id
        _ = try? await list.delete(book ?? 0)
      }
      if generator.oneIn(2) { continue }
      for follower in lists {
        let list = follower.list
        try await follower.check(
          catalog, "seed \(seed), step \(step): “\(list.filter)” “\(list.searchText)” by \(list.order.name)")
      }
    }
  }

  /// Scrolls to the start, to the end, or anywhere.
  private static func scroll(_ follower: ListFollower, _ generator: inout SeededGenerator) {
    let (count, height) = (follower.list.count.known, Int.random(in: 1...12, using: &generator))
    let top = generator.pick([0, max(0, count - height), Int.random(in: 0...count, using: &generator)])
    follower.look(at: top..<top + height)
  }

  /// Returns the first visible or loaded rows, and possibly others, so that the anchor row comes after them.
  private static func leaving(_ follower: ListFollower, _ generator: inout SeededGenerator) -> [Book.ID] {
    let window = follower.window
    let inView = follower.visible.compactMap { window[$0]?.id }
    let first = (generator.oneIn(3) ? [] : inView) + window.rows.map(\.id)
    return first.prefix(Int.random(in: 1...15, using: &generator))
      + window.rows.suffix(generator.oneIn(3) ? 3 : 0).map(\.id)
  }

  /// Returns limits so small that some lists are never fully known.
  private static func limits(_ generator: inout SeededGenerator) -> BookListLimits {
    var limits = BookListLimits()
    if generator.oneIn(3) { return limits }
    limits.farAway = generator.pick([2, 30])
    limits.ids = generator.pick([1, 25, 1_000])
    limits.ranked = generator.pick([1, 10, 1_000])
    limits.countedAtOnce = generator.pick([1, 20])
    limits.selection = SelectionLimits(smallLimit: generator.pick([-1, 5]), testCost: generator.pick([1, 10]))
    return limits
  }

  private static func ids(upTo last: Int, _ generator: inout SeededGenerator) -> [Book.ID] {
    let count = generator.oneIn(6) ? 20 : 2
    return Array(Set((0..<count).map { _ in Book.ID(Int.random(in: 1...max(1, last), using: &generator)) })).sorted()
  }

  private static func edit(_ ids: [Book.ID], _ fields: [BookField: String?], _ catalog: BookCatalog) async throws {
    let changes = try fields.compactMap { field, text in
      try text.map { FieldChange.set(field, try field.value(of: $0)) }
    }
    for id in ids { _ = try? await catalog.write { try $0.edit([id], changes) } }
  }
}
