import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI

@MainActor @Suite("The rows of a list for a view", .endsAtLast)
struct BookListRowsTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func fill(_ count: Int) async throws {
    try await temporary.importRecords(
      (1...count).map { try SourceRecord("\($0)", [.title: "Book \(1_000_000 + $0)", .authors: "A \($0)"]) })
  }

  @Test("rows are as many as in the list, and are loaded when their books are read")
  func reading() async throws {
    try await fill(500)
    let list = BookList(catalog, order: BookOrder(.title))
    #expect(list.rows.isEmpty)
    await list.settled()
    expectEqual(list.rows.count, 500)
    // A view may read all ids without loading anything.
    expectEqual(Set(list.rows.map(\.id)).count, 500)
    for _ in 0..<20 { await Task.yield() }
    expectEqual(list.state.content?.range, 0..<40)
    #expect(list.rows[0].id == .book(1) && list.rows[300].id == .placeholder(300))
    for index in 300..<320 { #expect(list.rows[index].book == nil) }
    await observed { (300..<320).allSatisfy { list.rows[$0].book != nil } }
    #expect(list.rows[300].id == .book(301) && list.rows[300].index == 300)
  }

  @Test("rows keep their ids when they move")
  func identity() async throws {
    try await fill(30)
    let list = BookList(catalog, order: BookOrder(.title))
    await list.settled()
    let before = list.rows.map(\.id)
    try catalog.addBook([.title: "Aardvark"])
    await list.update()
    expectEqual(Array(list.rows.map(\.id).dropFirst()), before)
  }

  @Test("any number of listeners follow the rows, all reach the shown state, and the sequences end with the list")
  func updates() async throws {
    try await fill(60)
    var sequences: [AsyncStream<ListUpdate<Book>>] = []
    var shown = ListWindow<Book>()
    do {
      let list = BookList(catalog, order: BookOrder(.title), pageSize: 5)
      sequences.append(list.updates)
      await list.settled()
      try catalog.addBook([.title: "Aardvark"])
      await list.update()
      sequences.append(list.updates)
      await list.jump(to: 40)
      _ = try await catalog.edit(41) { $0.title = "Book 1000041 again" }
      await list.update()
      await list.settled()
      shown = try #require(list.state.content)
    }
    #expect(shown.rows.contains { $0.title.hasSuffix("again") })
    for sequence in sequences {
      var window = ListWindow<Book>()
      for await update in sequence { window = update.applied(to: window) }
      expectEqual(window, shown)
    }
  }

  @Test("rows that cannot be loaded are reported as a failure")
  func failure() async throws {
    try await fill(10)
    let list = BookList(catalog)
    await list.settled()
    var failures = 0
    list.onUpdate = { if $0.failure is CatalogError { failures += 1 } }
    try temporary.folder.move("catalog.db", to: "away.db")
    catalog.close()
    list.reset()
    await list.settled()
    #expect(list.state.failure is CatalogError && failures > 0 && list.rows.isEmpty)
  }

  @Test("tree rows are loaded page by page as the last ones are read")
  func tree() async throws {
    try await fill(100)
    let tree = BookTree(catalog, by: [.author], pageSize: 20)
    await tree.outline.settled()
    expectEqual(tree.rows.map(\.id).count, 20)
    for row in tree.rows.prefix(10) { expectEqual(row.line.depth, 0) }
    for _ in 0..<20 { await Task.yield() }
    expectEqual(tree.rows.count, 20, "nothing is loaded for the first ones")
    for row in tree.rows { _ = row.line }
    await observed { tree.rows.count == 40 }
    tree.groupings = [.language]
    await tree.outline.settled()
    expectEqual(tree.rows.count, 1)
  }
}
