import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI

@MainActor @Suite("A tree of books", .endsAtLast)
struct BookTreeTests {
  private static let hierarchies: [[BookGrouping]] = [
    [.author, .series], [.tag], [.series], [.year], [.language], [.tag, .author], [.year, .language, .series],
    [.author, .tag], [],
  ]

  @Test("a tree shows the true lines while the catalog changes", arguments: SimulatedSeeds.range(count: 9))
  func truth(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try await temporary.importRecords(try generator.records(Int.random(in: 0...80, using: &generator)))
    let groupings = Self.hierarchies[Int(seed) % Self.hierarchies.count]
    let tree = BookTree(
      catalog, by: groupings, of: generator.pick(["", "", "is:unread", "author:herbert OR dune"]),
      pageSize: Int.random(in: 1...7, using: &generator), expandsAll: generator.oneIn(2))
    for step in 0..<12 {
      let ids = (0..<5).map { _ in Book.ID(Int64.random(in: 1...80, using: &generator)) }
      switch Int.random(in: 0..<7, using: &generator) {
      case 0:
        _ = try? await catalog.write {
          try $0.edit(ids) {
            $0.series = "Dune"
            $0.pages = step + 1
          }
        }
      case 1:
        _ = try? await catalog.write {
          try $0.edit(ids) {
            $0.authors = ["Zoë"]
            $0.tags.insert("new")
          }
        }
      case 2: _ = try? await catalog.write { try $0.remove(ids) }
      case 3: _ = try? await catalog.undo()
      case 4: try await temporary.importRecords(try generator.records(30), source: generator.pick(["test", "second"]))
      case 5: tree.query = BookQuery(generator.pick(["", "ring", "-dune"]))
      default: break
      }
      for _ in 0..<3 {
        if let line = tree.outline.lines.randomElement(using: &generator) { tree.outline.toggle(line.id) }
      }
      // A commit may be reported while the lines appear; they are then rebuilt and complete in the end.
      var (shown, truth): ([String], [String]) = ([], [""])
      for _ in 0..<200 where shown != truth {
        await tree.outline.update()
        var line = 0
        while line < tree.outline.lines.count {
          tree.outline.lineAppeared(at: line)
          await tree.outline.settled()
          line += 1
        }
        shown = tree.outline.lines.map { "\($0.depth) \(Self.text($0.item))" }
        truth = try Truth(catalog, tree).lines()
      }
      try #require(shown == truth, "seed \(seed), step \(step), \(groupings)")
    }
  }

  @Test("a tree follows commits, also of other processes, and keeps open items")
  func living() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords([
      SourceRecord("1", [.title: "Emma", .authors: "Jane Austen"]),
      SourceRecord("2", [.title: "Dune", .authors: "Frank Herbert", .series: "Dune", .seriesNumber: "1"]),
    ])
    let tree = BookTree(temporary.catalog)
    await tree.outline.settled()
    expectEqual(tree.outline.lines.map { Self.text($0.item) }, ["Jane Austen 1", "Frank Herbert 1"])
    tree.outline.toggle(tree.outline.lines[0].id)
    await tree.outline.settled()
    _ = try await temporary.catalog.edit(1) { $0.title = "Persuasion" }
    await observed { tree.outline.lines.contains { $0.item.book?.title == "Persuasion" } }
    let other = try temporary.otherProcess()
    defer { other.close() }
    _ = try await other.write { connection in
      try BookEditor(connection: connection, now: .now).edit([2], [.set(.authors, .list(["Jane Austen"]))])
    }
    await observed { tree.outline.lines.first.map { Self.text($0.item) } == "Jane Austen 2" }
    await tree.outline.settled()
    expectEqual(tree.outline.lines.map { Self.text($0.item) }, ["Jane Austen 2", "Dune 1", "Persuasion"])
    expectEqual(tree.outline.lines.map(\.isOpen), [true, false, false])
  }

  @Test("a tree reads only open items: one page of many authors")
  func pages() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(
      (0..<500).map { try SourceRecord("\($0)", [.title: "Book \($0)", .authors: "Author \(1_000 + $0 / 2)"]) })
    let tree = BookTree(temporary.catalog, by: [.author], pageSize: 20)
    await tree.outline.settled()
    expectEqual(tree.outline.lines.count, 20)
    tree.outline.lineAppeared(at: 19)
    await tree.outline.settled()
    #expect(tree.outline.lines.count == 40 && Self.text(tree.outline.lines[39].item) == "Author 1039 2")
    tree.outline.toggle(tree.outline.lines[39].id)
    await tree.outline.settled()
    expectEqual(tree.outline.lines.count, 42)
  }

  fileprivate static func text(_ item: BookTreeItem) -> String {
    switch item.content {
    case .group(_, let label, let count): "\(label ?? "–") \(count)"
    case .book(let book): book.title
    }
  }

  /// The expected lines, from the groups of `list --by` and lists of all books.
  @MainActor private struct Truth {
    let tree: BookTree
    let ordered: [BookGrouping: [String?]]
    let byTitle: [Book]
    let bySeries: [Book]

    init(_ catalog: BookCatalog, _ tree: BookTree) throws {
      self.tree = tree
      (ordered, byTitle, bySeries) = try catalog.view { snapshot in
        var ordered: [BookGrouping: [String?]] = [:]
        for grouping in BookGrouping.allCases {
          ordered[grouping] = try snapshot.groups(by: grouping, of: tree.query).map(\.label)
        }
        return (
          ordered, try snapshot.page(matching: tree.query.text, order: BookOrder(.title), size: 10_000).books,
          try snapshot.page(matching: tree.query.text, order: BookOrder(.series), size: 10_000).books
        )
      }
    }

    func lines() -> [String] {
      lines(below: [], byTitle, tree.groupings.last == .series && tree.groupings.count == 1)
    }

    private func lines(below path: [String?], _ books: [Book], _ isSeries: Bool) -> [String] {
      let depth = path.count
      guard depth < tree.groupings.count else {
        let order = tree.groupings.last == .series ? bySeries : byTitle
        return order.filter(books.contains).map { "\(depth) \($0.title)" }
      }
      let grouping = tree.groupings[depth]
      var lines: [String] = []
      for label in ordered[grouping] ?? [] {
        let members = books.filter { book in
          let labels = Self.labels(grouping, book)
          return label.map(labels.contains) ?? labels.isEmpty
        }
        if members.isEmpty { continue }
        lines.append("\(depth) \(label ?? "–") \(members.count)")
        if tree.outline.isOpen(BookTreeItem.ID(groups: path + [label], book: nil)) {
          lines += self.lines(below: path + [label], members, isSeries)
        }
      }
      if depth > 0, grouping == .series || grouping == .tag {
        lines += books.filter { Self.labels(grouping, $0).isEmpty }.map { "\(depth) \($0.title)" }
      }
      return lines
    }

    private static func labels(_ grouping: BookGrouping, _ book: Book) -> [String] {
      switch grouping {
      case .author: book.authors
      case .series: [book.series].compactMap(\.self)
      case .tag: book.tags
      case .year: [book.year.map { "\($0)" }].compactMap(\.self)
      case .language: [book.language].compactMap(\.self)
      }
    }
  }
}
