import FoundationEssentials

/// Takes out what a full enumeration of a source did not see: in short transactions, each for a few records that were
/// looked for beforehand, so that nobody waits for the search.
struct EnumerationSweep: Sendable {
  let refresh: RefreshContext
  /// Where the source stands behind the enumeration.
  let place: SyncPosition

  /// How many records are looked for at a time.
  static let batch = 500

  /// Whether one enumeration is no proof, since its pages may have shifted while they were read.
  private var isUnstable: Bool { place.enumeration == .endedUnstable }

  /// What tells that an earlier enumeration missed a record too: one that this enumeration's own sweep noted, and that
  /// was cut short then, is missed for the first time.
  private static let wasMissed = "ifnull(missed_gen < ?2, 0)"

  /// A record that the enumeration did not see.
  struct Missing: Sendable, Equatable {
    let remoteID: String
    /// Whether an earlier enumeration missed it too.
    let wasMissed: Bool
  }

  /// - Throws: ``SourceFailure`` when more books would go than may unasked.
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
        """, [.id(source.id), .integer(place.generation)]) ?? 0
    var limit = RemovalLimit(source: source, isOff: false)
    let isSmall = (1...Int64(RemovalLimit.unquestioned)).contains(going)
    try limit.check(Int(going), leavesNone: isSmall ? hasSeenNone(of: source, connection) : false, connection)
  }

  /// True if the enumeration saw none of the books that the source has.
  private func hasSeenNone(of source: CatalogSource, _ connection: Connection) throws -> Bool {
    try connection.integer(
      """
      SELECT NOT EXISTS (SELECT 1 FROM source_record WHERE source_id = ?1 AND gone_at IS NULL AND seen_gen >= ?2)
      """, [.id(source.id), .integer(place.generation)]) == 1
  }

  /// The records behind a name that the enumeration did not see, in the order of names.
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
      [.id(source.id), .integer(place.generation), SQLValue(remoteID), .integer(Int64(Self.batch))]
    ) { missing.append(Missing(remoteID: $0.text(0), wasMissed: $0.integer(1) == 1)) }
    return missing
  }

  /// The records that a dry run was not shown and would take out, in the order of names.
  ///
  /// - Throws: as ``check(_:)``.
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
    ).forEachRow([.id(source.id), .integer(place.generation)]) { row in
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

  /// Takes out records, until somebody waits.
  ///
  /// - Parameter position: the first that was not looked at.
  func apply(
    _ missing: [Missing], at position: Int, _ begun: RefreshState, _ connection: Connection, now: Date,
    isToStop: () -> Bool
  ) throws -> StoredPart {
    var state = begun
    state.place = place
    let source = try refresh.source(connection, now: now)
    switch try refresh.admit(&state, source.id, connection, now: now) {
    case .overtaken(let place): return StoredPart(state: begun, ending: .overtaken(place))
    case .taken: return StoredPart(state: begun, ending: .taken)
    case .alone: break
    }
    // What was checked as a whole need not be checked one by one.
    var unlimited = refresh
    unlimited.options.allowsRemovals = true
    let transaction = try RefreshTransaction(
      unlimited, state, source, connection, generation: place.generation, now: now)
    let records = SourceRecordTable(connection: connection)
    var next = position
    while next < missing.count {
      let record = missing[next]
      if isUnstable, !record.wasMissed {
        try records.mark(source: source.id, remoteID: record.remoteID, missed: place.generation)
      } else {
        try transaction.remove(record.remoteID)
      }
      next += 1
      if isToStop() { break }
    }
    // Only another full enumeration would find tombstones again.
    try transaction.finish(readFrom: SyncPosition(), at: place)
    return StoredPart(
      state: transaction.state, ending: next == missing.count ? .stored : .partly(next), terms: transaction.terms,
      changes: transaction.changes)
  }

  /// Whether the next enumeration must look for what this one missed, if it is one of those by which a source is known.
  func leavesMissing(_ missing: [Missing]) -> Bool { isUnstable && missing.contains { !$0.wasMissed } }
}
