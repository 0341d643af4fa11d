import Catalog
import Observation

/// The books of a catalog as a live list: in any order, of any filter, and while the user searches. It knows at once
/// how many rows there are, loads those that come into view, and changes with the catalog, whoever changes that.
///
/// ```swift
/// let list = BookList(catalog, order: .title)
/// list.onUpdate = { update in view.apply(update) }
/// list.rowAppeared(at: 0)      // whenever a row comes into view
/// let book = list[0]           // nil while it is being loaded
/// list.searchText = "walker"
/// ```
///
/// It holds a window of some hundred rows, however long it is. A commit costs what the window costs: only books that
/// changed are looked at. Between two accesses it holds nothing of the catalog open, and while nothing changes it does
/// nothing. `BookListCore` decides what it does, and when.
@MainActor @Observable public final class BookList {
  /// Hears which rows are in view: the ids of their books, and of those that are about to come into view.
  public typealias VisibilityObserver = @MainActor (_ visible: [Book.ID], _ ahead: [Book.ID]) -> Void

  /// The loaded rows, or why there are none.
  public private(set) var state = ListState<ListWindow<Book>>.loading
  /// The loading of further rows, while it goes on or after it failed.
  public private(set) var end = ListEnd.idle
  /// Which list it is: another one after ``reset()``, so that a view begins anew.
  public private(set) var listID = 0
  /// Whether the file is missing or another one stands in its place: ``CatalogChange/fileMissing`` or
  /// ``CatalogChange/fileReplaced``.
  public private(set) var fileProblem: CatalogChange?
  /// The query that is shown: of a search the best match first, unless ``ranksMatches`` says otherwise.
  public private(set) var query: BookQuery
  /// Whether ``searchText`` shows the best match first; else matches stand in the list's order.
  public var ranksMatches: Bool { didSet { show(query) } }
  /// The order of the rows, where they are not ranked.
  public var order: BookOrder { didSet { show(query) } }

  /// Is told which rows are in view, at most every 100 milliseconds.
  @ObservationIgnored public var onVisible: VisibilityObserver?

  @ObservationIgnored let catalog: BookCatalog
  @ObservationIgnored private var core: BookListCore
  @ObservationIgnored private let events = EventQueue<BookListCore.Event>()
  @ObservationIgnored private let runner: BookListRunner
  @ObservationIgnored private let listeners = UpdateListeners<ListUpdate<Book>>()
  @ObservationIgnored private let refresher: ListRefresher?
  @ObservationIgnored private let throttle: Throttle
  @ObservationIgnored private var commits: CommitListener?
  @ObservationIgnored private var file: FileState
  /// The rows that were read since they were told to the core, in that order.
  @ObservationIgnored private var reads: [Int] = []

  /// A list, which begins to load.
  ///
  /// - Parameters:
  ///   - catalog: whose books it shows.
  ///   - filter: a query; empty for every book.
  ///   - order: what stands first.
  ///   - ranksMatches: whether ``searchText`` shows the best match first; else matches stand in the list's order.
  ///   - pageSize: how many rows are loaded at a time, 1 to 10,000.
  ///   - prefetchMargin: how many rows before the end of what is loaded the next page is asked for, up to 10,000; as many
  ///     as are in view at least, in the direction of scrolling.
  ///   - clock: by what pauses are measured: between two calls of ``onVisible``, and before a search is counted to its end.
  ///   - refresher: what ``refresh()`` does, such as asking a ``SyncEngine``.
  public convenience init(
    _ catalog: BookCatalog, filter: String = "", order: BookOrder = .newestFirst, ranksMatches: Bool = true,
    pageSize: Int = 20, prefetchMargin: Int = 3, clock: any Clock<Duration> = .continuous,
    refresher: (@Sendable () async throws -> Void)? = nil
  ) {
    self.init(
      catalog, BookQuery(in: filter, order: order), ranksMatches: ranksMatches, BookListLimits(), pageSize: pageSize,
      prefetchMargin: prefetchMargin, clock: clock, refresher: refresher)
  }

  /// - Parameter query: a filter with an order, and no text.
  init(
    _ catalog: BookCatalog, _ query: BookQuery, ranksMatches: Bool, _ limits: BookListLimits, pageSize: Int = 20,
    prefetchMargin: Int = 3, clock: any Clock<Duration> = .continuous,
    refresher: (@Sendable () async throws -> Void)? = nil
  ) {
    (self.catalog, self.query, self.order, self.ranksMatches) = (catalog, query, query.order, ranksMatches)
    core = BookListCore(query, RowDemand(pageSize: pageSize, prefetchMargin: prefetchMargin), limits: limits)
    runner = BookListRunner(catalog, clock: clock)
    throttle = Throttle(RowsInView.pause, clock: clock)
    self.refresher = refresher.map(ListRefresher.init)
    file = catalog.fileState
    // No commit tells of a file that is gone already.
    if file.look() { fileProblem = file.problem }
    commits = CommitListener(catalog) { [weak self] in self?.noteCommit() }
    send(.begin)
  }

  // MARK: Events and effects

  private func send(_ event: BookListCore.Event) {
    events.send(event) { for effect in core.step($0) { perform(effect) } }
  }

  private func perform(_ effect: BookListCore.Effect) {
    switch effect {
    case .start(let job, let number): runner.start(job, number: number) { [weak self] in self?.send($0) }
    case .cancel: runner.cancel()
    case .show(let state): self.state = state
    case .showEnd(let end): self.end = end
    case .tell(let updates):
      for update in updates { listeners.tell(update) }
      send(.told)
    case .tellView: throttle.call { [weak self] in self?.tellView() }
    }
  }

  private func tellView() {
    if let onVisible, let (visible, ahead) = core.booksInView { onVisible(visible, ahead) }
  }

  private func noteCommit() {
    if file.look() { fileProblem = file.problem }
    send(.changed)
  }

  /// Waits until nothing is left to be loaded or told.
  private func caughtUp() async {
    while !core.isCaughtUp, await runner.end() {}
  }

  /// Waits until nothing is left to be found out, either: ``count`` is exact then.
  public func settled() async {
    while await runner.end() {}
  }
}

// MARK: What is shown

extension BookList {
  /// The number of rows that are loaded at a time.
  public var pageSize: Int { core.demand.pageSize }

  /// The number of rows before the end of those loaded at which the next page is asked for, at least.
  public var prefetchMargin: Int { core.demand.prefetchMargin }

  /// The number of rows of the list: exactly, at once, for every order, and for up to 1,000 matches; else as many as are
  /// known of until all have been counted.
  public var count: ListCount { state.content?.count ?? .atLeast(0) }

  /// Whether the rows that are shown are those of another query, or none yet: they stay until those of ``query`` are there.
  package var isAwaited: Bool { core.contents == nil && state.failure == nil }

  /// The book of a row; `nil` while it is not loaded: a placeholder stands for it.
  public subscript(index: Int) -> Book? { state.content?[index] }

  /// The rows of the list as they are now, for a view: each is a book or a placeholder, and loads what it is read for.
  ///
  /// ```swift
  /// ForEach(list.rows) { row in
  ///   if let book = row.book { Text(book.title) } else { ProgressView() }
  /// }
  /// ```
  public var rows: BookListRows { BookListRows(window: state.content ?? ListWindow(), list: self) }

  /// The books that the list is of, as a query; empty for every book. Another filter shows another list from its start.
  public var filter: String {
    get { query.filter }
    set { show(BookQuery(query.text, in: newValue)) }
  }

  /// The user's search as it is typed; empty for all books of the list. What was asked for before is given up.
  public var searchText: String {
    get { query.text }
    set { show(query.searching(newValue)) }
  }

  /// Shows something else. What was shown stays until that is there.
  private func show(_ wanted: BookQuery) {
    var next = wanted
    next.order = ranksMatches && next.isSearch ? .bestMatch : order
    guard next != query else { return }
    query = next
    send(.show(next))
  }

  /// Begins anew, as another list. A file that has taken the catalog's place is another catalog, to be opened for itself.
  public func reset() {
    listID += 1
    send(.reset)
  }

  /// Tries again what failed.
  public func retry() { send(.retry) }

  /// Is told each change of the list, after it: applied one after the other, updates make of each window the next one, which
  /// is without rows while ``state`` shows none.
  public var onUpdate: (ListUpdate<Book>) -> Void {
    get { listeners.onUpdate }
    set { listeners.onUpdate = newValue }
  }

  /// The updates from now on as a sequence, for any number of listeners: each access begins another one. The first update
  /// is a ``ListUpdate/reloaded(_:anchor:)`` with what is shown now. It ends with the list. What a listener has not asked
  /// for yet is kept for it.
  ///
  /// ```swift
  /// var window = ListWindow<Book>()
  /// for await update in list.updates { window = update.applied(to: window) }
  /// ```
  public var updates: AsyncStream<ListUpdate<Book>> {
    listeners.updates(after: .reloaded(state.content ?? ListWindow(), anchor: nil))
  }
}

// MARK: Scrolling

extension BookList {
  /// Says that a row came into view: it is loaded, if need be, and rows around it.
  ///
  /// - Parameter index: a place in the list; one behind the end is ignored.
  public func rowAppeared(at index: Int) { send(.appeared(index)) }

  /// Says that a row went out of view.
  ///
  /// - Parameter index: its place in the list.
  public func rowDisappeared(at index: Int) { send(.disappeared(index)) }

  /// The book in view on whose account the rows in view are taken to stay when the list changes, such as the selected one: by as many
  /// places as it moves, they do. `nil` for the first of those that are loaded, and so is a book that is not in view.
  public var anchor: Book.ID? {
    get { core.anchor }
    set { send(.anchored(newValue)) }
  }

  /// Loads the rows around a place, however far away it is, and waits until they are there.
  ///
  /// - Parameter index: a place in the list; one behind the end means the last row.
  public func jump(to index: Int) async {
    send(.jumped(index))
    await caughtUp()
  }

  /// Loads the row of a placeholder that is read, and rows around it, together with those that are read beside it. Nothing
  /// is changed before the reading is over: a view may be under way.
  func rowRead(at index: Int) {
    guard let window = state.content, !core.demand.isLoaded(around: index, in: window) else { return }
    reads.append(index)
    guard reads.count == 1 else { return }
    Task { [weak self] in
      guard let self else { return }
      let places = reads
      reads = []
      send(.read(places))
    }
  }
}

// MARK: Changing

extension BookList {
  /// Whether ``refresh()`` is under way; until what it brought has been told.
  public var isRefreshing: Bool { refresher?.isRunning ?? false }

  /// Asks the sources for what is new, as the list was told to at its making, and waits until it is shown: in a list of
  /// the newest first, on top. Who asks meanwhile waits for the same; who is cancelled leaves it to the others, and with the
  /// last of them it is cancelled.
  ///
  /// - Throws: what the refreshing throws; the list stays as it is then. `CancellationError`.
  public func refresh() async throws {
    guard let refresher else { return await update() }
    try await refresher.run { await self.update() }
  }

  /// Brings the list up to date with the catalog and waits until it is. Commits do so by themselves, a moment later.
  public func update() async {
    send(.changed)
    await caughtUp()
  }

  /// Removes a book from the catalog, as one step.
  ///
  /// - Parameter book: its id. A row's place would not do: rows move while others write.
  /// - Returns: what was done, for ``undo(_:)``.
  /// - Throws: ``CatalogError`` when the catalog cannot be written, or the book is gone already.
  @discardableResult
  public func delete(_ book: Book.ID) async throws -> ChangeOutcome {
    let outcome = try await catalog.remove(book)
    await update()
    return outcome
  }

  /// Brings back what ``delete(_:)`` removed.
  ///
  /// - Parameter deletion: what that returned.
  /// - Throws: ``CatalogError/Code/nothingToDo`` when something was done since to what was removed, which would have to be
  ///   undone first, or it was brought back already.
  public func undo(_ deletion: ChangeOutcome) async throws {
    try await catalog.undo(deletion)
    await update()
  }
}
