import FoundationEssentials

/// Reads records again that could not be used, from what was kept of them.
struct QuarantineRetry: Sendable {
  let refresh: RefreshContext

  /// The kept records as they read now. One that still cannot be used carries the reason of today.
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

  /// Takes in what can be used now; nothing of where the source was read to is changed.
  ///
  /// - Parameter rows: what the items were read from. Whatever an item is called now, its row is read no more by this
  ///   version: it goes, and comes again where the item still cannot be used.
  func apply(
    _ items: [PreparedItem], from rows: [QuarantineRow], _ begun: RefreshState, _ connection: Connection,
    now: Date
  ) throws -> StoredPart {
    let source = try refresh.source(connection, now: now)
    let quarantine = QuarantineTable(connection: connection)
    for row in rows where !items.contains(where: { $0.isStillBad(row.remoteID) }) {
      try quarantine.delete(source: source.id, remoteID: row.remoteID)
    }
    let place = try SyncCursorTable(connection: connection).position(of: source.id)
    var state = begun
    state.place = place
    let transaction = try RefreshTransaction(
      refresh, state, source, connection, generation: place.generation, now: now)
    for item in items { try transaction.take(item) }
    // Nobody knows any more when the source delivered what is taken in here.
    try transaction.finish(readFrom: SyncPosition(), at: place)
    return StoredPart(
      state: transaction.state, ending: .stored, terms: transaction.terms)
  }
}

extension PreparedItem {
  fileprivate func isStillBad(_ remoteID: String) -> Bool {
    if case .bad(let record) = self { record.remoteID == remoteID } else { false }
  }
}
