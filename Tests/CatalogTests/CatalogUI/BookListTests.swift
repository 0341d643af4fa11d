import Observation
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport
@testable import CatalogUI

@MainActor @Suite("Book lists", .endsAtLast)
struct BookListTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func fill(_ count: Int) async throws {
    try await temporary.importRecords(
      (1...count).map { number in
        try SourceRecord(
          "\(number)",
          [
            .title: "Book \(String(1_000_000 + number))", .pages: "\(number % 7 + 1)",
            .authors: number % 2 == 0 ? "Even" : "Odd",
          ])
      })
  }

  /// Adds books in one commit, without yielding the main actor.
  private func add(_ count: Int, by process: Database) throws {
    let now = catalog.now()
    try process.write { connection in
      let transaction = CatalogTransaction(connection: connection, now: now)
      for number in 1...count { try transaction.add { $0.title = "New \(number)" } }
    }
  }

  @Test("a list begins to load, knows its count at once, and is empty if no books match")
  func opening() async throws {
    let list = BookList(catalog)
    #expect(list.state.content == nil && list[0] == nil)
    await list.settled()
    #expect(list.state.content?.isEmpty == true && list.count == .exactly(0))
    // A load may take several commits; the list then stays at the rows of the first one.
    try await fill(100)
    await list.update()
    await list.jump(to: 0)
    #expect(list.count == .exactly(100) && list[0]?.title == "Book 1000100")
    expectEqual(list.state.content?.range, 0..<40)
  }

  @Test("the anchor book stays loaded, however many books are inserted among the visible rows")
  func staysAtAnchor() async throws {
    try await fill(100)
    let list = BookList(catalog, order: BookOrder(.title))
    let follower = ListFollower(list)
    await list.settled()
    for index in 0..<20 { list.rowAppeared(at: index) }
    let anchor = try #require(list[10])
    list.anchor = anchor.id
    for round in 1...8 {
      try await catalog.write { transaction in
        for number in 1...(round * 40) { try transaction.add { $0.title = "Book 1000005 \(round) \(number)" } }
      }
      await list.update()
      await list.settled()
      let rows = try #require(list.state.content)
      #expect(rows.rows.contains { $0.id == anchor.id }, "round \(round): \(rows.range)")
      expectEqual(follower.window, rows)
    }
    let position = try await catalog.position(of: anchor.id, in: BookQuery(order: BookOrder(.title)))
    expectEqual(position.map { list[$0]?.id }, anchor.id)
  }

  @Test("visible rows are loaded page by page, and distant ones are dropped", arguments: [1, 2, 5, 20])
  func paging(pageSize: Int) async throws {
    try await fill(500)
    let list = BookList(catalog, order: BookOrder(.pages, descending: true), pageSize: pageSize)
    let follower = ListFollower(list)
    await list.settled()
    let truth = try follower.truth(catalog)
    for index in Array(truth.indices) + truth.indices.reversed() {
      list.rowAppeared(at: index)
      for gone in [index - 3, index + 3] { list.rowDisappeared(at: gone) }
      await list.settled()
      try #require(list[index] == truth[index], "\(index)")
      try #require(follower.window == list.state.content)
      try #require(list.state.content?.rows.count ?? 0 <= 10 * pageSize)
    }
    #expect(list[0] != nil && list[499] == nil, "what is far away is a placeholder")
  }

  @Test("the next page is loaded when a row near the end of the loaded ones appears", arguments: [0, 3, 10])
  func prefetching(margin: Int) async throws {
    try await fill(500)
    let list = BookList(catalog, prefetchMargin: margin)
    await list.settled()
    func range(_ index: Int) async -> Range<Int>? {
      list.rowAppeared(at: index)
      await list.settled()
      return list.state.content?.range
    }
    await expectEqual(range(39 - margin), 0..<40)
    if margin > 0 { await expectEqual(range(40 - margin), 0..<60) }
    await list.jump(to: 250)
    expectEqual(list.state.content?.range, 230..<290)
    await expectEqual(range(230 + margin), 230..<290)
    if margin > 0 { await expectEqual(range(229 + margin), 210..<290) }
  }

  @Test("a list jumps anywhere, also past the end")
  func jumping() async throws {
    try await fill(2_000)
    let list = BookList(catalog, order: BookOrder(.title))
    let follower = ListFollower(list)
    await list.settled()
    let truth = try follower.truth(catalog)
    for index in [1_999, 0, 1_000, 1_001, 1_950, 30, 5_000, -3, .max] {
      await list.jump(to: index)
      let row = min(max(0, index), 1_999)
      expectEqual(list[row], truth[row], "\(index)")
      try await follower.check(catalog, "\(index)")
    }
  }

  @Test("a filtered list is right while it is being evaluated, and when a distant row is requested first")
  func filtered() async throws {
    try await fill(5_000)
    let list = BookList(catalog, filter: "author:even", order: BookOrder(.title, descending: true))
    let follower = ListFollower(list)
    await list.jump(to: 2_400)
    try await follower.check(catalog, "far")
    #expect(list.count == .exactly(2_500) && list[2_400] != nil)
    list.filter = "pages:>2"
    try await follower.check(catalog, "pages")
    try catalog.set(.pages, of: 3, to: "1")
    try catalog.set(.pages, of: 7, to: "5")
    try await follower.check(catalog, "changed")
  }

  @Test("a search shows the rows of the last keystroke, and all books for an empty text")
  func searching() async throws {
    try await fill(3_000)
    let list = BookList(catalog, order: BookOrder(.title))
    let follower = ListFollower(list)
    await list.settled()
    follower.forget()
    for text in ["b", "bo", "book", "book 10000", "book 1000001", "book 1000001 odd"] { list.searchText = text }
    try await follower.check(catalog, "typed")
    expectEqual(list.count, .exactly(1))
    let shown = follower.updates.map { update in
      if case .reloaded(let window, _) = update { window.rows.map(\.id) } else { [Book.ID]() }
    }
    expectEqual(Set(shown.flatMap(\.self)), [1], "what was overtaken is never shown")
    list.searchText = "bo"
    try await follower.check(catalog, "many")
    expectEqual(list.count, .exactly(3_000))
    for index in stride(from: 0, to: 1_500, by: 17) {
      list.rowAppeared(at: index)
      await list.settled()
    }
    try await follower.check(catalog, "scrolled")
    try catalog.set(.title, of: 9, to: "Bo")
    try await follower.check(catalog, "changed")
    list.searchText = "?!"
    try await follower.check(catalog, "nothing")
    expectEqual(list.state.content?.isEmpty, true)
    list.searchText = ""
    try await follower.check(catalog, "all")
    expectEqual(list[0]?.title, "Bo")
  }

  @Test("a search waits only for the last keystroke, whatever is cancelled")
  func overtaken() async throws {
    try await fill(2_000)
    var generator = SeededGenerator(seed: 5)
    let list = BookList(catalog, clock: HastyClock())
    let follower = ListFollower(list)
    for round in 0..<60 {
      list.searchText = generator.pick(["b", "bo", "odd", "even book", "", "1000001", "xyz", "book 10"])
      for _ in 0..<Int.random(in: 0...4, using: &generator) { await Task.yield() }
      if generator.oneIn(4) { list.rowAppeared(at: Int.random(in: 0..<100, using: &generator)) }
      if generator.oneIn(6) { list.reset() }
      if generator.oneIn(4) { try await follower.check(catalog, "round \(round): \(list.searchText)") }
    }
    try await follower.check(catalog, "end")
  }

  @Test("each commit changes all lists of the catalog by differences")
  func live() async throws {
    try await fill(100)
    let titles = ListFollower(BookList(catalog, order: BookOrder(.title), pageSize: 5))
    let search = ListFollower(BookList(catalog, pageSize: 5))
    search.list.searchText = "even"
    await titles.list.settled()
    await search.list.settled()
    titles.forget()
    search.forget()
    _ = try await catalog.write { try $0.edit([4]) { $0.title = "Ah, the first one, even" } }
    guard case .changed(let title)? = await titles.next(), case .changed(let match)? = await search.next() else {
      Issue.record("no difference was told")
      return
    }
    #expect(title.moved == [.init(from: 3, to: 0)] && title.changed.map(\.offset) == [0])
    #expect(match.inserted.map(\.item.id).contains(4) || match.moved.count + match.changed.count > 0)
    try await titles.check(catalog, "titles")
    try await search.check(catalog, "search")
  }

  @Test("commits of another process change the list")
  func otherProcess() async throws {
    try await fill(100)
    let follower = ListFollower(BookList(catalog, order: BookOrder(.title)))
    await follower.list.settled()
    let other = try temporary.otherProcess()
    follower.forget()
    for number in [10, 20, 30] as [Book.ID] {
      _ = try await other.write { connection in
        try BookEditor(connection: connection, now: .now).edit([number], [.set(.title, .text("A \(number)"))])
      }
      guard case .changed(let difference)? = await follower.next() else {
        Issue.record("no difference was told")
        return
      }
      expectEqual(difference.changed.map(\.item.id), [number])
    }
    try await follower.check(catalog, "other")
    other.close()
  }

  @Test("changes before the window are counted and keep the window")
  func beforeWindow() async throws {
    try await fill(400)
    let follower = ListFollower(BookList(catalog, order: BookOrder(.title), pageSize: 10))
    await follower.list.jump(to: 200)
    let range = try #require(follower.list.state.content?.range)
    follower.forget()
    try catalog.addBook([.title: "Aaa"])
    try catalog.addBook([.title: "Aab"])
    _ = try await catalog.write { try $0.edit([5]) { $0.title = "Zzz" } }
    _ = try await catalog.write { try $0.edit([6]) { $0.title = "Aac" } }
    await follower.list.update()
    // Changes committed during a read are reported by the next difference.
    let differences = follower.updates.compactMap { if case .changed(let difference) = $0 { difference } else { nil } }
    #expect(differences.map(\.insertedBefore).reduce(0, +) == 3 && differences.map(\.removedBefore).reduce(0, +) == 2)
    #expect(differences.allSatisfy { $0.inserted.isEmpty && $0.removed.isEmpty && $0.moved.isEmpty })
    expectEqual(differences.last?.newCount, .exactly(402))
    expectEqual(follower.list.state.content?.range, (range.lowerBound + 1)..<(range.upperBound + 1))
    try await follower.check(catalog, "before")
  }

  @Test("a list reread after a load keeps the visible row in place")
  func anchored() async throws {
    try await fill(400)
    let follower = ListFollower(BookList(catalog, order: BookOrder(.title), pageSize: 10))
    let list = follower.list
    await list.jump(to: 200)
    list.rowAppeared(at: 203)
    let book = try #require(list[203])
    follower.forget()
    try await temporary.importRecords(
      (1...50).map { try SourceRecord("\($0)", [.title: "A \($0)"]) }, source: "more")
    await list.update()
    let anchors = follower.updates.compactMap { if case .reloaded(_, let anchor) = $0 { anchor } else { nil } }
    #expect(anchors.reduce(203) { $0 + $1.new - $1.old } == 253 && list[253] == book)
    try await follower.check(catalog, "anchored")
  }

  /// Removes books, possibly very many, in one commit without yielding the main actor.
  private func remove(_ books: some Sequence<Book.ID>, by process: Database) throws {
    try process.write { connection in
      _ = try CatalogTransaction(connection: connection, now: catalog.now()).remove(Array(books))
    }
  }

  @Test("a list whose first visible rows are removed with very many others continues at its start")
  func firstRowsLeave() async throws {
    try await fill(1_600)
    let follower = ListFollower(BookList(catalog, order: BookOrder(.title)))
    await follower.list.settled()
    follower.look(at: 0..<20)
    await follower.list.settled()
    let other = try temporary.otherProcess()
    defer { other.close() }
    try remove(Array(1...12) + Array(40...1_500), by: other)
    try await follower.check(catalog, "removed")
    #expect(
      follower.list[0]?.id == 13 && follower.visible == 0..<8,
      "what is in view stays where it is, and ends at the start")
    follower.look(at: 0..<20)
    follower.look(at: 5..<25)
    try await follower.check(catalog, "scrolled")
  }

  @Test("scrolling to the start while preceding rows are removed shows the start")
  func leavingWhileScrolled() async throws {
    try await fill(400)
    let follower = ListFollower(BookList(catalog, order: BookOrder(.title), pageSize: 2))
    let list = follower.list
    await list.settled()
    follower.look(at: 390..<400)
    await list.settled()
    let other = try temporary.otherProcess()
    defer { other.close() }
    try remove(1...8, by: other)
    follower.look(at: 0..<3)
    try await follower.check(catalog, "scrolled")
    #expect(list[0]?.id == 9 && list.state.content?.rows.isEmpty == false)
  }

  /// Starts a refresh and returns once the list reports it.
  private func refresh(_ list: BookList) async -> Task<Void, any Error> {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      // The observer has to wait for the main actor, which is released only where the refresh waits.
      begin.finish()
      try await list.refresh()
    }
    for await _ in begun {}
    return task
  }

  @Test("a refreshed list shows new books on top, and isRefreshing lasts until they are reported")
  func refreshing() async throws {
    try await fill(50)
    let catalog = catalog
    let count = Mutex(0)
    let gate = Gate()
    let list = BookList(catalog) {
      count.withLock { $0 += 1 }
      try await gate.pass()
      _ = try await catalog.add { $0.title = "New" }
    }
    let follower = ListFollower(list)
    await list.settled()
    var wasRefreshing: [Bool] = []
    let take = list.onUpdate
    list.onUpdate = { update in
      wasRefreshing.append(list.isRefreshing)
      take(update)
    }
    let one = await refresh(list)
    let two = await refresh(list)
    await gate.open()
    _ = try await (one.value, two.value)
    #expect(list[0]?.title == "New" && !list.isRefreshing && wasRefreshing.contains(true))
    expectEqual(count.withLock { $0 }, 1, "who asks meanwhile waits for the same")
    try await follower.check(catalog, "refreshed")
    let failing = BookList(catalog) { throw ScriptedFailure("no net") }
    await #expect(throws: ScriptedFailure.self) { try await failing.refresh() }
    await failing.settled()
    #expect(!failing.isRefreshing && failing.state.content?.count == .exactly(51))
  }

  @Test("a list deletes a row, and restores it whatever was done to others since")
  func deleting() async throws {
    try await fill(50)
    let follower = ListFollower(BookList(catalog, order: BookOrder(.title)))
    let list = follower.list
    await list.settled()
    let book = try #require(list[7])
    let deletion = try await list.delete(book.id)
    #expect(list[7] != book && list.count == .exactly(49))
    try await list.undo(deletion)
    #expect(list[7]?.id == book.id && list.count == .exactly(50))
    let other = try await list.delete(#require(list[0]).id)
    try catalog.set(.rating, of: 30, to: "4")
    await #expect(throws: CatalogError.self) { try await list.delete(other.books[0]) }
    try await list.undo(other)
    #expect(list[0]?.id == other.books[0] && list.count == .exactly(50))
    await #expect(throws: CatalogError.self, "it is there already") { try await list.undo(other) }
    try await follower.check(catalog, "deleted")
  }

  @Test("a reset makes another list that begins at its start")
  func resetting() async throws {
    try await fill(300)
    let follower = ListFollower(BookList(catalog))
    await follower.list.jump(to: 200)
    follower.list.reset()
    #expect(follower.list.listID == 1 && follower.list.state.content == nil)
    expectEqual(follower.window, ListWindow(), "that no rows are shown is told")
    await follower.list.settled()
    expectEqual(follower.list.state.content?.range.lowerBound, 0)
    try await follower.check(catalog, "reset")
  }

  @Test(
    "a list requests the visible rows and those ahead in the direction of scrolling, at a limited rate")
  func visibility() async throws {
    try await fill(100)
    let clock = HeldClock()
    let list = BookList(catalog, order: BookOrder(.title), pageSize: 10, clock: clock)
    var reported: [(visible: [Book.ID], ahead: [Book.ID])] = []
    list.onVisible = { reported.append(($0, $1)) }
    await list.settled()
    // The loaded rows have been reported.
    await clock.slept()
    for index in 0..<5 { list.rowAppeared(at: index) }
    clock.advance()
    await clock.slept()
    #expect(reported.last?.visible == [1, 2, 3, 4, 5] && reported.last?.ahead == Array(6...15))
    let count = reported.count
    for index in 5..<8 { list.rowAppeared(at: index) }
    for index in 0..<3 { list.rowDisappeared(at: index) }
    for _ in 0..<20 { await Task.yield() }
    expectEqual(reported.count, count, "the pause is not over")
    clock.advance()
    await clock.slept()
    #expect(reported.last?.visible == [4, 5, 6, 7, 8] && reported.count == count + 1)
    list.rowAppeared(at: 2)
    clock.advance()
    await clock.slept()
    #expect(reported.last?.visible == [3, 4, 5, 6, 7, 8] && reported.last?.ahead == [2, 1])
  }

  @Test("a list reports that its file is removed or replaced, also after a reset, and continues when it is back")
  func replaced() async throws {
    try await fill(200)
    let list = BookList(catalog)
    await list.settled()
    try temporary.folder.move("catalog.db", to: "away.db")
    await observed { list.fileProblem == .fileMissing }
    #expect(list[0] != nil)
    expectEqual(BookList(catalog).fileProblem, .fileMissing, "a list that is made now says so, too")
    list.reset()
    await list.settled()
    expectEqual(list.fileProblem, .fileMissing)
    catalog.close()
    list.reset()
    await list.settled()
    if case .failed = list.state {} else { Issue.record("there is no file to read") }
    try temporary.folder.write("catalog.db", "something else")
    await observed { list.fileProblem == .fileReplaced }
    if case .failed = list.state {} else { Issue.record("another file is another catalog") }
    try temporary.folder.move("catalog.db", to: "other.db")
    try temporary.folder.move("away.db", to: "catalog.db")
    await observed { list.count == .exactly(200) && list.fileProblem == nil }
  }

  @Test("a list that cannot load more reports it at its end and continues with the next commit")
  func endFails() async throws {
    try await fill(200)
    let follower = ListFollower(BookList(catalog))
    let list = follower.list
    await list.settled()
    // An ongoing read does not reopen the file after it is closed.
    try temporary.folder.move("catalog.db", to: "away.db")
    catalog.close()
    list.rowAppeared(at: 100)
    await observed { if case .failed = list.end { true } else { false } }
    #expect(list[100] == nil && list[0] != nil)
    try temporary.folder.move("away.db", to: "catalog.db")
    await observed { list[100] != nil }
    await list.settled()
    if case .idle = list.end {} else { Issue.record("\(list.end)") }
    try temporary.folder.move("catalog.db", to: "away.db")
    catalog.close()
    await list.jump(to: 199)
    if case .failed = list.end {} else { Issue.record("\(list.end)") }
    list.searchText = "1000100"
    await list.settled()
    if case .failed = list.state {} else { Issue.record("nothing else can be loaded either") }
    expectEqual(follower.window, ListWindow(), "that no rows are shown is told")
    try temporary.folder.move("away.db", to: "catalog.db")
    list.searchText = "1000101"
    await list.settled()
    expectEqual(list.count, .exactly(1), "what is searched for next is looked for")
  }

  @Test("a list loads all rows that appeared together, and a row jumped to alongside a load")
  func together() async throws {
    try await fill(2_000)
    let list = BookList(catalog, order: BookOrder(.title))
    await list.settled()
    for index in 1_000..<1_200 { list.rowAppeared(at: index) }
    await list.settled()
    #expect((1_000..<1_200).allSatisfy { list[$0] != nil })
    let other = try temporary.otherProcess()
    defer { other.close() }
    // So many that they are not reported one by one, before the list has learned of them.
    try add(1_500, by: other)
    await list.jump(to: 3_000)
    #expect(list[3_000] != nil && list[2_999] != nil)
  }

  @Test("a list does not accept impossible rows")
  func impossibleRows() async throws {
    try await fill(50)
    let (reported, tell) = AsyncStream.makeStream(of: [Book.ID].self)
    let list = BookList(catalog, pageSize: .max, prefetchMargin: .max, clock: HastyClock())
    list.onVisible = { rows, _ in tell.yield(rows) }
    await list.settled()
    for index in [3, .max, .min, 50, 1 << 50] { list.rowAppeared(at: index) }
    let row = try #require(list[3])
    for await rows in reported where !rows.isEmpty {
      #expect(rows == [row.id] && list.count == .exactly(50))
      break
    }
  }

  @Test("a shared refresh continues until its last caller is cancelled")
  func sharedRefresh() async throws {
    let (entered, enter) = AsyncStream.makeStream(of: Void.self)
    let list = BookList(catalog) {
      enter.yield()
      // Waits until it is cancelled.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      try Task.checkCancellation()
    }
    let first = await refresh(list)
    for await _ in entered { break }
    let second = await refresh(list)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(list.isRefreshing)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(!list.isRefreshing)
  }

  @Test("a list ends with its owner and leaves nothing running")
  func released() async throws {
    try await fill(20)
    weak var released: BookList?
    weak var folder: FolderWatch?
    do {
      let list = BookList(catalog)
      released = list
      folder = catalog.watch.folder(of: catalog.database)
      await list.settled()
    }
    await waitForRelease { released }
    await waitForRelease { folder }
  }
}
