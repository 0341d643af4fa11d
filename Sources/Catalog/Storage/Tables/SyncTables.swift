import FoundationEssentials

/// How far each source has been read, and how its last runs ended.
struct SyncCursorTable {
  let connection: Connection

  func cursor(of source: Int64) throws -> String? {
    try connection.text("SELECT cursor FROM sync_cursor WHERE source_id = ?", [.integer(source)])
  }

  /// Remembers a page that was taken in.
  func advance(_ source: Int64, to cursor: String?, now: Date) throws {
    try connection.run(
      """
      INSERT INTO sync_cursor (source_id, cursor, ok_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (source_id) DO UPDATE SET cursor = ?2, ok_at = ?3, fail_count = 0, last_error = NULL
      """, [.integer(source), SQLValue(cursor), .integer(now.milliseconds)])
  }

  /// Goes back to an earlier cursor, or on to a later one.
  func set(_ cursor: String?, of source: Int64) throws {
    try connection.run("UPDATE sync_cursor SET cursor = ? WHERE source_id = ?", [SQLValue(cursor), .integer(source)])
  }

  /// Remembers a run that failed; the cursor stays.
  func fail(_ source: Int64, error: String, now: Date) throws {
    try connection.run(
      """
      INSERT INTO sync_cursor (source_id, fail_at, fail_count, last_error) VALUES (?1, ?2, 1, ?3)
      ON CONFLICT (source_id) DO UPDATE SET fail_at = ?2, fail_count = fail_count + 1, last_error = ?3
      """, [.integer(source), .integer(now.milliseconds), .text(error)])
  }
}

/// The runs that changed something or failed.
struct SyncRunTable {
  let connection: Connection

  func begin(source: Int64, step: Int64?, now: Date) throws -> Int64 {
    let id = (try connection.integer("SELECT max(id) FROM sync_run") ?? 0) + 1
    try connection.run(
      "INSERT INTO sync_run (id, source_id, step_id, started) VALUES (?, ?, ?, ?)",
      [.integer(id), .integer(source), SQLValue(step), .integer(now.milliseconds)])
    return id
  }

  func update(_ run: Int64, _ counts: RunCounts, step: Int64?, ended: Date?, error: String?) throws {
    try connection.run(
      """
      UPDATE sync_run
      SET step_id = ?, ended = ?, added = ?, updated = ?, unchanged = ?, rejected = ?, error = ? WHERE id = ?
      """,
      [
        SQLValue(step), SQLValue(ended?.milliseconds), SQLValue(counts.added), SQLValue(counts.updated),
        SQLValue(counts.unchanged), SQLValue(counts.rejected), SQLValue(error), .integer(run),
      ])
  }
}

/// What became of the records of a run.
public struct RunCounts: Sendable, Equatable {
  /// Records that brought a new book, or brought one back whose import or refresh was undone.
  public var added = 0
  /// Records that said something else than before, or were the first of this source about a book that was there.
  public var updated = 0
  /// Records that said the same as before.
  public var unchanged = 0
  /// Records that were not taken in.
  public var rejected = 0
  /// Personal fields that the records have and the user has set otherwise.
  public var keptYours = 0
  /// Rows that were taken in without a value that could not be used.
  public var leftOut = 0

  /// The counts of a run that has read nothing yet.
  public init() {}

  /// How many records were read.
  public var total: Int { added + updated + unchanged + rejected }

  mutating func count(_ result: RecordApplier.Result) {
    switch result.change {
    case .added: added += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    }
    keptYours += result.keptYours
  }
}
