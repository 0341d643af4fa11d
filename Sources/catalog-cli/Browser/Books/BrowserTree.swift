import Catalog
import CatalogUI

/// The browser's tree: a ``BookTree`` of authors and their books, its visible range and its selection.
@MainActor final class BrowserTree {
  private let tree: BookTree
  private let hints: ErrorHints
  /// A closure that is called when the selection moves because the list has changed, with the number of lines. If the
  /// selected line was removed, the selection moves to the next one.
  var moved: @MainActor (Int) -> Void = { _ in }
  private var visible = 0..<0
  /// The index of the selected line, and the ids of the visible lines starting with that line.
  private var selected: (index: Int, ids: [BookTreeItem.ID])?
  /// The group that the user expanded last; `nil` once its children are loaded.
  private var opening: BookTreeItem.ID?

  /// Creates the tree.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - query: The query whose books are shown.
  ///   - hints: The hints for error messages.
  init(_ catalog: BookCatalog, of query: BookQuery, _ hints: ErrorHints) {
    tree = BookTree(catalog, by: [.author], of: query)
    self.hints = hints
    tree.outline.onUpdate = { [weak self] _ in self?.follow() }
  }

  /// The state of the tree, including its loaded lines.
  var state: ListState<OutlineLines<BookTreeItem>> { tree.outline.state }

  /// The number of lines loaded so far. If more lines can be loaded, this is a lower bound.
  var count: ListCount {
    let count = state.content?.count ?? 0
    return tree.outline.hasMore ? .atLeast(count) : .exactly(count)
  }

  /// The reason why the tree could not be updated, or why the children of a visible line could not be loaded; `nil` if
  /// nothing failed.
  var problem: String? {
    if let error = tree.outline.error { return hints.text(of: error) }
    let lines = tree.outline.lines
    for index in visible.clamped(to: lines.indices) {
      if case .failed(let error) = lines[index].end { return hints.text(of: error) }
    }
    return nil
  }

  /// True if the tree is paused and does not follow changes to the catalog.
  var isPaused: Bool {
    get { tree.isPaused }
    set { tree.isPaused = newValue }
  }

  /// Shows the books of a different query.
  func show(_ query: BookQuery) {
    (opening, selected) = (nil, nil)
    tree.query = query
  }

  /// Sets the visible range and returns its rows. A row that is not loaded is `nil`.
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

  /// Keeps the selection on its line when the lines above it change. If the line was removed, selects the next line.
  private func follow() {
    guard let (index, ids) = selected, let now = ids.lazy.compactMap({ self.tree.outline.line(of: $0) }).first else {
      return
    }
    select(now)
    if now != index { moved(now - index) }
  }

  /// Waits until the tree shows all data stored before this call.
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

  /// True while the top-level lines are loading, or while the group that was expanded last is loading its children.
  var isAwaited: Bool {
    if case .loading = tree.outline.state { return true }
    guard let opening else { return false }
    if let index = tree.outline.line(of: opening), case .loadingMore = tree.outline.lines[index].end { return true }
    self.opening = nil
    return false
  }

  /// Collapses a group. For a book, collapses the group that contains it.
  ///
  /// - Returns: The index of the group's line.
  func close(_ index: Int) -> Int {
    let lines = tree.outline.lines
    guard let line = line(index) else { return index }
    let parent = line.hasChildren ? index : lines[..<index].lastIndex { $0.depth < line.depth } ?? index
    tree.outline.close(lines[parent].id)
    return parent
  }

  /// Retries failed reads.
  func retry() { tree.outline.retry() }

  private func line(_ index: Int) -> OutlineLine<BookTreeItem>? {
    let lines = tree.outline.lines
    return lines.indices.contains(index) ? lines[index] : nil
  }
}
