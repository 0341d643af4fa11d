import CatalogDatabase
import FoundationEssentials

/// The position up to which a source has been read.
struct SyncPosition: Sendable, Equatable {
  /// The state of a full enumeration, which reads a whole source to find records that it no longer has.
  enum Enumeration: Int64, Sendable {
    /// No enumeration is in progress.
    case none = 0
    /// An enumeration is in progress, and all records so far could be identified.
    case whole = 1
    /// An enumeration is in progress, but a record could not be identified. Therefore, no record will be treated as
    /// removed.
    case broken = 2
    /// An enumeration has ended. Records that it did not include are being removed.
    case ended = 3
    /// An enumeration of an unstable source has ended. Records that are missing from both this enumeration and the
    /// previous one are being removed.
    case endedUnstable = 4
  }

  /// The decoder with which a source was read.
  struct Decoder: Sendable, Equatable {
    /// The version of the decoder (``BookSource/decoderVersion``). It is 1 if nothing was read yet.
    var version: Int64 = 1
    /// True if the source is being read again from the beginning, because this decoder is newer than the previous one.
    var isReplacing = false
  }

  /// The cursor after the last record that was read, or `nil` at the beginning.
  var cursor: String?
  /// The epoch in which the source issued the cursor. The cursor is invalid in any other epoch.
  var epoch: String?
  /// The number of full enumerations that have been started.
  var generation: Int64 = 0
  var enumeration = Enumeration.none
  /// The decoder with which the source was read up to the cursor.
  var decoder = Decoder()
}

extension SyncPosition.Decoder {
  /// Reads the stored form, which is negative if ``isReplacing`` is true.
  init(stored: Int64) { self.init(version: stored == .min ? .max : abs(stored), isReplacing: stored < 0) }

  var stored: Int64 { isReplacing ? -version : version }
}

/// The results of a source's latest refreshes.
struct SyncHealth: Sendable, Equatable {
  /// The last time at which the source was read to the end.
  var ok: Date?
  /// The number of failures since the source was last read to the end.
  var failures: Int64 = 0
  /// The earliest time for another attempt after a failure.
  var next: Date?
  var etag: String?
  var lastModified: String?
}

/// The table `sync_cursor`, with the position in each source and the results of its latest refreshes.
struct SyncCursorTable {
  let connection: Connection

  func position(of source: CatalogSource.ID) throws -> SyncPosition {
    try connection.statement("SELECT cursor, epoch, generation, walk, decoder FROM sync_cursor WHERE source_id = ?")
      .first([.id(source)]) { row in
        SyncPosition(
          cursor: row.optionalText(0), epoch: row.optionalText(1), generation: row.count(2),
          enumeration: SyncPosition.Enumeration(rawValue: row.integer(3)) ?? .none,
          decoder: SyncPosition.Decoder(stored: row.integer(4)))
      } ?? SyncPosition()
  }

  func health(of source: CatalogSource.ID) throws -> SyncHealth {
    try connection.statement(
      "SELECT ok_at, fail_count, next_at, etag, last_modified FROM sync_cursor WHERE source_id = ?"
    ).first([.id(source)]) { row in
      SyncHealth(
        ok: row.optionalInteger(0).map(Date.init(milliseconds:)), failures: row.count(1),
        next: row.optionalInteger(2).map(Date.init(milliseconds:)), etag: row.optionalText(3),
        lastModified: row.optionalText(4))
    } ?? SyncHealth()
  }

  /// Stores the position in a source. Must be called in the transaction that stores the records read up to that
  /// position. If the decoder has changed or the position was reset, deletes the source's validators, so that the
  /// source cannot answer that nothing has changed.
  func set(_ position: SyncPosition, of source: CatalogSource.ID) throws {
    try connection.run(
      """
      INSERT INTO sync_cursor (source_id, cursor, epoch, generation, walk, decoder) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (source_id) DO UPDATE SET cursor = ?2, epoch = ?3, generation = ?4, walk = ?5, decoder = ?6,
        etag = CASE WHEN decoder = ?6 AND (cursor IS NULL OR ?2 IS NOT NULL) THEN etag END,
        last_modified = CASE WHEN decoder = ?6 AND (cursor IS NULL OR ?2 IS NOT NULL) THEN last_modified END
      """,
      [
        .id(source), SQLValue(position.cursor), SQLValue(position.epoch), .integer(position.generation),
        .integer(position.enumeration.rawValue), .integer(position.decoder.stored),
      ])
  }

  /// Moves the position in a source to another cursor, and deletes the source's validators. A refresh in progress
  /// starts over, even if the cursor is the same, because the number of enumerations has changed.
  ///
  /// - Parameter epoch: The epoch in which the source issued the cursor.
  func set(_ cursor: String?, epoch: String?, of source: CatalogSource.ID) throws {
    try connection.run(
      """
      UPDATE sync_cursor
      SET cursor = ?, epoch = ?, generation = generation + 1, walk = 0, etag = NULL, last_modified = NULL
      WHERE source_id = ?
      """, [SQLValue(cursor), SQLValue(epoch), .id(source)])
  }

  /// Changes times in the future to the current time. Such times were stored before a clock was set back. The order of
  /// refreshes relative to the last complete read of the source is kept.
  func bringBack(_ source: CatalogSource.ID, now: Date) throws {
    try connection.run(
      """
      UPDATE sync_run SET started = ?2 - (started <= (SELECT ifnull(ok_at, 0) FROM sync_cursor WHERE source_id = ?1))
      WHERE source_id = ?1 AND started > ?2
      """, [.id(source), .integer(now.milliseconds)])
    try connection.run(
      "UPDATE sync_cursor SET ok_at = ?2 - 1 WHERE source_id = ?1 AND ok_at > ?2",
      [.id(source), .integer(now.milliseconds)])
  }

  /// Records, in a single short write, that the source was read to the end or had nothing new.
  func succeed(_ source: CatalogSource.ID, now: Date) throws {
    try connection.run(
      """
      INSERT INTO sync_cursor (source_id, ok_at) VALUES (?1, ?2)
      ON CONFLICT (source_id) DO UPDATE SET ok_at = ?2, fail_count = 0, next_at = NULL, last_error = NULL
      """, [.id(source), .integer(now.milliseconds)])
  }

  func set(etag: String?, lastModified: String?, of source: CatalogSource.ID) throws {
    try connection.run(
      "UPDATE sync_cursor SET etag = ?, last_modified = ? WHERE source_id = ?",
      [SQLValue(etag), SQLValue(lastModified), .id(source)])
  }

  /// Resets the failure count, because the source responds again, although it has not been read to the end yet.
  func goOn(_ source: CatalogSource.ID) throws {
    try connection.run(
      "UPDATE sync_cursor SET fail_count = 0, next_at = NULL, last_error = NULL WHERE source_id = ?", [.id(source)]
    )
  }

  /// Records that a refresh has failed. The cursor is kept.
  ///
  /// - Parameter next: The earliest time for another attempt.
  func fail(_ source: CatalogSource.ID, error: String, next: Date?, now: Date) throws {
    try connection.run(
      """
      INSERT INTO sync_cursor (source_id, fail_at, fail_count, last_error, next_at) VALUES (?1, ?2, 1, ?3, ?4)
      ON CONFLICT (source_id) DO UPDATE
      SET fail_at = ?2, fail_count = fail_count + 1, last_error = ?3, next_at = ?4
      """, [.id(source), .integer(now.milliseconds), .text(error), SQLValue(next?.milliseconds)])
  }
}
