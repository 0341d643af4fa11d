import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import Catalog

/// Shows a list as a view would: holds what it was told, and nothing else.
@MainActor final class ListFollower {
  let list: BookList
  private(set) var window = ListWindow<Book>()
  private(set) var updates: [ListUpdate<Book>] = []
  private var asked = 0
  private var waiting: CheckedContinuation<Void, Never>?

  init(_ list: BookList) {
    self.list = list
    list.onUpdate = { [weak self] in self?.take($0) }
  }

  private func take(_ update: ListUpdate<Book>) {
    if case .changed(let difference) = update { #expect(difference.oldCount == window.count) }
    window = update.applied(to: window)
    updates.append(update)
    waiting?.resume()
    waiting = nil
  }

  /// The next update that was not asked for here yet; waits for it.
  func next() async -> ListUpdate<Book>? {
    if asked == updates.count { await withCheckedContinuation { waiting = $0 } }
    asked += 1
    return asked <= updates.count ? updates[asked - 1] : nil
  }

  func forget() { (updates, asked) = ([], 0) }

  /// What the list would show if it were read as a whole.
  func truth(_ catalog: BookCatalog) throws -> [Book] {
    let (filter, text, order) = (list.filter, list.searchText, list.order)
    return try catalog.view { snapshot in
      let filtered = try snapshot.page(of: filter, order: order, size: 100_000).books
      if text.isEmpty { return filtered }
      let isRanked = list.ranksMatches && QueryParser.parse(text) != .everything
      let matches =
        try isRanked
        ? snapshot.search(text, size: 100_000, isPatient: true).books
        : snapshot.page(of: text, order: order, size: 100_000).books
      let allowed = Set(filtered.map(\.id))
      return matches.filter { allowed.contains($0.id) }
    }
  }

  /// Compares what is shown with the truth, once all has been told.
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
    // Ten pages, or twice what is said to be in view.
    try #require(shown.rows.count <= max(10 * list.pageSize, 800), "\(context())")
  }
}

extension TemporaryCatalog {
  /// The file as another process opens it: nothing is shared with ours but the file.
  func otherProcess() throws -> Database {
    try Database(path: path, mayCreate: false, readOnly: false, patience: 3_000, now: clock.now)
  }
}
