import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport
@testable import CatalogUI

/// A folder within another.
private struct Folder: Identifiable, Equatable, Sendable {
  let id: Int
  var name = ""
  var folders: [Folder]?

  /// Returns folders from the given ids, in any shape.
  static func random(_ ids: inout Range<Int>, depth: Int, _ generator: inout SeededGenerator) -> [Folder] {
    var folders: [Folder] = []
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      guard let id = ids.popFirst() else { break }
      let isLeaf = depth == 0 || generator.oneIn(4)
      folders.append(
        Folder(
          id: id, name: String(Int.random(in: 0...9, using: &generator)),
          folders: isLeaf ? nil : random(&ids, depth: depth - 1, &generator)))
    }
    return folders
  }

  /// Returns the lines of an outline of the folders, computed naively.
  static func lines(_ folders: [Folder], depth: Int = 0, isOpen: (Int) -> Bool) -> [String] {
    folders.flatMap { folder in
      let own = "\(depth) \(folder.id) \(folder.name) \(isOpen(folder.id)) \(folder.folders != nil)"
      return [own] + (isOpen(folder.id) ? lines(folder.folders ?? [], depth: depth + 1, isOpen: isOpen) : [])
    }
  }
}

extension OutlineList where Item == Folder {
  fileprivate var texts: [String] {
    lines.map { "\($0.depth) \($0.item.id) \($0.item.name) \($0.isOpen) \($0.hasChildren)" }
  }
}

/// A view's result of the updates: the ids of the lines.
@MainActor private final class OutlineFollower<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  private(set) var ids: [Item.ID]

  init(_ outline: OutlineList<Item>) {
    ids = outline.lines.map(\.id)
    outline.onUpdate = { [weak self, unowned outline] update in
      switch update {
      case .inserted(let lines): self?.ids.insert(contentsOf: outline.lines[lines].map(\.id), at: lines.lowerBound)
      case .removed(let lines): self?.ids.removeSubrange(lines)
      case .changed(let line): #expect(outline.lines.indices.contains(line))
      case .reloaded: self?.ids = outline.lines.map(\.id)
      }
    }
  }
}

@MainActor @Suite("Outlines")
struct OutlineListTests {
  @Test("an outline's updates lead to the open items over any history", arguments: 1...30 as ClosedRange<UInt64>)
  func histories(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var ids = 0..<200
    var data = Folder.random(&ids, depth: 5, &generator)
    let outline = OutlineList(data, children: \.folders, expandsAll: generator.oneIn(2))
    let follower = OutlineFollower(outline)
    for step in 0..<60 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0:
        ids = 0..<200
        data = Folder.random(&ids, depth: 5, &generator)
        outline.show(data)
      case 1: outline.expandsAll = generator.oneIn(2)
      case 2: outline.open(Int.random(in: 0..<220, using: &generator))
      case 3: outline.close(Int.random(in: 0..<220, using: &generator))
      default: outline.toggle(outline.lines.randomElement(using: &generator)?.id ?? 0)
      }
      let truth = Folder.lines(data) { outline.isOpen($0) }
      expectEqual(outline.texts, truth, "seed \(seed), step \(step)")
      expectEqual(follower.ids, outline.lines.map(\.id), "seed \(seed), step \(step)")
      for (index, line) in outline.lines.enumerated() { expectEqual(outline.line(of: line.id), index) }
    }
  }

  @Test("an outline loads visible items page by page over any history", arguments: 1...20 as ClosedRange<UInt64>)
  func loading(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    var ids = 0..<200
    let shelf = Shelf(Folder.random(&ids, depth: 4, &generator))
    let outline = OutlineList<Folder>(
      pageSize: Int.random(in: 1...4, using: &generator), expandsAll: generator.oneIn(2),
      hasChildren: { $0.folders != nil }, load: shelf.load)
    let follower = OutlineFollower(outline)
    for step in 0..<40 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        ids = 0..<200
        shelf.data = Folder.random(&ids, depth: 4, &generator)
        if generator.oneIn(2) { await outline.update() } else { outline.retry() }
      case 1: outline.expandsAll = generator.oneIn(2)
      case 2: shelf.failures = 2
      default:
        if let line = outline.lines.randomElement(using: &generator) { outline.toggle(line.id) }
      }
      if generator.oneIn(2) { continue }
      shelf.failures = 0
      outline.retry()
      await outline.update()
      // Scrolling from end to end makes all of it appear.
      var line = 0
      while line < outline.lines.count {
        outline.lineAppeared(at: line)
        await outline.settled()
        line += 1
      }
      expectEqual(outline.texts, Folder.lines(shelf.data) { outline.isOpen($0) }, "seed \(seed), step \(step)")
      expectEqual(follower.ids, outline.lines.map(\.id), "seed \(seed), step \(step)")
    }
  }

  @Test("an outline requests nothing below closed items, and one page at a time")
  func laziness() async {
    let shelf = Shelf((0..<100).map { Folder(id: $0, folders: [Folder(id: 1_000 + $0)]) })
    let outline = OutlineList<Folder>(pageSize: 10, hasChildren: { $0.folders != nil }, load: shelf.load)
    expectEqual(outline.state.render(loading: { "…" }, empty: { "" }, failed: { _ in "!" }, loaded: { _ in "" }), "…")
    await outline.settled()
    #expect(outline.lines.count == 10 && shelf.requestedParents == [nil])
    outline.toggle(3)
    if case .loadingMore = outline.lines[3].end {} else { Issue.record("a line says that it is loading") }
    await outline.settled()
    #expect(outline.lines[4].id == 1_003 && outline.lines[4].depth == 1 && shelf.requestedParents == [nil, 3])
    outline.lineAppeared(at: 2)
    await outline.settled()
    expectEqual(shelf.requestedParents, [nil, 3])
    outline.lineAppeared(at: 10)
    await outline.settled()
    #expect(outline.lines.count == 21 && shelf.requestedParents == [nil, 3, nil])
  }

  @Test("an outline reports a failed load at its line and retries")
  func failing() async {
    let shelf = Shelf([Folder(id: 1, folders: [Folder(id: 2)])])
    shelf.failures = 1
    let outline = OutlineList<Folder>(hasChildren: { $0.folders != nil }, load: shelf.load)
    await outline.settled()
    if case .failed = outline.state {} else { Issue.record("nothing could be loaded") }
    outline.retry()
    if case .loading = outline.state {} else { Issue.record("it is being tried again") }
    await outline.settled()
    expectEqual(outline.texts, ["0 1  false true"])
    shelf.failures = 1
    outline.open(1)
    await outline.settled()
    if case .failed = outline.lines[0].end {} else { Issue.record("what is below could not be loaded") }
    outline.retry()
    await outline.settled()
    #expect(outline.texts == ["0 1  true true", "1 2  false false"] && outline.error == nil)
    shelf.failures = 1
    await outline.update()
    #expect(outline.lines.count == 2 && outline.error != nil, "what was there stays")
  }

  @Test("closing an item cancels the loads below it")
  func cancellation() async {
    let gate = Gate()
    let wasCancelled = Mutex(false)
    let load: OutlineList<Folder>.Loader = { parent, _, _ in
      if parent == nil { return OutlinePage([Folder(id: 1, folders: []), Folder(id: 2, folders: [])]) }
      if parent?.id == 2 { return OutlinePage([Folder(id: 3)]) }
      do { try await gate.pass() } catch {
        wasCancelled.withLock { $0 = true }
        throw error
      }
      return OutlinePage([Folder(id: 4)])
    }
    let outline = OutlineList<Folder>(hasChildren: { $0.folders != nil }, load: load)
    await outline.settled()
    outline.open(1)
    outline.open(2)
    await gate.waitFor(1)
    outline.close(1)
    await outline.settled()
    expectEqual(outline.lines.map(\.id), [1, 2, 3])
    await gate.open()
    outline.open(1)
    await outline.settled()
    expectEqual(outline.lines.map(\.id), [1, 4, 2, 3])
  }

  @Test("an outline continues after a cancelled load that is awaited, also if its loader cannot be stopped")
  func givenUp() async {
    let (first, second) = (Gate(), Gate())
    let load: OutlineList<Folder>.Loader = { parent, _, _ in
      guard let parent else { return OutlinePage([Folder(id: 1, folders: []), Folder(id: 2, folders: [])]) }
      // It is not cancelled with the requesting task.
      await Task { try? await (parent.id == 1 ? first : second).pass() }.value
      return OutlinePage([Folder(id: 10 * parent.id)])
    }
    let outline = OutlineList<Folder>(hasChildren: { $0.folders != nil }, load: load)
    await outline.settled()
    outline.open(1)
    await first.waitFor(1)
    var isWaiting = false
    let waiter = Task {
      isWaiting = true
      await outline.settled()
    }
    while !isWaiting { await Task.yield() }
    outline.close(1)
    outline.open(2)
    await second.waitFor(1)
    await first.open()
    // The first load ends here, at whatever point it has reached.
    for _ in 0..<100 { await Task.yield() }
    await second.open()
    await outline.settled()
    await waiter.value
    expectEqual(outline.lines.map(\.id), [1, 2, 20])
  }

  @Test("an outline shows an item once, also if it contains itself, and goes as deep as the data")
  func strangeData() {
    let loop = OutlineList([Folder(id: 1), Folder(id: 1), Folder(id: 2)], expandsAll: true) { _ in
      [Folder(id: 1), Folder(id: 3), Folder(id: 2)]
    }
    expectEqual(loop.lines.map { "\($0.depth) \($0.id)" }, ["0 1", "1 3", "0 2"])
    let deep = OutlineList([Folder(id: 0)], expandsAll: true) { $0.id < 20_000 ? [Folder(id: $0.id + 1)] : nil }
    #expect(deep.lines.count == 20_001 && deep.lines[20_000].depth == 20_000)
    deep.close(0)
    expectEqual(deep.lines.count, 1)
    deep.open(0)
    expectEqual(deep.lines.count, 20_001)
  }
}

/// A shelf that delivers folders from memory, page by page.
private final class Shelf: Sendable {
  private struct State {
    var data: [Folder]
    var failures = 0
    var requestedParents: [Int?] = []
  }

  private struct Failure: Error {}
  private let state: Mutex<State>

  init(_ data: [Folder]) { state = Mutex(State(data: data)) }

  var data: [Folder] {
    get { state.withLock(\.data) }
    set { state.withLock { $0.data = newValue } }
  }

  /// The number of following requests that fail.
  var failures: Int {
    get { state.withLock(\.failures) }
    set { state.withLock { $0.failures = newValue } }
  }

  /// The ids below which items were requested.
  var requestedParents: [Int?] { state.withLock(\.requestedParents) }

  @Sendable func load(parent: Folder?, last: Folder?, limit: Int) async throws -> OutlinePage<Folder> {
    try state.withLock { state in
      state.requestedParents.append(parent?.id)
      if state.failures > 0 {
        state.failures -= 1
        throw Failure()
      }
      guard let siblings = parent == nil ? state.data : Self.find(parent?.id, in: state.data)?.folders else {
        return OutlinePage([])
      }
      var first = 0
      if let last {
        guard let index = siblings.firstIndex(where: { $0.id == last.id }) else { throw OutlineMoved() }
        first = index + 1
      }
      let end = min(first + limit, siblings.count)
      return OutlinePage(Array(siblings[first..<end]), hasMore: end < siblings.count)
    }
  }

  private static func find(_ id: Int?, in folders: [Folder]) -> Folder? {
    for folder in folders {
      if folder.id == id { return folder }
      if let found = find(id, in: folder.folders ?? []) { return found }
    }
    return nil
  }
}
