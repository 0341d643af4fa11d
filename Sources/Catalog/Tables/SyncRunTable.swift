import CatalogDatabase
import FoundationEssentials

/// The table `sync_run`, with the imports and refreshes that changed something or failed.
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

/// The results of an import or refresh.
public struct RunCounts: Sendable, Hashable {
  /// The number of records that added a book, or that restored a book whose addition had been undone.
  public var added = 0
  /// The number of records that have changed, or that are new but describe a book already in the catalog.
  public var updated = 0
  /// The number of records that have not changed.
  public var unchanged = 0
  /// The number of records that could not be used.
  public var rejected = 0
  /// The number of records that the source no longer has and whose books are now hidden, or now show the values of
  /// other sources.
  public var removed = 0
  /// The number of records that the source no longer has, but whose books are kept because of the user's edits or
  /// personal data.
  public var kept = 0
  /// The number of personal values in the records that differ from the user's values. The user's values are kept.
  public var keptYours = 0
  /// The number of books that show readings from another source, because that source has more complete data.
  public var otherReadings = 0
  /// The number of records that were stored without some of their data, because a value was invalid or unknown keys
  /// were too long.
  public var leftOut = 0

  /// Creates counts that are all 0.
  public init() {}

  /// The number of records read.
  public var total: Int { added + updated + unchanged + rejected }
}
