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

/// The numbers of records in a run, by result.
public struct RunCounts: Sendable, Hashable {
  /// Records that added a new book, or restored a book whose import or refresh was undone.
  public var added = 0
  /// Records that changed, or that are this source's first records of an existing book.
  public var updated = 0
  /// Records that did not change.
  public var unchanged = 0
  /// Records that were rejected.
  public var rejected = 0
  /// Records that the source no longer has, whose books are now hidden or show the values of other sources.
  public var removed = 0
  /// Records that the source no longer has, whose books are kept because of the user's edits or personal data.
  public var kept = 0
  /// Values of personal fields in the records that differ from the user's values, which are kept.
  public var keptYours = 0
  /// Books whose shown readings differ from the source's readings, since another source has more complete data.
  public var otherReadings = 0
  /// Records that were stored without an invalid value, or without unknown keys that are too long.
  public var leftOut = 0

  /// Creates the counts of a run that has not read anything yet.
  public init() {}

  /// The number of records that were read.
  public var total: Int { added + updated + unchanged + rejected }
}
