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
    /// Seconds that pass by whatever time people set.
    var uptime: @Sendable () -> Double = { (ContinuousClock.now - began) / .seconds(1) }
    var generator: @Sendable () -> any RandomNumberGenerator & Sendable = { SystemRandomNumberGenerator() }

    private static let began = ContinuousClock.now
  }

  /// A request under way.
  private struct Request {
    let batch: FetchBatch
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
  private let outside: Outside
  private nonisolated let broadcast = Broadcast<MetadataEvent>()

  /// Changed by a pass only, one at a time.
  private var desk: FetchDesk
  private var generator: any RandomNumberGenerator & Sendable
  private var inbox = FetchInbox()
  private var audience = FetchAudience()
  private var alarm = FetchAlarm()
  private var requests: [Int: Request] = [:]
  /// The passes under way, one after another.
  private var passes: Task<Void, Never>?
  private var isPassWanted = false
  /// How soon a pass that fails is made again, in seconds.
  private var retry = firstRetry
  /// What observers were told of the host last.
  private var hostWaits: (failure: SourceFailure, until: Date?)?
  private var lastNumber = 0
  private var stopping: Task<Void, Never>?
  private var whenQuiet: CheckedContinuation<Void, Never>?

  private var isStopped: Bool { stopping != nil }

  init(
    provider: any MetadataProvider, servesQueue: Bool, database: Database, now: @escaping @Sendable () -> Date,
    outside: Outside
  ) {
    self.provider = provider.name
    source = provider
    (self.database, self.now, self.outside) = (database, now, outside)
    generator = outside.generator()
    desk = FetchDesk(
      FetchDesk.Facts(provider, servesQueue: servesQueue),
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
    audience.want(books + ahead)
    inbox.show(books, ahead: ahead, viewer: viewer)
    wake()
  }

  /// Puts rows in line, without waiting for them. Those that have their metadata, or of which the provider knows nothing,
  /// are passed over until that is due again.
  ///
  /// - Parameters:
  ///   - books: the rows; those that are not shown are passed over.
  ///   - force: whether they are asked for anew, whatever is known.
  public func ask(_ books: [Int64], force: Bool = false) {
    audience.want(books)
    wish(FetchWish(books, force ? .force : .byHand))
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
        audience.wait(number, for: book, isInSight: inbox.isInSight(book), continuation)
        wish(FetchWish([book], force ? .force : .byHand, isWaiters: true))
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
        audience.wait(
          number,
          for: FetchAudience.Errand(Set(books), isBrief: isBrief, progress: progress, continuation: continuation))
        wish(FetchWish(books, force ? .force : .byHand))
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

  private func wish(_ wish: FetchWish) {
    guard !wish.books.isEmpty, !isStopped else { return }
    inbox.add(wish)
    wake()
  }

  /// A caller that was cancelled waits no longer. If nobody else asked for the row it leaves the line, and its request is
  /// ended when nobody asked for any other row of it.
  private func leave(waiter number: Int) {
    guard let book = audience.leave(waiter: number) else { return }
    inbox.withdraw(book)
    for request in requests.values where audience.isUnwanted(request.batch, holder: desk.holder) {
      request.task.cancel()
    }
    wake()
  }

  private func leave(errand number: Int) { audience.leave(errand: number) }
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
  private func pass(isLast: Bool = false) async throws -> FetchOutcome {
    var given = inbox.next(FetchDesk.wishes)
    given.isLast = isLast
    let (input, begun, generator, now) = (given, desk, generator, now)
    do {
      let (outcome, after, next) = try await database.load(in: nil) { connection in
        var (desk, generator) = (begun, generator)
        let outcome = try desk.pass(connection, input, now: now(), using: &generator)
        return (outcome, desk, generator)
      }
      (desk, self.generator) = (after, next)
      if inbox.hasWishes { isPassWanted = true }
      return outcome
    } catch {
      inbox.restore(given)
      throw error
    }
  }

  private func carryOut(_ outcome: FetchOutcome) {
    for batch in outcome.batches { begin(batch) }
    audience.keepUnwanted(of: requests.values.lazy.map(\.batch))
    tellObservers(outcome)
    audience.tell(outcome)
    if let pause = audience.pause(isIdle: outcome.isIdle) {
      alarm.look = min(alarm.look ?? .infinity, outside.uptime() + pause)
    }
    alarm.wake = outcome.wake.map { outside.uptime() + $0.timeIntervalSince(outcome.time) }
    setAlarm()
  }

  private func tellObservers(_ outcome: FetchOutcome) {
    if let waits = outcome.hostWaits, waits.until != hostWaits?.until || hostWaits == nil {
      broadcast.send(.hostWaits(waits.failure, until: waits.until))
    }
    hostWaits = outcome.hostWaits
    guard broadcast.isObserved else { return }
    let begun = outcome.batches.flatMap(\.rows)
    let loading = Set(begun.map(\.book))
    // That a row waits is no news where its turn has come at once.
    for news in outcome.rows where news.state != .waiting || !loading.contains(news.book) {
      broadcast.send(.row(book: news.book, news.state))
    }
    for row in begun where row.query.known == nil { broadcast.send(.row(book: row.book, .loading)) }
  }

  /// A pass could not be made. Who waits is told, what was wished for is kept, and it is tried again by itself, unless the
  /// catalog was opened so that nothing can be written.
  private func fail(_ error: any Error) {
    defer { audience.fail(error) }
    guard let error = error as? CatalogError, !isStopped else { return }
    let isFirst = retry == Self.firstRetry
    if database.isReadOnly {
      inbox.dropWishes()
    } else {
      alarm.wake = outside.uptime() + retry
      retry = min(2 * retry, Self.longestRetry)
      setAlarm()
    }
    if isFirst { broadcast.send(.cannotStore(error)) }
  }

  private func begin(_ batch: FetchBatch) {
    guard !isStopped, !audience.isUnwanted(batch, holder: desk.holder) else {
      return take(FetchAnswer(batch: batch, result: .cancelled))
    }
    let source = source
    let task = Task {
      let result = await Self.result(of: batch, from: source)
      // One that took too long was answered for.
      if requests.removeValue(forKey: batch.number) != nil { take(FetchAnswer(batch: batch, result: result)) }
    }
    requests[batch.number] = Request(batch: batch, task: task)
    alarm.deadlines[batch.number] = outside.uptime() + FetchTimes.request
  }

  private func take(_ answer: FetchAnswer) {
    alarm.deadlines[answer.batch.number] = nil
    var left = audience.forgetUnwanted(of: answer.batch)
    // What came is kept, whoever has left.
    if case .cancelled = answer.result {} else { left = [] }
    inbox.add(answer, unwanted: left)
    wake()
    noteQuiet()
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
}

// MARK: Time

extension MetadataFetcher {
  private func setAlarm() {
    guard !isStopped else { return }
    let sleep = outside.sleep
    alarm.set(at: outside.uptime()) { seconds, time in
      Task { if (try? await sleep(seconds)) != nil, !Task.isCancelled { ring(for: time) } }
    }
  }

  private func ring(for time: Double) {
    let rings = alarm.ring(at: max(outside.uptime(), time))
    for number in rings.late {
      guard let request = requests.removeValue(forKey: number) else { continue }
      request.task.cancel()
      let failure = SourceFailure(
        .timedOut, source.host, cause: "there was no answer within \(Int(FetchTimes.request)) seconds")
      take(FetchAnswer(batch: request.batch, result: .failed(failure)))
    }
    if rings.looks {
      let rows = audience.rowsElsewhere(isInSight: { inbox.isInSight($0) }, isUnderWay: desk.rowsUnderWay)
      wish(FetchWish(rows, .seen))
    }
    if rings.wakes { wake() }
    setAlarm()
  }

  /// What ``stop()`` does, once.
  private func end() async {
    alarm.cancel()
    for request in requests.values { request.task.cancel() }
    await waitUntilQuiet()
    for request in requests.values { inbox.add(FetchAnswer(batch: request.batch, result: .cancelled)) }
    requests = [:]
    if passes == nil {
      passes = Task {
        _ = try? await pass(isLast: true)
        passes = nil
        noteQuiet()
      }
      await waitUntilQuiet()
    }
    audience.fail(CancellationError())
    broadcast.finish()
  }

  /// Waits until no request and no pass is under way, or that takes too long.
  private func waitUntilQuiet() async {
    guard passes != nil || !requests.isEmpty else { return }
    let sleep = outside.sleep
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
