import CatalogDatabase
import FoundationEssentials

/// The table `fetch_state`, for one provider. It is the queue of books whose metadata is to be fetched. A process
/// claims a row by moving it to the queue ``FetchQueue/claimed``, until the time at which the claim expires.
struct FetchStateTable {
  let connection: Connection
  let provider: String

  private static let columns = "book_id, input, state, stage, queue, due_at, claimed_by, attempts, etag, last_error"

  // These texts are stored properties, because some statements are run for each row of a batch.
  private static let reading = "SELECT \(columns) FROM fetch_state WHERE provider = ? AND book_id = ?"
  private static let writing = """
    INSERT INTO fetch_state (provider, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (provider, book_id) DO UPDATE
    SET input = excluded.input, state = excluded.state, stage = excluded.stage, queue = excluded.queue,
      due_at = excluded.due_at, claimed_by = excluded.claimed_by, attempts = excluded.attempts, etag = excluded.etag,
      last_error = excluded.last_error
    """
  private static let inserting = """
    INSERT INTO fetch_state (provider, book_id, input, state, queue, due_at, claimed_by) VALUES (?, ?, ?, \(FetchState.waiting.rawValue), ?, ?, ?)
    ON CONFLICT (provider, book_id) DO NOTHING
    """
  private static let swapping = """
    UPDATE fetch_state SET input = ?, state = ?, stage = ?, queue = ?, due_at = ?, claimed_by = NULL, attempts = ?,
      etag = ?, last_error = ?
    WHERE provider = ? AND book_id = ? AND claimed_by = ?
    """
  private static let claimingOne = """
    UPDATE fetch_state SET queue = \(FetchQueue.claimed.rawValue), claimed_by = ?, due_at = ? WHERE provider = ? AND book_id = ?
    """
  private static let claimingMany = """
    UPDATE fetch_state SET queue = \(FetchQueue.claimed.rawValue), claimed_by = ?, due_at = ?
    WHERE provider = ? AND book_id IN (SELECT value FROM json_each(?))
    """
  private static let withdrawing = """
    DELETE FROM fetch_state
    WHERE provider = ? AND book_id = ? AND queue <> \(FetchQueue.claimed.rawValue)
      AND state = \(FetchState.waiting.rawValue) AND claimed_by = ?
    """
  // These are two statements, because each reads a single range of the queue's index. They run at the start of each
  // batch. A statement with both conditions would read all rows of the provider.
  private static let releasingEnded = releasing("due_at <= ?4")
  private static let releasingTooLong = releasing("due_at > ?4")
  private static func releasing(_ condition: String) -> String {
    """
    UPDATE fetch_state SET queue = \(FetchState.queueAfterClaimSQL), claimed_by = NULL, due_at = ?1
    WHERE provider = ?2 AND queue = \(FetchQueue.claimed.rawValue) AND \(condition) AND substr(coalesce(claimed_by, ''), 1, length(?3)) <> ?3
    """
  }
  private static let candidate = """
    SELECT f.book_id, f.input, f.state, f.stage, f.queue, f.due_at, f.claimed_by, f.attempts, f.etag, f.last_error,
      b.id, b.isbn, b.isbn_given, b.title, b.authors,
      EXISTS (SELECT 1 FROM metadata m WHERE m.book_id = f.book_id AND m.provider = f.provider)
    FROM fetch_state f LEFT JOIN book b ON b.id = f.book_id AND b.hidden = 0
    """
  private static let candidateOfBook = "\(candidate) WHERE f.provider = ? AND f.book_id = ?"
  private static let candidatesInQueue = """
    \(candidate) WHERE f.provider = ? AND f.queue = ? AND f.due_at <= ? ORDER BY f.due_at, f.book_id
    """

  func row(_ book: Book.ID) throws -> FetchStateRow? {
    try connection.statement(Self.reading).first([.text(provider), .id(book)], Self.decode)
  }

  func write(_ row: FetchStateRow) throws {
    try connection.run(
      Self.writing,
      [
        .text(provider), .id(row.book), .integer(row.input), .integer(row.state.rawValue),
        .integer(row.stage.rawValue), .integer(row.queue.rawValue), .integer(row.due), SQLValue(row.claimedBy),
        .integer(row.attempts), SQLValue(row.etag), SQLValue(row.error),
      ])
  }

  /// Adds a book to the queue. Does nothing if the table already contains the book.
  ///
  /// - Parameter owner: The name of the requester, who may withdraw the request. `nil` if others may also need the
  ///   metadata.
  /// - Returns: True if the book was added.
  func insert(_ book: Book.ID, input: Int64, queue: FetchQueue, due: Int64, owner: String?) throws -> Bool {
    try connection.run(
      Self.inserting,
      [
        .text(provider), .id(book), .integer(input), .integer(queue.rawValue), .integer(due), SQLValue(owner),
      ])
    return connection.changes == 1
  }

  /// Claims rows for a process that is about to fetch their metadata.
  func claim(_ books: [Book.ID], by name: String, until: Int64) throws {
    let list: SQLValue =
      books.count == 1 ? .id(books[0]) : .text("[\(books.map(String.init).joined(separator: ","))]")
    try connection.run(
      books.count == 1 ? Self.claimingOne : Self.claimingMany, [.text(name), .integer(until), .text(provider), list])
  }

  /// Writes a row and ends its claim, but only if the claim is still valid (compare-and-swap).
  ///
  /// - Parameter name: The name of the claim, or `nil` to write the row in any case.
  /// - Returns: True if the row was written.
  func write(_ row: FetchStateRow, ifClaimedBy name: String?) throws -> Bool {
    guard let name else {
      try write(row)
      return true
    }
    try connection.run(
      Self.swapping,
      [
        .integer(row.input), .integer(row.state.rawValue), .integer(row.stage.rawValue), .integer(row.queue.rawValue),
        .integer(row.due), .integer(row.attempts), SQLValue(row.etag), SQLValue(row.error), .text(provider),
        .id(row.book), .text(name),
      ])
    return connection.changes == 1
  }

  func delete(_ book: Book.ID) throws {
    try connection.run(
      "DELETE FROM fetch_state WHERE provider = ? AND book_id = ?", [.text(provider), .id(book)])
  }

  /// Removes a book from the queue, unless somebody else has also requested it.
  func withdraw(_ book: Book.ID, owner: String) throws {
    try connection.run(
      Self.withdrawing,
      [.text(provider), .id(book), .text(owner)])
  }

  /// Returns the row of a book, with the data needed to look up the book.
  func candidate(_ book: Book.ID) throws -> FetchCandidate? {
    try connection.statement(Self.candidateOfBook).first([.text(provider), .id(book)], Self.decodeCandidate)
  }

  /// Calls the body with the rows of a queue that are due, earliest first, until the body returns false.
  func forEachDue(in queue: FetchQueue, at now: Int64, _ body: (FetchCandidate) throws -> Bool) throws {
    try connection.statement(Self.candidatesInQueue)
      .scan([.text(provider), .integer(queue.rawValue), .integer(now)]) { try body(Self.decodeCandidate($0)) }
  }

  /// Returns the earliest due time in a queue that is later than a given time, in milliseconds since 1970.
  func nextDue(in queue: FetchQueue, after time: Int64) throws -> Int64? {
    try connection.integer(
      "SELECT min(due_at) FROM fetch_state WHERE provider = ? AND queue = ? AND due_at > ?",
      [.text(provider), .integer(queue.rawValue), .integer(time)])
  }

  /// Releases claims that have expired. Also releases claims that end later than `latest`, which happens if a clock has
  /// been set back.
  ///
  /// - Parameters:
  ///   - latest: The latest time at which a claim can end.
  ///   - holder: A prefix of claim names. Claims whose names begin with this prefix are kept, because their holder is
  ///     still working.
  func releaseClaims(at now: Int64, latest: Int64, exceptOf holder: String) throws {
    for (statement, limit) in [(Self.releasingEnded, now), (Self.releasingTooLong, latest)] {
      try connection.run(statement, [.integer(now), .text(provider), .text(holder), .integer(limit)])
    }
  }

  /// Shortens claims so that they end at a given time at the latest.
  ///
  /// - Parameter holder: A prefix of claim names. Only claims whose names begin with this prefix are shortened.
  func renewClaims(of holder: String, until: Int64) throws {
    try connection.run(
      """
      UPDATE fetch_state SET due_at = ?1
      WHERE provider = ?2 AND queue = \(FetchQueue.claimed.rawValue) AND due_at > ?1
        AND substr(coalesce(claimed_by, ''), 1, length(?3)) = ?3
      """, [.integer(until), .text(provider), .text(holder)])
  }

  /// Makes queued rows due immediately if they are due later than `latest`, which happens if a clock has been set back.
  ///
  /// - Parameters:
  ///   - attempts: A range of numbers of unusable answers. Only rows whose number is in this range are changed. For a
  ///     book that the provider does not know, the number is 0.
  ///   - latest: The latest possible due time of such a row.
  func clampQueued(attempts: ClosedRange<Int64>, at now: Int64, latest: Int64) throws {
    // One statement for each queue: a single statement for several queues would read all rows of the provider.
    for queue in [FetchQueue.requested, .seen, .rest] {
      try connection.run(
        """
        UPDATE fetch_state SET due_at = ?1
        WHERE provider = ?2 AND queue = ?3 AND due_at > ?4
          AND \(FetchState.attemptsSQL) BETWEEN ?5 AND ?6
        """,
        [
          .integer(now), .text(provider), .integer(queue.rawValue), .integer(latest), .integer(attempts.lowerBound),
          .integer(attempts.upperBound),
        ])
    }
  }

  /// Makes rows with an answer due immediately if they are due later than `latest`, the latest possible time.
  func clampRefresh(at now: Int64, latest: Int64) throws {
    try connection.run(
      "UPDATE fetch_state SET due_at = ? WHERE provider = ? AND queue = ? AND due_at > ?",
      [.integer(now), .text(provider), .integer(FetchQueue.refresh.rawValue), .integer(latest)])
  }

  private static func decodeCandidate(_ row: borrowing Statement) -> FetchCandidate {
    let book: Book.ID = row.id(0)
    var input: MetadataInput?
    if !row.isNull(10) {
      input = MetadataInput(
        book: book, isbn: row.optionalInteger(11).map { ISBN(checked: $0, asGiven: row.optionalText(12)) },
        title: row.text(13), authors: row.lines(14))
    }
    return FetchCandidate(row: decode(row), input: input, hasLayer: row.integer(15) != 0)
  }

  private static func decode(_ row: borrowing Statement) -> FetchStateRow {
    FetchStateRow(
      book: row.id(0), input: row.integer(1), state: FetchState(rawValue: row.integer(2)) ?? .waiting,
      stage: FetchStage(rawValue: row.integer(3)) ?? .summary, queue: FetchQueue(rawValue: row.integer(4)) ?? .seen,
      due: row.time(5), claimedBy: row.optionalText(6), attempts: row.count(7), etag: row.optionalText(8),
      error: row.optionalText(9))
  }
}
