import FoundationEssentials

/// Derives what a load left, in short transactions: at the end of an import, and after one that was killed, by the next
/// import, the next opening for writing, and `check --repair`.
struct DerivedCatchUp: BatchedWork {
  /// How many books are read inside one transaction.
  private static let booksAtOnce = 2_000
  /// How many are written together by who has a second: so many take less.
  private static let fewBooks = 5_000

  /// How many books are written together: the more, the less often each set is.
  private let runBooks: Int
  private var run = SearchRun()
  private var writer: SearchRunWriter?
  private var lists = ListCatchUp()
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date, runBooks: Int = 65_536) { (self.now, self.runBooks) = (now, runBooks) }

  var isFinished: Bool { lists.isFinished }

  /// Does the next part, and says that somebody is at it, inside one transaction.
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
    // What is left over is no range of books.
    try pending.finishSearch()
    try lists.next(connection)
  }

  /// Goes on after a load that was killed, for a second at most: who opened the catalog wants something else. Does
  /// nothing while another process's load is under way. Not by ``Database/inBatches(_:in:progress:)``: the connection is
  /// about to be opened, and belongs to nobody yet.
  static func goOn(_ connection: Connection, now: Date) throws {
    let pending = DerivedPending(connection: connection)
    guard try Migrator.state(of: connection) == .current, try !pending.isEmpty, try !pending.isUnderWay(now: now) else {
      return
    }
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(1)
    var catchUp = DerivedCatchUp(now: { now }, runBooks: fewBooks)
    // What was begun is brought to its end: else the next one would begin it anew.
    while !catchUp.isFinished, clock.now < deadline || catchUp.isWithinRun {
      try connection.transaction { try catchUp.next(connection) { clock.now >= deadline } }
    }
    if !catchUp.isFinished { try connection.transaction { try pending.release() } }
  }

  /// Whether books were read that are not written yet.
  private var isWithinRun: Bool { writer != nil || run.count > 0 }

  /// Whether the run holds as many books as are written together, or all that are pending.
  private func isGathered(_ pending: DerivedPending) throws -> Bool {
    guard run.count < runBooks, let last = run.ids.last?.upperBound else { return run.count >= runBooks }
    return try last == .max || pending.books(in: (last + 1) ... .max).isEmpty
  }

  /// Reads some books that are pending.
  /// - Returns: whether there were any.
  private mutating func gather(_ connection: Connection) throws -> Bool {
    let behind = run.ids.last.map { $0.upperBound + 1 } ?? 0
    let pending = DerivedPending(connection: connection)
    guard let next = try pending.books(in: behind ... .max).first else { return false }
    let first = max(next.lowerBound, behind)
    // By books, and not by ids: a range may be long and have few.
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

/// Makes the indexes that lists lack, one in a transaction, and with the last of them the page index.
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
