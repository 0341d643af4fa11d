import FoundationEssentials

/// Fetches the metadata of rows, each on its own, as they come into sight or are asked for.
///
/// ```swift
/// let fetcher = catalog.metadataFetcher(provider: openLibrary)
/// await fetcher.show(page.map(\.id))
/// for await case .row(let book, .loaded(let found)) in fetcher.events { print(book, found.metadata.score ?? "") }
/// ```
///
/// The queue is in the catalog, so that a fetch goes on where it stopped, and processes share it: a row is fetched by one of
/// them, and all of them together ask a host no more often than it likes. A host that does not answer costs no row anything.
/// Nothing happens while nothing is due.
public actor MetadataFetcher {
  /// A call that waits for a report.
  private struct ReportCall {
    let continuation: CheckedContinuation<MetadataReport, any Error>
    let progress: @Sendable (MetadataReport) -> Void
  }

  /// The name of the provider.
  public nonisolated let provider: String
  private let source: any MetadataProvider
  private let database: Database
  private let now: @Sendable () -> Date
  private let environment: FetchEnvironment
  private nonisolated let broadcast = Broadcast<MetadataEvent>()

  private var core: FetchCore
  /// Changed by a batch only, of which there is one at a time.
  private var scheduler: FetchScheduler
  private var generator: any RandomNumberGenerator & Sendable
  private var batch: Task<Void, Never>?
  private var requests: [Int: Task<Void, Never>] = [:]
  private var timer: Task<Void, Never>?
  /// The calls that wait, by the numbers of the core's waiters.
  private var rowCalls: [Int: CheckedContinuation<MetadataState, any Error>] = [:]
  private var reportCalls: [Int: ReportCall] = [:]
  private var stopCalls: [CheckedContinuation<Void, Never>] = []
  private var lastWaiter = 0

  init(
    provider: any MetadataProvider, servesQueue: Bool, database: Database, now: @escaping @Sendable () -> Date,
    environment: FetchEnvironment
  ) {
    self.provider = provider.name
    source = provider
    (self.database, self.now, self.environment) = (database, now, environment)
    generator = environment.generator()
    let holder = UUID.version7(at: now(), using: &generator).uuidString
    scheduler = FetchScheduler(ProviderProfile(provider, servesQueue: servesQueue), holder: holder)
    core = FetchCore(host: provider.host, holder: holder, canStore: !database.isReadOnly)
  }

  /// The events, as they happen: each access is a stream of its own, which ends with the fetcher.
  public nonisolated var events: AsyncStream<MetadataEvent> { broadcast.stream() }

  /// Says which rows are in sight: they are fetched before all others, where they need it, those of the last call first.
  /// Leaving the sight takes a row back in the queue and cancels nothing. A list calls it about every 100 ms while it moves.
  ///
  /// - Parameters:
  ///   - books: the rows that can be seen, the most important one first.
  ///   - ahead: rows that will come into sight next, as the list is scrolled.
  ///   - viewer: who is looking; each list has a name of its own.
  public func show(_ books: [Book.ID], ahead: [Book.ID] = [], viewer: String = "") {
    take(.shown(books, ahead: ahead, viewer: viewer))
  }

  /// Queues rows, without waiting for them. Those that have their metadata, or of which the provider knows nothing, are
  /// passed over until that is due again.
  ///
  /// - Parameters:
  ///   - books: the rows; those that are not shown are passed over.
  ///   - force: whether they are fetched again, whatever is known.
  public func ask(_ books: [Book.ID], force: Bool = false) { take(.asked(books, isForced: force)) }

  /// Fetches a row's metadata and waits until what lists show is there, or there is an answer that it is not; the description
  /// may come later. Who asks for the same row meanwhile waits for the same request; it is cancelled when the last one who
  /// waits is.
  ///
  /// - Parameters:
  ///   - book: the row.
  ///   - force: whether it is fetched again, whatever is known.
  /// - Returns: ``MetadataState/loaded(_:)``, ``MetadataState/notFound(until:)`` or ``MetadataState/failed(_:next:)``;
  ///   ``MetadataState/waiting`` where the host does not answer, and the row waits until it does;
  ///   ``MetadataState/notAsked`` of a book that is not shown.
  /// - Throws: ``CatalogError`` when the catalog cannot be written; `CancellationError`.
  public func metadata(of book: Book.ID, force: Bool = false) async throws -> MetadataState {
    let waiter = try nextWaiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        rowCalls[waiter] = continuation
        take(.rowAwaited(book, by: waiter, isForced: force))
      }
    } onCancel: {
      Task { await self.take(.waiterLeft(waiter)) }
    }
  }

  /// Fetches rows and waits for them: until each has an answer, or the host does not answer, or does not want to be asked
  /// for a minute or more. What is left then stays in the queue.
  ///
  /// - Parameters:
  ///   - books: the rows.
  ///   - force: whether they are fetched again, whatever is known.
  ///   - isBrief: whether to wait only for what lists show, not for the description.
  ///   - progress: is called when rows were stored.
  /// - Throws: ``CatalogError`` when the catalog cannot be written; `CancellationError`. What was stored stays, and what
  ///   was asked for stays in the queue.
  public func fetch(
    _ books: [Book.ID], force: Bool = false, isBrief: Bool = false,
    progress: @escaping @Sendable (MetadataReport) -> Void = { _ in }
  ) async throws -> MetadataReport {
    let waiter = try nextWaiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        reportCalls[waiter] = ReportCall(continuation: continuation, progress: progress)
        take(.reportAwaited(books, by: waiter, isForced: force, isBrief: isBrief))
      }
    } onCancel: {
      Task { await self.take(.waiterLeft(waiter)) }
    }
  }

  /// Ends every request under way and takes no new ones. What was claimed is free for others at once; nothing depends on it,
  /// since claims run out. A provider that does not let go is waited for two seconds at most, and so is a catalog that
  /// another process writes.
  public func stop() async {
    take(.stop)
    if case .stopped = core.phase { return }
    await withCheckedContinuation { stopCalls.append($0) }
  }

  /// A number for a call that begins to wait.
  private func nextWaiter() throws -> Int {
    try Task.checkCancellation()
    lastWaiter += 1
    return lastWaiter
  }
}

// MARK: Effects

extension MetadataFetcher {
  /// Tells the core of an event and carries out what follows.
  private func take(_ event: FetchCore.Event) {
    for effect in core.step(event, now: environment.uptime()) { carryOut(effect) }
  }

  private func carryOut(_ effect: FetchCore.Effect) {
    switch effect {
    case .gather:
      Task {
        // Responses that are there already join.
        await Task.yield()
        take(.gathered)
      }
    case .run(let batch): run(batch)
    case .cancelBatch: batch?.cancel()
    case .start(let request): start(request)
    case .cancel(let number): requests[number]?.cancel()
    case .setTimer(let time): setTimer(time)
    case .cancelTimer: timer?.cancel()
    case .tell(let message): tell(message)
    case .tellObservers(let event): broadcast.send(event)
    case .tellChanges(let result):
      if broadcast.isObserved { for event in result.events { broadcast.send(event) } }
    case .finish:
      broadcast.finish()
      for call in stopCalls { call.resume() }
      stopCalls = []
    }
  }

  /// Runs a batch in one transaction; the scheduler and its random numbers are those of before where it fails.
  private func run(_ given: FetchBatch) {
    let (begun, before, database, now) = (scheduler, generator, database, now)
    batch = Task {
      do {
        let (result, scheduler, generator) = try await database.load(in: nil) { connection in
          var (scheduler, generator) = (begun, before)
          let result = try scheduler.process(given, in: connection, now: now(), using: &generator)
          return (result, scheduler, generator)
        }
        (self.scheduler, self.generator) = (scheduler, generator)
        take(.committed(result))
      } catch {
        take(.failed(error))
      }
    }
  }

  private func start(_ request: FetchRequest) {
    let source = source
    requests[request.number] = Task {
      let result = await request.result(from: source)
      requests[request.number] = nil
      take(.responded(request: request.number, result))
    }
  }

  private func setTimer(_ time: Double) {
    timer?.cancel()
    let (sleep, seconds) = (environment.sleep, max(time - environment.uptime(), 0.001))
    timer = Task { if (try? await sleep(seconds)) != nil, !Task.isCancelled { take(.timerFired(time)) } }
  }

  private func tell(_ message: FetchWaiters.Message) {
    switch message {
    case .row(let waiter, let result): rowCalls.removeValue(forKey: waiter)?.resume(with: result)
    case .report(let waiter, let result):
      reportCalls.removeValue(forKey: waiter)?.continuation.resume(with: result)
    case .progress(let waiter, let report): reportCalls[waiter]?.progress(report)
    }
  }
}

extension FetchRequest {
  /// Asks the provider.
  fileprivate func result(from source: any MetadataProvider) async -> FetchResult {
    let queries = rows.map(\.query)
    do {
      return .answers(stage == .rest ? [try await source.rest(of: queries[0])] : try await source.answers(to: queries))
    } catch let failure as SourceFailure {
      return .failed(failure)
    } catch  where Task.isCancelled {
      return .cancelled
    } catch {
      return .failed(SourceFailure(.failed, source.host, cause: String(describing: error)))
    }
  }
}
