import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

extension TemporaryCatalog {
  /// A source has a record no more, as a refresh takes that in: the record is marked, and a book that nobody else has and
  /// the user has not touched is hidden.
  ///
  /// - Returns: the step of the refresh.
  @discardableResult
  func lose(_ remoteID: String, of sourceName: String) throws -> HistoryStep.ID? {
    let time = clock.now
    return try catalog.tamper { connection in
      let recorder = ChangeRecorder(connection: connection, kind: .refresh, now: time)
      let source = try #require(try SourceTable(connection: connection).source(named: sourceName))
      let applier = try RecordApplier(
        connection: connection, source: source, recorder: recorder, generator: SystemRandomNumberGenerator())
      _ = try applier.remove(remoteID)
      try applier.finish()
      try recorder.finish(summary: "lost a record of \(sourceName)")
      return recorder.step
    }
  }

  /// The records of a book, as `source name`, in order; one that is gone has a sign of exclamation behind it.
  func records(of book: Book.ID) throws -> [String] {
    try foreign().rows(
      """
      SELECT source.name || ' ' || remote_id || iif(gone_at IS NULL, '', '!')
      FROM source_record JOIN source ON source.id = source_id WHERE book_id = \(book) ORDER BY 1
      """
    ).compactMap { $0[0] }
  }
}
