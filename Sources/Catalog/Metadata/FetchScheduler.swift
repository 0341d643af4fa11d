import CatalogDatabase
import FoundationEssentials

/// Decides which rows of the queue to fetch next, and stores the responses.
///
/// The scheduler works in batches. A batch is one transaction that stores the available responses, queues the demanded
/// rows, and claims the rows of the next requests. The queue is the table `fetch_state`. Memory contains only data that
/// may be lost when the process ends: the visible rows, and the claims of this process. A claim is a lease on a row. A
/// response is stored only while its claim is held (compare-and-swap on `claimed_by`), so a batch is idempotent.
struct FetchScheduler: Sendable {
  /// The maximum number of rows that one batch queues.
  static let batchSize = 1_000
  /// The number of requests after which one request begins with the row that has been due longest, even if that row is
  /// not visible.
  static let oldestFirstInterval = 8

  let profile: ProviderProfile
  /// The name under which this fetcher claims rows.
  let holder: String
  /// The visible rows, most urgent first, followed by the rows that may become visible next.
  var sight: [Book.ID] = []
  /// The rows that callers of this fetcher requested and that have no answer yet. Used only if the fetcher does not
  /// serve the queue. Does not include rows that are merely visible, because these are needed only while they are
  /// visible.
  var requested: [Book.ID] = []
  /// The rows of ``sight`` and ``requested`` that may be due.
  var open: [Book.ID] = []
  /// True if rows that were removed from ``open`` may have become due again.
  var hasReturned = false
  /// The claims of this process, by request number.
  var claims: [Int: FetchRequest] = [:]
  var slots: HostSlots
  var lastNumber = 0
  private var lastTime: Int64 = 0

  init(_ profile: ProviderProfile, holder: String) {
    (self.profile, self.holder) = (profile, holder)
    slots = HostSlots(host: profile.host, parallel: profile.limits.parallel, holder: holder)
  }

  /// Returns the name under which a request's claim is stored. The name is unique, so no other request can store an
  /// answer for this claim.
  func claim(ofRequest number: Int) -> String { "\(holder) \(number)" }

  /// The rows that this process has claimed.
  var claimedRows: Set<Book.ID> { Set(claims.values.flatMap { $0.rows.map(\.book) }) }

  /// Processes a batch inside one transaction.
  ///
  /// - Throws: ``CatalogError``. In that case nothing is stored, and the caller must continue with the scheduler as it
  ///   was before the call.
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
    if !requested.isEmpty {
      let done = withdrawn.union(transaction.result.complete)
      requested.removeAll(where: done.contains)
    }
    for demand in batch.demands { try take(demand, in: &transaction) }
    if !batch.isLast { try claimRequests(in: &transaction) }
    try slots.release(LeaseTable(connection: connection))
    try transaction.limiter.save()
    return transaction.result
  }

  /// Releases expired claims. If the clock has been set back, also makes rows due whose due time is too far in the
  /// future.
  private mutating func releaseClaims(in transaction: FetchTransaction) throws {
    let (queue, time) = (transaction.queue, transaction.time)
    // Tolerates claims by a process whose clock is a few seconds ahead.
    try queue.releaseClaims(at: time, latest: transaction.time(in: 2 * FetchTimes.claim), exceptOf: holder + " ")
    if time < lastTime {
      try queue.renewClaims(of: holder + " ", until: transaction.time(in: FetchTimes.claim))
    }
    if lastTime == 0 || time < lastTime {
      for attempts in 0...FetchTimes.attemptsToPark {
        let range = attempts...(attempts == FetchTimes.attemptsToPark ? .max : attempts)
        try queue.clampQueued(
          attempts: range, at: time, latest: transaction.time(in: FetchTimes.maxBackoff(attempts: attempts)))
      }
      try queue.clampRefresh(at: time, latest: transaction.time(in: FetchTimes.maxWait))
    }
    lastTime = time
  }
}
