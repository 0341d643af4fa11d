import CatalogDatabase
import FoundationEssentials

/// Computes the derived data that a bulk load has deferred, in short transactions. It runs at the end of an import. If
/// a load was killed, the next import, the next opening for writing, or `check --repair` does the work.
struct DerivedCatchUp: BatchedWork {
  /// The number of books read inside one transaction.
  private static let booksAtOnce = 2_000
  /// The number of books to index at a time when only about a second is available. Writing the index entries of this
  /// many books takes less than a second.
  private static let smallRunBooks = 5_000

  /// The number of books to index at a time. A larger number means that each row of the search index is rewritten less
  /// often.
  private let runBooks: Int
  private var run = SearchRun()
  private var writer: SearchRunWriter?
  private var lists = ListCatchUp()
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date, runBooks: Int = 65_536) { (self.now, self.runBooks) = (now, runBooks) }

  var isFinished: Bool { lists.isFinished }

  /// Performs the next part of the work inside one transaction, and records that the work is still in progress.
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
    // No books are left. Any remaining entries record other pending work, such as missing indexes.
    try pending.finishSearch()
    try lists.next(connection)
  }

  /// Continues the work of a load that was killed, for at most about a second, so that opening the catalog is not
  /// delayed. Does nothing while another process is running a load. Unlike other batched work, this does not use
  /// ``Database/inBatches(_:in:progress:)``, because the database is still being opened.
  static func goOn(_ connection: Connection, now: Date) throws {
    let pending = DerivedPending(connection: connection)
    guard try Migrator.state(of: connection) == .current, try !pending.isEmpty, try !pending.isUnderWay(now: now) else {
      return
    }
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(1)
    var catchUp = DerivedCatchUp(now: { now }, runBooks: smallRunBooks)
    // Once books were read, their index entries are written even after the deadline. Otherwise the next attempt would
    // have to read the books again.
    while !catchUp.isFinished, clock.now < deadline || catchUp.isWithinRun {
      try connection.transaction { try catchUp.next(connection) { clock.now >= deadline } }
    }
    if !catchUp.isFinished { try connection.transaction { try pending.release() } }
  }

  /// True if some books were read whose index entries are not written yet.
  private var isWithinRun: Bool { writer != nil || run.count > 0 }

  /// Returns true if enough books were read to write their index entries, or if no more books are pending.
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
    // The limit counts books, not ids, because a long range of ids may contain few books.
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

/// Creates the missing indexes for lists, one in each transaction. Then rebuilds the page index.
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
