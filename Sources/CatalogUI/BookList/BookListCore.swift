import Catalog

/// The decision logic of a list of books, without a catalog, tasks or clocks. It receives events and returns effects,
/// which ``BookList`` performs in order.
///
/// For each event and each activity of the list, the table shows the effect of the event and the next activity:
///
/// | event | idle | reading | finishing | stopping | delivering |
/// | --- | --- | --- | --- | --- | --- |
/// | begin, show, reset | start → reading | restart → reading | restart → reading | start → reading | start → reading |
/// | anchored | store | store | store | store | store |
/// | row events, changed, retry | start if needed → reading | defer | cancel if needed → stopping | defer | defer |
/// | finished | ignore | send updates → delivering | send updates → delivering | send updates → delivering | ignore |
/// | failed | ignore | show error → idle | show error → idle | show error → idle | ignore |
/// | cancelled | ignore | read again → reading | → idle | next job → reading | ignore |
/// | delivered | ignore | ignore | ignore | ignore | next job → reading or finishing, else → idle |
///
/// *Row events* are appeared, read and jumped. *Start* starts a job, *cancel* cancels the running job, and *restart*
/// does both. *Defer* leaves the work to the next job.
///
/// The next job starts when the activity is idle and work is left. Only one job runs at a time. Each job has a number,
/// and results of other jobs are ignored.
struct BookListCore: Sendable {
  enum Event: Sendable {
    case begin
    /// Show the books of another query, from the start of the list.
    case show(BookQuery)
    /// Start over without rows.
    case reset
    case retry
    /// A row came into view.
    case appeared(Int)
    /// A row went out of view.
    case disappeared(Int)
    /// A view read these rows, in this order.
    case read([Int])
    case jumped(Int)
    /// This book must keep its position on screen; `nil` means the first book in view.
    case anchored(Book.ID?)
    /// The catalog may have changed.
    case changed
    case finished(BookListJob.Outcome, number: Int)
    case failed(any Error, number: Int)
    case cancelled(number: Int)
    /// All updates have been delivered.
    case delivered
  }

  /// An action for ``BookList`` to perform.
  enum Effect: Sendable {
    case start(BookListJob, number: Int)
    case cancel
    case show(ListState<ListWindow<Book>>)
    case showEnd(ListEnd)
    case tell([ListUpdate<Book>])
    /// Report the rows in view. Reports are throttled.
    case tellView
  }

  struct Job: Sendable {
    let number: Int
    let work: BookListJob
  }

  /// The work in progress.
  enum Activity: Sendable {
    case idle
    case reading(Job)
    /// A job is counting the remaining rows. Any other work cancels it.
    case finishing(Job)
    /// A job was cancelled but has not ended yet.
    case stopping(Job)
    /// Listeners are receiving the updates from a job that loaded these rows.
    case delivering(loaded: Range<Int>)
  }

  let demand: RowDemand
  private(set) var query: BookQuery
  private let limits: BookListLimits
  private(set) var state = ListState<ListWindow<Book>>.loading
  private(set) var end = ListEnd.idle
  private(set) var activity = Activity.idle
  /// The contents of the list. After a reset, they may be loaded but not shown yet.
  private(set) var contents: BookListContents?
  /// The rows that were requested and are not loaded yet.
  private(set) var requested: Range<Int>?
  private(set) var view: RowsInView
  private(set) var anchor: Book.ID?
  private var isStale = false
  private var lastNumber = 0
  private var effects: [Effect] = []

  init(_ query: BookQuery, _ demand: RowDemand, limits: BookListLimits = BookListLimits()) {
    (self.query, self.demand, self.limits) = (query, demand, limits)
    view = RowsInView(reach: max(200, 5 * demand.pageSize))
  }

  /// True if no work is in progress that callers must wait for.
  var isCaughtUp: Bool {
    switch activity {
    case .idle, .finishing: true
    case .reading, .stopping, .delivering: false
    }
  }

  /// Processes an event and returns the effects to perform.
  mutating func step(_ event: Event) -> [Effect] {
    take(event)
    defer { effects = [] }
    return effects
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .begin: restart()
    case .show(let query):
      guard query != self.query else { return }
      self.query = query
      restart()
    case .reset:
      restart()
      hide(.loading)
    case .retry:
      forgetFailure()
      show(end: .idle)
      isStale = true
      goOn()
    case .appeared(let index): appeared(index)
    case .disappeared(let index): if view.remove(index) { effects.append(.tellView) }
    case .read(let indices):
      if let window = contents?.window, let rows = demand.rows(around: indices, of: window) { want(rows) }
    case .jumped(let index):
      view.removeAll()
      want(demand.rows(around: min(max(0, index), RowDemand.validIndices.upperBound)))
    case .anchored(let book): anchor = book
    case .changed:
      isStale = true
      goOn()
    case .finished(let outcome, let number):
      if let job = ended(number) { take(outcome, of: job) }
    case .failed(let error, let number):
      guard ended(number) != nil else { return }
      if contents == nil { hide(.failed(error)) } else { show(end: .failed(error)) }
      goOn()
    case .cancelled(let number):
      guard let job = ended(number) else { return }
      isStale = isStale || !job.finishes
      goOn()
    case .delivered: if case .delivering(let loaded) = activity { delivered(loaded) }
    }
  }

  // MARK: Showing

  /// Loads the list from its start.
  private mutating func restart() {
    switch activity {
    case .reading, .finishing: effects.append(.cancel)
    case .idle, .stopping, .delivering: break
    }
    (activity, contents, requested) = (.idle, nil, nil)
    view.removeAll()
    show(end: .idle)
    forgetFailure()
    goOn()
  }

  private mutating func forgetFailure() {
    guard case .failed = state else { return }
    state = .loading
    effects.append(.show(state))
  }

  /// Hides the rows and shows a state that has no content.
  private mutating func hide(_ reason: ListState<ListWindow<Book>>) {
    let wasShown = state.content != nil
    state = reason
    effects.append(.show(reason))
    if let failure = reason.failure {
      effects.append(.tell([.failed(failure)]))
    } else if wasShown {
      effects.append(.tell([.reloaded(ListWindow(), anchor: nil)]))
    }
  }

  private mutating func show(end new: ListEnd) {
    switch (end, new) {
    case (.idle, .idle), (.loadingMore, .loadingMore): return
    case (.idle, _), (.loadingMore, _), (.failed, _): break
    }
    end = new
    effects.append(.showEnd(new))
  }

  // MARK: Jobs

  /// Starts the next job, if any. Cancels a job that only counts rows, but waits for other jobs and for listeners.
  private mutating func goOn() {
    switch activity {
    case .reading, .stopping, .delivering: return
    case .finishing(let job):
      effects.append(.cancel)
      activity = .stopping(job)
    case .idle:
      guard let work = nextJob() else { return }
      lastNumber += 1
      let job = Job(number: lastNumber, work: work)
      activity = work.finishes ? .finishing(job) : .reading(job)
      effects.append(.start(work, number: job.number))
    }
  }

  private mutating func nextJob() -> BookListJob? {
    if state.failure != nil, !isStale { return nil }
    let limit = max(10 * demand.pageSize, 2 * (view.span?.count ?? 0))
    guard let contents else {
      isStale = false
      return BookListJob(query: query, limits: limits, requested: requested ?? nearest, limit: limit)
    }
    let inView = view.indices.sorted().compactMap { contents.window[$0]?.id }
    let anchor = anchor.flatMap { inView.contains($0) ? $0 : nil }
    var job = BookListJob(
      query: query, limits: limits, begun: contents, requested: view.span ?? nearest, anchor: anchor,
      anchors: [anchor].compactMap(\.self) + inView, limit: limit)
    if let requested, end.failure == nil {
      job.requested = requested
      show(end: .loadingMore)
    } else if !isStale {
      guard !contents.isFinished, end.failure == nil else { return nil }
      job.finishes = true
    }
    isStale = false
    return job
  }

  /// Ends the job with the given number and returns its work; `nil` if another job is running.
  private mutating func ended(_ number: Int) -> BookListJob? {
    switch activity {
    case .reading(let job), .finishing(let job), .stopping(let job):
      guard job.number == number else { return nil }
      activity = .idle
      return job.work
    case .idle, .delivering: return nil
    }
  }

  private mutating func take(_ outcome: BookListJob.Outcome, of job: BookListJob) {
    contents = outcome.contents
    view.move(by: outcome.shift)
    requested = requested == job.requested ? nil : requested?.moved(by: outcome.shift)
    // The catalog was readable, so rows that failed to load are requested again.
    show(end: .idle)
    let loaded = job.requested.moved(by: outcome.shift)
    guard !outcome.updates.isEmpty else { return delivered(loaded) }
    state = .loaded(outcome.contents.window)
    // A listener may request other rows before the next job starts.
    activity = .delivering(loaded: loaded)
    effects += [.show(state), .tell(outcome.updates), .tellView]
  }

  private mutating func delivered(_ loaded: Range<Int>) {
    activity = .idle
    if requested == nil, let window = contents?.window,
      let rows = demand.missing(from: view, of: window, except: loaded)
    {
      return want(rows)
    }
    goOn()
  }

  // MARK: Rows

  private mutating func appeared(_ index: Int) {
    guard RowDemand.validIndices.contains(index), contents?.window.mayHave(index) ?? true else { return }
    if view.insert(index) { effects.append(.tellView) }
    if let window = contents?.window, let rows = demand.rows(around: index, in: view, of: window) { want(rows) }
  }

  private mutating func want(_ rows: Range<Int>) {
    if end.failure != nil {
      if requested != nil { return }
      show(end: .idle)
    }
    requested = rows
    goOn()
  }

  /// The rows to load if it is not known which rows are in view.
  private var nearest: Range<Int> {
    let start = contents?.window.start ?? 0
    return start..<(start + 2 * demand.pageSize)
  }

  /// The books in view, and the books that come next in the direction of scrolling; `nil` if no rows are loaded.
  var booksInView: (visible: [Book.ID], ahead: [Book.ID])? {
    guard let window = contents?.window else { return nil }
    let ahead = view.indices(ahead: demand.pageSize)
    return (view.indices.sorted().compactMap { window[$0]?.id }, ahead.compactMap { window[$0]?.id })
  }
}
