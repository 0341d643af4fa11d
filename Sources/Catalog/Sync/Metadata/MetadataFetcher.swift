import FoundationEssentials

/// Fetches the metadata of rows, each on its own, as they come into sight or are asked for.
///
/// ```swift
/// let fetcher = catalog.metadataFetcher(provider: openLibrary)
/// await fetcher.show(page.map(\.id))
/// for await case .row(let book, .loaded(let found)) in fetcher.events { print(book, found.metadata.score ?? "") }
/// ```
///
/// What is to be fetched stands in the catalog, so that it goes on where it stopped, and processes share it: a row is asked
/// for by one of them, and a host is asked by all of them together no more often than it likes. A host that does not answer
/// costs no row anything. Nothing happens while nothing is due.
public actor MetadataFetcher {
  /// What it takes from outside; tests give it other clocks and numbers.
  struct Outside: Sendable {
    var sleep: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    var generator: @Sendable () -> any RandomNumberGenerator & Sendable = { SystemRandomNumberGenerator() }
  }

  /// Somebody who waits for one row.
  private struct Waiter {
    let book: Int64
    let continuation: CheckedContinuation<MetadataState, any Error>
  }

  /// A request under way.
  private struct Request {
    let batch: FetchBatch
    let task: Task<Void, Never>
    let deadline: Date

    var rows: [Int64] { batch.rows.map(\.book) }
  }

  /// Somebody who waits for many.
  fileprivate struct Errand {
    var pending: Set<Int64>
    var report: MetadataReport
    /// Whether what lists show is enough.
    let isBrief: Bool
    let progress: @Sendable (MetadataReport) -> Void
    let continuation: CheckedContinuation<MetadataReport, any Error>
  }

  /// The name of the provider.
  public nonisolated let provider: String
  private let source: any MetadataProvider
  private let database: Database
  private let now: @Sendable () -> Date
  private let outside: Outside
  private nonisolated let broadcast = Broadcast<MetadataEvent>()

  /// Changed by a pass only, one at a time.
  private var desk: FetchDesk
  private var generator: any RandomNumberGenerator & Sendable
  /// What the next pass is given.
  private var input = FetchInput()
  /// What each viewer has in sight, the one that spoke last in front.
  private var sights: [(viewer: String, books: [Int64])] = []
  private var hasNewSight = false
  private var isPassing = false
  private var isPassWanted = false
  private var requests: [Int: Request] = [:]
  private var alarm: (time: Date, task: Task<Void, Never>)?
  /// When the queue has something to do, if nothing else happens.
  private var wakeAt: Date?
  private var waiters: [Int: Waiter] = [:]
  private var errands: [Int: Errand] = [:]
  /// What observers were told of the host last.
  private var hostWaits: (failure: SourceFailure, until: Date?)?
  /// Rows that only ``waiters`` want.
  private var wantedByWaitersOnly = Set<Int64>()
  /// Rows that only waiters wanted who have left, and of which an answer may still come.
  private var unwanted = Set<Int64>()
  /// Rows that somebody waits for and another process asks for.
  private var elsewhere = Set<Int64>()
  private var lookAgainAt: Date?
  private var lastNumber = 0
  private var isStopped = false
  private var whenIdle: [CheckedContinuation<Void, Never>] = []

  init(
    provider: any MetadataProvider, database: Database, now: @escaping @Sendable () -> Date, outside: Outside
  ) {
    self.provider = provider.name
    source = provider
    (self.database, self.now, self.outside) = (database, now, outside)
    generator = outside.generator()
    desk = FetchDesk(
      FetchDesk.Facts(provider), holder: UUID.version7(at: now(), using: &generator).uuidString)
  }

  /// What happens, as it happens: each access is a stream of its own, which ends with the fetcher.
  public nonisolated var events: AsyncStream<MetadataEvent> { broadcast.stream() }
}

// MARK: Asking

extension MetadataFetcher {
  /// Says which rows are in sight: they are fetched before all others, where they need it, those of the last call first.
  /// Leaving the sight takes a row back in line and cancels nothing. A list calls it about every 100 ms while it moves.
  ///
  /// - Parameters:
  ///   - books: the rows that can be seen, the most important one first.
  ///   - ahead: rows that will come into sight next, as the list is scrolled.
  ///   - viewer: who is looking; each list has a name of its own.
  public func show(_ books: [Int64], ahead: [Int64] = [], viewer: String = "") {
    sights.removeAll { $0.viewer == viewer }
    sights.insert((viewer, books + ahead), at: 0)
    wantedByWaitersOnly.subtract(books)
    hasNewSight = true
    wish(books + ahead, .seen)
  }

  /// Puts rows in line, without waiting for them. Those that have their metadata, or of which the provider knows nothing,
  /// are passed over until that is due again.
  ///
  /// - Parameters:
  ///   - books: the rows; those that are not shown are passed over.
  ///   - force: whether they are asked for anew, whatever is known.
  public func ask(_ books: [Int64], force: Bool = false) {
    wantedByWaitersOnly.subtract(books)
    wish(books, force ? .force : .byHand)
  }

  /// A row's metadata: waits until it is there, or there is an answer that it is not. Who asks for the same row meanwhile
  /// waits for the same request; it is cancelled when the last one who waits is.
  ///
  /// - Parameters:
  ///   - book: the row.
  ///   - force: whether it is asked for anew, whatever is known.
  /// - Returns: ``MetadataState/loaded(_:)``, ``MetadataState/none(until:)`` or ``MetadataState/failed(_:next:)``;
  ///   ``MetadataState/waiting`` where the host does not answer, and the row waits until it does;
  ///   ``MetadataState/notAsked`` of a book that is not shown.
  /// - Throws: ``CatalogError`` when the catalog cannot be written; `CancellationError`.
  public func metadata(of book: Int64, force: Bool = false) async throws -> MetadataState {
    let number = try nextNumber()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isWanted =
          waiters.values.contains { $0.book == book } || sights.contains { $0.books.contains(book) }
          || errands.values.contains { $0.pending.contains(book) }
        if !isWanted { wantedByWaitersOnly.insert(book) }
        waiters[number] = Waiter(book: book, continuation: continuation)
        wish([book], force ? .force : .byHand)
      }
    } onCancel: {
      Task { await self.leave(waiter: number) }
    }
  }

  /// Fetches rows and waits for them: until each has an answer, or the host does not answer, or does not want to be asked
  /// for a minute or more. What is left then stays in line.
  ///
  /// - Parameters:
  ///   - books: the rows.
  ///   - force: whether they are asked for anew, whatever is known.
  ///   - isBrief: whether to wait only for what lists show, not for the description.
  ///   - progress: is called when rows were stored.
  /// - Throws: ``CatalogError`` when the catalog cannot be written; `CancellationError`. What was stored stays, and what
  ///   was asked for stays in line.
  public func fetch(
    _ books: [Int64], force: Bool = false, isBrief: Bool = false,
    progress: @escaping @Sendable (MetadataReport) -> Void = { _ in }
  ) async throws -> MetadataReport {
    let number = try nextNumber()
    let pending = Set(books)
    var report = MetadataReport()
    report.total = pending.count
    guard !pending.isEmpty else { return report }
    let begun = report
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        errands[number] = Errand(
          pending: pending, report: begun, isBrief: isBrief, progress: progress, continuation: continuation)
        ask(books, force: force)
      }
    } onCancel: {
      Task { await self.leave(errand: number) }
    }
  }

  /// Ends every request under way and takes no new ones. What was claimed is free for others at once; nothing depends on it,
  /// since claims run out.
  public func stop() async {
    guard !isStopped else { return }
    isStopped = true
    alarm?.task.cancel()
    for request in requests.values { request.task.cancel() }
    for request in requests.values { await request.task.value }
    if isPassing { await withCheckedContinuation { whenIdle.append($0) } }
    input.isLast = true
    _ = try? await pass()
    end(CancellationError())
    broadcast.finish()
  }

  /// What names somebody who begins to wait.
  private func nextNumber() throws -> Int {
    try Task.checkCancellation()
    guard !isStopped else { throw CancellationError() }
    lastNumber += 1
    return lastNumber
  }

  private func wish(_ books: [Int64], _ urgency: FetchWish.Urgency) {
    guard !books.isEmpty, !isStopped else { return }
    unwanted.subtract(books)
    input.wishes.append(FetchWish(books: books, urgency: urgency))
    wake()
  }

  /// A caller that was cancelled waits no longer. If nobody else asked for the row it leaves the line, and its request is
  /// ended when nobody asked for any other row of it.
  private func leave(waiter number: Int) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    waiter.continuation.resume(throwing: CancellationError())
    guard !waiters.values.contains(where: { $0.book == waiter.book }),
      wantedByWaitersOnly.remove(waiter.book) != nil
    else { return }
    unwanted.insert(waiter.book)
    for request in requests.values
    where request.rows.contains(waiter.book) && request.rows.allSatisfy(unwanted.contains) {
      request.task.cancel()
    }
    input.withdrawn.append(waiter.book)
    wake()
  }

  private func leave(errand number: Int) {
    errands.removeValue(forKey: number)?.continuation.resume(throwing: CancellationError())
  }
}

// MARK: Passes

extension MetadataFetcher {
  /// Has a pass made, now or when the one under way is over.
  private func wake() {
    guard !isStopped else { return }
    isPassWanted = true
    guard !isPassing else { return }
    isPassing = true
    Task { await makePasses() }
  }

  private func makePasses() async {
    while isPassWanted, !isStopped {
      isPassWanted = false
      do {
        carryOut(try await pass())
      } catch {
        end(error)
        break
      }
    }
    isPassing = false
    for continuation in whenIdle { continuation.resume() }
    whenIdle = []
  }

  /// One pass over the queue, in one transaction. What it is given is given to the next one when it fails.
  private func pass() async throws -> FetchOutcome {
    let given = nextInput()
    var desk = desk
    if hasNewSight {
      var seen = Set<Int64>()
      desk.inSight = sights.flatMap(\.books).filter { seen.insert($0).inserted }
      hasNewSight = false
    }
    let (begun, generator, now) = (desk, generator, now)
    do {
      let (outcome, after, next) = try await database.load { connection in
        var (desk, generator) = (begun, generator)
        let outcome = try desk.pass(connection, given, now: now(), using: &generator)
        return (outcome, desk, generator)
      }
      (self.desk, self.generator) = (after, next)
      return outcome
    } catch {
      input.answers = given.answers + input.answers
      input.withdrawn = given.withdrawn + input.withdrawn
      throw error
    }
  }

  private func nextInput() -> FetchInput {
    var given = FetchInput(answers: input.answers, withdrawn: input.withdrawn, isLast: input.isLast)
    (input.answers, input.withdrawn) = ([], [])
    var room = FetchDesk.wishes
    while room > 0, !input.wishes.isEmpty {
      let wish = input.wishes[0]
      given.wishes.append(FetchWish(books: Array(wish.books.prefix(room)), urgency: wish.urgency))
      if wish.books.count > room {
        input.wishes[0].books.removeFirst(room)
      } else {
        input.wishes.removeFirst()
      }
      room -= min(room, wish.books.count)
    }
    if !input.wishes.isEmpty { isPassWanted = true }
    return given
  }

  private func carryOut(_ outcome: FetchOutcome) {
    for batch in outcome.batches { begin(batch) }
    for (book, state) in outcome.rows { broadcast.send(.row(book: book, state)) }
    if let waits = outcome.hostWaits, waits.until != hostWaits?.until || hostWaits == nil {
      broadcast.send(.hostWaits(waits.failure, until: waits.until))
    }
    hostWaits = outcome.hostWaits
    tellWaiters(outcome)
    tellErrands(outcome)
    elsewhere.formUnion(outcome.elsewhere)
    if !elsewhere.isEmpty, lookAgainAt == nil { lookAgainAt = now().addingTimeInterval(Self.lookAgain) }
    wakeAt = outcome.wake
    setAlarm()
  }

  /// How soon to look again what another process has made of a row that somebody here waits for, in seconds.
  private static let lookAgain = 0.25

  private func begin(_ batch: FetchBatch) {
    let source = source
    let task = Task {
      let result = await Self.result(of: batch, from: source)
      take(FetchAnswer(batch: batch, result: result))
    }
    requests[batch.number] = Request(
      batch: batch, task: task, deadline: now().addingTimeInterval(FetchTimes.request))
  }

  private func take(_ answer: FetchAnswer) {
    // One that took too long was answered for.
    guard requests.removeValue(forKey: answer.batch.number) != nil else { return }
    input.answers.append(answer)
    let left = answer.batch.rows.map(\.book).filter(unwanted.contains)
    input.withdrawn += left
    unwanted.subtract(left)
    wake()
  }

  private static func result(
    of batch: FetchBatch, from source: any MetadataProvider
  ) async -> FetchAnswer.Result {
    let queries = batch.rows.map(\.query)
    do {
      return .answers(
        batch.stage == .rest ? [try await source.rest(of: queries[0])] : try await source.answers(to: queries))
    } catch let failure as SourceFailure {
      return .failed(failure)
    } catch  where Task.isCancelled {
      return .cancelled
    } catch {
      return .failed(SourceFailure(.failed, source.host, cause: String(describing: error)))
    }
  }

  /// Sees to it that something happens when it is time. An alarm that comes too early does no harm.
  private func setAlarm() {
    let times = [wakeAt, lookAgainAt, requests.values.map(\.deadline).min()].compactMap { $0 }
    guard let time = times.min(), !isStopped, alarm.map({ $0.time > time }) ?? true else { return }
    alarm?.task.cancel()
    let (seconds, sleep) = (max(time.timeIntervalSince(now()), 0.001), outside.sleep)
    alarm = (time, Task { if (try? await sleep(seconds)) != nil, !Task.isCancelled { ring() } })
  }

  private func ring() {
    alarm = nil
    let time = now()
    for request in requests.values where request.deadline <= time {
      request.task.cancel()
      let failure = SourceFailure(
        .timedOut, source.host, cause: "there was no answer within \(Int(FetchTimes.request)) seconds")
      take(FetchAnswer(batch: request.batch, result: .failed(failure)))
    }
    if let look = lookAgainAt, look <= time {
      wish(elsewhere.sorted(), .seen)
      (elsewhere, lookAgainAt) = ([], nil)
    }
    if let due = wakeAt, due <= time {
      wakeAt = nil
      wake()
    }
    setAlarm()
  }
}

// MARK: Telling

extension MetadataFetcher {
  private func tellWaiters(_ outcome: FetchOutcome) {
    guard !waiters.isEmpty else { return }
    var states: [Int64: MetadataState] = [:]
    for (book, state) in outcome.rows where state.isSettled { states[book] = state }
    for book in outcome.complete where states[book] == nil { states[book] = .notAsked }
    for (number, waiter) in waiters {
      let state = states[waiter.book] ?? (outcome.hostWaits == nil ? nil : .waiting)
      guard let state else { continue }
      waiters[number] = nil
      wantedByWaitersOnly.remove(waiter.book)
      waiter.continuation.resume(returning: state)
    }
  }

  private func tellErrands(_ outcome: FetchOutcome) {
    guard !errands.isEmpty else { return }
    let complete = Set(outcome.complete)
    for (number, errand) in errands {
      var errand = errand
      let before = errand.report
      for (book, state) in outcome.rows
      where (errand.isBrief && state.isSettled) || complete.contains(book) {
        guard errand.pending.contains(book) else { continue }
        errand.take(book, state)
      }
      for book in outcome.complete where errand.pending.remove(book) != nil { errand.report.total -= 1 }
      if let waits = outcome.hostWaits,
        waits.until.map({ $0.timeIntervalSince(now()) > Self.patience }) ?? true
          || waits.failure.retryAfter == nil
      {
        (errand.report.hostFailure, errand.report.hostWaitsUntil) = (waits.failure, waits.until)
      }
      if errand.report != before { errand.progress(errand.report) }
      let isOver = errand.pending.isEmpty || errand.report.hostFailure != nil
      errands[number] = isOver ? nil : errand
      if isOver { errand.continuation.resume(returning: errand.report) }
    }
  }

  /// How long a fetch waits for a host that wants to be left alone, in seconds.
  private static let patience = 60.0

  /// Ends everything that somebody waits for.
  private func end(_ error: any Error) {
    for waiter in waiters.values { waiter.continuation.resume(throwing: error) }
    for errand in errands.values { errand.continuation.resume(throwing: error) }
    (waiters, errands) = ([:], [:])
    wantedByWaitersOnly = []
    input.wishes = []
  }
}

extension MetadataFetcher.Errand {
  fileprivate mutating func take(_ book: Int64, _ state: MetadataState) {
    switch state {
    case .loaded: report.loaded += 1
    case .none: report.missing += 1
    case .failed(let reason, _):
      report.failed += 1
      if report.failures.count < MetadataReport.failuresNamed {
        report.failures.append(.init(book: book, reason: reason))
      }
    case .notAsked, .waiting, .loading: return
    }
    pending.remove(book)
  }
}
