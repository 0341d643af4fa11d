import CatalogDatabase
import FoundationEssentials

/// A manager of the work that is deferred while many books are loaded. It decides when to do this work. Imports use a
/// manager, and so do refreshes that add many books.
struct BulkLoad {
  let database: Database
  /// The version of the catalog's contents when the load began; `nil` before the load begins.
  let contents: ContentsVersion?
  let pace: LoadPace
  /// True if the catalog had no books before the load.
  let isFirst: Bool
  private let now: @Sendable () -> Date
  /// The transactions of the load.
  var writes: LoadWrites
  /// The search terms of added books.
  private let gathering = SearchRunGathering()
  private var gathered = 0
  /// The last two tasks that collect search terms. Each task waits for the task before it.
  private var takings: [Task<Void, Never>] = []
  private var added = 0
  /// True if work has been deferred.
  private(set) var hasDeferred = false

  init(
    database: Database, contents: ContentsVersion?, pace: LoadPace, isFirst: Bool, now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    self.contents = contents
    self.pace = pace
    self.isFirst = isFirst
    self.now = now
    writes = LoadWrites(database: database, contents: contents, pace: pace, now: now)
  }

  /// Returns true if the catalog has no books yet.
  static func isFirst(_ connection: Connection) throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM book)") == 0
  }

  /// Collects the deferred search terms of a transaction.
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

  /// Removes all collected search terms and returns them, grouped by term.
  private mutating func run() async -> SearchRun {
    await takings.last?.value
    gathered = 0
    return await gathering.take()
  }

  /// Prepares the load for transactions that store rows. Drops the list indexes if that saves time.
  mutating func prepare(forRows rows: Int) async throws {
    guard isFirst, !writes.lacksIndexes, added + rows >= pace.booksWithIndexes else { return }
    try await writes.dropIndexes(ofAtMost: 2 * Int64(added))
    hasDeferred = hasDeferred || writes.lacksIndexes
  }

  /// Does deferred work between two transactions: writes the collected search terms if there are enough of them.
  mutating func goOn() async throws {
    // This wait ensures that at most one transaction's terms are being collected while the next transaction runs.
    if takings.count > 1 { await takings[0].value }
    let size = await gathering.size
    if gathered >= (writes.lacksIndexes ? pace.firstRunBooks : pace.runBooks) || size >= pace.runBytes {
      try await writes.run(SearchRunWriter(run()))
    }
  }

  /// Completes all deferred work, including work that other loads deferred.
  mutating func finish() async throws {
    if gathered > 0 {
      let run = await run()
      // One core sorts the search terms while another builds the list indexes.
      async let writer = SearchRunWriter(run)
      if writes.lacksIndexes { try await writes.run(ListCatchUp()) }
      try await writes.run(await writer)
    }
    try await writes.catchUp()
  }
}
