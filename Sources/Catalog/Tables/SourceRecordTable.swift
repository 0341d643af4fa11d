import CatalogDatabase
import FoundationEssentials

/// A row of `source_record`.
struct SourceRecordRow: Equatable {
  let sourceID: CatalogSource.ID
  let remoteID: String
  var bookID: Book.ID
  var hash: Int64
  var unknown: String?
  /// The bibliographic values of the record. They are `nil` if the record is the only record of its book, because the
  /// row of the book then contains the same values.
  var payload: FieldPresences?
  /// The personal values of the record, such as the rating, if its source represents the user. They are kept if the
  /// source stops representing the user. `nil` for other sources, and if the values are unknown.
  var personal: DetailFields?
  /// The first day on which the record was received with its present reading data, or `nil` if unknown.
  var statedOn: PartialDate?
  /// The number of the last full enumeration of the source that included the record.
  var seen: Int64 = 0
  /// The number of the first full enumeration that did not include the record. Used only for sources where a record
  /// must be missing twice before it is treated as removed.
  var missed: Int64?
  /// The time, in milliseconds since 1970, at which the catalog found that the source no longer has the record, or
  /// `nil` if the source has it. If a record has such a tombstone, its values are ignored, unless the book has no other
  /// record.
  var tombstone: Int64?
  /// The rank among the records of the same book. The smallest rank has the highest priority. Records with the same
  /// rank are ordered by the precedence of their sources.
  var rank: Int64 = 0

  /// True if the source should deliver the record again, even if it has not changed. This is the case, for example,
  /// after the source was set to represent the user.
  var awaitsDelivery: Bool { hash == Self.forgottenHash }

  /// A fingerprint that causes a record to be treated as changed when it is delivered next. Only one in 2⁶⁴ real
  /// fingerprints is 0.
  static let forgottenHash: Int64 = 0

  /// Returns the time for a new tombstone. Even if the clock was set back, it is later than other tombstones of the
  /// book, because the latest one has the highest priority (``LayerStore/liveRecords(_:)``).
  static func tombstone(at now: Date, after records: [SourceRecordRow]) -> Int64 {
    max(now.milliseconds, (records.compactMap(\.tombstone).max() ?? .min) &+ 1)
  }

  /// Returns true if both rows belong to the same record, whatever their values.
  func isSame(as other: SourceRecordRow) -> Bool { sourceID == other.sourceID && remoteID == other.remoteID }
}

/// The table `source_record`, with the records of all sources and the book that each record belongs to. A record's
/// values are stored only if they cannot be read from the book.
struct SourceRecordTable {
  let connection: Connection

  private static let columns =
    "source_id, remote_id, book_id, hash, unknown, payload, seen_gen, missed_gen, gone_at, rank, personal, said"

  /// An SQL condition that finds invalid rows, which are records of the source `local` with a tombstone. Records of
  /// books whose addition was undone are excluded, because these records may have given up their names temporarily
  /// (``RecordMover``).
  static let lostLocals = """
    gone_at IS NOT NULL AND source_id IN (SELECT id FROM source WHERE kind = 'local')
    AND book_id NOT IN (SELECT id FROM book WHERE hidden = \(Book.Visibility.undone.rawValue))
    """

  private static let rowSQL = "SELECT \(columns) FROM source_record WHERE source_id = ? AND remote_id = ?"
  private static let rowsSQL = """
    SELECT \(columns), (SELECT precedence FROM source WHERE id = source_id) FROM source_record
    WHERE book_id = ? ORDER BY source_id, remote_id
    """

  func row(source: CatalogSource.ID, remoteID: String) throws -> SourceRecordRow? {
    try connection.statement(Self.rowSQL).first([.id(source), .text(remoteID)], Self.decode)
  }

  /// Returns the records of a book, highest priority first.
  func rows(of book: Book.ID) throws -> [SourceRecordRow] {
    // Nearly every book has a single record, so sorting in Swift is free. Sorting in SQL would cost as much as reading
    // the row.
    var rows: [(row: SourceRecordRow, precedence: Int64)] = []
    try connection.statement(Self.rowsSQL).forEachRow([.id(book)]) {
      rows.append((try Self.decode($0), $0.integer(12)))
    }
    if rows.count > 1 { rows.sort { ($0.row.rank, $0.precedence) < ($1.row.rank, $1.precedence) } }
    return rows.map(\.row)
  }

  /// Returns the ids of the sources of some records, in the format of ``Book/sources``.
  static func sources(of rows: some Sequence<SourceRecordRow>) -> String {
    sources(of: Set(rows.map(\.sourceID)).sorted())
  }

  /// Returns source ids in the format of ``Book/sources``.
  ///
  /// - Parameter ids: The ids, in ascending order.
  static func sources(of ids: some Collection<CatalogSource.ID>) -> String {
    ids.isEmpty ? "" : ids.reduce(" ") { $0 + "\($1) " }
  }

  /// Inserts a new record.
  func insert(_ row: SourceRecordRow) throws {
    try connection.run(
      "INSERT INTO source_record (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", Self.values(of: row))
  }

  func write(_ row: SourceRecordRow) throws {
    try connection.run(
      """
      INSERT INTO source_record (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (source_id, remote_id) DO UPDATE
      SET book_id = excluded.book_id, hash = excluded.hash, unknown = excluded.unknown, payload = excluded.payload,
        seen_gen = excluded.seen_gen, missed_gen = excluded.missed_gen, gone_at = excluded.gone_at,
        rank = excluded.rank, personal = excluded.personal, said = excluded.said
      """,
      Self.values(of: row))
  }

  private static func values(of row: SourceRecordRow) throws -> [SQLValue] {
    [
      .id(row.sourceID), .text(row.remoteID), .id(row.bookID), .integer(row.hash), SQLValue(row.unknown),
      SQLValue(try row.payload.map { try RecordPayload.encode($0) }), .integer(row.seen), SQLValue(row.missed),
      SQLValue(row.tombstone), .integer(row.rank), SQLValue(row.personal.map { $0.storedText ?? "" }),
      SQLValue(row.statedOn?.encoded),
    ]
  }

  /// Returns true if a source has exactly one record of a book. After a merge, it may have several.
  func hasOne(of source: CatalogSource.ID, book: Book.ID) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM source_record WHERE book_id = ? AND source_id = ?", [.id(book), .id(source)]) == 1
  }

  /// Returns true if a source has a record whose id begins with the given text.
  func hasAny(of source: CatalogSource.ID, named prefix: String) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM source_record WHERE source_id = ?1 AND remote_id >= ?2 AND remote_id < ?2 || char(1114111) LIMIT 1",
      [.id(source), .text(prefix)]) != nil
  }

  /// Returns the rank for a new record of a book. This is the rank of the last record whose source takes precedence
  /// over the new record's source. If there is none, it is the smallest rank of the book's records.
  func rank(forNewOf source: CatalogSource, of book: Book.ID) throws -> Int64 {
    try connection.integer(
      """
      SELECT coalesce(max(iif(precedence <= ?2, rank, NULL)), min(rank), 0)
      FROM source_record JOIN source ON source.id = source_id WHERE book_id = ?1
      """, [.id(book), .integer(source.precedence)]) ?? 0
  }

  /// Marks a record as included in a full enumeration of its source.
  func mark(_ row: SourceRecordRow, seen generation: Int64) throws {
    try connection.run(
      "UPDATE source_record SET seen_gen = ?, missed_gen = NULL WHERE source_id = ? AND remote_id = ?",
      [.integer(max(row.seen, generation)), .id(row.sourceID), .text(row.remoteID)])
  }

  /// Marks a record as missing from a full enumeration of its source. Does nothing if the record was already missing
  /// from an earlier enumeration.
  func mark(source: CatalogSource.ID, remoteID: String, missed generation: Int64) throws {
    try connection.run(
      "UPDATE source_record SET missed_gen = ? WHERE source_id = ? AND remote_id = ? AND missed_gen IS NULL",
      [.integer(generation), .id(source), .text(remoteID)])
  }

  /// Forgets the fingerprints of a source's records, so that each record is treated as changed when it is delivered
  /// next.
  func forgetFingerprints(of source: CatalogSource.ID) throws {
    try connection.run(
      "UPDATE source_record SET hash = \(SourceRecordRow.forgottenHash) WHERE source_id = ?", [.id(source)])
  }

  /// Returns the books for which a source has records with unknown personal values. An older version did not store
  /// these values.
  func booksOfUnknownStatements(of source: CatalogSource.ID) throws -> [Book.ID] {
    var books: [Book.ID] = []
    try connection.statement(
      "SELECT DISTINCT book_id FROM source_record WHERE source_id = ? AND personal IS NULL"
    ).forEachRow([.id(source)]) { books.append($0.id(0)) }
    return books
  }

  /// Deletes the personal values of a source's records that have a tombstone, if their books have other records without
  /// a tombstone.
  ///
  /// - Returns: The books of these records.
  func dropPersonalOfLost(of source: CatalogSource.ID) throws -> [Book.ID] {
    var books: [Book.ID] = []
    try connection.statement(
      """
      UPDATE source_record SET personal = '' WHERE source_id = ? AND gone_at IS NOT NULL AND personal <> ''
        AND EXISTS (SELECT 1 FROM source_record AS other
          WHERE other.book_id = source_record.book_id AND other.gone_at IS NULL)
      RETURNING book_id
      """
    ).forEachRow([.id(source)]) { books.append($0.id(0)) }
    return books
  }

  func delete(source: CatalogSource.ID, remoteID: String) throws {
    try connection.run(
      "DELETE FROM source_record WHERE source_id = ? AND remote_id = ?", [.id(source), .text(remoteID)])
  }

  private static func decode(_ row: Statement) throws -> SourceRecordRow {
    SourceRecordRow(
      sourceID: row.id(0), remoteID: row.text(1), bookID: row.id(2), hash: row.integer(3),
      unknown: row.optionalText(4), payload: try row.optionalText(5).map(RecordPayload.decode),
      personal: row.optionalText(10).map(DetailFields.init(stored:)),
      statedOn: row.optionalInteger(11).flatMap { PartialDate(encoded: $0) }, seen: row.integer(6),
      missed: row.optionalInteger(7), tombstone: row.optionalInteger(8), rank: row.integer(9))
  }
}

/// The JSON format of a record's values. It is an object with one key for each field that the record contains. Each
/// value is a text or null.
enum RecordPayload {
  /// Encodes the values of a record.
  ///
  /// - Parameter isWhole: True to include personal fields. In the table, personal fields have a column of their own.
  static func encode(_ values: FieldPresences, isWhole: Bool = false) throws -> String {
    var object: [String: String?] = [:]
    for field in isWhole ? values.mentioned : BookField.bibliographic where values[field] != .absent {
      object[field.rawValue] = .some(values[field].value?.storedText)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(object), as: UTF8.self)
  }

  static func decode(_ json: String) throws -> FieldPresences {
    let object = try JSONDecoder().decode([String: String?].self, from: Data(json.utf8))
    var values = FieldPresences()
    for (name, text) in object {
      guard let field = BookField(rawValue: name) else { continue }
      values[field] = text.flatMap { field.decode($0) }.map(FieldPresence.value) ?? .null
    }
    return values
  }
}

extension Sequence<SourceRecordRow> {
  /// The records whose personal values are treated as the user's values, because their sources represent the user or
  /// used to. Records with a tombstone are left out.
  var withPersonal: [(row: SourceRecordRow, personal: DetailFields)] {
    compactMap { row in row.tombstone == nil ? row.personal.map { (row, $0) } : nil }
  }
}

extension Sequence where Element == (row: SourceRecordRow, personal: DetailFields) {
  /// Returns the value of a personal field. If several records have a value, the record with the highest priority is
  /// used.
  func value(of field: BookField) -> FieldValue? { lazy.compactMap { $0.personal[field] }.first }
}
