import Dispatch
import GRDB
import Synchronization

/// Performs the operations of an app based on GRDB on a catalog's table of books. The guards against foreign writes are
/// dropped; indexes of other columns, search, history and layers are not maintained.
final class GRDBPeer: Sendable {
  private let pool: DatabasePool
  private let clock = ContinuousClock()

  private struct Observed {
    var key = ""
    var observation: AnyDatabaseCancellable?
    /// The title that is waited for.
    var awaited = ""
    var told: ContinuousClock.Instant?
  }

  private let observed = Mutex(Observed())
  private let isTold = DispatchSemaphore(value: 0)

  init(_ path: String) throws {
    pool = try DatabasePool(path: path)
    // As durable as ours: a pool chooses NORMAL when it is opened.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try pool.write { db in
      for name in try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
        try db.execute(sql: "DROP TRIGGER \(name)")
      }
    }
  }

  struct UnknownQuestion: Error {
    let parts: [String]
  }

  /// - Returns: milliseconds.
  func answer(_ parts: [String]) throws -> Double {
    switch parts.first {
    case "page":
      guard parts.count == 2, let page = Int(parts[1]) else { break }
      return try milliseconds { try self.page(page) }
    case "rename":
      guard parts.count == 3, let id = Int64(parts[1]) else { break }
      return try milliseconds { try rename(id, parts[2]) }
    case "tell":
      guard parts.count == 3, let id = Int64(parts[1]) else { break }
      return try tell(id, parts[2])
    default: break
    }
    throw UnknownQuestion(parts: parts)
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    Self.milliseconds(try clock.measure(body))
  }

  private static func milliseconds(_ time: Duration) -> Double {
    Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }

  private func page(_ page: Int) throws {
    let rows = try pool.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(BookRow.columns) FROM book WHERE hidden = 0 ORDER BY added_at DESC, id DESC LIMIT 20 OFFSET ?
          """)
      return try BookRow.fetchAll(statement, arguments: [(page - 1) * 20])
    }
    precondition(rows.count == 20, "page \(page) is not whole")
  }

  private func rename(_ id: Int64, _ title: String) throws {
    try pool.write { db in
      try db.cachedStatement(sql: "UPDATE book SET title = ? WHERE id = ?").execute(arguments: [title, id])
    }
  }

  private func tell(_ id: Int64, _ title: String) throws -> Double {
    try observePage(of: id)
    observed.withLock { ($0.awaited, $0.told) = (title, nil) }
    let start = clock.now
    try rename(id, title)
    isTold.wait()
    return Self.milliseconds((observed.withLock { $0.told } ?? start) - start)
  }

  /// Observes the forty rows from a book on, in the order of titles, if they are not the ones that are observed.
  private func observePage(of id: Int64) throws {
    let key = try pool.read { try String.fetchOne($0, sql: "SELECT title_key FROM book WHERE id = ?", arguments: [id]) }
    guard let key, observed.withLock({ $0.key }) != key else { return }
    observed.withLock { $0.observation = nil }
    let isShown = DispatchSemaphore(value: 0)
    let observation = ValueObservation.tracking { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(BookRow.columns) FROM book WHERE hidden = 0 AND title_key >= ? ORDER BY title_key, id LIMIT 40
          """)
      return try BookRow.fetchAll(statement, arguments: [key])
    }
    let observed = observation.start(in: pool, scheduling: .async(onQueue: .main)) { error in
      fatalError("the observation ended: \(error)")
    } onChange: { [weak self] rows in
      isShown.signal()
      self?.take(rows)
    }
    isShown.wait()
    self.observed.withLock { ($0.key, $0.observation) = (key, observed) }
  }

  private func take(_ rows: [BookRow]) {
    let now = clock.now
    let isAwaited = observed.withLock { observed in
      guard observed.told == nil, !observed.awaited.isEmpty, rows.contains(where: { $0.title == observed.awaited })
      else {
        return false
      }
      observed.told = now
      return true
    }
    if isAwaited { isTold.signal() }
  }
}
