import FoundationEssentials

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI

/// A driver for the core of a list: performs its jobs with books in memory and applies its updates.
struct BookListCoreDriver {
  private(set) var core: BookListCore
  /// The books of the catalog, in the order of the list.
  var books: [Book]
  /// True if a job leaves something to be determined.
  var leavesRest = false
  /// The running job, unless it was cancelled.
  private(set) var running: BookListCore.Job?
  /// Cancelled jobs that have not ended.
  private(set) var ending: [BookListCore.Job] = []
  /// The window as the updates have made it.
  private(set) var window = ListWindow<Book>()
  private(set) var problems: [String] = []
  /// The effects since the last reset.
  private(set) var effects: [String] = []
  private(set) var lastNumber = 0
  /// A closure called during an update, which returns the listener's event.
  var whileReporting: () -> BookListCore.Event? = { nil }
  /// True if updates are delivered at once.
  var tells = true
  private var waiting: [BookListCore.Event] = []
  private var isTaking = false

  init(_ count: Int, pageSize: Int = 10, prefetchMargin: Int = 3) {
    core = BookListCore(BookQuery(), RowDemand(pageSize: pageSize, prefetchMargin: prefetchMargin))
    books = (0..<count).map { Self.book(Book.ID($0 + 1)) }
  }

  static func book(_ id: Book.ID, _ title: String = "Book") -> Book {
    Book(id: id, uuid: UUID(), title: title, added: Date(timeIntervalSince1970: 0))
  }

  mutating func send(_ event: BookListCore.Event) {
    waiting.append(event)
    guard !isTaking else { return }
    isTaking = true
    while !waiting.isEmpty {
      let before = (activity, core.requested)
      let event = waiting.removeFirst()
      let effects = core.step(event)
      // Late events change nothing.
      if isLate(event, before.0), !effects.isEmpty { problems.append("late, but \(event)") }
      for effect in effects { perform(effect) }
    }
    isTaking = false
  }

  private mutating func perform(_ effect: BookListCore.Effect) {
    switch effect {
    case .start(let work, let number):
      effects.append("start")
      if running != nil { problems.append("two jobs at a time") }
      if number <= lastNumber { problems.append("a number twice") }
      lastNumber = number
      running = BookListCore.Job(number: number, work: work)
    case .cancel:
      effects.append("cancel")
      if let job = running { ending.append(job) } else { problems.append("nothing to cancel") }
      running = nil
    case .show(let state):
      effects.append(state.failure != nil ? "show failed" : state.content != nil ? "show loaded" : "show loading")
    case .showEnd(let end):
      if case .loadingMore = end {
        effects.append("end loading")
      } else {
        effects.append("end \(end.failure == nil ? "idle" : "failed")")
      }
    case .tell(let updates):
      effects.append("tell")
      for update in updates {
        window = update.applied(to: window)
        if let event = whileReporting() { send(event) }
      }
      if tells { send(.delivered) }
    case .tellView: effects.append("view")
    }
  }

  private func isLate(_ event: BookListCore.Event, _ activity: String) -> Bool {
    switch event {
    case .finished(_, let number), .failed(_, let number), .cancelled(let number):
      number != lastNumber || activity == "idle" || activity == "telling"
    case .delivered: activity != "telling"
    default: false
    }
  }

  var activity: String {
    switch core.activity {
    case .idle: "idle"
    case .reading: "reading"
    case .finishing: "finishing"
    case .stopping: "stopping"
    case .delivering: "telling"
    }
  }

  mutating func forget() { effects = [] }

  // MARK: Jobs

  /// Ends the running job, or a cancelled one, with the given result.
  mutating func end(_ result: (BookListCoreDriver, BookListCore.Job) -> BookListCore.Event) {
    if let job = takeJob() { send(result(self, job)) }
  }

  /// Takes the running job, or a cancelled one, in order to end it.
  mutating func takeJob() -> BookListCore.Job? {
    guard let job = running else { return ending.isEmpty ? nil : ending.removeFirst() }
    running = nil
    return job
  }

  /// Ends one job after the other until none is left.
  mutating func settle() {
    while running != nil || !ending.isEmpty { end { .finished($0.outcome(of: $1.work), number: $1.number) } }
  }

  /// Returns the result of a catalog with these books, computed naively.
  func outcome(of job: BookListJob) -> BookListJob.Outcome {
    let rest = leavesRest && !job.finishes
    guard let begun = job.begun else {
      var contents = BookListContents(change: 0)
      contents.window = loaded(job.requested, nil, job.limit)
      contents.isFinished = !rest
      return BookListJob.Outcome(contents: contents, updates: [.reloaded(contents.window, anchor: nil)])
    }
    let old = begun.window
    // The window stays at the first of its rows that still exists.
    let indices = Dictionary(uniqueKeysWithValues: books.enumerated().map { ($1.id, $0) })
    let anchor = old.rows.enumerated().lazy.compactMap { offset, book in indices[book.id].map { $0 - offset } }.first
    let start = max(0, anchor ?? min(old.start, max(0, books.count - old.rows.count)))
    let changed = loaded(start..<start + old.rows.count, nil, .max, isExact: true)
    var outcome = BookListJob.Outcome(contents: begun)
    outcome.shift = changed.start - old.start
    let difference = ListDifference(from: old, to: changed)
    if !difference.isEmpty { outcome.updates.append(.changed(difference)) }
    outcome.contents.window = loaded(job.requested.moved(by: outcome.shift), changed, job.limit)
    if outcome.contents.window.range != changed.range { outcome.updates.append(.loaded(outcome.contents.window)) }
    outcome.contents.isFinished = job.finishes || (begun.isFinished && !rest)
    return outcome
  }

  /// Returns the needed rows, together with loaded rows next to them.
  private func loaded(
    _ needed: Range<Int>, _ old: ListWindow<Book>?, _ limit: Int, isExact: Bool = false
  ) -> ListWindow<Book> {
    let upper = min(needed.upperBound, books.count)
    var range =
      isExact ? min(needed.lowerBound, upper)..<upper : max(0, min(needed.lowerBound, upper - needed.count))..<upper
    if let old = old?.range, !old.isEmpty, old.lowerBound <= range.upperBound, range.lowerBound <= old.upperBound {
      let union = min(old.lowerBound, range.lowerBound)..<max(old.upperBound, range.upperBound)
      if union.count <= max(limit, range.count) { range = union }
    }
    return ListWindow(start: range.lowerBound, rows: Array(books[range]), count: .exactly(books.count))
  }

  // MARK: Invariants

  /// The violated invariants.
  var violations: [String] {
    var found = problems
    if window != core.state.content ?? ListWindow() { found.append("what was told is not what is shown") }
    let isFailed = core.end.failure != nil || core.state.failure != nil
    let isAtWork = activity != "idle"
    if core.requested != nil, !isAtWork, !isFailed {
      found.append("\(core.requested ?? 0..<0) is wanted, and nothing is done")
    }
    if let window = core.contents?.window {
      let missing = core.view.indices.filter { window.mayHave($0) && window[$0] == nil }
      if !missing.isEmpty, !isAtWork, !isFailed { found.append("rows \(missing) are in view and not loaded") }
    } else if !isAtWork, !isFailed {
      found.append("nothing is loaded, and nothing is done")
    }
    if isAtWork, running == nil, ending.isEmpty { found.append("it waits for nothing") }
    return found
  }
}
