/// A pure value that makes the decisions of a fetcher, without input or output. It receives events and returns effects,
/// which must be performed in order. It tracks the requested rows and the callers that wait for them, the running
/// requests, the running batch, the input for the next batch, and the times to check for more work. ``MetadataFetcher``
/// performs the effects. Inside the transaction of a batch, ``FetchScheduler`` decides which rows the batch claims.
///
/// The following list describes each state, and the effect of events in this state. Events that are not listed change
/// nothing.
///
/// - **idle**: No batch is running, but requests may be running. A demand, a response or the timer starts gathering;
///   `stop` starts stopping.
/// - **gathering**: The fetcher waits a moment for more input. `gathered` runs the batch; `stop` starts stopping.
/// - **batching**: A batch is running, and input is collected for the next batch. `committed` starts the batch's
///   requests and answers waiting callers; then the fetcher gathers again or becomes idle. `failed` fails waiting
///   callers; the fetcher becomes idle and retries later. `stop` starts stopping as soon as the batch has ended.
/// - **stopping**: The batch and the cancelled requests are ending. A response, `committed` or `failed` starts
///   finishing once all of them have ended. The timer starts finishing, or stops the fetcher at once if the batch
///   hangs.
/// - **finishing**: The last batch, which releases all claims, is running. `committed`, `failed` or the timer ends it.
/// - **stopped**: Nothing is running.
///
/// In the states idle, gathering and batching, a row is withdrawn when the last caller that waits for it leaves, if
/// nothing else needs the row. A request that contains only withdrawn rows is cancelled. A request that takes too long
/// is cancelled and treated as timed out. After `stop`, new callers are refused, and waiting callers are answered
/// before the fetcher stops. Every waiting caller is answered exactly once.
struct FetchCore: Sendable {
  /// An event. Waiting callers are identified by numbers. No number is used twice.
  enum Event: Sendable {
    /// The visible rows of a viewer have changed. Rows are ordered by importance; rows in `ahead` may become visible
    /// next.
    case shown([Book.ID], ahead: [Book.ID], viewer: String)
    /// Rows must be queued, but no caller waits for them.
    case requested([Book.ID], isForced: Bool)
    /// A caller waits for a row.
    case rowAwaited(Book.ID, by: Int, isForced: Bool)
    /// A caller waits for a report about rows.
    case reportAwaited([Book.ID], by: Int, isForced: Bool, isBrief: Bool)
    /// A waiting caller was cancelled.
    case waiterLeft(Int)
    /// The time for collecting more input is over.
    case gathered
    case committed(FetchBatchResult)
    /// The batch could not be stored.
    case failed(any Error)
    case responded(request: Int, FetchResult)
    /// The timer fired; the value is the time to which it was set.
    case timerFired(Double)
    case stop
  }

  /// An effect to perform.
  enum Effect: Sendable {
    /// Wait a moment for more input. The event `gathered` follows.
    case gather
    /// Run a batch. The event `committed` or `failed` follows.
    case run(FetchBatch)
    case cancelBatch
    /// Make a request. The event `responded` follows, even if the request is cancelled.
    case start(FetchRequest)
    case cancel(request: Int)
    /// Set the timer, even if it is already set. The event `timerFired` follows.
    case setTimer(Double)
    case cancelTimer
    case tell(FetchWaiters.Message)
    case tellObservers(MetadataEvent)
    /// Report to observers the rows that a batch has changed.
    case tellChanges(FetchBatchResult)
    /// End the event streams of observers, and resume callers that wait for the fetcher to stop.
    case finish
  }

  /// A state of the fetcher; see ``FetchCore``.
  enum Phase: Sendable {
    case idle, gathering
    /// A batch is running. `isNextRequested` is true if input has been collected for the next batch.
    case batching(FetchBatch, isNextRequested: Bool)
    /// The fetcher is stopping. `batch` is the batch that is still running.
    case stopping(_ batch: FetchBatch?)
    case finishing, stopped
  }

  /// The delay before the first retry of a failed batch, in seconds. The delay doubles with each further retry.
  static let firstRetry = 1.0
  static let maxRetry = 60.0
  /// The time, in seconds, that a stopping fetcher waits for running work. It waits for the last batch for the same
  /// time again.
  static let patience = 2.0

  let host: String
  let holder: String
  /// True if the catalog is writable, so that batches can be stored.
  let canStore: Bool
  var phase = Phase.idle
  var pending = PendingBatch()
  var waiters = FetchWaiters()
  var timer = FetchTimer()
  /// The requests whose rows this fetcher has claimed, by request number.
  var claims: [Int: FetchRequest] = [:]
  /// The numbers of the running requests. Other requests in ``claims`` have ended, but their responses are not stored
  /// yet.
  var underWay = Set<Int>()
  /// The delay before the next retry of a failed batch, in seconds.
  var retry = firstRetry
  /// The state of the host that was last reported to observers.
  var hostWait: HostWait?

  /// Creates the core of a fetcher.
  ///
  /// - Parameters:
  ///   - host: The provider's host.
  ///   - holder: The name under which this fetcher holds claims.
  ///   - canStore: False if the catalog was opened read-only. Failed batches are then not retried.
  init(host: String, holder: String, canStore: Bool) {
    (self.host, self.holder, self.canStore) = (host, holder, canStore)
  }

  /// Processes an event and returns the effects to perform.
  ///
  /// - Parameter now: The current time, in seconds of a monotonic clock.
  mutating func step(_ event: Event, now: Double) -> [Effect] {
    switch phase {
    case .idle, .gathering, .batching: stepRunning(event, now)
    case .stopping, .finishing, .stopped: stepEnding(event, now)
    }
  }
}

extension FetchCore {
  /// Records the claims that a batch has made, and removes the claims that it has ended.
  mutating func renewClaims(_ result: FetchBatchResult, of batch: FetchBatch) {
    for response in batch.responses { claims[response.request.number] = nil }
    for request in result.requests { claims[request.number] = request }
  }

  /// Records that a request has ended.
  ///
  /// - Returns: True if the request was running; false if it had already timed out.
  mutating func end(_ number: Int, _ result: FetchResult) -> Bool {
    guard underWay.remove(number) != nil, let request = claims[number] else { return false }
    timer.deadlines[number] = nil
    var unwanted = waiters.takeUnwanted(of: request)
    // The result is kept, even if the callers have left.
    if case .cancelled = result {} else { unwanted = [] }
    pending.add(FetchResponse(request: request, result: result), unwanted: unwanted)
    return true
  }

  mutating func tell(_ result: FetchBatchResult) -> [Effect] {
    var effects: [Effect] = []
    if let wait = result.hostWait, wait.until != hostWait?.until || hostWait == nil {
      effects.append(.tellObservers(.hostWaits(wait.failure, until: wait.until)))
    }
    hostWait = result.hostWait
    return effects + [.tellChanges(result)] + waiters.take(result).map(Effect.tell)
  }

  mutating func setTimer() -> [Effect] { timer.arm().map { [.setTimer($0)] } ?? [] }
}
