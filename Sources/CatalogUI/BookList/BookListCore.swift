import Catalog

/// The decisions of a list of books, without catalog, task or clock: what is told to it are events, what it gives back is to
/// be done, in that order. ``BookList`` does it.
///
/// What is under way, and what becomes of it:
///
/// | event | idle | reading | finishing | stopping | telling |
/// | --- | --- | --- | --- | --- | --- |
/// | begin, show, reset | starts a job: reading | cancels it and starts another: reading | cancels it and starts another: reading | starts another: reading | starts a job: reading |
/// | anchored | noted | noted | noted | noted | noted |
/// | appeared, read, jumped, changed, retry | starts a job where one is needed: reading | noted for the next job | cancels it where another is needed: stopping | noted for the next job | noted for the next job |
/// | finished | late: nothing | tells the updates: telling | tells the updates: telling | tells the updates: telling | late: nothing |
/// | failed | late: nothing | shows why: idle | shows why: idle | shows why: idle | late: nothing |
/// | cancelled | late: nothing | reads again: reading | idle | the next job: reading | late: nothing |
/// | told | nothing | nothing | nothing | nothing | the next job: reading or finishing; without one, idle |
///
/// From idle it goes on at once where something is left to be done. There is one job at a time: each has a number, and
/// what a job brings whose number is not the one under way is late.
struct BookListCore: Sendable {
  enum Event: Sendable {
    case begin
    /// Other books are to be shown, from their start.
    case show(BookQuery)
    /// To begin anew, without rows.
    case reset
    case retry
    /// A row came into view.
    case appeared(Int)
    /// A row went out of view.
    case disappeared(Int)
    /// These rows were read one after the other, to be shown.
    case read([Int])
    case jumped(Int)
    /// The list stays where this book is; of those in view the first without one.
    case anchored(Book.ID?)
    /// The catalog may have changed.
    case changed
    case finished(BookListJob.Outcome, number: Int)
    case failed(any Error, number: Int)
    case cancelled(number: Int)
    /// All updates have been told.
    case told
  }

  /// Something to be done.
  enum Effect: Sendable {
    case start(BookListJob, number: Int)
    case cancel
    case show(ListState<ListWindow<Book>>)
    case showEnd(ListEnd)
    case tell([ListUpdate<Book>])
    /// To tell, at its pace, which rows are in view.
    case tellView
  }

  struct Job: Sendable {
    let number: Int
    let work: BookListJob
  }

  /// What is under way.
  enum Activity: Sendable {
    case idle
    case reading(Job)
    /// Something is being found out that nobody waits for; it is given up for anything else.
    case finishing(Job)
    /// It was given up, and has not ended yet.
    case stopping(Job)
    /// - Parameter loaded: the rows that were asked for by the job whose updates are being told.
    case telling(loaded: Range<Int>)
  }

  let demand: RowDemand
  private(set) var query: BookQuery
  private let limits: BookListLimits
  private(set) var state = ListState<ListWindow<Book>>.loading
  private(set) var end = ListEnd.idle
  private(set) var activity = Activity.idle
  /// What is held, apart from what is shown: after a reset the rows are shown no more.
  private(set) var contents: BookListContents?
  /// The rows that are wanted and not loaded.
  private(set) var wanted: Range<Int>?
  private(set) var view: RowsInView
  private(set) var anchor: Book.ID?
  private var isStale = false
  private var lastNumber = 0
  private var effects: [Effect] = []

  init(_ query: BookQuery, _ demand: RowDemand, limits: BookListLimits = BookListLimits()) {
    (self.query, self.demand, self.limits) = (query, demand, limits)
    view = RowsInView(reach: max(200, 5 * demand.pageSize))
  }

  /// Whether nothing is under way that somebody waits for.
  var isCaughtUp: Bool {
    switch activity {
    case .idle, .finishing: true
    case .reading, .stopping, .telling: false
    }
  }

  /// Takes in an event and says what is to be done.
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
    case .read(let places):
      if let window = contents?.window, let rows = demand.rows(around: places, of: window) { want(rows) }
    case .jumped(let index):
      view.removeAll()
      want(demand.rows(around: min(max(0, index), RowDemand.places.upperBound)))
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
    case .told: if case .telling(let loaded) = activity { told(loaded) }
    }
  }

  // MARK: Showing

  /// Loads the list from its start.
  private mutating func restart() {
    switch activity {
    case .reading, .finishing: effects.append(.cancel)
    case .idle, .stopping, .telling: break
    }
    (activity, contents, wanted) = (.idle, nil, nil)
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

  /// Shows no rows, for this reason.
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

  /// Starts the next job where there is one, unless something is under way.
  private mutating func goOn() {
    switch activity {
    case .reading, .stopping, .telling: return
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
      return BookListJob(query: query, limits: limits, wanted: wanted ?? nearest, limit: limit)
    }
    let inView = view.places.sorted().compactMap { contents.window[$0]?.id }
    let anchor = anchor.flatMap { inView.contains($0) ? $0 : nil }
    var job = BookListJob(
      query: query, limits: limits, begun: contents, wanted: view.span ?? nearest, anchor: anchor,
      anchors: [anchor].compactMap(\.self) + inView, limit: limit)
    if let wanted, end.failure == nil {
      job.wanted = wanted
      show(end: .loadingMore)
    } else if !isStale {
      guard !contents.isFinished, end.failure == nil else { return nil }
      job.finishes = true
    }
    isStale = false
    return job
  }

  /// The job under way, which has ended; `nil` where it is another one.
  private mutating func ended(_ number: Int) -> BookListJob? {
    switch activity {
    case .reading(let job), .finishing(let job), .stopping(let job):
      guard job.number == number else { return nil }
      activity = .idle
      return job.work
    case .idle, .telling: return nil
    }
  }

  private mutating func take(_ outcome: BookListJob.Outcome, of job: BookListJob) {
    contents = outcome.contents
    view.move(by: outcome.shift)
    wanted = wanted == job.wanted ? nil : wanted?.moved(by: outcome.shift)
    // What could not be loaded before is tried again: the catalog can be read.
    show(end: .idle)
    let loaded = job.wanted.moved(by: outcome.shift)
    guard !outcome.updates.isEmpty else { return told(loaded) }
    state = .loaded(outcome.contents.window)
    // Who is told may ask for something else before the next job starts.
    activity = .telling(loaded: loaded)
    effects += [.show(state), .tell(outcome.updates), .tellView]
  }

  private mutating func told(_ loaded: Range<Int>) {
    activity = .idle
    if wanted == nil, let window = contents?.window, let rows = demand.missing(from: view, of: window, except: loaded) {
      return want(rows)
    }
    goOn()
  }

  // MARK: Rows

  private mutating func appeared(_ index: Int) {
    guard RowDemand.places.contains(index), contents?.window.mayHave(index) ?? true else { return }
    if view.insert(index) { effects.append(.tellView) }
    if let window = contents?.window, let rows = demand.rows(around: index, in: view, of: window) { want(rows) }
  }

  private mutating func want(_ rows: Range<Int>) {
    if end.failure != nil {
      if wanted != nil { return }
      show(end: .idle)
    }
    wanted = rows
    goOn()
  }

  /// The rows to be loaded where none is told to be in view.
  private var nearest: Range<Int> {
    let start = contents?.window.start ?? 0
    return start..<(start + 2 * demand.pageSize)
  }

  /// The books in view, and those that come next in the direction of scrolling; `nil` while no rows are held.
  var booksInView: (visible: [Book.ID], ahead: [Book.ID])? {
    guard let window = contents?.window else { return nil }
    let ahead = view.places(ahead: demand.pageSize)
    return (view.places.sorted().compactMap { window[$0]?.id }, ahead.compactMap { window[$0]?.id })
  }
}
