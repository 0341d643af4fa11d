import CatalogDatabase
import FoundationEssentials

/// Removes the records of a source that a full enumeration of the source did not find. The search for these records
/// runs outside the short transactions that remove them, so that no other writer waits for it.
struct EnumerationSweep: Sendable {
  let refresh: RefreshContext
  /// The position of the source after the enumeration.
  let sourcePosition: SyncPosition

  /// The number of records to search for at a time.
  static let batch = 500

  /// True if the absence of a record from one enumeration does not prove its removal, because the pages may have
  /// shifted while they were read.
  private var isUnstable: Bool { sourcePosition.enumeration == .endedUnstable }

  /// The SQL condition for records that an earlier enumeration also missed. The condition ignores misses that an
  /// interrupted sweep of the current enumeration recorded.
  private static let wasMissed = "ifnull(missed_gen < ?2, 0)"

  /// A record that the enumeration did not see.
  struct Missing: Sendable, Equatable {
    let remoteID: String
    /// True if an earlier enumeration also missed the record.
    let wasMissed: Bool
  }

  /// Checks that the sweep would not remove too many books.
  ///
  /// - Throws: ``SourceFailure`` if more books would be removed than is allowed without consent.
  func check(_ connection: Connection) throws {
    guard !refresh.options.allowsRemovals else { return }
    guard let source = try refresh.known(connection) else {
      return
    }
    let going =
      try connection.integer(
        """
        SELECT count(*) FROM source_record
        WHERE source_id = ?1 AND gone_at IS NULL AND seen_gen < ?2\(isUnstable ? " AND \(Self.wasMissed)" : "")
        """, [.id(source.id), .integer(sourcePosition.generation)]) ?? 0
    var limit = RemovalLimit(source: source, isOff: false)
    let isSmall = (1...Int64(RemovalLimit.unquestioned)).contains(going)
    try limit.check(Int(going), leavesNone: isSmall ? hasSeenNone(of: source, connection) : false, connection)
  }

  /// Returns true if the enumeration saw none of the source's books.
  private func hasSeenNone(of source: CatalogSource, _ connection: Connection) throws -> Bool {
    try connection.integer(
      """
      SELECT NOT EXISTS (SELECT 1 FROM source_record WHERE source_id = ?1 AND gone_at IS NULL AND seen_gen >= ?2)
      """, [.id(source.id), .integer(sourcePosition.generation)]) == 1
  }

  /// Returns the records after `remoteID` that the enumeration did not find, ordered by remote ID.
  func missing(after remoteID: String?, _ connection: Connection) throws -> [Missing] {
    guard let source = try refresh.known(connection) else {
      return []
    }
    var missing: [Missing] = []
    try connection.statement(
      """
      SELECT remote_id, \(Self.wasMissed) FROM source_record
      WHERE source_id = ?1 AND (?3 IS NULL OR remote_id > ?3) AND gone_at IS NULL AND seen_gen < ?2
      ORDER BY remote_id LIMIT ?4
      """
    ).forEachRow(
      [.id(source.id), .integer(sourcePosition.generation), SQLValue(remoteID), .integer(Int64(Self.batch))]
    ) { missing.append(Missing(remoteID: $0.text(0), wasMissed: $0.integer(1) == 1)) }
    return missing
  }

  /// Returns the records that a dry run did not find, and therefore reports as removed, ordered by remote ID.
  ///
  /// - Throws: The errors of ``check(_:)``.
  func missing(in shown: Set<Int64>, _ connection: Connection) throws -> [Missing] {
    guard let source = try refresh.known(connection) else {
      return []
    }
    var missing: [Missing] = []
    var hasSeenNone = try hasSeenNone(of: source, connection)
    try connection.statement(
      """
      SELECT remote_id, \(Self.wasMissed) FROM source_record
      WHERE source_id = ?1 AND gone_at IS NULL AND seen_gen < ?2 ORDER BY remote_id
      """
    ).forEachRow([.id(source.id), .integer(sourcePosition.generation)]) { row in
      if shown.contains(Fingerprint.of(row.text(0).utf8)) {
        hasSeenNone = false
        return
      }
      guard !isUnstable || row.integer(1) == 1 else { return }
      missing.append(Missing(remoteID: row.text(0), wasMissed: row.integer(1) == 1))
    }
    var limit = RemovalLimit(source: source, isOff: refresh.options.allowsRemovals)
    try limit.check(missing.count, leavesNone: hasSeenNone, connection)
    return missing
  }

  /// Removes missing records until all of them are processed or another writer waits.
  ///
  /// - Parameter position: The index of the first record to process.
  func apply(
    _ missing: [Missing], at position: Int, _ begun: RefreshState, _ connection: Connection, now: Date,
    isToStop: () -> Bool
  ) throws -> StoredPart {
    var state = begun
    state.position = sourcePosition
    let source = try refresh.source(connection, now: now)
    switch try refresh.admit(&state, source.id, connection, now: now) {
    case .overtaken(let current): return StoredPart(state: begun, ending: .overtaken(current))
    case .taken: return StoredPart(state: begun, ending: .taken)
    case .alone: break
    }
    // The limit has already been checked for all records together.
    var unlimited = refresh
    unlimited.options.allowsRemovals = true
    let transaction = try RefreshTransaction(
      unlimited, state, source, connection, generation: sourcePosition.generation, now: now)
    let records = SourceRecordTable(connection: connection)
    var next = position
    while next < missing.count {
      let record = missing[next]
      if isUnstable, !record.wasMissed {
        try records.mark(source: source.id, remoteID: record.remoteID, missed: sourcePosition.generation)
      } else {
        try transaction.remove(record.remoteID)
      }
      next += 1
      if isToStop() { break }
    }
    // If the step is undone, the source must be read from its beginning: only a new full enumeration would find the
    // removed records again.
    try transaction.finish(readFrom: SyncPosition(), at: sourcePosition)
    return StoredPart(
      state: transaction.state, ending: next == missing.count ? .stored : .partly(next), terms: transaction.terms,
      changes: transaction.changes)
  }

  /// Returns true if some of these records were missed for the first time, so that the next enumeration must check them
  /// again.
  func leavesMissing(_ missing: [Missing]) -> Bool { isUnstable && missing.contains { !$0.wasMissed } }
}
