import Catalog
import CatalogUI

/// An open catalog as the browser uses it: its list, its tree, what is being written to it and refreshed. When another file
/// takes the catalog's place, another session takes this one's.
@MainActor final class BrowserSession {
  let catalog: BookCatalog
  let books: BrowserBooks
  let writes: BrowserWrites
  let refresh: BrowserRefresh
  let offers: BrowserOffers
  /// Made when it is shown for the first time.
  private(set) var tree: BrowserTree?
  /// Is told by how many lines what is selected in the tree has moved.
  var treeMoved: @MainActor (Int) -> Void = { _ in }
  private var trouble: BrowserTrouble?
  /// The log beside the catalog's file.
  let log: ArrivingFile.Stamp?
  private let hints: ErrorHints

  /// - Parameters:
  ///   - catalog: is open.
  ///   - state: says which books are shown, in which order, and how many lines the screen has.
  ///   - settings: say how sources are reached, and who is asked for metadata.
  init(_ catalog: BookCatalog, _ state: BrowserState, _ settings: Browser.Settings) {
    let refresh = BrowserRefresh(catalog, environment: settings.console.environment)
    // All rows of a large screen are loaded together.
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

  // MARK: What is shown

  /// The lines in view, of the list or the tree.
  ///
  /// - Parameters:
  ///   - range: their places.
  ///   - state: says which of the two is shown, and what is selected.
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

  /// How many lines there are, as far as that is known.
  func count(in mode: BrowserState.Mode) -> Int {
    mode == .list ? books.list.count.known : tree?.count.known ?? 0
  }

  /// The line at a place; `nil` where there is none, or it is not there yet.
  func row(_ index: Int, in mode: BrowserState.Mode) -> BrowserRow? {
    mode == .list ? books.row(index) : tree?.row(index)
  }

  /// Whether what is shown is still what was asked for before.
  func isAwaited(in mode: BrowserState.Mode) -> Bool {
    mode == .list ? books.list.isAwaited : tree?.isAwaited ?? false
  }

  /// Whether a line of the list is being loaded.
  func isLoading(_ index: Int, in mode: BrowserState.Mode) -> Bool {
    mode == .list && trouble == nil && index < count(in: .list) && books.row(index) == nil
  }

  /// Reads all that is observed for what changes by itself.
  func touch() {
    let list = books.list
    _ = (list.state, list.end, list.fileProblem, tree?.state, tree?.problem)
    books.metadata?.touch()
  }

  /// What is new of the file since this was asked last; `nil` where nothing is.
  func newTrouble() -> BrowserTrouble.Change? {
    let found = BrowserTrouble(books.list, tree, hints)
    defer { trouble = found }
    return found == trouble ? nil : BrowserTrouble.Change(old: trouble, new: found)
  }

  /// Whether another file stands at the catalog's path.
  var isReplaced: Bool { books.list.fileProblem == .fileReplaced }

  /// Ends what is under way; what is being stored is refused where the file is not there any more.
  func end() async {
    offers.end()
    await writes.finish()
    await books.metadata?.stop()
    catalog.close()
  }

  // MARK: What is asked for

  /// Shows what a search finds, in an order.
  func find(_ text: String, _ order: BookOrder) {
    books.begin { Self.find(text, order, in: $0) }
    tree?.show(books.list.query)
  }

  private static func find(_ text: String, _ order: BookOrder, in list: BookList) {
    list.searchText = text
    list.ranksMatches = order == .bestMatch
    if order != .bestMatch { list.order = order }
  }

  /// Shows the list or the tree. While the list is shown, the tree is left as it is.
  func show(_ state: BrowserState) {
    if state.mode == .tree, tree == nil {
      tree = BrowserTree(catalog, of: books.list.query, hints)
      tree?.moved = treeMoved
    }
    tree?.isPaused = state.mode != .tree
  }

  /// Waits until the list or the tree shows what is stored.
  func update(_ mode: BrowserState.Mode) async {
    switch mode {
    case .list: await books.list.update()
    case .tree: await tree?.update()
    }
  }

  /// Loads everything from its beginning.
  func reset() {
    books.begin {
      $0.reset()
    }
    tree?.retry()
  }
}

extension ListState {
  /// The same state with other contents.
  fileprivate func map<Other>(_ body: (Content) -> Other) -> ListState<Other> {
    switch self {
    case .loading: .loading
    case .failed(let error): .failed(error)
    case .loaded(let content): .loaded(body(content))
    }
  }
}
