import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI

/// A follower that shows a list as a view would, from its updates alone.
@MainActor final class ListFollower {
  let list: BookList
  private(set) var window = ListWindow<Book>()
  private(set) var updates: [ListUpdate<Book>] = []
  /// The visible positions, which move with their rows.
  private(set) var visible = 0..<0
  private var readCount = 0
  /// Signals each update.
  private let (news, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(_ list: BookList) {
    self.list = list
    list.onUpdate = { [weak self] in self?.take($0) }
    list.onVisible = { [weak self] rows, ahead in
      let shown = Set(self?.list.state.content?.rows.map(\.id) ?? [])
      #expect(shown.isSuperset(of: rows + ahead) && Set(rows).isDisjoint(with: ahead))
    }
  }

  /// Scrolls, so that these positions are visible, as far as the list has them.
  func look(at positions: Range<Int>) {
    let range = positions.clamped(to: 0..<max(0, list.count.known))
    for index in visible where !range.contains(index) { list.rowDisappeared(at: index) }
    for index in range where !visible.contains(index) { list.rowAppeared(at: index) }
    visible = range
  }

  /// Shows other rows, none of which is visible yet.
  func begin(_ change: (BookList) -> Void) {
    visible = 0..<0
    change(list)
  }

  private func take(_ update: ListUpdate<Book>) {
    var shift = 0
    switch update {
    case .loaded, .failed: break
    case .changed(let difference):
      expectEqual(difference.oldCount, window.count)
      shift = difference.insertedBefore - difference.removedBefore
    case .reloaded(_, let anchor): shift = anchor.map { $0.new - $0.old } ?? 0
    }
    visible = max(0, visible.lowerBound + shift)..<max(0, visible.upperBound + shift)
    window = update.applied(to: window)
    updates.append(update)
    tell.yield()
  }

  /// Returns the next unread update, waiting for it if necessary; `nil` when the test's time is over.
  func next() async -> ListUpdate<Book>? {
    while readCount == updates.count {
      for await _ in news { break }
      if Task.isCancelled { return nil }
    }
    readCount += 1
    return updates[readCount - 1]
  }

  func forget() { (updates, readCount) = ([], 0) }

  /// Returns the books of the list, read as a whole.
  func truth(_ catalog: BookCatalog) throws -> [Book] {
    let (filter, text, order) = (list.filter, list.searchText, list.order)
    return try catalog.view { snapshot in
      let filtered = try snapshot.page(matching: filter, order: order, size: 100_000).books
      if text.isEmpty { return filtered }
      let isRanked = list.ranksMatches && QueryParser.parse(text) != .everything
      let matches =
        try isRanked
        ? snapshot.page(matching: text, order: .bestMatch, size: 100_000).books
        : snapshot.page(matching: text, order: order, size: 100_000).books
      let allowed = Set(filtered.map(\.id))
      return matches.filter { allowed.contains($0.id) }
    }
  }

  /// Compares the shown rows with the true ones, once all updates are delivered.
  func check(_ catalog: BookCatalog, _ context: @autoclosure () -> String) async throws {
    await list.update()
    await list.settled()
    let truth = try truth(catalog)
    let shown = try #require(list.state.content, "\(context())")
    try #require(window == shown, "\(context()): what was told is not what is there")
    try #require(shown.count == .exactly(truth.count), "\(context())")
    try #require(shown.range.upperBound <= truth.count, "\(context())")
    try #require(shown.rows == Array(truth[shown.range]), "\(context()): \(shown.range)")
    try #require(truth.isEmpty || !shown.rows.isEmpty, "\(context())")
    let missing = visible.clamped(to: truth.indices).filter { shown[$0] == nil }
    try #require(missing.isEmpty, "\(context()): rows in view are not loaded")
    // Ten pages, or twice the number of visible rows.
    try #require(shown.rows.count <= max(10 * list.pageSize, 800), "\(context())")
  }
}

extension TemporaryCatalog {
  /// Opens the file as another process would, sharing only the file.
  func otherProcess() throws -> Database {
    let clock = clock
    return try Database.ofCatalog(
      path: path, mayCreate: false, readOnly: false, patience: 3_000, clock: { clock.now })
  }
}
