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
  private var writes: LoadWrites
  /// The words of books that came in.
  private var words = SearchRun()
  private var added = 0
  /// Whether it has left anything for later.
  private(set) var hasDeferred = false

  init(database: Database, contents: ContentsMark?, pace: LoadPace, isFirst: Bool) {
    self.database = database
    self.contents = contents
    self.pace = pace
    self.isFirst = isFirst
    writes = LoadWrites(database: database, contents: contents, pace: pace, isFirstLoad: isFirst)
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

  /// Remembers what a transaction left.
  mutating func take(_ words: SearchRun, added: Int) {
    self.added += added
    guard !words.ids.isEmpty else { return }
    hasDeferred = true
    self.words.append(words)
  }

  /// Between two transactions: writes what is enough for a run.
  mutating func goOn(now: Date) async throws {
    if isFirst, !writes.lacksIndexes, added >= pace.booksWithIndexes {
      try await writes.dropIndexes(ofAtMost: 2 * Int64(added), now: now)
    }
    if words.count >= (writes.lacksIndexes ? pace.firstRunBooks : pace.runBooks) || words.size >= pace.runBytes {
      let writer = SearchRunWriter(words)
      words = SearchRun(bytes: pace.runBytes)
      try await writes.run(writer, now: now)
    }
  }

  /// Writes all that it has left, and with it what other loads have.
  mutating func finish(now: Date) async throws {
    var writes = LoadWrites(database: database, contents: contents, pace: pace, isFirstLoad: false)
    if words.count > 0 {
      let writer = SearchRunWriter(words)
      words = SearchRun()
      try await writes.run(writer, now: now)
    }
    try await writes.catchUp(now: now)
  }
}
