import FoundationEssentials

/// Derives the data that a load has deferred, in short transactions. It runs at the end of an import. If a load was
/// killed, it runs in the next import, the next opening for writing, or `check --repair`.
struct DerivedCatchUp: BatchedWork {
  /// The number of books read inside one transaction.
  private static let booksAtOnce = 2_000
  /// The number of books written together when only a second is available. Writing this many takes less than a second.
  private static let smallRunBooks = 5_000

  /// The number of books written together. The larger it is, the less often each set is written.
  private let runBooks: Int
  private var run = SearchRun()
  private var writer: SearchRunWriter?
  private var lists = ListCatchUp()
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date, runBooks: Int = 65_536) { (self.now, self.runBooks) = (now, runBooks) }

  var isFinished: Bool { lists.isFinished }

  /// Performs the next part inside one transaction, and records that the work is in progress.
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws {
    let pending = DerivedPending(connection: connection)
    try deriveNext(pending, connection, isToStop: isToStop)
    try pending.touch(now: now())
  }

  private mutating func deriveNext(
    _ pending: DerivedPending, _ connection: Connection, isToStop: () -> Bool
  ) throws {
    if writer == nil, try isGathered(pending), run.count > 0 || !run.ids.isEmpty {
      writer = SearchRunWriter(run)
      run = SearchRun()
    }
    if writer != nil {
      try writer?.next(connection, isToStop: isToStop)
      if writer?.isFinished == true { writer = nil }
      return
    }
    if try gather(connection) { return }
    // The remaining pending entries are not ranges of books.
    try pending.finishSearch()
    try lists.next(connection)
  }

  /// Continues the work of a load that was killed, for at most about a second, so that opening the catalog is not
  /// delayed. Does nothing while another process is running a load. Does not use
  /// ``Database/inBatches(_:in:progress:)``, because the connection is still being opened and has no owner.
  static func goOn(_ connection: Connection, now: Date) throws {
    let pending = DerivedPending(connection: connection)
    guard try Migrator.state(of: connection) == .current, try !pending.isEmpty, try !pending.isUnderWay(now: now) else {
      return
    }
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(1)
    var catchUp = DerivedCatchUp(now: { now }, runBooks: smallRunBooks)
    // A run that has begun is completed, because the next attempt would have to start it from the beginning.
    while !catchUp.isFinished, clock.now < deadline || catchUp.isWithinRun {
      try connection.transaction { try catchUp.next(connection) { clock.now >= deadline } }
    }
    if !catchUp.isFinished { try connection.transaction { try pending.release() } }
  }

  /// True if some books were read but are not written to the index yet.
  private var isWithinRun: Bool { writer != nil || run.count > 0 }

  /// Returns true if the run contains enough books to be written, or contains all pending books.
  private func isGathered(_ pending: DerivedPending) throws -> Bool {
    guard run.count < runBooks, let last = run.ids.last?.upperBound else { return run.count >= runBooks }
    return try last == .max || pending.books(in: (last + 1) ... .max).isEmpty
  }

  /// Reads some of the pending books.
  ///
  /// - Returns: True if there were any pending books.
  private mutating func gather(_ connection: Connection) throws -> Bool {
    let start = run.ids.last.map { $0.upperBound + 1 } ?? 0
    let pending = DerivedPending(connection: connection)
    guard let next = try pending.books(in: start ... .max).first else { return false }
    let first = max(next.lowerBound, start)
    // Limits the number of books rather than the range of ids, because a long range may contain few books.
    let last =
      try connection.integer(
        "SELECT id FROM book WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1 OFFSET \(Self.booksAtOnce - 1)",
        [.integer(first), .integer(next.upperBound)]) ?? next.upperBound
    try connection.statement("SELECT \(BookTable.columns) FROM book WHERE id BETWEEN ? AND ? AND \(BookTable.isShown)")
      .forEachRow([.integer(first), .integer(last)]) { row in
        let book = BookTable.decode(row)
        run.append(book.id.rawValue, SearchTerms(book))
      }
    run.add(first...last)
    return true
  }
}

/// Creates the missing indexes of lists, one per transaction, and the page index with the last of them.
struct ListCatchUp: CountedWork {
  private(set) var isFinished = false

  mutating func next(_ connection: Connection) throws {
    let pending = DerivedPending(connection: connection)
    if try pending.lacksLists {
      if try ListIndexes(connection: connection).makeNext() { return }
      try PageIndexWriter(connection: connection).rebuild()
      try pending.finishLists()
    }
    isFinished = true
  }
}
