import Catalog
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

  /// Is told each change of the list, after it: applied one after the other, updates make of each window the next one, which
  /// is without rows while ``state`` shows none.
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
  @ObservationIgnored private var running: ScopedTask?
  /// Whether what runs can be broken off for something more urgent.
  @ObservationIgnored private var isFinishing = false
  /// What is to be shown counts up, so that what comes late is known.
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private var refreshing: ListRefresh?

  /// A list, which begins to load.
  ///
  /// - Parameters:
  ///   - catalog: whose books it shows.
  ///   - filter: a query; empty for every book.
  ///   - order: what stands first.
  ///   - ranksMatches: whether ``searchText`` shows the best match first; else matches stand in the list's order.
  ///   - pageSize: how many rows are loaded at a time, 1 to 10,000.
  ///   - prefetchMargin: how many rows before the end of what is loaded the next page is asked for, up to 10,000.
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
    self.pageSize = min(max(1, pageSize), 10_000)
    self.prefetchMargin = min(max(0, prefetchMargin), 10_000)
    self.refresher = refresher
    self.query = query
    self.clock = clock
    visible = VisibleRows(clock: clock, reach: max(200, 5 * self.pageSize))
    folder = catalog.folderWatch
    file = catalog.fileState
    let wakeups = catalog.wakeups
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
    if case .failed = state { state = .loading }
    visible.removeAll()
    work()
  }

  /// Begins anew, as another list. A file that has taken the catalog's place is another catalog, to be opened for itself.
  public func reset() {
    listID += 1
    begin()
    hide(.loading)
  }

  /// Shows no rows, for this reason.
  private func hide(_ reason: ListState<ListWindow<Book>>) {
    let wasShown = state.content != nil
    state = reason
    if wasShown { onUpdate(.reloaded(ListWindow(), anchor: nil)) }
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
    guard Self.places.contains(index), contents?.window.mayHave(index) ?? true else { return }
    visible.insert(index) { [weak self] in self?.tellVisible() }
    guard let window = contents?.window else { return }
    let loaded = window.range
    if !loaded.contains(index) { return want(around: index) }
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
    want(around: min(max(0, index), Self.places.upperBound))
    await caughtUp()
  }

  /// No list is longer: the ids of books end there.
  private static let places = 0..<(1 << 40)

  private func want(around index: Int) {
    want(max(0, index - pageSize)..<(index + 2 * pageSize))
  }

  /// Of rows that came into view together each asks for its own surroundings, and the last one is heard: those that are
  /// still missing are asked for when it has been served. What was asked for last covers all rows in view then, wherever
  /// they have moved with it, so that none is asked for again and again.
  private func wantVisible(except loaded: Range<Int>) {
    guard let window = contents?.window else { return }
    let places = visible.places.filter(window.mayHave)
    guard let first = places.min(), let last = places.max(),
      places.contains(where: { window[$0] == nil && !loaded.contains($0) })
    else { return }
    // All of them at once: of two that are far from each other, each would have the other dropped.
    want(first..<(last + 1))
  }

  private func want(_ range: Range<Int>) {
    if case .failed = end {
      if wanted != nil { return }
      end = .idle
    }
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
  /// the newest first, on top. Who asks meanwhile waits for the same; it is cancelled when all who wait are.
  ///
  /// - Throws: what the refreshing throws; the list stays as it is then.
  public func refresh() async throws {
    guard let refresher else { return await update() }
    // One that was cancelled is nothing for those who come now.
    while let refreshing, refreshing.isEnding { _ = await refreshing.task.result }
    let refresh = refreshing ?? begin(refresher)
    refresh.waiting += 1
    try await withTaskCancellationHandler {
      try await refresh.task.value
    } onCancel: {
      Task { @MainActor in refresh.leave() }
    }
  }

  private func begin(_ refresher: @escaping @Sendable () async throws -> Void) -> ListRefresh {
    isRefreshing = true
    let refresh = ListRefresh(
      Task {
        defer { (isRefreshing, refreshing) = (false, nil) }
        try await refresher()
        await update()
      })
    refreshing = refresh
    return refresh
  }

  /// Brings the list up to date with the catalog and waits until it is. Commits do so by themselves, a moment later.
  public func update() async {
    isStale = true
    work()
    await caughtUp()
  }

  /// Removes a book from the catalog, as one step.
  ///
  /// - Parameter book: its id. A row's place would not do: rows move while others write.
  /// - Returns: what was done, for ``undo(_:)``.
  /// - Throws: ``CatalogError`` when the catalog cannot be written, or the book is gone already.
  @discardableResult
  public func delete(_ book: Int64) async throws -> ChangeOutcome {
    let outcome = try await catalog.remove(book)
    await update()
    return outcome
  }

  /// Brings back what ``delete(_:)`` removed.
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
    while let running, !isFinishing { await running.end() }
  }

  /// Waits until nothing is left to be found out, either: ``count`` is exact then.
  public func settled() async {
    while let running { await running.end() }
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
    let task = Task { [weak self] in
      let result: Result<BookListJob.Outcome, any Error>
      do {
        if let pause { try await clock.sleep(for: pause) }
        result = .success(try await catalog.run(job))
      } catch {
        result = .failure(error)
      }
      self?.take(result, of: job, generation)
    }
    running = ScopedTask(task)
  }

  private func nextJob() -> BookListJob? {
    if case .failed = state, !isStale { return nil }
    var isFailed = false
    if case .failed = end { isFailed = true }
    let inView = visible.places.sorted()
    let span = inView.first.map { $0..<(inView[inView.count - 1] + 1) }
    let limit = max(10 * pageSize, 2 * (span?.count ?? 0))
    guard let contents else {
      (isFinishing, isStale) = (false, false)
      return BookListJob(query: query, begun: nil, wanted: wanted ?? nearest, limit: limit)
    }
    var job = BookListJob(
      query: query, begun: contents, wanted: span ?? nearest, anchors: inView.compactMap { contents.window[$0]?.id },
      limit: limit)
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
      if contents == nil { hide(.failed(error)) } else { end = .failed(error) }
    }
    work()
  }

  private func publish(_ outcome: BookListJob.Outcome, of job: BookListJob) {
    contents = outcome.contents
    visible.move(by: outcome.shift)
    wanted = wanted == job.wanted ? nil : wanted?.moved(by: outcome.shift)
    // What could not be loaded before is tried again: the catalog can be read.
    end = .idle
    if !outcome.updates.isEmpty {
      state = .loaded(outcome.contents.window)
      for update in outcome.updates { onUpdate(update) }
      visible.changed { [weak self] in self?.tellVisible() }
    }
    // Who was told may have asked for something else.
    if wanted == nil, contents != nil { wantVisible(except: job.wanted.moved(by: outcome.shift)) }
  }
}
