import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct GroupMenuTests {
  private static let names = [
    "Lee", "lee", "Łee", "Le Guin", "Lem", "Le", "L", "村上", "村田", "7 Seconds", "77", "!!!", "\u{10FFFF}", "Ann", "Anna",
    "Bo", "ש",
  ]

  private static func books(_ count: Int, _ random: inout SeededGenerator) -> [Book] {
    (0..<count).map { _ in
      var book = Book(id: 0, title: "Book")
      func name() -> String {
        random.oneIn(3)
          ? random.pick(names) : "\(random.pick(names)) \(random.pick(names))\(Int.random(in: 0...20, using: &random))"
      }
      book.authors = (0..<Int.random(in: 0...2, using: &random)).map { _ in name() }
      book.tags = Array(Set((0..<Int.random(in: 0...2, using: &random)).map { _ in name() })).sorted()
      if random.oneIn(2) { (book.series, book.seriesNumber) = (name(), random.pick([nil, 1, 2.5])) }
      return book
    }
  }

  private static func keys(of grouping: BookGrouping, _ snapshot: CatalogSnapshot) throws -> GroupKeys {
    switch grouping {
    case .author: try .authors(snapshot.connection)
    case .series: try .series(snapshot.connection)
    default: try .tags(snapshot.connection)
    }
  }

  @Test(arguments: SimulatedSeeds.range(count: 3), [BookGrouping.author, .series, .tag])
  func `menus lead to each group once, in the order of groups, and none is long`(
    seed: UInt64, grouping: BookGrouping
  ) throws {
    var random = SeededGenerator(seed: seed)
    let catalog = try BookCatalog.temporary(holding: Self.books(150, &random))
    try catalog.read { snapshot in
      let expected = try snapshot.groups(by: grouping).filter { $0.label != nil }
      for limit in [2, 5, 100] {
        let menu = GroupMenu(keys: try Self.keys(of: grouping, snapshot), limit: limit)
        var found: [(label: String, count: Int?)] = []
        func walk(_ stretch: GroupStretch, depth: Int) throws {
          try #require(depth < 60, "menus without an end, seed \(seed)")
          let entries = try menu.entries(in: stretch)
          #expect(!entries.isEmpty, "a menu leads to nothing, seed \(seed)")
          let stretches = entries.filter { if case .stretch = $0 { true } else { false } }
          #expect(stretches.count <= limit)
          for entry in entries {
            switch entry {
            case .group(let label, let count): found.append((label, count))
            case .stretch(let stretch, let name):
              #expect(!name.isEmpty)
              try walk(stretch, depth: depth + 1)
            }
          }
        }
        try walk(.everything, depth: 0)
        expectEqual(Set(found.map(\.label)), Set(expected.compactMap(\.label)), "most \(limit), seed \(seed)")
        expectEqual(found.count, expected.count, "most \(limit), seed \(seed)")
        for (label, count) in found { expectEqual(count, expected.first { $0.label == label }?.count, "\(label)") }
      }
    }
  }

  @Test func `a letter menu is labelled with letters, and a number menu with its first group`() throws {
    let catalog = try BookCatalog.temporary(
      holding: ["Austen", "Abbott", "Borges", "Blink 182"].map { name in
        var book = Book(id: 0, title: "Book")
        book.authors = [name]
        return book
      })
    try catalog.read { snapshot in
      let menu = GroupMenu(keys: try .authors(snapshot.connection), limit: 3)
      let names = try menu.entries(in: .everything).map { entry in
        if case .stretch(_, let name) = entry { name } else { "?" }
      }
      expectEqual(names, ["Blink 182", "A", "B"])
      try expectEqual(
        menu.entries(in: GroupStretch(from: "a", through: "a")),
        [.group(label: "Abbott", count: 1), .group(label: "Austen", count: 1)])
      #expect(try menu.entries(in: GroupStretch(from: "x", through: "a")).isEmpty)
    }
  }

  @Test func `a group of many books has no number`() throws {
    let catalog = try BookCatalog.temporary(
      holding: (0...GroupKeys.counted).map { _ in
        var book = Book(id: 0, title: "Book")
        book.authors = ["Ann Lee"]
        return book
      })
    try expectEqual(catalog.read { try $0.menu(of: .author, in: .everything) }, [.group(label: "Ann Lee", count: nil)])
  }
}
