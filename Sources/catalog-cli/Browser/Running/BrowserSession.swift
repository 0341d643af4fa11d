import Catalog
import CatalogUI

/// An open catalog in the browser, with its list, its tree, and pending writes and refreshes. If the catalog's file is
/// replaced, a new session begins.
@MainActor final class BrowserSession {
  let catalog: BookCatalog
  let books: BrowserBooks
  let writes: BrowserWrites
  let refresh: BrowserRefresh
  let offers: BrowserOffers
  /// The tree of authors, which is created when it is first shown.
  private(set) var tree: BrowserTree?
  /// A closure called with the number of lines by which the selected row of the tree has moved.
  var treeMoved: @MainActor (Int) -> Void = { _ in }
  private var trouble: BrowserTrouble?
  /// The state of the catalog's write-ahead log when the session began; `nil` if there was no log.
  let log: ArrivingFile.Stamp?
  private let hints: ErrorHints

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - catalog: The open catalog.
  ///   - state: The state with the query, the order and the size of the screen.
  ///   - settings: The settings for sources and metadata providers.
  init(_ catalog: BookCatalog, _ state: BrowserState, _ settings: Browser.Settings) {
    let refresh = BrowserRefresh(catalog, environment: settings.console.environment)
    // A page is large enough to load all rows of a large screen at once.
    let list = BookList(
      catalog, filter: state.filter, order: state.order, pageSize: max(20, state.size.rows)
    ) {
      try await refresh.run()
    }
    Self.find(state.query, state.shownOrder, in: list)
    (self.catalog, self.refresh, offers) = (catalog, refresh, BrowserOffers(catalog))
    let metadata = catalog.isReadOnly ? nil : settings.provider.map { BrowserMetadata(catalog, $0) }
    books = BrowserBooks(list, metadata)
    hints = settings.hints
    writes = BrowserWrites(catalog, hints, state.keys)
    log = ArrivingFile.stamp(of: catalog.path + "-wal")
  }

  // MARK: Displayed rows

  /// Returns the visible rows of the list or tree.
  ///
  /// - Parameters:
  ///   - range: The visible indices.
  ///   - state: The state with the mode and the selection.
  func lines(_ range: Range<Int>, _ state: BrowserState) -> ListState<BrowserLines> {
    switch state.mode {
    case .list:
      books.show(range, selected: state.list.selected)
      return books.list.state.map { BrowserLines(count: $0.count, rows: range.map(books.row)) }
    case .tree:
      guard let tree else { return .loading }
      return tree.state.map { _ in
        BrowserLines(count: tree.count, rows: tree.show(range, selected: state.tree.selected))
      }
    }
  }

  /// Returns the number of rows known so far.
  func count(in mode: BrowserState.Mode) -> Int {
    mode == .list ? books.list.count.known : tree?.count.known ?? 0
  }

  /// Returns the row at an index; `nil` if there is no such row or it is not loaded yet.
  func row(_ index: Int, in mode: BrowserState.Mode) -> BrowserRow? {
    mode == .list ? books.row(index) : tree?.row(index)
  }

  /// Returns true if the displayed rows still belong to an earlier request.
  func isAwaited(in mode: BrowserState.Mode) -> Bool {
    mode == .list ? books.list.isAwaited : tree?.isAwaited ?? false
  }

  /// Returns true if a row of the list is loading.
  func isLoading(_ index: Int, in mode: BrowserState.Mode) -> Bool {
    mode == .list && trouble == nil && index < count(in: .list) && books.row(index) == nil
  }

  /// Accesses all observed properties, so that observation tracking registers them.
  func touch() {
    let list = books.list
    _ = (list.state, list.end, list.fileProblem, tree?.state, tree?.problem)
    books.metadata?.touch()
  }

  /// Checks for problems with the catalog's file. Returns the change since the last call; `nil` if nothing has changed.
  func newTrouble() -> BrowserTrouble.Change? {
    let found = BrowserTrouble(books.list, tree, hints)
    defer { trouble = found }
    return found == trouble ? nil : BrowserTrouble.Change(old: trouble, new: found)
  }

  /// True if a different file has replaced the catalog's file.
  var isReplaced: Bool { books.list.fileProblem == .fileReplaced }

  /// Stops all work. Waits for pending writes, which fail if the file no longer exists.
  func end() async {
    offers.end()
    await writes.finish()
    await books.metadata?.stop()
    catalog.close()
  }

  // MARK: Requests

  /// Searches for the text and shows the results in the given order.
  func find(_ text: String, _ order: BookOrder) {
    books.begin { Self.find(text, order, in: $0) }
    tree?.show(books.list.query)
  }

  private static func find(_ text: String, _ order: BookOrder, in list: BookList) {
    list.searchText = text
    list.ranksMatches = order == .bestMatch
    if order != .bestMatch { list.order = order }
  }

  /// Shows the list or the tree. While the list is shown, the tree is not updated.
  func show(_ state: BrowserState) {
    if state.mode == .tree, tree == nil {
      tree = BrowserTree(catalog, of: books.list.query, hints)
      tree?.moved = treeMoved
    }
    tree?.isPaused = state.mode != .tree
  }

  /// Waits until the list or the tree shows all data stored before this call.
  func update(_ mode: BrowserState.Mode) async {
    switch mode {
    case .list: await books.list.update()
    case .tree: await tree?.update()
    }
  }

  /// Reloads the list and the tree from the beginning.
  func reset() {
    books.begin {
      $0.reset()
    }
    tree?.retry()
  }
}

extension ListState {
  /// Returns the state with its content, if it has any, transformed by `body`.
  fileprivate func map<Other>(_ body: (Content) -> Other) -> ListState<Other> {
    switch self {
    case .loading: .loading
    case .failed(let error): .failed(error)
    case .loaded(let content): .loaded(body(content))
    }
  }
}
