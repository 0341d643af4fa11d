/// The decisions of a fetcher, without input or output: it is told events and gives back effects, to be carried out in that
/// order. It knows who wants which rows, which requests and which batch are under way, what has gathered for the next batch,
/// and when to look by itself. ``MetadataFetcher`` carries the effects out; which rows a batch claims is decided inside its
/// transaction, by ``FetchScheduler``.
///
/// States, and what each event does there; events that are not named there change nothing:
///
/// | state | what is under way | events |
/// | --- | --- | --- |
/// | idle | requests at most | a demand, a response or the timer: gathers; `stop`: stops |
/// | gathering | the moment in which more input may join | `gathered`: runs the batch; `stop`: stops |
/// | batching | a batch; input gathers for the next one | `committed`: starts its requests, answers who waits, then gathers or is idle; `failed`: fails who waits, is idle and backs off; `stop`: stops once the batch has ended |
/// | stopping | the end of the batch and of the cancelled requests | a response, `committed`, `failed`: finishes once all have ended; the timer: finishes, or where the batch hangs, ends |
/// | finishing | the last batch, which gives back all claims | `committed`, `failed`, the timer: ends |
/// | stopped | nothing | |
///
/// While it is idle, gathering or batching, a waiter who leaves withdraws the row that nobody else wants, and cancels a
/// request of nothing but such rows; a request that takes too long is cancelled and counts as timed out. From `stop` on, who
/// begins to wait is refused, and all others are answered by the end. Every waiter is answered once.
struct FetchCore: Sendable {
  /// A fact. Waiters have numbers, each used once.
  enum Event: Sendable {
    /// A viewer sees other rows, the most important one first, and may see those ahead next.
    case shown([Book.ID], ahead: [Book.ID], viewer: String)
    /// Rows are to be queued; nobody waits for them.
    case asked([Book.ID], isForced: Bool)
    /// Somebody waits for a row.
    case rowAwaited(Book.ID, by: Int, isForced: Bool)
    /// Somebody waits for a report of rows.
    case reportAwaited([Book.ID], by: Int, isForced: Bool, isBrief: Bool)
    /// A waiter was cancelled.
    case waiterLeft(Int)
    /// The input that was there already has joined.
    case gathered
    case committed(FetchBatchResult)
    /// The batch could not be stored.
    case failed(any Error)
    case responded(request: Int, FetchResult)
    /// The timer fired that was set to a time.
    case timerFired(Double)
    case stop
  }

  /// Something to be done.
  enum Effect: Sendable {
    /// To wait a moment for more input; `gathered` follows.
    case gather
    /// To run a batch; `committed` or `failed` follows.
    case run(FetchBatch)
    case cancelBatch
    /// To make a request; `responded` follows, also when it is cancelled.
    case start(FetchRequest)
    case cancel(request: Int)
    /// To set the timer, whether or not it was set; `timerFired` follows.
    case setTimer(Double)
    case cancelTimer
    case tell(FetchWaiters.Message)
    case tellObservers(MetadataEvent)
    /// To tell observers which rows a batch has changed.
    case tellChanges(FetchBatchResult)
    /// To end the streams of observers, and let go who waits for the end.
    case finish
  }

  /// A state of the core; see the table.
  enum Phase: Sendable {
    case idle, gathering
    /// - Parameter isNextWanted: whether something has gathered for the next batch.
    case batching(FetchBatch, isNextWanted: Bool)
    /// - Parameter batch: the batch that is still under way.
    case stopping(_ batch: FetchBatch?)
    case finishing, stopped
  }

  /// How soon the first batch that failed is retried, in seconds; doubled each time.
  static let firstRetry = 1.0
  static let longestRetry = 60.0
  /// How long stopping waits for what is under way, and then for the last batch, in seconds.
  static let patience = 2.0

  let host: String
  let holder: String
  /// Whether a batch can be stored at all.
  let canStore: Bool
  var phase = Phase.idle
  var pending = PendingBatch()
  var waiters = FetchWaiters()
  var timer = FetchTimer()
  /// The requests whose rows are claimed, by their numbers.
  var claims: [Int: FetchRequest] = [:]
  /// The numbers of the requests under way; the others of ``claims`` have their responses.
  var underWay = Set<Int>()
  /// How soon a batch that fails is retried, in seconds.
  var retry = firstRetry
  /// The state of the host that observers were told last.
  var hostWait: HostWait?

  /// - Parameters:
  ///   - host: the provider's host.
  ///   - holder: the name of this process for others.
  ///   - canStore: `false` where the catalog was opened for reading alone: nothing is retried then.
  init(host: String, holder: String, canStore: Bool) {
    (self.host, self.holder, self.canStore) = (host, holder, canStore)
  }

  /// Takes in an event and says what is to be done.
  ///
  /// - Parameter now: the present time, in seconds of a monotonic clock.
  mutating func step(_ event: Event, now: Double) -> [Effect] {
    switch phase {
    case .idle, .gathering, .batching: stepRunning(event, now)
    case .stopping, .finishing, .stopped: stepEnding(event, now)
    }
  }
}

extension FetchCore {
  /// Takes note of the claims that a batch has made, and of those that it has ended.
  mutating func renewClaims(_ result: FetchBatchResult, of batch: FetchBatch) {
    for response in batch.responses { claims[response.request.number] = nil }
    for request in result.requests { claims[request.number] = request }
  }

  /// Takes note that a request has ended.
  ///
  /// - Returns: whether it was under way; one that took too long was answered for before.
  mutating func end(_ number: Int, _ result: FetchResult) -> Bool {
    guard underWay.remove(number) != nil, let request = claims[number] else { return false }
    timer.deadlines[number] = nil
    var unwanted = waiters.takeUnwanted(of: request)
    // What came is kept, whoever has left.
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
