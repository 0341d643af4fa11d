import Observation

/// The books of a catalog as a list that lives: in any order, of any filter, and while the user searches. It knows at once
/// how many rows there are, loads those that come into view, and changes with the catalog, whoever changes that.
///
/// ```swift
/// let list = BookList(catalog, order: BookOrder(.title))
/// list.onUpdate = { update in view.apply(update) }
/// list.rowAppeared(at: 0)      // whenever a row comes into view
/// let book = list[0]           // nil while it is being loaded
/// list.searchText = "walker"
/// ```
///
/// It holds a window of some hundred rows, however long it is. A commit costs what the window costs: only books that
/// changed are looked at. Between two accesses it holds nothing of the catalog open, and while nothing changes it does
/// nothing.
@MainActor @Observable public final class BookList {
  /// Who fetches more about rows: the ids of the books in view, and of those that are about to come into view.
  public typealias VisibilityObserver = @MainActor (_ visible: [Int64], _ ahead: [Int64]) -> Void

  /// The loaded rows, or why there are none.
  public private(set) var state = ListState<ListWindow<Book>>.loading
  /// What happens where the list is not loaded yet.
  public private(set) var end = ListEnd.idle
  /// Whether ``refresh()`` is under way; until what it brought has been told.
  public private(set) var isRefreshing = false
  /// Which list it is: another one after ``reset()``, so that a view begins anew.
  public private(set) var listID = 0
  /// Whether the file is missing or another one stands in its place: ``CatalogChange/fileMissing`` or
  /// ``CatalogChange/fileReplaced``.
  public private(set) var fileProblem: CatalogChange?
  /// How many rows are loaded at a time.
  public let pageSize: Int
  /// How many rows before the end of what is loaded the next page is asked for.
  public let prefetchMargin: Int

  /// Is told each change of the list, after it: applied one after the other, updates make of each window the next one.
  @ObservationIgnored public var onUpdate: (ListUpdate<Book>) -> Void = { _ in }
  /// Is told which rows are in view, at most every 100 milliseconds.
  @ObservationIgnored public var onVisible: VisibilityObserver?

  @ObservationIgnored let catalog: BookCatalog
  private var query: BookListQuery
  @ObservationIgnored private let refresher: (@Sendable () async throws -> Void)?
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let visible: VisibleRows
  @ObservationIgnored private let folder: FolderWatch
  @ObservationIgnored private var file: FileState
  @ObservationIgnored private var listener: ScopedTask?

  /// What is held, apart from what is shown: after ``reset()`` the rows are shown no more.
  @ObservationIgnored private var contents: BookListContents?
  /// The rows that are wanted and not loaded.
  @ObservationIgnored private var wanted: Range<Int>?
  @ObservationIgnored private var isStale = false
  @ObservationIgnored private var running: Task<Void, Never>?
  /// Whether what runs can be broken off for something more urgent.
  @ObservationIgnored private var isFinishing = false
  /// What is to be shown counts up, so that what comes late is known.
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private var refreshing: Task<Void, any Error>?

  /// A list, which begins to load.
  ///
  /// - Parameters:
  ///   - catalog: whose books it shows.
  ///   - filter: a query; empty for every book.
  ///   - order: what stands first.
  ///   - ranksMatches: whether ``searchText`` shows the best match first; else matches stand in the list's order.
  ///   - pageSize: how many rows are loaded at a time, at least 1.
  ///   - prefetchMargin: how many rows before the end of what is loaded the next page is asked for.
  ///   - clock: by what pauses are measured: between two calls of ``onVisible``, and before a search is counted to its end.
  ///   - refresher: what ``refresh()`` does, such as asking a ``SyncEngine``.
  public convenience init(
    _ catalog: BookCatalog, filter: String = "", order: BookOrder = .newestFirst, ranksMatches: Bool = true,
    pageSize: Int = 20, prefetchMargin: Int = 3, clock: any Clock<Duration> = .continuous,
    refresher: (@Sendable () async throws -> Void)? = nil
  ) {
    self.init(
      catalog, BookListQuery(filter: filter, order: order, ranksMatches: ranksMatches), pageSize: pageSize,
      prefetchMargin: prefetchMargin, clock: clock, refresher: refresher)
  }

  init(
    _ catalog: BookCatalog, _ query: BookListQuery, pageSize: Int = 20, prefetchMargin: Int = 3,
    clock: any Clock<Duration> = .continuous, refresher: (@Sendable () async throws -> Void)? = nil
  ) {
    self.catalog = catalog
    self.pageSize = max(1, pageSize)
    self.prefetchMargin = max(0, prefetchMargin)
    self.refresher = refresher
    self.query = query
    self.clock = clock
    visible = VisibleRows(clock: clock, reach: 5 * self.pageSize)
    folder = catalog.watch.folder(of: catalog.database)
    file = FileState(catalog.path)
    let wakeups = catalog.database.wakeups.stream()
    listener = ScopedTask(
      Task { [weak self] in
        for await _ in wakeups { self?.noteCommit() }
      })
    work()
  }
}

// MARK: What is shown

extension BookList {
  /// How many rows the list has: exactly, at once, for every order, and for up to 1,000 matches; else as many as are known
  /// of until all have been counted.
  public var count: ListCount { state.content?.count ?? .atLeast(0) }

  /// The book of a row; `nil` while it is not loaded: a placeholder stands for it.
  public subscript(index: Int) -> Book? { state.content?[index] }

  /// Whether ``searchText`` shows the best match first; else matches stand in the list's order.
  public var ranksMatches: Bool {
    get { query.ranksMatches }
    set { show { $0.ranksMatches = newValue } }
  }

  /// The books that the list is of, as a query; empty for every book. Another filter shows another list from its start.
  public var filter: String {
    get { query.filter }
    set { show { $0.filter = newValue } }
  }

  /// What the user searches for, as it is typed; empty for all books of the list. What was asked for before is given up.
  public var searchText: String {
    get { query.text }
    set { show { $0.text = newValue } }
  }

  /// What stands first.
  public var order: BookOrder {
    get { query.order }
    set { show { $0.order = newValue } }
  }

  /// Shows something else. What was shown stays until that is there.
  private func show(_ change: (inout BookListQuery) -> Void) {
    var next = query
    change(&next)
    guard next != query else { return }
    query = next
    begin()
  }

  /// Loads the list from its start.
  private func begin() {
    generation += 1
    running?.cancel()
    running = nil
    contents = nil
    wanted = nil
    end = .idle
    visible.removeAll()
    work()
  }

  /// Begins anew, as another list, of the file that is at the catalog's path now.
  public func reset() {
    listID += 1
    file = FileState(catalog.path)
    fileProblem = nil
    state = .loading
    begin()
  }

  /// Tries again what failed.
  public func retry() {
    if case .failed = state { state = .loading }
    end = .idle
    isStale = true
    work()
  }
}

// MARK: Scrolling

extension BookList {
  /// Says that a row came into view: it is loaded, if need be, and what stands around it.
  ///
  /// - Parameter index: a place in the list; one behind the end is ignored.
  public func rowAppeared(at index: Int) {
    guard index >= 0 else { return }
    visible.insert(index) { [weak self] in self?.tellVisible() }
    guard let window = contents?.window else { return }
    let loaded = window.range
    if !loaded.contains(index) {
      if index < window.count.known || !window.count.isExact { want(around: index) }
      return
    }
    let isMore = !window.count.isExact || loaded.upperBound < window.count.known
    if index + prefetchMargin >= loaded.upperBound, isMore {
      want(max(0, index - pageSize)..<(loaded.upperBound + pageSize))
    } else if index - prefetchMargin < loaded.lowerBound, loaded.lowerBound > 0 {
      want(max(0, loaded.lowerBound - pageSize)..<(index + pageSize))
    }
  }

  /// Says that a row went out of view.
  ///
  /// - Parameter index: its place in the list.
  public func rowDisappeared(at index: Int) {
    visible.remove(index) { [weak self] in self?.tellVisible() }
  }

  /// Loads the rows around a place, however far away it is, and waits until they are there.
  ///
  /// - Parameter index: a place in the list; one behind the end means the last row.
  public func jump(to index: Int) async {
    visible.removeAll()
    want(around: max(0, index))
    await caughtUp()
  }

  private func want(around index: Int) {
    want(max(0, index - pageSize)..<(min(index, .max - 2 * pageSize) + 2 * pageSize))
  }

  private func want(_ range: Range<Int>) {
    if case .failed = end, wanted != nil { return }
    wanted = range
    work()
  }

  private func tellVisible() {
    guard let onVisible, let window = contents?.window else { return }
    let places = visible.places.sorted()
    guard let first = places.first, let last = places.last else { return onVisible([], []) }
    let ahead =
      visible.isForward
      ? Array((last + 1)..<(last + 1 + pageSize)) : Array((max(0, first - pageSize)..<first).reversed())
    onVisible(places.compactMap { window[$0]?.id }, ahead.compactMap { window[$0]?.id })
  }
}

// MARK: Changing

extension BookList {
  /// Asks the sources for what is new, as the list was told to at its making, and waits until it is shown: in a list of
  /// the newest first, on top. Who asks meanwhile waits for the same.
  ///
  /// - Throws: what the refreshing throws; the list stays as it is then.
  public func refresh() async throws {
    if let refreshing { return try await refreshing.value }
    guard let refresher else { return await update() }
    isRefreshing = true
    let task = Task {
      defer { (isRefreshing, refreshing) = (false, nil) }
      try await refresher()
      await update()
    }
    refreshing = task
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Brings the list up to date with the catalog and waits until it is. Commits do so by themselves, a moment later.
  public func update() async {
    isStale = true
    work()
    await caughtUp()
  }

  /// Removes the book of a row from the catalog, as one step.
  ///
  /// - Parameter index: the row's place.
  /// - Returns: what was done; `nil` where the row is not loaded.
  /// - Throws: ``CatalogError`` when the catalog cannot be written, or the book is gone already.
  @discardableResult
  public func delete(at index: Int) async throws -> ChangeOutcome? {
    guard let book = self[index] else { return nil }
    let outcome = try await catalog.remove(book.id)
    await update()
    return outcome
  }

  /// Brings back what ``delete(at:)`` removed.
  ///
  /// - Parameter deletion: what that returned.
  /// - Throws: ``CatalogError/Code/nothingToDo`` when something else was done since, which would have to be undone first.
  public func undo(_ deletion: ChangeOutcome) async throws {
    try await catalog.undo(deletion)
    await update()
  }
}

// MARK: Reading

extension BookList {
  /// Waits until nothing is left to be loaded or told.
  private func caughtUp() async {
    while let running, !isFinishing { await running.value }
  }

  /// Waits until nothing is left to be found out, either: ``count`` is exact then.
  public func settled() async {
    while let running { await running.value }
  }

  private func noteCommit() {
    if file.look() { fileProblem = file.problem }
    isStale = true
    work()
  }

  private static let countPause = Duration.milliseconds(150)

  /// Does what is to be done next, unless something is being done.
  private func work() {
    if running != nil {
      if isFinishing { running?.cancel() }
      isFinishing = false
      return
    }
    guard let job = nextJob() else { return }
    let (generation, catalog, clock) = (generation, catalog, clock)
    // Who types goes on typing: then it is not worth while to count all that the word so far finds.
    let pause: Duration? = job.finishes && job.query.isRanked ? Self.countPause : nil
    running = Task { [weak self] in
      let result: Result<BookListJob.Outcome, any Error>
      do {
        if let pause { try await clock.sleep(for: pause) }
        result = .success(try await catalog.database.read { try job.run($0) })
      } catch {
        result = .failure(error)
      }
      self?.take(result, of: job, generation)
    }
  }

  private func nextJob() -> BookListJob? {
    if case .failed = state { return nil }
    var isFailed = false
    if case .failed = end { isFailed = true }
    let limit = 10 * pageSize
    guard let contents else {
      isFinishing = false
      return BookListJob(query: query, begun: nil, wanted: wanted ?? nearest, limit: limit)
    }
    let inView = visible.places.sorted()
    var job = BookListJob(
      query: query, begun: contents, wanted: inView.first.map { $0..<(inView[inView.count - 1] + 1) } ?? nearest,
      anchors: inView.compactMap { contents.window[$0]?.id }, limit: limit)
    if let wanted, !isFailed {
      job.wanted = wanted
      end = .loadingMore
    } else if !isStale {
      guard !contents.isFinished, !isFailed else { return nil }
      job.finishes = true
    }
    isFinishing = job.finishes
    isStale = false
    return job
  }

  /// What is wanted where nothing is said to be in view.
  private var nearest: Range<Int> {
    let start = contents?.window.start ?? 0
    return start..<(start + 2 * pageSize)
  }

  private func take(_ result: Result<BookListJob.Outcome, any Error>, of job: BookListJob, _ generation: Int) {
    // What was asked for before something else was is nobody's any more.
    guard generation == self.generation else { return }
    running = nil
    switch result {
    case .success(let outcome): publish(outcome, of: job)
    case .failure(is CancellationError): isStale = isStale || !job.finishes
    case .failure(let error):
      isStale = false
      if contents == nil { state = .failed(error) } else { end = .failed(error) }
    }
    work()
  }

  private func publish(_ outcome: BookListJob.Outcome, of job: BookListJob) {
    contents = outcome.contents
    visible.move(by: outcome.shift)
    if wanted == job.wanted {
      wanted = nil
      end = .idle
    } else {
      wanted = wanted.map { max(0, $0.lowerBound + outcome.shift)..<max(0, $0.upperBound + outcome.shift) }
    }
    guard !outcome.updates.isEmpty else { return }
    state = .loaded(outcome.contents.window)
    for update in outcome.updates { onUpdate(update) }
    visible.changed { [weak self] in self?.tellVisible() }
  }
}
