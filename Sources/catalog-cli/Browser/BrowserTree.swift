import Catalog
import CatalogUI

/// The browser's tree: a ``BookTree`` of authors and their books, which is told what is in view.
@MainActor final class BrowserTree {
  private let tree: BookTree
  private let hints: ErrorHints
  /// Is told by how many lines what is selected, or stands in its place, has moved.
  var moved: @MainActor (Int) -> Void = { _ in }
  private var visible = 0..<0
  /// The place of the selected line, and what it and those below it in view are.
  private var selected: (index: Int, ids: [BookTreeItem.ID])?
  /// The group that was opened last, until what is below it is there.
  private var opening: BookTreeItem.ID?

  /// - Parameters:
  ///   - catalog: whose books it shows.
  ///   - query: which of them.
  ///   - hints: what to type about an error.
  init(_ catalog: BookCatalog, of query: BookQuery, _ hints: ErrorHints) {
    tree = BookTree(catalog, by: [.author], of: query)
    self.hints = hints
    tree.outline.onUpdate = { [weak self] _ in self?.follow() }
  }

  /// The lines that are loaded.
  var state: ListState<OutlineLines<BookTreeItem>> { tree.outline.state }

  /// How many lines are loaded, or are left to be.
  var count: ListCount {
    let count = state.content?.count ?? 0
    return tree.outline.hasMore ? .atLeast(count) : .exactly(count)
  }

  /// Why it could not be brought up to date, or what is below a line in view could not be loaded; `nil` where nothing failed.
  var problem: String? {
    if let error = tree.outline.error { return hints.text(of: error) }
    let lines = tree.outline.lines
    for index in visible.clamped(to: lines.indices) {
      if case .failed(let error) = lines[index].end { return hints.text(of: error) }
    }
    return nil
  }

  /// Whether changes of the catalog are left until it is looked at again.
  var isPaused: Bool {
    get { tree.isPaused }
    set { tree.isPaused = newValue }
  }

  /// Shows what a query finds.
  func show(_ query: BookQuery) {
    (opening, selected) = (nil, nil)
    tree.query = query
  }

  /// The lines at places, which are in view now; `nil` for those that are not there.
  func show(_ range: Range<Int>, selected line: Int) -> [BrowserRow?] {
    visible = range
    for index in range { tree.outline.lineAppeared(at: index) }
    select(line)
    return range.map(row)
  }

  private func select(_ index: Int) {
    let lines = tree.outline.lines
    let below = (index..<max(index, visible.upperBound + 1)).clamped(to: lines.indices)
    selected = lines.indices.contains(index) ? (index, below.map { lines[$0].id }) : nil
  }

  /// Stays with what is selected, whatever comes in or goes above; where it is gone, with the next one that is left.
  private func follow() {
    guard let (index, ids) = selected, let now = ids.lazy.compactMap({ self.tree.outline.line(of: $0) }).first else {
      return
    }
    select(now)
    if now != index { moved(now - index) }
  }

  /// Waits until it shows what is stored.
  func update() async { await tree.outline.update() }

  func row(_ index: Int) -> BrowserRow? {
    let lines = tree.outline.lines
    guard lines.indices.contains(index) else { return nil }
    let line = lines[index]
    switch line.item.content {
    case .group(_, let label, let count): return .group(label: label, count: count, isOpen: line.isOpen)
    case .book(let book): return .book(book, .notAsked, depth: line.depth)
    }
  }

  func open(_ index: Int) {
    guard let line = line(index), line.hasChildren else { return }
    tree.outline.open(line.id)
    opening = line.id
  }

  /// Whether the outermost lines, or those below the group that was opened last, are not there yet.
  var isAwaited: Bool {
    if case .loading = tree.outline.state { return true }
    guard let opening else { return false }
    if let index = tree.outline.line(of: opening), case .loadingMore = tree.outline.lines[index].end { return true }
    self.opening = nil
    return false
  }

  /// Closes a group, or the one that a book is in.
  ///
  /// - Returns: the line of the group.
  func close(_ index: Int) -> Int {
    let lines = tree.outline.lines
    guard let line = line(index) else { return index }
    let parent = line.hasChildren ? index : lines[..<index].lastIndex { $0.depth < line.depth } ?? index
    tree.outline.close(lines[parent].id)
    return parent
  }

  /// Tries again what could not be read.
  func retry() { tree.outline.retry() }

  private func line(_ index: Int) -> OutlineLine<BookTreeItem>? {
    let lines = tree.outline.lines
    return lines.indices.contains(index) ? lines[index] : nil
  }
}
