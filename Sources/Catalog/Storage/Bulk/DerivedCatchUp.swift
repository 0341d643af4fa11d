import FoundationEssentials

/// Derives what a load left, in short transactions: at the end of an import, and after one that was killed, by the next
/// import, the next opening for writing, and `check --repair`.
struct DerivedCatchUp: Sendable {
  /// How many books are read for a run at a time; few, since they are read inside a transaction.
  private static let runBooks: Int64 = 5_000

  private var writer: SearchRunWriter?

  /// Does the next part, inside one transaction.
  ///
  /// - Parameter isToStop: whether the transaction is to end soon.
  /// - Returns: whether nothing is left.
  mutating func next(_ connection: Connection, now: Date, isToStop: () -> Bool) throws -> Bool {
    let pending = DerivedPending(connection: connection)
    if writer == nil { writer = try Self.writer(connection) }
    if writer != nil {
      if try writer?.next(connection, now: now, isToStop: isToStop) == true { writer = nil }
      return false
    }
    // What is left over is no range of books.
    try pending.finishSearch()
    guard try pending.lacksLists else { return true }
    if try ListIndexes(connection: connection).makeNext() { return false }
    try PageIndexWriter(connection: connection).rebuild()
    try SearchIndex(connection: connection).set(.everyday)
    try pending.finishLists()
    return true
  }

  /// Goes on after a load that was killed, for a second at most: who opened the catalog wants something else. Does
  /// nothing while another process's load is under way.
  static func goOn(_ connection: Connection, now: Date) throws {
    let pending = DerivedPending(connection: connection)
    guard try Migrator.state(of: connection) == .current, try !pending.isEmpty, try !pending.isUnderWay(now: now) else {
      return
    }
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(1)
    var (catchUp, isFinished) = (DerivedCatchUp(), false)
    while !isFinished, clock.now < deadline {
      isFinished = try connection.transaction {
        try catchUp.next(connection, now: now) { clock.now >= deadline }
      }
    }
  }

  /// A run of books that are pending, read from the catalog; `nil` without any.
  private static func writer(_ connection: Connection) throws -> SearchRunWriter? {
    guard let first = try DerivedPending(connection: connection).books().first else { return nil }
    // By books, and not by ids: a range may be long and have few.
    let last =
      try connection.integer(
        "SELECT id FROM book WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1 OFFSET \(runBooks - 1)",
        [.integer(first.ids.lowerBound), .integer(first.ids.upperBound)]) ?? first.ids.upperBound
    var run = SearchRun()
    try connection.statement("SELECT \(BookTable.columns) FROM book WHERE id BETWEEN ? AND ? AND hidden = 0")
      .forEachRow([.integer(first.ids.lowerBound), .integer(last)]) { row in
        let entry = SearchEntry(BookTable.decode(row))
        if entry.rowid > first.lastRow { run.append(entry) }
      }
    run.add(first.ids.lowerBound...last)
    return SearchRunWriter(run)
  }
}
