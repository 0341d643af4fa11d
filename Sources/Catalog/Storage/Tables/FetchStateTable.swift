import FoundationEssentials

/// How far each row's metadata is with each provider: the queue of a fetcher, which is found in the file and nowhere else.
struct FetchStateTable {
  let connection: Connection
  let provider: String

  enum State: Int64 {
    case waiting = 0
    case loaded, none, failed
  }

  /// What is asked for next.
  enum Stage: Int64 {
    case summary = 0
    case rest
  }

  /// Where a row stands in line.
  enum Queue: Int64, CaseIterable {
    case underWay = 0
    case byHand, seen, rest, later

    /// The queues that are served, the first one first.
    static let served: [Queue] = [.byHand, .seen, .rest, .later]
  }

  struct Row: Equatable {
    let book: Int64
    var input: Int64
    var state = State.waiting
    var stage = Stage.summary
    var queue: Queue
    /// In milliseconds since 1970.
    var due: Int64
    var claimedBy: String?
    var attempts: Int64 = 0
    var etag: String?
    var error: String?
  }

  private static let columns = "book_id, input, state, stage, queue, due_at, claimed_by, attempts, etag, last_error"

  func row(_ book: Int64) throws -> Row? {
    try connection.statement("SELECT \(Self.columns) FROM fetch_state WHERE provider = ? AND book_id = ?")
      .first([.text(provider), .integer(book)], Self.decode)
  }

  func write(_ row: Row) throws {
    try connection.run(
      """
      INSERT INTO fetch_state (provider, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (provider, book_id) DO UPDATE
      SET input = excluded.input, state = excluded.state, stage = excluded.stage, queue = excluded.queue,
        due_at = excluded.due_at, claimed_by = excluded.claimed_by, attempts = excluded.attempts, etag = excluded.etag,
        last_error = excluded.last_error
      """,
      [
        .text(provider), .integer(row.book), .integer(row.input), .integer(row.state.rawValue),
        .integer(row.stage.rawValue), .integer(row.queue.rawValue), .integer(row.due), SQLValue(row.claimedBy),
        .integer(row.attempts), SQLValue(row.etag), SQLValue(row.error),
      ])
  }

  /// Notes who is asking for a row.
  func claim(_ book: Int64, by name: String, input: Int64, stage: Stage, until: Int64) throws {
    try connection.run(
      """
      UPDATE fetch_state SET queue = 0, claimed_by = ?, input = ?, stage = ?, due_at = ?
      WHERE provider = ? AND book_id = ?
      """,
      [.text(name), .integer(input), .integer(stage.rawValue), .integer(until), .text(provider), .integer(book)])
  }

  func delete(_ book: Int64) throws {
    try connection.run(
      "DELETE FROM fetch_state WHERE provider = ? AND book_id = ?", [.text(provider), .integer(book)])
  }

  /// The rows of a queue that are due, the one that is due longest first.
  func due(in queue: Queue, at now: Int64, limit: Int) throws -> [Row] {
    var rows: [Row] = []
    try connection.statement(
      """
      SELECT \(Self.columns) FROM fetch_state WHERE provider = ? AND queue = ? AND due_at <= ?
      ORDER BY due_at, book_id LIMIT ?
      """
    ).forEachRow([.text(provider), .integer(queue.rawValue), .integer(now), .integer(Int64(limit))]) {
      rows.append(Self.decode($0))
    }
    return rows
  }

  /// When the first row of a queue is due, in milliseconds since 1970.
  func firstDue(in queue: Queue) throws -> Int64? {
    try connection.integer(
      "SELECT min(due_at) FROM fetch_state WHERE provider = ? AND queue = ?",
      [.text(provider), .integer(queue.rawValue)])
  }

  /// Puts claims that ran out back into the line, and those that were made by a clock that has been set back since.
  ///
  /// - Parameter latest: when a claim made now runs out.
  func releaseClaims(at now: Int64, latest: Int64) throws {
    try connection.run(
      """
      UPDATE fetch_state SET queue = CASE state WHEN 0 THEN 2 WHEN 3 THEN 2 ELSE 4 END, claimed_by = NULL, due_at = ?1
      WHERE provider = ?2 AND queue = 0 AND (due_at <= ?1 OR due_at > ?3)
      """, [.integer(now), .text(provider), .integer(latest)])
  }

  /// Makes due at once what waits for longer than anything can: a clock was set back.
  func clamp(_ queue: Queue, at now: Int64, latest: Int64) throws {
    try connection.run(
      "UPDATE fetch_state SET due_at = ? WHERE provider = ? AND queue = ? AND due_at > ?",
      [.integer(now), .text(provider), .integer(queue.rawValue), .integer(latest)])
  }

  private static func decode(_ row: borrowing Statement) -> Row {
    Row(
      book: row.integer(0), input: row.integer(1), state: State(rawValue: row.integer(2)) ?? .waiting,
      stage: Stage(rawValue: row.integer(3)) ?? .summary, queue: Queue(rawValue: row.integer(4)) ?? .seen,
      due: row.integer(5), claimedBy: row.optionalText(6), attempts: row.integer(7), etag: row.optionalText(8),
      error: row.optionalText(9))
  }
}
