import FoundationEssentials

/// Reads records again that could not be used, from what was kept of them.
struct QuarantineRetry: Sendable {
  let refresh: RefreshContext

  /// The kept records as they read now. One that still cannot be used carries the reason of today.
  func items(
    _ rows: [QuarantineTable.Row], by source: any BookSource, _ preparation: PagePreparation, now: Date
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
  /// - Parameters:
  ///   - rows: what was kept.
  ///   - items: what it reads as now, in the same order.
  func apply(
    _ rows: [QuarantineTable.Row], _ items: [PreparedItem], _ begun: RefreshState, _ connection: Connection, now: Date
  ) throws -> PageApplication.Result {
    let source = try refresh.source(connection, now: now)
    let generation = try SyncCursorTable(connection: connection).position(of: source.id).generation
    let transaction = try RefreshTransaction(
      refresh, begun, source, connection, generation: generation, now: now)
    let quarantine = QuarantineTable(connection: connection)
    for (row, item) in zip(rows, items) {
      if case .record(let record, _, _) = item, record.record.remoteID != row.remoteID {
        // It was kept under another name, since its own could not be read.
        try quarantine.delete(source: source.id, remoteID: row.remoteID)
      }
      try transaction.take(item)
    }
    try transaction.finish()
    return PageApplication.Result(
      state: transaction.state, ending: .stored, words: transaction.words, books: transaction.books)
  }
}
