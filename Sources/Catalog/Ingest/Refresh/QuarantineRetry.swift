import CatalogDatabase
import FoundationEssentials

/// Parses quarantined records again from their stored contents.
struct QuarantineRetry: Sendable {
  let refresh: RefreshContext

  /// Parses quarantined records and returns them as items. If a record is still unusable, its item contains the current
  /// reason.
  func items(
    _ rows: [QuarantineRow], by source: any BookSource, _ preparation: PagePreparation, now: Date
  ) -> [PreparedItem] {
    rows.map { row in
      func bad(_ reason: String) -> PreparedItem {
        .bad(BadRecord(remoteID: row.remoteID, payload: row.payload, reason: reason))
      }
      guard row.payload.count < QuarantineTable.payloadLimit else { return bad(row.reason) }
      do {
        guard let record = try source.record(from: row.payload) else { return bad(row.reason) }
        return preparation.item(of: record, row.payload, now: now)
      } catch {
        return bad(String(describing: error))
      }
    }
  }

  /// Stores the records that are usable now. The source's position does not change.
  ///
  /// - Parameter rows: The quarantined rows that the items were parsed from. A row is deleted if its item is usable
  ///   now, or has another name.
  func apply(
    _ items: [PreparedItem], from rows: [QuarantineRow], _ begun: RefreshState, _ connection: Connection,
    now: Date
  ) throws -> StoredPart {
    let source = try refresh.source(connection, now: now)
    let quarantine = QuarantineTable(connection: connection)
    for row in rows where !items.contains(where: { $0.isStillBad(row.remoteID) }) {
      try quarantine.delete(source: source.id, remoteID: row.remoteID)
    }
    let position = try SyncCursorTable(connection: connection).position(of: source.id)
    var state = begun
    state.position = position
    let transaction = try RefreshTransaction(
      refresh, state, source, connection, generation: position.generation, now: now)
    for item in items { try transaction.take(item) }
    // It is no longer known at which position the source delivered these records. If the step is undone, the source
    // must be read from its beginning.
    try transaction.finish(readFrom: SyncPosition(), at: position)
    return StoredPart(
      state: transaction.state, ending: .stored, terms: transaction.terms)
  }
}

extension PreparedItem {
  fileprivate func isStillBad(_ remoteID: String) -> Bool {
    if case .bad(let record) = self { record.remoteID == remoteID } else { false }
  }
}
