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

  /// A row in line, with what its book is asked by.
  struct Candidate {
    let row: Row
    /// `nil` where the book is not shown any more.
    let input: MetadataInput?
    /// Whether anything that the provider said of the book is kept.
    let hasLayer: Bool
  }

  private static let columns = "book_id, input, state, stage, queue, due_at, claimed_by, attempts, etag, last_error"

  // Made once: a pass over the queue runs some of these for each row.
  private static let reading = "SELECT \(columns) FROM fetch_state WHERE provider = ? AND book_id = ?"
  private static let writing = """
    INSERT INTO fetch_state (provider, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (provider, book_id) DO UPDATE
    SET input = excluded.input, state = excluded.state, stage = excluded.stage, queue = excluded.queue,
      due_at = excluded.due_at, claimed_by = excluded.claimed_by, attempts = excluded.attempts, etag = excluded.etag,
      last_error = excluded.last_error
    """
  private static let inserting = """
    INSERT INTO fetch_state (provider, book_id, input, state, queue, due_at, claimed_by) VALUES (?, ?, ?, 0, ?, ?, ?)
    ON CONFLICT (provider, book_id) DO NOTHING
    """
  private static let settling = """
    UPDATE fetch_state SET input = ?, state = ?, stage = ?, queue = ?, due_at = ?, claimed_by = NULL, attempts = ?,
      etag = ?, last_error = ?
    WHERE provider = ? AND book_id = ? AND claimed_by = ?
    """
  private static let claimingOne = """
    UPDATE fetch_state SET queue = 0, claimed_by = ?, due_at = ? WHERE provider = ? AND book_id = ?
    """
  private static let claimingMany = """
    UPDATE fetch_state SET queue = 0, claimed_by = ?, due_at = ?
    WHERE provider = ? AND book_id IN (SELECT value FROM json_each(?))
    """
  // Two statements, each of which is one range of the index of lines; with both conditions in one, SQLite reads every row of
  // the provider, and a pass begins with this.
  private static let releasingEnded = releasing("due_at <= ?4")
  private static let releasingTooLong = releasing("due_at > ?4")
  private static func releasing(_ condition: String) -> String {
    """
    UPDATE fetch_state SET queue = CASE state WHEN 0 THEN 2 WHEN 3 THEN 2 ELSE 4 END, claimed_by = NULL, due_at = ?1
    WHERE provider = ?2 AND queue = 0 AND \(condition) AND substr(coalesce(claimed_by, ''), 1, length(?3)) <> ?3
    """
  }
  private static let candidate = """
    SELECT f.book_id, f.input, f.state, f.stage, f.queue, f.due_at, f.claimed_by, f.attempts, f.etag, f.last_error,
      b.id, b.isbn, b.isbn_given, b.title, b.authors,
      EXISTS (SELECT 1 FROM metadata m WHERE m.book_id = f.book_id AND m.provider = f.provider)
    FROM fetch_state f LEFT JOIN book b ON b.id = f.book_id AND b.hidden = 0
    """
  private static let candidateOfBook = "\(candidate) WHERE f.provider = ? AND f.book_id = ?"
  private static let candidatesInLine = """
    \(candidate) WHERE f.provider = ? AND f.queue = ? AND f.due_at <= ? ORDER BY f.due_at, f.book_id
    """

  func row(_ book: Int64) throws -> Row? {
    try connection.statement(Self.reading).first([.text(provider), .integer(book)], Self.decode)
  }

  func write(_ row: Row) throws {
    try connection.run(
      Self.writing,
      [
        .text(provider), .integer(row.book), .integer(row.input), .integer(row.state.rawValue),
        .integer(row.stage.rawValue), .integer(row.queue.rawValue), .integer(row.due), SQLValue(row.claimedBy),
        .integer(row.attempts), SQLValue(row.etag), SQLValue(row.error),
      ])
  }

  /// Puts a row in line that is in none yet.
  ///
  /// - Parameter owner: who alone wants it, and may take it out again; `nil` for everybody.
  /// - Returns: whether it was in none.
  func insert(_ book: Int64, input: Int64, queue: Queue, due: Int64, owner: String?) throws -> Bool {
    try connection.run(
      Self.inserting,
      [
        .text(provider), .integer(book), .integer(input), .integer(queue.rawValue), .integer(due), SQLValue(owner),
      ])
    return connection.changes == 1
  }

  /// Notes who is asking for rows.
  func claim(_ books: [Int64], by name: String, until: Int64) throws {
    let list: SQLValue =
      books.count == 1 ? .integer(books[0]) : .text("[\(books.map(String.init).joined(separator: ","))]")
    try connection.run(
      books.count == 1 ? Self.claimingOne : Self.claimingMany, [.text(name), .integer(until), .text(provider), list])
  }

  /// Writes what came of a row that was claimed, and ends the claim.
  ///
  /// - Returns: whether the claim was still there; else nothing was written.
  func settle(_ row: Row, claimedBy name: String) throws -> Bool {
    try connection.run(
      Self.settling,
      [
        .integer(row.input), .integer(row.state.rawValue), .integer(row.stage.rawValue), .integer(row.queue.rawValue),
        .integer(row.due), .integer(row.attempts), SQLValue(row.etag), SQLValue(row.error), .text(provider),
        .integer(row.book), .text(name),
      ])
    return connection.changes == 1
  }

  func delete(_ book: Int64) throws {
    try connection.run(
      "DELETE FROM fetch_state WHERE provider = ? AND book_id = ?", [.text(provider), .integer(book)])
  }

  /// Takes a row out of the line that nobody else has wished for.
  func withdraw(_ book: Int64, owner: String) throws {
    try connection.run(
      "DELETE FROM fetch_state WHERE provider = ? AND book_id = ? AND queue <> 0 AND state = 0 AND claimed_by = ?",
      [.text(provider), .integer(book), .text(owner)])
  }

  /// A row with what its book is asked by.
  func candidate(_ book: Int64) throws -> Candidate? {
    try connection.statement(Self.candidateOfBook).first([.text(provider), .integer(book)], Self.decodeCandidate)
  }

  /// Gives the rows of a queue that are due to the body, the one that is due longest first, until that says stop.
  func walk(_ queue: Queue, dueAt now: Int64, _ body: (Candidate) throws -> Bool) throws {
    try connection.statement(Self.candidatesInLine)
      .walk([.text(provider), .integer(queue.rawValue), .integer(now)]) { try body(Self.decodeCandidate($0)) }
  }

  /// When the next row of a queue is due after a time, in milliseconds since 1970.
  func nextDue(in queue: Queue, after time: Int64) throws -> Int64? {
    try connection.integer(
      "SELECT min(due_at) FROM fetch_state WHERE provider = ? AND queue = ? AND due_at > ?",
      [.text(provider), .integer(queue.rawValue), .integer(time)])
  }

  /// Puts claims that ran out back into the line, and those that were made by a clock that has been set back since.
  ///
  /// - Parameters:
  ///   - latest: claims that last longer were made by such a clock.
  ///   - holder: how the names of claims begin that are left alone, since their holder knows what it is asking for.
  func releaseClaims(at now: Int64, latest: Int64, but holder: String) throws {
    for (statement, limit) in [(Self.releasingEnded, now), (Self.releasingTooLong, latest)] {
      try connection.run(statement, [.integer(now), .text(provider), .text(holder), .integer(limit)])
    }
  }

  /// Lets the claims whose names begin so, and that last longer, last until another time.
  func renewClaims(of holder: String, until: Int64) throws {
    try connection.run(
      """
      UPDATE fetch_state SET due_at = ?1
      WHERE provider = ?2 AND queue = 0 AND due_at > ?1 AND substr(coalesce(claimed_by, ''), 1, length(?3)) = ?3
      """, [.integer(until), .text(provider), .text(holder)])
  }

  /// Makes due at once the rows in line that wait for longer than they can: a clock was set back.
  ///
  /// - Parameters:
  ///   - attempts: how many of a row's answers could not be used; a row that the provider did not know waits for its turn
  ///     alone, as one without attempts does.
  ///   - latest: when such a row is due at the latest.
  func clampLine(_ attempts: ClosedRange<Int64>, at now: Int64, latest: Int64) throws {
    // One line after another: of several at once SQLite reads every row of the provider.
    for queue in [Queue.byHand, .seen, .rest] {
      try connection.run(
        """
        UPDATE fetch_state SET due_at = ?1
        WHERE provider = ?2 AND queue = ?3 AND due_at > ?4
          AND CASE state WHEN 2 THEN 0 ELSE attempts END BETWEEN ?5 AND ?6
        """,
        [
          .integer(now), .text(provider), .integer(queue.rawValue), .integer(latest), .integer(attempts.lowerBound),
          .integer(attempts.upperBound),
        ])
    }
  }

  /// The same for rows that are asked for again later.
  func clampLater(at now: Int64, latest: Int64) throws {
    try connection.run(
      "UPDATE fetch_state SET due_at = ? WHERE provider = ? AND queue = 4 AND due_at > ?",
      [.integer(now), .text(provider), .integer(latest)])
  }

  private static func decodeCandidate(_ row: borrowing Statement) -> Candidate {
    let book = row.integer(0)
    var input: MetadataInput?
    if !row.isNull(10) {
      input = MetadataInput(
        book: book, isbn: row.optionalInteger(11).map { ISBN(checked: $0, asGiven: row.optionalText(12)) },
        title: row.text(13), authors: row.lines(14))
    }
    return Candidate(row: decode(row), input: input, hasLayer: row.integer(15) != 0)
  }

  private static func decode(_ row: borrowing Statement) -> Row {
    Row(
      book: row.integer(0), input: row.integer(1), state: State(rawValue: row.integer(2)) ?? .waiting,
      stage: Stage(rawValue: row.integer(3)) ?? .summary, queue: Queue(rawValue: row.integer(4)) ?? .seen,
      due: row.time(5), claimedBy: row.optionalText(6), attempts: row.count(7), etag: row.optionalText(8),
      error: row.optionalText(9))
  }
}
