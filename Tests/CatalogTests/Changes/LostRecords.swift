import CatalogTestSupport
import Testing

@testable import Catalog

extension TemporaryCatalog {
  /// A source has a record no more, as a refresh takes that in: the record is marked, and a book that nobody else has and
  /// the user has not touched is hidden.
  ///
  /// - Returns: the step of the refresh.
  @discardableResult
  func lose(_ remoteID: String, of sourceName: String) throws -> Int64? {
    let time = clock.now
    return try catalog.tamper { connection in
      let recorder = ChangeRecorder(connection: connection, kind: .refresh, now: time)
      let records = SourceRecordTable(connection: connection)
      let source = try #require(try SourceTable(connection: connection).source(named: sourceName)).id
      let id = try #require(try records.row(source: source, remoteID: remoteID)).bookID
      let book = try #require(try BookTable(connection: connection).book(id))
      let said = try LayerStore(connection: connection).layers(of: book)
      let record = try #require(said.records.first { $0.row.sourceID == source && $0.row.remoteID == remoteID })
      var gone = record.row
      gone.gone = time.milliseconds
      try records.write(gone)
      try recorder.record(
        id, .record(source: source, remoteID: remoteID),
        old: HistoryTable.State(record.values, RecordMark(record.row)),
        new: HistoryTable.State(record.values, RecordMark(gone)))
      let mover = RecordMover(connection: connection, now: time)
      _ = try mover.show(id)
      let isLive = try records.rows(of: id).contains { $0.gone == nil }
      if !isLive, said.edits.isEmpty, !book.hasPersonalValues {
        let shown = try #require(try BookTable(connection: connection).book(id))
        try mover.store.hide(shown, as: .goneFromSource, recorder)
      }
      try recorder.finish(summary: "lost a record of \(sourceName)")
      return recorder.step
    }
  }

  /// The records of a book, as `source name`, in order; one that is gone has a sign of exclamation behind it.
  func records(of book: Int64) throws -> [String] {
    try foreign().rows(
      """
      SELECT source.name || ' ' || remote_id || iif(gone_at IS NULL, '', '!')
      FROM source_record JOIN source ON source.id = source_id WHERE book_id = \(book) ORDER BY 1
      """
    ).compactMap { $0[0] }
  }
}
