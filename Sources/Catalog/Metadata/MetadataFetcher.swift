import FoundationEssentials

/// A fetcher of book metadata. It fetches the metadata of books as they become visible or are requested.
///
/// ```swift
/// let fetcher = catalog.metadataFetcher(provider: openLibrary)
/// await fetcher.show(page.map(\.id))
/// for await case .row(let book, .loaded(let found)) in fetcher.events { print(book, found.metadata.score ?? "") }
/// ```
///
/// The queue of books is stored in the catalog, so fetching continues where it stopped, and all processes share the
/// queue. Each book is fetched by only one process, and all processes together respect a host's limits. If a host does
/// not respond, its books are not treated as failed. The fetcher is inactive while nothing is due.
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
  /// The scheduler. Only batches change it, and only one batch runs at a time.
  private var scheduler: FetchScheduler
  private var generator: any RandomNumberGenerator & Sendable
  private var batch: Task<Void, Never>?
  private var requests: [Int: Task<Void, Never>] = [:]
  private var timer: Task<Void, Never>?
  /// The waiting calls, keyed by the numbers that identify the callers in the core.
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

  /// The fetcher's events as an asynchronous stream. Each access returns a new stream, which ends with the fetcher.
  public nonisolated var events: AsyncStream<MetadataEvent> { broadcast.stream() }

  /// Sets the visible books. Visible books that need metadata are fetched before all other books, and the books of the
  /// latest call come first. Books that are no longer visible lose their priority but stay queued, and running requests
  /// are not cancelled. A list calls this method about every 100 ms while it scrolls.
  ///
  /// ```swift
  /// await fetcher.show(visible.map(\.id), ahead: following.map(\.id), viewer: "list")
  /// ```
  ///
  /// - Parameters:
  ///   - books: The visible books, most important first.
  ///   - ahead: The books that become visible next if scrolling continues.
  ///   - viewer: The name of the list that shows the books. Each list has its own set of visible books.
  public func show(_ books: [Book.ID], ahead: [Book.ID] = [], viewer: String = "") {
    take(.shown(books, ahead: ahead, viewer: viewer))
  }

  /// Queues books without waiting for their metadata. Skips books with known metadata, and books unknown to the
  /// provider, until they are due again.
  ///
  /// ```swift
  /// await fetcher.ask([book.id], force: true)
  /// ```
  ///
  /// - Parameters:
  ///   - books: The books to queue. Books that are not shown are skipped.
  ///   - force: True to fetch the metadata again even if it is known.
  public func ask(_ books: [Book.ID], force: Bool = false) { take(.requested(books, isForced: force)) }

  /// Fetches the metadata of a book. Returns as soon as the metadata that lists show is available, or cannot be
  /// fetched; the description may arrive later. Concurrent calls for the same book share a request. The request is
  /// cancelled when the last of these calls is cancelled.
  ///
  /// ```swift
  /// if case .loaded(let found) = try await fetcher.metadata(of: book.id) { print(found.metadata.cover ?? "no cover") }
  /// ```
  ///
  /// - Parameters:
  ///   - book: The id of the book.
  ///   - force: True to fetch the metadata again even if it is known.
  /// - Returns: ``MetadataState/loaded(_:)``, ``MetadataState/notFound(until:)`` or ``MetadataState/failed(_:next:)``;
  ///   ``MetadataState/waiting`` if the host does not respond and the book stays queued; ``MetadataState/notAsked`` for
  ///   a book that is not shown.
  /// - Throws: ``CatalogError`` if the catalog cannot be written; `CancellationError`.
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

  /// Fetches the metadata of several books. Returns when each book has an answer. Returns early if the host does not
  /// respond or demands a pause of more than a minute; the remaining books then stay in the queue.
  ///
  /// ```swift
  /// let ids = try await catalog.ids(of: "no:cover")
  /// let report = try await fetcher.fetch(ids) { print("\($0.settled) of \($0.total)") }
  /// ```
  ///
  /// - Parameters:
  ///   - books: The ids of the books.
  ///   - force: True to fetch the metadata again even if it is known.
  ///   - isBrief: True to wait only for the metadata that lists show, not for the description.
  ///   - progress: A closure that is called each time the metadata of some books has been stored.
  /// - Throws: ``CatalogError`` if the catalog cannot be written; `CancellationError`. Stored metadata is kept, and
  ///   requested books stay in the queue.
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

  /// Stops the fetcher. Cancels all running requests and accepts no new requests. Releases claims on books at once; if
  /// that fails, the claims expire. Waits at most two seconds for a provider that does not react to cancellation, and
  /// at most two more seconds while another process is writing to the catalog.
  public func stop() async {
    take(.stop)
    if case .stopped = core.phase { return }
    await withCheckedContinuation { stopCalls.append($0) }
  }

  /// Returns a new number for a call that starts to wait.
  private func nextWaiter() throws -> Int {
    try Task.checkCancellation()
    lastWaiter += 1
    return lastWaiter
  }
}

// MARK: Effects

extension MetadataFetcher {
  /// Passes an event to the core and performs the effects that the core returns.
  private func take(_ event: FetchCore.Event) {
    for effect in core.step(event, now: environment.uptime()) { carryOut(effect) }
  }

  private func carryOut(_ effect: FetchCore.Effect) {
    switch effect {
    case .gather:
      Task {
        // This wait lets responses that have already arrived join the batch.
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

  /// Runs a batch in one transaction. If the batch fails, the scheduler and its random numbers stay as they were.
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
  /// Sends the request to the provider.
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
