import FoundationEssentials

/// The runs that changed something or failed.
struct SyncRunTable {
  let connection: Connection

  func begin(source: CatalogSource.ID, step: Int64?, now: Date) throws -> Int64 {
    let id = try connection.nextID(in: "sync_run")
    try connection.run(
      "INSERT INTO sync_run (id, source_id, step_id, started) VALUES (?, ?, ?, ?)",
      [.integer(id), .id(source), SQLValue(step), .integer(now.milliseconds)])
    return id
  }

  func update(_ run: Int64, _ counts: RunCounts, step: Int64?, ended: Date?, error: String?) throws {
    try connection.run(
      """
      UPDATE sync_run
      SET step_id = ?, ended = ?, added = ?, updated = ?, unchanged = ?, rejected = ?, removed = ?, error = ?
      WHERE id = ?
      """,
      [
        SQLValue(step), SQLValue(ended?.milliseconds), SQLValue(counts.added), SQLValue(counts.updated),
        SQLValue(counts.unchanged), SQLValue(counts.rejected), SQLValue(counts.removed), SQLValue(error), .integer(run),
      ])
  }
}

/// The records of a run, counted by what became of them.
public struct RunCounts: Sendable, Hashable {
  /// Records that brought a new book, or brought one back whose import or refresh was undone.
  public var added = 0
  /// Records that differ from what they were before, or were the first of this source about a book that was there.
  public var updated = 0
  /// Records that are as they were before.
  public var unchanged = 0
  /// Records that were not taken in.
  public var rejected = 0
  /// Records that the source has no more: their books are hidden, or show what other sources say.
  public var removed = 0
  /// Records that the source has no more, whose books stay, since the user has something to say of them.
  public var kept = 0
  /// Personal fields that the records have and the user has set otherwise.
  public var keptYours = 0
  /// The number of books whose readings the source states otherwise than they are shown: another source says more.
  public var otherReadings = 0
  /// Records that were taken in without a value that could not be used, or without keys that are not known and too long.
  public var leftOut = 0

  /// The counts of a run that has read nothing yet.
  public init() {}

  /// How many records were read.
  public var total: Int { added + updated + unchanged + rejected }
}
