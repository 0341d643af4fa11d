import CatalogDatabase
import Dispatch
import FoundationEssentials

/// Runs the transactions of an import or a refresh. Transactions are short while other writers may be active, and end
/// at once when a writer waits. Other processes can write between two transactions.
struct LoadWrites {
  let database: Database
  /// The version of the contents that the catalog must have; `nil` to accept any contents.
  let contents: ContentsVersion?
  let pace: LoadPace
  private let now: @Sendable () -> Date
  /// True if list indexes were dropped and must be rebuilt at the end.
  private(set) var lacksIndexes = false
  private let clock = ContinuousClock()
  private var lastWaited: ContinuousClock.Instant?
  private var lastPause: ContinuousClock.Instant

  /// The writers that waited when a transaction ended.
  private struct Waiting {
    /// True if a writer in this process waited. It can write next without further action.
    let here: Bool
    /// True if another process waited. The load must pause for it.
    let elsewhere: Bool
  }

  init(
    database: Database, contents: ContentsVersion?, pace: LoadPace, now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    self.contents = contents
    self.pace = pace
    self.now = now
    lastPause = clock.now
  }

  /// Runs the body in a transaction. The body receives a closure that returns true when the body should stop.
  mutating func run<Result: Sendable>(
    keeping: Bool = true, _ body: @escaping @Sendable (Connection, () -> Bool) throws -> Result
  ) async throws -> Result {
    let isShared = lastWaited.map { clock.now - $0 < .seconds(pace.sharedPeriod) } ?? false
    let time = Duration.seconds(isShared ? pace.sharedTime : pace.transactionTime)
    // A user's write waits for the disk, including pages that a checkpoint of the load copied. The write-ahead log is
    // therefore kept short while other writers are active.
    let logPages = isShared ? CommitDurability.survivesPowerCut.logPages : pace.logPages
    let (database, now) = (database, now)
    let timed: @Sendable (Connection) throws -> (Result, Waiting) = { connection in
      var time = TransactionTime(database, time)
      let result = try body(connection) { time.isOver() }
      // This time stamp tells other processes that open the catalog to leave the deferred work to this load.
      try DerivedPending(connection: connection).touch(now: now())
      return (result, Waiting(here: database.hasWaitingWriter, elsewhere: time.isRequestedElsewhere))
    }
    let (result, waiting) =
      if keeping {
        try await database.load(in: contents, logPages: logPages, timed)
      } else {
        try await database.dryRun(timed)
      }
    try await pace.committed()
    let ended = clock.now
    if waiting.here || waiting.elsewhere { lastWaited = ended }
    let isLong = ended - lastPause >= .seconds(pace.transactionTime)
    if waiting.elsewhere || isLong {
      await TransactionTime.letOthersWrite()
      lastPause = clock.now
    }
    return result
  }

  /// Drops the list indexes. Keeps them if the catalog has more than `books` books because other writers have added
  /// some.
  mutating func dropIndexes(ofAtMost books: Int64) async throws {
    let now = now
    lacksIndexes = try await run { connection, _ in
      guard try connection.integer("SELECT count(*) FROM book") ?? 0 <= books else { return false }
      try DerivedPending(connection: connection).addLists(now: now())
      try ListIndexes(connection: connection).drop()
      try PageIndexWriter(connection: connection).discard()
      return true
    }
  }

  /// Performs batched work until it is finished.
  mutating func run<Work: BatchedWork>(_ work: Work) async throws {
    var work = work
    while !work.isFinished { try await next(of: &work) }
  }

  /// Performs the next part of batched work in a transaction.
  ///
  /// - Parameter keeping: True to commit the transaction, false to roll it back.
  mutating func next<Work: BatchedWork>(of work: inout Work, keeping: Bool = true) async throws {
    let begun = work
    work = try await run(keeping: keeping) { connection, isToStop in
      var work = begun
      try work.next(connection, isToStop: isToStop)
      return work
    }
  }

  /// Completes the deferred work of this and other loads.
  mutating func catchUp() async throws { try await run(DerivedCatchUp(now: now)) }
}
