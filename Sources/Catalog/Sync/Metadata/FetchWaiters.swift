import FoundationEssentials

/// Those who wait for rows, and what they are told.
struct FetchWaiters {
  /// Somebody who waits for one row.
  private struct Waiter {
    let book: Int64
    let continuation: CheckedContinuation<MetadataState, any Error>
  }

  /// Somebody who waits for many.
  struct ReportWaiter {
    fileprivate var pending: Set<Int64>
    fileprivate var report: MetadataReport
    /// Whether what lists show is enough.
    fileprivate let isBrief: Bool
    fileprivate let progress: @Sendable (MetadataReport) -> Void
    fileprivate let continuation: CheckedContinuation<MetadataReport, any Error>

    init(
      _ books: Set<Int64>, isBrief: Bool, progress: @escaping @Sendable (MetadataReport) -> Void,
      continuation: CheckedContinuation<MetadataReport, any Error>
    ) {
      pending = books
      report = MetadataReport()
      report.total = books.count
      (self.isBrief, self.progress, self.continuation) = (isBrief, progress, continuation)
    }
  }

  /// How long a fetch waits for a host that wants to be left alone, in seconds.
  fileprivate static let patience = 60.0

  private var waiters: [Int: Waiter] = [:]
  private var errands: [Int: ReportWaiter] = [:]
  /// Rows that only ``waiters`` want.
  private var onlyWaitedFor = Set<Int64>()
  /// Rows that only waiters wanted who have left, while they were being asked for.
  private var unwanted = Set<Int64>()
  /// Rows that another process asks for.
  private var elsewhere = Set<Int64>()

  // MARK: Who comes and goes

  /// - Parameter isInSight: whether the row is wanted already by somebody who sees it.
  mutating func wait(
    _ number: Int, for book: Int64, isInSight: Bool, _ continuation: CheckedContinuation<MetadataState, any Error>
  ) {
    let isWanted =
      isInSight || waiters.values.contains { $0.book == book } || errands.values.contains { $0.pending.contains(book) }
    if !isWanted { onlyWaitedFor.insert(book) }
    unwanted.remove(book)
    waiters[number] = Waiter(book: book, continuation: continuation)
  }

  mutating func wait(_ number: Int, for errand: ReportWaiter) {
    errands[number] = errand
    want(errand.pending)
  }

  /// Takes note that rows are wanted by others than ``waiters``.
  mutating func want(_ books: some Sequence<Int64>) {
    if !onlyWaitedFor.isEmpty { onlyWaitedFor.subtract(books) }
    if !unwanted.isEmpty { unwanted.subtract(books) }
  }

  /// Somebody waits no longer.
  ///
  /// - Returns: the row that nobody here wants now, where there is one.
  mutating func leave(waiter number: Int) -> Int64? {
    guard let waiter = waiters.removeValue(forKey: number) else { return nil }
    waiter.continuation.resume(throwing: CancellationError())
    guard !waiters.values.contains(where: { $0.book == waiter.book }), onlyWaitedFor.remove(waiter.book) != nil
    else { return nil }
    unwanted.insert(waiter.book)
    return waiter.book
  }

  mutating func leave(errand number: Int) {
    errands.removeValue(forKey: number)?.continuation.resume(throwing: CancellationError())
  }

  // MARK: What nobody wants

  /// Whether a request is of no use to anybody, here or elsewhere.
  ///
  /// - Parameter holder: who this is to other processes.
  func isUnwanted(_ request: FetchRequest, holder: String) -> Bool {
    !unwanted.isEmpty
      && request.rows.allSatisfy { unwanted.contains($0.book) && $0.stored.claimedBy == holder }
  }

  /// The rows of a request that nobody wants any more; what happens to them is no longer of interest.
  mutating func forgetUnwanted(of request: FetchRequest) -> [Int64] {
    guard !unwanted.isEmpty else { return [] }
    return request.rows.compactMap { unwanted.remove($0.book) }
  }

  /// Forgets those that are not being asked for.
  mutating func keepUnwanted(of requests: some Sequence<FetchRequest>) {
    guard !unwanted.isEmpty else { return }
    unwanted.formIntersection(requests.flatMap { $0.rows.map(\.book) })
  }

  // MARK: What is told

  /// Tells what a pass has brought.
  mutating func tell(_ outcome: FetchBatchResult) {
    elsewhere.formUnion(outcome.elsewhere)
    if !waiters.isEmpty { tellWaiters(outcome) }
    if !errands.isEmpty { tellErrands(outcome) }
  }

  /// How soon to look again what other processes have made of rows that somebody here waits for, in seconds: they serve the
  /// same line, and tell nobody. `nil` where nobody waits.
  ///
  /// - Parameter isIdle: whether nothing is left to be asked for here, so that others have what is waited for.
  func pause(isIdle: Bool) -> Double? {
    let count = waiters.count + errands.values.reduce(0) { $0 + $1.pending.count }
    if !elsewhere.isEmpty || (isIdle && count > 0) { return 0.25 }
    return count > 0 ? max(2, Double(count) / 500) : nil
  }

  /// The rows to be looked at again.
  mutating func rowsElsewhere(isInSight: (Int64) -> Bool, isUnderWay: Set<Int64>) -> [Int64] {
    var rows = elsewhere.filter(isInSight)
    rows.formUnion(waiters.values.map(\.book))
    for errand in errands.values { rows.formUnion(errand.pending) }
    elsewhere = []
    return rows.subtracting(isUnderWay).sorted()
  }

  /// Ends everything that somebody waits for.
  mutating func fail(_ error: any Error) {
    for waiter in waiters.values { waiter.continuation.resume(throwing: error) }
    for errand in errands.values { errand.continuation.resume(throwing: error) }
    (waiters, errands, onlyWaitedFor) = ([:], [:], [])
  }

  private mutating func tellWaiters(_ outcome: FetchBatchResult) {
    var states: [Int64: MetadataState] = [:]
    for news in outcome.rows where news.state.isSettled { states[news.book] = news.state }
    for book in outcome.complete where states[book] == nil { states[book] = .notAsked }
    for (number, waiter) in waiters {
      guard let state = states[waiter.book] ?? (outcome.hostWait == nil ? nil : .waiting) else { continue }
      waiters[number] = nil
      onlyWaitedFor.remove(waiter.book)
      waiter.continuation.resume(returning: state)
    }
  }

  private mutating func tellErrands(_ outcome: FetchBatchResult) {
    let complete = Set(outcome.complete)
    // In slot: a fetch of all books waits for very many.
    for index in errands.values.indices { errands.values[index].take(outcome, complete) }
    for (number, errand) in errands where errand.isOver {
      errands[number] = nil
      errand.continuation.resume(returning: errand.report)
    }
  }
}

extension FetchWaiters.ReportWaiter {
  fileprivate var isOver: Bool { pending.isEmpty || report.hostFailure != nil }

  fileprivate mutating func take(_ outcome: FetchBatchResult, _ complete: Set<Int64>) {
    let before = report
    for news in outcome.rows
    where (isBrief && news.state.isSettled || complete.contains(news.book)) && pending.contains(news.book) {
      take(news)
    }
    for book in outcome.complete where pending.remove(book) != nil { report.total -= 1 }
    if let wait = outcome.hostWait,
      wait.until.map({ $0.timeIntervalSince(outcome.time) > FetchWaiters.patience }) ?? true
        || wait.failure.retryAfter == nil
    {
      (report.hostFailure, report.hostWaitsUntil) = (wait.failure, wait.until)
    }
    if report != before { progress(report) }
  }

  private mutating func take(_ news: FetchRowChange) {
    switch news.state {
    case .loaded where isBrief || news.failure == nil: report.loaded += 1
    case .loaded: fail(news.book, news.failure ?? "")
    case .none: report.missing += 1
    case .failed(let reason, _): fail(news.book, reason)
    case .notAsked, .waiting, .loading: return
    }
    pending.remove(news.book)
  }

  private mutating func fail(_ book: Int64, _ reason: String) {
    report.failed += 1
    guard report.failures.count < MetadataReport.failuresNamed else { return }
    report.failures.append(.init(book: book, reason: reason))
  }
}
