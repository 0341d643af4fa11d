import Dispatch
import FoundationEssentials

/// The transactions of an import or a refresh: short where others may want to write, and ended at once when somebody waits. Between two
/// of them other processes get their turn.
struct LoadWrites {
  let database: Database
  /// The contents that it is about; `nil` where it is about whatever is there.
  let contents: ContentsMark?
  let pace: LoadPace
  private let now: @Sendable () -> Date
  /// Whether the indexes of lists are left to the end.
  private(set) var lacksIndexes = false
  private let clock = ContinuousClock()
  private var lastWaited: ContinuousClock.Instant?
  private var lastPause: ContinuousClock.Instant

  /// Who waited to write when a transaction ended.
  private struct Waiting {
    /// Somebody in this process, whose turn comes by itself.
    let here: Bool
    /// Another process, which has to be let in.
    let elsewhere: Bool
  }

  init(
    database: Database, contents: ContentsMark?, pace: LoadPace, now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    self.contents = contents
    self.pace = pace
    self.now = now
    lastPause = clock.now
  }

  /// Runs the body in a transaction, and tells it when to stop.
  mutating func run<Result: Sendable>(
    keeping: Bool = true, _ body: @escaping @Sendable (Connection, () -> Bool) throws -> Result
  ) async throws -> Result {
    let isShared = lastWaited.map { clock.now - $0 < .seconds(pace.sharedPeriod) } ?? false
    let time = Duration.seconds(isShared ? pace.sharedTime : pace.transactionTime)
    // What the user writes waits for the disk, and there for what was copied from the log.
    let logPages = isShared ? CommitDurability.survivesPowerCut.logPages : pace.logPages
    let (database, now) = (database, now)
    let timed: @Sendable (Connection) throws -> (Result, Waiting) = { connection in
      var time = TransactionTime(database, time)
      let result = try body(connection) { time.isOver() }
      // Who opens the catalog meanwhile leaves to the load what it has left.
      try DerivedPending(connection: connection).touch(now: now())
      return (result, Waiting(here: database.hasWaitingWriter, elsewhere: time.isAskedElsewhere))
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

  /// Goes on without the indexes of lists, if nobody else has brought more books meanwhile.
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

  /// Does all of a work.
  mutating func run<Work: BatchedWork>(_ work: Work) async throws {
    var work = work
    while !work.isFinished { try await next(of: &work) }
  }

  /// Does the next part of a work, in a transaction.
  ///
  /// - Parameter keeping: whether what it writes stands.
  mutating func next<Work: BatchedWork>(of work: inout Work, keeping: Bool = true) async throws {
    let begun = work
    work = try await run(keeping: keeping) { connection, isToStop in
      var work = begun
      try work.next(connection, isToStop: isToStop)
      return work
    }
  }

  /// Derives all that a load has left, this one or another.
  mutating func catchUp() async throws { try await run(DerivedCatchUp(now: now)) }
}
