import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

extension TemporaryCatalog {
  /// Removes a record as a refresh does: the record is marked, and its book is hidden if no other source has it and the
  /// user has not changed it.
  ///
  /// - Returns: The step of the refresh.
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

  /// Returns the records of a book, as `source name`, in order; removed ones are followed by an exclamation mark.
  func records(of book: Book.ID) throws -> [String] {
    try foreign().rows(
      """
      SELECT source.name || ' ' || remote_id || iif(gone_at IS NULL, '', '!')
      FROM source_record JOIN source ON source.id = source_id WHERE book_id = \(book) ORDER BY 1
      """
    ).compactMap { $0[0] }
  }
}
