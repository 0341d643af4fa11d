import FoundationEssentials

/// How far a source has been read.
struct SyncPosition: Sendable, Equatable {
  /// A full enumeration of a source, by which is known what it has no more.
  enum Enumeration: Int64, Sendable {
    /// None is under way.
    case none = 0
    /// One is, and has missed nothing of what it was shown.
    case whole = 1
    /// One is, and was shown something that cannot be told from any record: nothing follows from what it did not see.
    case broken = 2
    /// One has ended; what it did not see is being taken out.
    case ended = 3
    /// The same, and two full enumerations in a row must have missed what becomes a tombstone.
    case endedUnstable = 4
  }

  /// The rules by which a source was read.
  struct Decoder: Sendable, Equatable {
    /// Their version (``BookSource/decoderVersion``); 1 also where nothing was read.
    var version: Int64 = 1
    /// Whether the source is being read from its beginning because these rules are newer than those before.
    var isReplacing = false
  }

  /// Behind which record; `nil` at the beginning.
  var cursor: String?
  /// The epoch that the cursor was given in; after an epoch change it means nothing.
  var epoch: String?
  /// How many full enumerations were begun.
  var generation: Int64 = 0
  var enumeration = Enumeration.none
  /// By what all that lies before the cursor was read.
  var decoder = Decoder()
}

extension SyncPosition.Decoder {
  /// As it stands in the file: negative while it is replacing another one.
  init(stored: Int64) { self.init(version: stored == .min ? .max : abs(stored), isReplacing: stored < 0) }

  var stored: Int64 { isReplacing ? -version : version }
}

/// How a source was read lately.
struct SyncHealth: Sendable, Equatable {
  /// When it was read to its end last.
  var ok: Date?
  /// Failures since then.
  var failures: Int64 = 0
  /// When it may be asked again, after a failure.
  var next: Date?
  var etag: String?
  var lastModified: String?
}

/// How far each source has been read, and how its last runs ended.
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

  /// Remembers how far the source was read: in the transaction that stores what was read. Where that is by other rules, or
  /// no way at all any more, the source's validators no longer hold: who was asked by them could say that nothing is new.
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

  /// Goes back to an earlier cursor, or on to a later one. The source's validators no longer hold then, and a
  /// refresh under way sees by the number of enumerations that it must ask anew, also where the cursor is the same.
  ///
  /// - Parameter epoch: the one that the cursor was given in.
  func set(_ cursor: String?, epoch: String?, of source: CatalogSource.ID) throws {
    try connection.run(
      """
      UPDATE sync_cursor
      SET cursor = ?, epoch = ?, generation = generation + 1, walk = 0, etag = NULL, last_modified = NULL
      WHERE source_id = ?
      """, [SQLValue(cursor), SQLValue(epoch), .id(source)])
  }

  /// Brings times that lie ahead back to now, and keeps their order: they were noted by a clock that has been set back
  /// since, and runs are told by them from those before the source was last read to its end.
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

  /// Remembers that the source was read to its end, or had nothing new: one short write.
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

  /// Forgets failures: the source answers, and has more to say.
  func goOn(_ source: CatalogSource.ID) throws {
    try connection.run(
      "UPDATE sync_cursor SET fail_count = 0, next_at = NULL, last_error = NULL WHERE source_id = ?", [.id(source)]
    )
  }

  /// Remembers a run that failed; the cursor stays.
  ///
  /// - Parameter next: when the source may be asked again.
  func fail(_ source: CatalogSource.ID, error: String, next: Date?, now: Date) throws {
    try connection.run(
      """
      INSERT INTO sync_cursor (source_id, fail_at, fail_count, last_error, next_at) VALUES (?1, ?2, 1, ?3, ?4)
      ON CONFLICT (source_id) DO UPDATE
      SET fail_at = ?2, fail_count = fail_count + 1, last_error = ?3, next_at = ?4
      """, [.id(source), .integer(now.milliseconds), .text(error), SQLValue(next?.milliseconds)])
  }
}
