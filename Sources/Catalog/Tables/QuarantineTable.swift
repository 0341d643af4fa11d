import FoundationEssentials

/// A row of `quarantine`.
struct QuarantineRow: Sendable, Equatable {
  let source: CatalogSource.ID
  let remoteID: String
  var payload: [UInt8]
  var reason: String
  /// The version of the rules by which it was read.
  var decoder: Int64
  var first: Date
}

/// Records of sources that could not be used, with the reason: kept apart, so that the rest is taken in and nothing is lost.
struct QuarantineTable {
  let connection: Connection

  /// Bytes of a record that are kept.
  static let payloadLimit = 65_536
  /// How many records of a source are kept that have no name: the ones that came first go.
  static let namelessLimit = 100
  private static let nameless = "bytes "

  /// What a record is kept under: its name, or where it has none, one made of its bytes.
  static func name(_ remoteID: String?, _ payload: [UInt8]) -> String {
    remoteID ?? "\(nameless)\(Fingerprint.of(payload))"
  }

  private static let columns = "source_id, remote_id, payload, reason, decoder, first_at"

  /// Keeps a record, or says anew why it cannot be used; when it came first stays.
  func write(_ row: QuarantineRow) throws {
    try connection.run(
      """
      INSERT INTO quarantine (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (source_id, remote_id) DO UPDATE
      SET payload = excluded.payload, reason = excluded.reason, decoder = excluded.decoder
      WHERE payload <> excluded.payload OR reason <> excluded.reason OR decoder <> excluded.decoder
      """,
      [
        .id(row.source), .text(row.remoteID), .blob(Array(row.payload.prefix(Self.payloadLimit))),
        .text(row.reason), .integer(row.decoder), .integer(row.first.milliseconds),
      ])
  }

  /// Lets go of the first of the records without a name, where there are too many: those that a source sends are others each
  /// time, if they hold the time.
  func boundNameless(of source: CatalogSource.ID) throws {
    try connection.run(
      """
      DELETE FROM quarantine WHERE source_id = ?1 AND remote_id IN (
        SELECT remote_id FROM quarantine WHERE source_id = ?1 AND remote_id >= ?2 AND remote_id < ?2 || char(1114111)
        ORDER BY first_at DESC, remote_id LIMIT -1 OFFSET ?3)
      """, [.id(source), .text(Self.nameless), .integer(Int64(Self.namelessLimit))])
  }

  /// Lets go of what is kept of a source but for these, told by the fingerprints of what they are kept under.
  func keep(only names: Set<Int64>, of source: CatalogSource.ID) throws {
    var absent: [String] = []
    try connection.statement("SELECT remote_id FROM quarantine WHERE source_id = ?").forEachRow([.id(source)]) {
      if !names.contains(Fingerprint.of($0.text(0).utf8)) { absent.append($0.text(0)) }
    }
    for name in absent { try delete(source: source, remoteID: name) }
  }

  /// Lets go of all that is kept of a source.
  func deleteAll(of source: CatalogSource.ID) throws {
    try connection.run("DELETE FROM quarantine WHERE source_id = ?", [.id(source)])
  }

  /// Lets go of a record that could be used after all, or that is no more.
  func delete(source: CatalogSource.ID, remoteID: String) throws {
    try connection.run(
      "DELETE FROM quarantine WHERE source_id = ? AND remote_id = ?", [.id(source), .text(remoteID)])
  }

  /// Whether anything of the source is kept.
  func holds(any source: CatalogSource.ID) throws -> Bool {
    try connection.integer("SELECT 1 FROM quarantine WHERE source_id = ? LIMIT 1", [.id(source)]) != nil
  }

  /// What is kept of a source behind a name, in the order of names.
  ///
  /// - Parameter version: the last version of the rules of which it may have been read by.
  func rows(
    of source: CatalogSource.ID, after remoteID: String?, decoderUpTo version: Int64 = .max, limit: Int
  ) throws -> [QuarantineRow] {
    try rows(
      "WHERE source_id = ?1 AND (?2 IS NULL OR remote_id > ?2) AND decoder <= ?3 ORDER BY remote_id LIMIT ?4",
      [.id(source), SQLValue(remoteID), .integer(version), .integer(Int64(limit))])
  }

  private func rows(_ condition: String, _ values: [SQLValue]) throws -> [QuarantineRow] {
    var rows: [QuarantineRow] = []
    try connection.statement("SELECT \(Self.columns) FROM quarantine \(condition)").forEachRow(values) { row in
      rows.append(
        QuarantineRow(
          source: row.id(0), remoteID: row.text(1), payload: row.withBlob(2) { Array($0) }, reason: row.text(3),
          decoder: row.integer(4), first: Date(milliseconds: row.integer(5))))
    }
    return rows
  }
}
