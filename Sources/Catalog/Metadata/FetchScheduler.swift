import FoundationEssentials

/// Schedules requests: decides which rows are fetched next, and stores the responses.
///
/// It works in batches. A batch is one transaction that stores the responses that are there, queues what is wanted, and
/// claims the rows of the next requests. The queue is the table `fetch_state`; in memory is only what is lost with good
/// reason when the process ends: the rows in sight, and the claims of this process. A claim is a lease on a row: it runs out,
/// and a response is stored only while it holds (compare-and-swap on `claimed_by`), so that a batch is idempotent.
struct FetchScheduler: Sendable {
  /// The number of rows that one batch queues at most.
  static let batchSize = 1_000
  /// Every so many requests, the row that waits longest is served, whatever is in sight.
  static let turn = 8

  let profile: ProviderProfile
  /// The name of this process for others.
  let holder: String
  /// The rows in sight, the most urgent one first; then those that may come into sight next.
  var sight: [Book.ID] = []
  /// The rows that were asked for here and have no answer yet, where the queue is not served. Those in sight are not among
  /// them: they count as long as they are in sight.
  var wanted: [Book.ID] = []
  /// Those of ``sight`` and ``wanted`` that may be due.
  var open: [Book.ID] = []
  /// Whether rows that had left ``open`` may be due again.
  var hasReturned = false
  /// The claims of this process, by the numbers of the requests.
  var claims: [Int: FetchRequest] = [:]
  var slots: HostSlots
  var lastNumber = 0
  private var lastTime: Int64 = 0

  init(_ profile: ProviderProfile, holder: String) {
    (self.profile, self.holder) = (profile, holder)
    slots = HostSlots(host: profile.host, parallel: profile.limits.parallel, holder: holder)
  }

  /// The name of a request's claim in the file, for no other request to answer in its place.
  func claim(ofRequest number: Int) -> String { "\(holder) \(number)" }

  /// The rows that this process has claimed.
  var claimedRows: Set<Book.ID> { Set(claims.values.flatMap { $0.rows.map(\.book) }) }

  /// Processes a batch inside one transaction.
  ///
  /// - Throws: ``CatalogError``; nothing is stored then, and the scheduler is to be used as it was before.
  mutating func process(
    _ batch: FetchBatch, in connection: Connection, now: Date, using generator: inout some RandomNumberGenerator
  ) throws -> FetchBatchResult {
    var transaction = try FetchTransaction(connection, profile, now: now)
    try releaseClaims(in: transaction)
    if let inSight = batch.inSight { (sight, hasReturned) = (inSight, true) }
    let withdrawn = Set(batch.withdrawn)
    for response in batch.responses {
      try store(response, withdrawn: withdrawn, in: &transaction, using: &generator)
    }
    for book in withdrawn { try transaction.queue.withdraw(book, owner: holder) }
    if !wanted.isEmpty {
      let done = withdrawn.union(transaction.result.complete)
      wanted.removeAll(where: done.contains)
    }
    for demand in batch.demands { try take(demand, in: &transaction) }
    if !batch.isLast { try claimRequests(in: &transaction) }
    try slots.release(LeaseTable(connection: connection))
    try transaction.limiter.save()
    return transaction.result
  }

  /// Releases claims that ran out; and makes due what a clock that was set back has put off, when this clock shows it.
  private mutating func releaseClaims(in transaction: FetchTransaction) throws {
    let (queue, time) = (transaction.queue, transaction.time)
    // Claims of a clock that was some seconds ahead are as good as others.
    try queue.releaseClaims(at: time, latest: transaction.time(in: 2 * FetchTimes.claim), exceptOf: holder + " ")
    if time < lastTime {
      try queue.renewClaims(of: holder + " ", until: transaction.time(in: FetchTimes.claim))
    }
    if lastTime == 0 || time < lastTime {
      for attempts in 0...FetchTimes.attemptsToPark {
        let range = attempts...(attempts == FetchTimes.attemptsToPark ? .max : attempts)
        try queue.clampQueued(
          attempts: range, at: time, latest: transaction.time(in: FetchTimes.longestBackoff(attempts: attempts)))
      }
      try queue.clampRefresh(at: time, latest: transaction.time(in: FetchTimes.longest))
    }
    lastTime = time
  }
}
