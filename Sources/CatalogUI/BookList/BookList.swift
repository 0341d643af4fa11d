import Catalog
import Observation

/// A live list of a catalog's books, in any order and with any filter, that can be searched while the user types. It
/// counts its rows immediately, loads rows as they come into view, and follows all changes to the catalog.
///
/// ```swift
/// let list = BookList(catalog, order: .title)
/// list.onUpdate = { update in view.apply(update) }
/// list.rowAppeared(at: 0)      // call this whenever a row comes into view
/// let book = list[0]           // nil while it is being loaded
/// list.searchText = "walker"
/// ```
///
/// The list keeps a window of a few hundred rows in memory, even if the list is very long. After a commit, only changed
/// books are examined, so the cost depends only on the size of the window. The list keeps no transaction open between
/// reads and does nothing while the catalog does not change. `BookListCore` makes the decisions.
@MainActor @Observable public final class BookList {
  /// A closure that receives the ids of the books in view, and of the books that are about to come into view.
  public typealias VisibilityObserver = @MainActor (_ visible: [Book.ID], _ ahead: [Book.ID]) -> Void

  /// The loaded rows, or the reason why there are none.
  public private(set) var state = ListState<ListWindow<Book>>.loading
  /// The state of loading further rows.
  public private(set) var end = ListEnd.idle
  /// The identity of the list for views. It changes with ``reset()``, so that a view starts over.
  public private(set) var listID = 0
  /// The problem with the catalog's file: ``CatalogChange/fileMissing``, ``CatalogChange/fileReplaced`` or `nil`.
  public private(set) var fileProblem: CatalogChange?
  /// The query that is shown. Matches of a search are ordered by best match, unless ``ranksMatches`` is false.
  public private(set) var query: BookQuery
  /// True to order matches of ``searchText`` by best match; false to keep them in ``order``.
  public var ranksMatches: Bool { didSet { show(query) } }
  /// The order of rows that are not ranked by best match.
  public var order: BookOrder { didSet { show(query) } }

  /// A closure that is called with the books in view, at most every 100 milliseconds.
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
  /// The indices of rows that a view has read and that were not yet sent to the core, in the order of reading.
  @ObservationIgnored private var reads: [Int] = []

  /// Creates a list and starts loading it.
  ///
  /// - Parameters:
  ///   - catalog: The catalog that contains the books.
  ///   - filter: A query that selects the books of the list; empty for all books.
  ///   - order: The order of the rows.
  ///   - ranksMatches: True to order matches of ``searchText`` by best match; false to keep them in `order`.
  ///   - pageSize: The number of rows to load at a time, 1 to 10,000.
  ///   - prefetchMargin: The number of rows to keep loaded beyond the rows in view, up to 10,000. If fewer rows are
  ///     left, the next page is loaded. In the direction of scrolling, at least as many rows are kept loaded as are in
  ///     view.
  ///   - clock: The clock for the pauses between calls of ``onVisible`` and before matches are counted.
  ///   - refresher: The work of ``refresh()``, such as refreshing sources with a ``SyncEngine``.
  public convenience init(
    _ catalog: BookCatalog, filter: String = "", order: BookOrder = .newestFirst, ranksMatches: Bool = true,
    pageSize: Int = 20, prefetchMargin: Int = 3, clock: any Clock<Duration> = .continuous,
    refresher: (@Sendable () async throws -> Void)? = nil
  ) {
    self.init(
      catalog, BookQuery(in: filter, order: order), ranksMatches: ranksMatches, BookListLimits(), pageSize: pageSize,
      prefetchMargin: prefetchMargin, clock: clock, refresher: refresher)
  }

  /// Creates a list of the books that a query finds, in the query's order. The query must have no search text.
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
    // If the file is already missing, no commit will report it.
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
      send(.delivered)
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

  /// Waits until all requested rows are loaded and all updates are delivered.
  private func caughtUp() async {
    while !core.isCaughtUp, await runner.end() {}
  }

  /// Waits until all requested rows are loaded and all rows are counted, so that ``count`` is exact.
  public func settled() async {
    while await runner.end() {}
  }
}

// MARK: Contents

extension BookList {
  /// The number of rows that are loaded at a time.
  public var pageSize: Int { core.demand.pageSize }

  /// The number of rows to keep loaded beyond the rows in view. If fewer rows are left, the next page is loaded.
  public var prefetchMargin: Int { core.demand.prefetchMargin }

  /// The number of rows in the list. It is exact at once if the list contains all books, in any order, or has up to
  /// 1,000 matches. In other lists, it is a lower bound until all rows are counted.
  public var count: ListCount { state.content?.count ?? .atLeast(0) }

  /// True until rows of ``query`` are loaded. Until then, the list shows the rows of the previous query.
  package var isAwaited: Bool { core.contents == nil && state.failure == nil }

  /// The book at the given index; `nil` if its row is not loaded. Views show a placeholder for such a row.
  public subscript(index: Int) -> Book? { state.content?[index] }

  /// A snapshot of the rows for a view. Each row is a book or a placeholder. Reading `row.book` loads a missing book.
  ///
  /// ```swift
  /// ForEach(list.rows) { row in
  ///   if let book = row.book { Text(book.title) } else { ProgressView() }
  /// }
  /// ```
  public var rows: BookListRows { BookListRows(window: state.content ?? ListWindow(), list: self) }

  /// The query that selects the books of the list; empty for all books. Changing it starts the list over.
  public var filter: String {
    get { query.filter }
    set { show(BookQuery(query.text, in: newValue)) }
  }

  /// The search text as the user types it; empty for all books of the list. Setting it cancels the previous search.
  public var searchText: String {
    get { query.text }
    set { show(query.searching(newValue)) }
  }

  /// Changes the query. The current rows stay until rows of the new query are loaded.
  private func show(_ requested: BookQuery) {
    var next = requested
    next.order = ranksMatches && next.isSearch ? .bestMatch : order
    guard next != query else { return }
    query = next
    send(.show(next))
  }

  /// Starts over as a new list with a new ``listID``. A file that has replaced the catalog's file is not opened.
  public func reset() {
    listID += 1
    send(.reset)
  }

  /// Retries after a failure.
  public func retry() { send(.retry) }

  /// A closure that is called after each change of the list. To get the current window, apply the updates in order to
  /// the previous window. The window has no rows unless ``state`` is ``ListState/loaded(_:)``.
  public var onUpdate: (ListUpdate<Book>) -> Void {
    get { listeners.onUpdate }
    set { listeners.onUpdate = newValue }
  }

  /// All further updates as an asynchronous sequence. Each access returns a new, independent sequence. Its first
  /// element is a ``ListUpdate/reloaded(_:anchor:)`` with the current rows, and the sequence ends when the list is
  /// released. Updates are buffered without limit, so that a slow listener receives all of them.
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
  /// Reports that a row came into view. Loads the row and the rows around it if necessary.
  ///
  /// - Parameter index: The index of the row. An index beyond the end is ignored.
  public func rowAppeared(at index: Int) { send(.appeared(index)) }

  /// Reports that a row went out of view.
  ///
  /// - Parameter index: The index of the row.
  public func rowDisappeared(at index: Int) { send(.disappeared(index)) }

  /// The book that keeps its position on screen when rows before it are inserted or removed, such as the selected book.
  /// When the list changes, the rows in view shift by as many rows as this book moves. If the anchor is `nil` or not in
  /// view, the first loaded row in view is used instead.
  public var anchor: Book.ID? {
    get { core.anchor }
    set { send(.anchored(newValue)) }
  }

  /// Loads the rows around the given index, even if it is far from the loaded rows, and waits until they are loaded.
  ///
  /// - Parameter index: The index of a row. An index beyond the end means the last row.
  public func jump(to index: Int) async {
    send(.jumped(index))
    await caughtUp()
  }

  /// Loads the row of a placeholder that a view has read, and the rows around it. Placeholders that the view reads in
  /// the same pass are loaded together. The list changes only after the current pass, because the view may be updating.
  func rowRead(at index: Int) {
    guard let window = state.content, !core.demand.isLoaded(around: index, in: window) else { return }
    reads.append(index)
    guard reads.count == 1 else { return }
    Task { [weak self] in
      guard let self else { return }
      let indices = reads
      reads = []
      send(.read(indices))
    }
  }
}

// MARK: Changing

extension BookList {
  /// True while ``refresh()`` is running, until its results are shown.
  public var isRefreshing: Bool { refresher?.isRunning ?? false }

  /// Runs the `refresher` from the initializer and waits until its results are shown. Without a `refresher`, calls
  /// ``update()``. In a list with the newest books first, new books appear at the top.
  ///
  /// Calls made during a refresh wait for the same refresh. If one caller is cancelled, the refresh continues for the
  /// others. If all callers are cancelled, the refresh is cancelled, too.
  ///
  /// - Throws: The error of the refresher, or `CancellationError`. After an error, the list is unchanged.
  public func refresh() async throws {
    guard let refresher else { return await update() }
    try await refresher.run { await self.update() }
  }

  /// Updates the list from the catalog and waits until it is current. Commits trigger this automatically.
  public func update() async {
    send(.changed)
    await caughtUp()
  }

  /// Removes a book from the catalog as one step of the history.
  ///
  /// - Parameter book: The id of the book. An index would not be safe, because rows move when the catalog changes.
  /// - Returns: The result of the change, which ``undo(_:)`` accepts.
  /// - Throws: ``CatalogError`` if the catalog cannot be written or no longer contains the book.
  @discardableResult
  public func delete(_ book: Book.ID) async throws -> ChangeOutcome {
    let outcome = try await catalog.remove(book)
    await update()
    return outcome
  }

  /// Restores a book that ``delete(_:)`` removed.
  ///
  /// - Parameter deletion: The value that ``delete(_:)`` returned.
  /// - Throws: ``CatalogError/Code/nothingToDo`` if the book was already restored, or if a later change must be undone
  ///   first.
  public func undo(_ deletion: ChangeOutcome) async throws {
    try await catalog.undo(deletion)
    await update()
  }
}
