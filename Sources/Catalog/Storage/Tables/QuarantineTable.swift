import FoundationEssentials

/// Records of sources that could not be used, with the reason: kept apart, so that the rest is taken in and nothing is lost.
struct QuarantineTable {
  let connection: Connection

  struct Row: Sendable, Equatable {
    let source: Int64
    let remoteID: String
    var payload: [UInt8]
    var reason: String
    /// The version of the rules by which it was read.
    var decoder: Int64
    var first: Date
  }

  /// Bytes of a record that are kept.
  static let payloadLimit = 65_536

  private static let columns = "source_id, remote_id, payload, reason, decoder, first_at"

  /// Keeps a record, or says anew why it cannot be used; when it came first stays.
  func write(_ row: Row) throws {
    try connection.run(
      """
      INSERT INTO quarantine (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (source_id, remote_id) DO UPDATE
      SET payload = excluded.payload, reason = excluded.reason, decoder = excluded.decoder
      WHERE payload <> excluded.payload OR reason <> excluded.reason OR decoder <> excluded.decoder
      """,
      [
        .integer(row.source), .text(row.remoteID), .blob(Array(row.payload.prefix(Self.payloadLimit))),
        .text(row.reason), .integer(row.decoder), .integer(row.first.milliseconds),
      ])
  }

  /// Lets go of a record that could be used after all, or that is no more.
  func delete(source: Int64, remoteID: String) throws {
    try connection.run(
      "DELETE FROM quarantine WHERE source_id = ? AND remote_id = ?", [.integer(source), .text(remoteID)])
  }

  /// Whether anything of the source is kept.
  func holds(any source: Int64) throws -> Bool {
    try connection.integer("SELECT 1 FROM quarantine WHERE source_id = ? LIMIT 1", [.integer(source)]) != nil
  }

  /// What is kept of a source behind a name, in the order of names.
  ///
  /// - Parameter version: the last version of the rules of which it may have been read by.
  func rows(
    of source: Int64, after remoteID: String?, decoderUpTo version: Int64 = .max, limit: Int
  ) throws -> [Row] {
    try rows(
      "WHERE source_id = ?1 AND (?2 IS NULL OR remote_id > ?2) AND decoder <= ?3 ORDER BY remote_id LIMIT ?4",
      [.integer(source), SQLValue(remoteID), .integer(version), .integer(Int64(limit))])
  }

  private func rows(_ condition: String, _ values: [SQLValue]) throws -> [Row] {
    var rows: [Row] = []
    try connection.statement("SELECT \(Self.columns) FROM quarantine \(condition)").forEachRow(values) { row in
      rows.append(
        Row(
          source: row.integer(0), remoteID: row.text(1), payload: row.withBlob(2) { Array($0) }, reason: row.text(3),
          decoder: row.integer(4), first: Date(milliseconds: row.integer(5))))
    }
    return rows
  }
}
