import CatalogDatabase
import FoundationEssentials

/// A row of `quarantine`.
struct QuarantineRow: Sendable, Equatable {
  let source: CatalogSource.ID
  let remoteID: String
  var payload: [UInt8]
  var reason: String
  /// The version of the decoder that could not read the record.
  var decoder: Int64
  var first: Date
}

/// The table `quarantine`, which keeps unusable records from sources, with the reason. One unusable record therefore
/// does not stop a source's other records from being stored.
struct QuarantineTable {
  let connection: Connection

  /// The maximum number of bytes to keep from each record.
  static let payloadLimit = 65_536
  /// The maximum number of records without an id to keep from each source. If there are more, the oldest ones are
  /// deleted.
  static let namelessLimit = 100
  private static let nameless = "bytes "

  /// Returns the key under which a record is stored. This is the record's id or, if it has none, a key made from its
  /// bytes.
  static func name(_ remoteID: String?, _ payload: [UInt8]) -> String {
    remoteID ?? "\(nameless)\(Fingerprint.of(payload))"
  }

  private static let columns = "source_id, remote_id, payload, reason, decoder, first_at"

  /// Inserts a record. If the table already contains it, updates everything except the time when it first arrived.
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

  /// Deletes the oldest records without an id if there are too many. Such records could otherwise accumulate, for
  /// example if their bytes contain the current time and therefore differ each time.
  func boundNameless(of source: CatalogSource.ID) throws {
    try connection.run(
      """
      DELETE FROM quarantine WHERE source_id = ?1 AND remote_id IN (
        SELECT remote_id FROM quarantine WHERE source_id = ?1 AND remote_id >= ?2 AND remote_id < ?2 || char(1114111)
        ORDER BY first_at DESC, remote_id LIMIT -1 OFFSET ?3)
      """, [.id(source), .text(Self.nameless), .integer(Int64(Self.namelessLimit))])
  }

  /// Deletes the records of a source, except those whose keys have one of the given fingerprints.
  func keep(only names: Set<Int64>, of source: CatalogSource.ID) throws {
    var absent: [String] = []
    try connection.statement("SELECT remote_id FROM quarantine WHERE source_id = ?").forEachRow([.id(source)]) {
      if !names.contains(Fingerprint.of($0.text(0).utf8)) { absent.append($0.text(0)) }
    }
    for name in absent { try delete(source: source, remoteID: name) }
  }

  /// Deletes all records of a source.
  func deleteAll(of source: CatalogSource.ID) throws {
    try connection.run("DELETE FROM quarantine WHERE source_id = ?", [.id(source)])
  }

  /// Deletes a record that can be used now, or that the source no longer has.
  func delete(source: CatalogSource.ID, remoteID: String) throws {
    try connection.run(
      "DELETE FROM quarantine WHERE source_id = ? AND remote_id = ?", [.id(source), .text(remoteID)])
  }

  /// Returns true if the table contains any records of a source.
  func holds(any source: CatalogSource.ID) throws -> Bool {
    try connection.integer("SELECT 1 FROM quarantine WHERE source_id = ? LIMIT 1", [.id(source)]) != nil
  }

  /// Returns records of a source, ordered by key, starting after the given key.
  ///
  /// - Parameter version: The highest version of the decoder. Records that a newer decoder could not read are left out.
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
