import FoundationEssentials

/// What the books of a load leave for later, and when that is written: used by imports, and by refreshes that bring many
/// books.
struct BulkLoad {
  let database: Database
  /// The contents in which it began; `nil` before that.
  let contents: ContentsMark?
  let pace: LoadPace
  /// Whether the catalog held no book before.
  let isFirst: Bool
  private let now: @Sendable () -> Date
  private var writes: LoadWrites
  /// The terms of books that came in.
  private let gathering = SearchRunGathering()
  private var gathered = 0
  /// The last two takings in: each waits for the one before.
  private var takings: [Task<Void, Never>] = []
  private var added = 0
  /// Whether it has left anything for later.
  private(set) var hasDeferred = false

  init(
    database: Database, contents: ContentsMark?, pace: LoadPace, isFirst: Bool, now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    self.contents = contents
    self.pace = pace
    self.isFirst = isFirst
    self.now = now
    writes = LoadWrites(database: database, contents: contents, pace: pace, now: now)
  }

  /// Whether the catalog holds no book yet.
  static func isFirst(_ connection: Connection) throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM book)") == 0
  }

  /// Runs the body in a transaction, and tells it when to stop.
  ///
  /// - Parameter keeping: whether what it writes stands.
  mutating func run<Result: Sendable>(
    keeping: Bool = true, _ body: @escaping @Sendable (Connection, () -> Bool) throws -> Result
  ) async throws -> Result {
    try await writes.run(keeping: keeping, body)
  }

  /// Does the next part of a work in a transaction.
  ///
  /// - Parameter keeping: whether what it writes stands.
  mutating func next<Work: BatchedWork>(of work: inout Work, keeping: Bool) async throws {
    try await writes.next(of: &work, keeping: keeping)
  }

  /// Remembers what a transaction left.
  mutating func take(_ terms: DeferredTerms, added: Int) {
    self.added += added
    guard !terms.ids.isEmpty else { return }
    hasDeferred = true
    gathered += terms.books.count
    let (gathering, last) = (gathering, takings.last)
    takings =
      takings.suffix(1) + [
        Task {
          await last?.value
          await gathering.append(terms)
        }
      ]
  }

  /// The run of all that was remembered.
  private mutating func run() async -> SearchRun {
    await takings.last?.value
    gathered = 0
    return await gathering.take()
  }

  /// Before the transactions that take rows in: goes on without the indexes of lists where that pays.
  mutating func prepare(forRows rows: Int) async throws {
    guard isFirst, !writes.lacksIndexes, added + rows >= pace.booksWithIndexes else { return }
    try await writes.dropIndexes(ofAtMost: 2 * Int64(added))
    hasDeferred = hasDeferred || writes.lacksIndexes
  }

  /// Between two transactions: writes what is enough for a run.
  mutating func goOn() async throws {
    // No more than one transaction is left to be taken in beside the next one.
    if takings.count > 1 { await takings[0].value }
    let size = await gathering.size
    if gathered >= (writes.lacksIndexes ? pace.firstRunBooks : pace.runBooks) || size >= pace.runBytes {
      try await writes.run(SearchRunWriter(run()))
    }
  }

  /// Writes all that it has left, and with it what other loads have.
  mutating func finish() async throws {
    if gathered > 0 {
      let run = await run()
      // Its terms are sorted on one core while another makes the indexes of lists.
      async let writer = SearchRunWriter(run)
      if writes.lacksIndexes { try await writes.run(ListCatchUp()) }
      try await writes.run(await writer)
    }
    try await writes.catchUp()
  }
}
