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
  /// A request under way.
  private struct Request {
    let request: FetchRequest
    let task: Task<Void, Never>
  }

  /// How soon the first pass that failed is made again, in seconds; doubled each time.
  private static let firstRetry = 1.0
  private static let longestRetry = 60.0
  /// How long ``stop()`` waits for what is under way, in seconds.
  private static let patience = 2.0

  /// The name of the provider.
  public nonisolated let provider: String
  private let source: any MetadataProvider
  private let database: Database
  private let now: @Sendable () -> Date
  private let environment: FetchEnvironment
  private nonisolated let broadcast = Broadcast<MetadataEvent>()

  /// Changed by a pass only, one at a time.
  private var scheduler: FetchScheduler
  private var generator: any RandomNumberGenerator & Sendable
  private var pending = PendingBatch()
  private var waiters = FetchWaiters()
  private var timer = FetchTimer()
  private var requests: [Int: Request] = [:]
  /// The passes under way, one after another.
  private var passes: Task<Void, Never>?
  private var isPassWanted = false
  /// How soon a pass that fails is made again, in seconds.
  private var retry = firstRetry
  /// What observers were told of the host last.
  private var hostWait: HostWait?
  private var lastNumber = 0
  private var stopping: Task<Void, Never>?
  private var whenQuiet: CheckedContinuation<Void, Never>?

  private var isStopped: Bool { stopping != nil }

  init(
    provider: any MetadataProvider, servesQueue: Bool, database: Database, now: @escaping @Sendable () -> Date,
    environment: FetchEnvironment
  ) {
    self.provider = provider.name
    source = provider
    (self.database, self.now, self.environment) = (database, now, environment)
    generator = environment.generator()
    scheduler = FetchScheduler(
      ProviderProfile(provider, servesQueue: servesQueue),
      holder: UUID.version7(at: now(), using: &generator).uuidString)
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
    guard !isStopped else { return }
    waiters.want(books + ahead)
    pending.show(books, ahead: ahead, viewer: viewer)
    wake()
  }

  /// Puts rows in line, without waiting for them. Those that have their metadata, or of which the provider knows nothing,
  /// are passed over until that is due again.
  ///
  /// - Parameters:
  ///   - books: the rows; those that are not shown are passed over.
  ///   - force: whether they are asked for anew, whatever is known.
  public func ask(_ books: [Int64], force: Bool = false) {
    waiters.want(books)
    demand(FetchDemand(books, force ? .forced : .requested))
  }

  /// A row's metadata: waits until what lists show is there, or there is an answer that it is not; the description may come
  /// later. Who asks for the same row meanwhile waits for the same request; it is cancelled when the last one who waits is.
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
        waiters.wait(number, for: book, isInSight: pending.isInSight(book), continuation)
        demand(FetchDemand([book], force ? .forced : .requested, isWaiterOnly: true))
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
    guard !books.isEmpty else { return MetadataReport() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiters.wait(
          number,
          for: FetchWaiters.ReportWaiter(Set(books), isBrief: isBrief, progress: progress, continuation: continuation))
        demand(FetchDemand(books, force ? .forced : .requested))
      }
    } onCancel: {
      Task { await self.leave(errand: number) }
    }
  }

  /// Ends every request under way and takes no new ones. What was claimed is free for others at once; nothing depends on it,
  /// since claims run out. A provider that does not let go is waited for two seconds at most, and so is a catalog that
  /// another process writes.
  public func stop() async {
    if stopping == nil { stopping = Task { await end() } }
    await stopping?.value
  }

  /// What names somebody who begins to wait.
  private func nextNumber() throws -> Int {
    try Task.checkCancellation()
    guard !isStopped else { throw CancellationError() }
    lastNumber += 1
    return lastNumber
  }

  private func demand(_ demand: FetchDemand) {
    guard !demand.books.isEmpty, !isStopped else { return }
    pending.add(demand)
    wake()
  }

  /// A caller that was cancelled waits no longer. If nobody else asked for the row it leaves the line, and its request is
  /// ended when nobody asked for any other row of it.
  private func leave(waiter number: Int) {
    guard let book = waiters.leave(waiter: number) else { return }
    pending.withdraw(book)
    for request in requests.values where waiters.isUnwanted(request.request, holder: scheduler.holder) {
      request.task.cancel()
    }
    wake()
  }

  private func leave(errand number: Int) { waiters.leave(errand: number) }
}

// MARK: Passes

extension MetadataFetcher {
  /// Has a pass made, now or when the one under way is over.
  private func wake() {
    guard !isStopped else { return }
    isPassWanted = true
    if passes == nil { passes = Task { await makePasses() } }
  }

  private func makePasses() async {
    while isPassWanted, !isStopped {
      // Answers that are there already join.
      await Task.yield()
      isPassWanted = false
      do {
        carryOut(try await pass())
        retry = Self.firstRetry
      } catch {
        fail(error)
        break
      }
    }
    passes = nil
    noteQuiet()
  }

  /// One pass over the queue, in one transaction. What it is given is given to the next one when it fails.
  private func pass(isLast: Bool = false) async throws -> FetchBatchResult {
    var given = pending.next(FetchScheduler.batchSize)
    given.isLast = isLast
    let (input, begun, generator, now) = (given, scheduler, generator, now)
    do {
      let (outcome, after, next) = try await database.load(in: nil) { connection in
        var (scheduler, generator) = (begun, generator)
        let outcome = try scheduler.process(input, in: connection, now: now(), using: &generator)
        return (outcome, scheduler, generator)
      }
      (scheduler, self.generator) = (after, next)
      if pending.hasDemands { isPassWanted = true }
      return outcome
    } catch {
      pending.restore(given)
      throw error
    }
  }

  private func carryOut(_ outcome: FetchBatchResult) {
    for request in outcome.requests { begin(request) }
    waiters.keepUnwanted(of: requests.values.lazy.map(\.request))
    tellObservers(outcome)
    waiters.tell(outcome)
    if let pause = waiters.pause(isIdle: outcome.isIdle) {
      timer.look = min(timer.look ?? .infinity, environment.uptime() + pause)
    }
    timer.wake = outcome.wake.map { environment.uptime() + $0.timeIntervalSince(outcome.time) }
    setAlarm()
  }

  private func tellObservers(_ outcome: FetchBatchResult) {
    if let wait = outcome.hostWait, wait.until != hostWait?.until || hostWait == nil {
      broadcast.send(.hostWaits(wait.failure, until: wait.until))
    }
    hostWait = outcome.hostWait
    guard broadcast.isObserved else { return }
    let begun = outcome.requests.flatMap(\.rows)
    let loading = Set(begun.map(\.book))
    // That a row waits is no news where its turn has come at once.
    for news in outcome.rows where news.state != .waiting || !loading.contains(news.book) {
      broadcast.send(.row(book: news.book, news.state))
    }
    for row in begun where row.query.known == nil { broadcast.send(.row(book: row.book, .loading)) }
  }

  /// A pass could not be made. Who waits is told, what was wanted for is kept, and it is tried again by itself, unless the
  /// catalog was opened so that nothing can be written.
  private func fail(_ error: any Error) {
    defer { waiters.fail(error) }
    guard let error = error as? CatalogError, !isStopped else { return }
    let isFirst = retry == Self.firstRetry
    if database.isReadOnly {
      pending.dropDemands()
    } else {
      timer.wake = environment.uptime() + retry
      retry = min(2 * retry, Self.longestRetry)
      setAlarm()
    }
    if isFirst { broadcast.send(.cannotStore(error)) }
  }

  private func begin(_ request: FetchRequest) {
    guard !isStopped, !waiters.isUnwanted(request, holder: scheduler.holder) else {
      return take(FetchResponse(request: request, result: .cancelled))
    }
    let source = source
    let task = Task {
      let result = await Self.result(of: request, from: source)
      // One that took too long was answered for.
      if requests.removeValue(forKey: request.number) != nil { take(FetchResponse(request: request, result: result)) }
    }
    requests[request.number] = Request(request: request, task: task)
    timer.deadlines[request.number] = environment.uptime() + FetchTimes.request
  }

  private func take(_ answer: FetchResponse) {
    timer.deadlines[answer.request.number] = nil
    var left = waiters.forgetUnwanted(of: answer.request)
    // What came is kept, whoever has left.
    if case .cancelled = answer.result {} else { left = [] }
    pending.add(answer, unwanted: left)
    wake()
    noteQuiet()
  }

  private static func result(
    of request: FetchRequest, from source: any MetadataProvider
  ) async -> FetchResult {
    let queries = request.rows.map(\.query)
    do {
      return .answers(
        request.stage == .rest ? [try await source.rest(of: queries[0])] : try await source.answers(to: queries))
    } catch let failure as SourceFailure {
      return .failed(failure)
    } catch  where Task.isCancelled {
      return .cancelled
    } catch {
      return .failed(SourceFailure(.failed, source.host, cause: String(describing: error)))
    }
  }
}

// MARK: Time

extension MetadataFetcher {
  private func setAlarm() {
    guard !isStopped else { return }
    let sleep = environment.sleep
    timer.set(at: environment.uptime()) { seconds, time in
      Task { if (try? await sleep(seconds)) != nil, !Task.isCancelled { ring(for: time) } }
    }
  }

  private func ring(for time: Double) {
    let rings = timer.ring(at: max(environment.uptime(), time))
    for number in rings.late {
      guard let request = requests.removeValue(forKey: number) else { continue }
      request.task.cancel()
      let failure = SourceFailure(
        .timedOut, source.host, cause: "there was no answer within \(Int(FetchTimes.request)) seconds")
      take(FetchResponse(request: request.request, result: .failed(failure)))
    }
    if rings.looks {
      let rows = waiters.rowsElsewhere(isInSight: { pending.isInSight($0) }, isUnderWay: scheduler.claimedRows)
      demand(FetchDemand(rows, .seen))
    }
    if rings.wakes { wake() }
    setAlarm()
  }

  /// What ``stop()`` does, once.
  private func end() async {
    timer.cancel()
    for request in requests.values { request.task.cancel() }
    await waitUntilQuiet()
    for request in requests.values { pending.add(FetchResponse(request: request.request, result: .cancelled)) }
    requests = [:]
    if passes == nil {
      passes = Task {
        _ = try? await pass(isLast: true)
        passes = nil
        noteQuiet()
      }
      await waitUntilQuiet()
    }
    waiters.fail(CancellationError())
    broadcast.finish()
  }

  /// Waits until no request and no pass is under way, or that takes too long.
  private func waitUntilQuiet() async {
    guard passes != nil || !requests.isEmpty else { return }
    let sleep = environment.sleep
    let limit = Task { if (try? await sleep(Self.patience)) != nil, !Task.isCancelled { giveUp() } }
    await withCheckedContinuation { whenQuiet = $0 }
    limit.cancel()
  }

  private func noteQuiet() {
    guard passes == nil, requests.isEmpty else { return }
    whenQuiet?.resume()
    whenQuiet = nil
  }

  private func giveUp() {
    // A write that waits for another process ends.
    passes?.cancel()
    whenQuiet?.resume()
    whenQuiet = nil
  }
}
