import FoundationEssentials

/// A row of `source_record`.
struct SourceRecordRow: Equatable {
  let sourceID: CatalogSource.ID
  let remoteID: String
  var bookID: Book.ID
  var hash: Int64
  var unknown: String?
  /// `nil` while the book has this record only: then its columns say it.
  var payload: FieldPresences?
  /// Of a source of the user's own, what it says of personal fields, also what it said last before it was a stranger's; `nil`
  /// of others, and where it is not known.
  var personal: DetailFields?
  /// The day on which it first said what it says now of readings; `nil` if that is not known.
  var said: PartialDate?
  /// The full enumeration of the source that mentioned it last.
  var seen: Int64 = 0
  /// The full enumeration that missed it first, where one miss is no proof: it was missed once.
  var missed: Int64?
  /// Since when the source has it no more, in milliseconds since 1970. It then says nothing, unless nobody else does.
  var tombstone: Int64?
  /// Where it stands among the records of its book: the smallest is asked first. Within one, sources' precedence counts.
  var rank: Int64 = 0

  /// True if the record has not been delivered since its source became the user's own.
  var awaitsDelivery: Bool { hash == Self.forgottenHash }

  /// No fingerprint is zero but one of 2⁶⁴.
  static let forgottenHash: Int64 = 0

  /// The time of a new tombstone: behind those of the book's other records, also where the clock was set back, since which went
  /// last counts first (``LayerStore/liveRecords(_:)``).
  static func tombstone(at now: Date, besides records: [SourceRecordRow]) -> Int64 {
    max(now.milliseconds, (records.compactMap(\.tombstone).max() ?? .min) &+ 1)
  }

  /// Whether both are of one record, whatever they say.
  func isSame(as other: SourceRecordRow) -> Bool { sourceID == other.sourceID && remoteID == other.remoteID }
}

/// Which record of which source is which book, and what it says where that cannot be read off the book.
struct SourceRecordTable {
  let connection: Connection

  private static let columns =
    "source_id, remote_id, book_id, hash, unknown, payload, seen_gen, missed_gen, gone_at, rank, personal, said"

  /// The condition of records of the user's own that are tombstones, which they cannot be. That of a book that was
  /// undone may have taken the name only for the time being (``RecordMover``).
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

  /// The records of a book, the one to be asked first in front.
  func rows(of book: Book.ID) throws -> [SourceRecordRow] {
    // Nearly every book has one record: to sort them here costs nothing then, in SQL as much as reading it does.
    var rows: [(row: SourceRecordRow, precedence: Int64)] = []
    try connection.statement(Self.rowsSQL).forEachRow([.id(book)]) {
      rows.append((try Self.decode($0), $0.integer(12)))
    }
    if rows.count > 1 { rows.sort { ($0.row.rank, $0.precedence) < ($1.row.rank, $1.precedence) } }
    return rows.map(\.row)
  }

  /// What records of a book say of personal fields: those of sources that are the user's own and still have the book.
  func personal(
    of rows: [SourceRecordRow]
  ) throws -> [(row: SourceRecordRow, personal: DetailFields)] {
    let sources = SourceTable(connection: connection)
    return try rows.compactMap { row in
      guard row.tombstone == nil, let personal = row.personal, try sources.source(row.sourceID)?.isMine == true else {
        return nil
      }
      return (row, personal)
    }
  }

  /// The sources among the records of a book, as ``Book/sources`` keeps them.
  static func sources(of rows: some Sequence<SourceRecordRow>) -> String {
    sources(of: Set(rows.map(\.sourceID)).sorted())
  }

  /// The same of the sources' numbers, in ascending order.
  static func sources(of ids: some Collection<CatalogSource.ID>) -> String {
    ids.isEmpty ? "" : ids.reduce(" ") { $0 + "\($1) " }
  }

  /// Stores a record that is not there yet.
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
      SQLValue(row.said?.encoded),
    ]
  }

  /// True if a source has exactly one record of a book; merging books may leave it with several.
  func hasOne(of source: CatalogSource.ID, book: Book.ID) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM source_record WHERE book_id = ? AND source_id = ?", [.id(book), .id(source)]) == 1
  }

  /// True if a source has a record whose name begins with the given text.
  func hasAny(of source: CatalogSource.ID, named prefix: String) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM source_record WHERE source_id = ?1 AND remote_id >= ?2 AND remote_id < ?2 || char(1114111) LIMIT 1",
      [.id(source), .text(prefix)]) != nil
  }

  /// The rank for a new record of a book: behind the last one whose source is asked before its own, and else in front.
  func rank(forNewOf source: CatalogSource, of book: Book.ID) throws -> Int64 {
    try connection.integer(
      """
      SELECT coalesce(max(iif(precedence <= ?2, rank, NULL)), min(rank), 0)
      FROM source_record JOIN source ON source.id = source_id WHERE book_id = ?1
      """, [.id(book), .integer(source.precedence)]) ?? 0
  }

  /// Notes that a full enumeration of the source mentioned the record.
  func mark(_ row: SourceRecordRow, seen generation: Int64) throws {
    try connection.run(
      "UPDATE source_record SET seen_gen = ?, missed_gen = NULL WHERE source_id = ? AND remote_id = ?",
      [.integer(max(row.seen, generation)), .id(row.sourceID), .text(row.remoteID)])
  }

  /// Notes that a full enumeration of the source missed the record for the first time.
  func mark(source: CatalogSource.ID, remoteID: String, missed generation: Int64) throws {
    try connection.run(
      "UPDATE source_record SET missed_gen = ? WHERE source_id = ? AND remote_id = ? AND missed_gen IS NULL",
      [.integer(generation), .id(source), .text(remoteID)])
  }

  /// Makes the next delivery of each record of a source count as a change.
  func forgetFingerprints(of source: CatalogSource.ID) throws {
    try connection.run(
      "UPDATE source_record SET hash = \(SourceRecordRow.forgottenHash) WHERE source_id = ?", [.id(source)])
  }

  /// The books of a source's records that an older version took in without keeping what they say of personal fields.
  func booksOfUnknownWords(of source: CatalogSource.ID) throws -> [Book.ID] {
    var books: [Book.ID] = []
    try connection.statement(
      "SELECT DISTINCT book_id FROM source_record WHERE source_id = ? AND personal IS NULL"
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
      said: row.optionalInteger(11).flatMap { PartialDate(encoded: $0) }, seen: row.integer(6),
      missed: row.optionalInteger(7), tombstone: row.optionalInteger(8), rank: row.integer(9))
  }
}

/// What a record says, as JSON: an object of the fields it mentions, each a stored text or null.
enum RecordPayload {
  /// - Parameter isWhole: whether personal fields are among them, of which the record's row has a column of its own.
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

extension Sequence where Element == (row: SourceRecordRow, personal: DetailFields) {
  /// What the records of sources of the user's own say of a personal field; of several, the one that is asked first.
  func value(of field: BookField) -> FieldValue? { lazy.compactMap { $0.personal[field] }.first }
}
