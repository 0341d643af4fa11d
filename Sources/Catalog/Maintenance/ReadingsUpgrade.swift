import CatalogDatabase
import FoundationEssentials
import Platform

/// Extracts the user's statements about readings from the history of older versions. Also recomputes the readings that
/// these versions had combined field by field. Undoing the step of the upgrade restores the previous readings.
struct ReadingsUpgrade {
  let connection: Connection
  let now: Date

  /// Runs the upgrade.
  ///
  /// - Returns: The number of books whose shown values changed.
  func run() throws -> Int {
    let books = BookTable(connection: connection)
    let ids = try withStatements().union(withMixedReadings()).union(withFormerSources())
    let (statements, table) = (
      ReadingStatementsOfHistory(connection: connection), ReadingStatementTable(connection: connection)
    )
    for id in ids {
      guard let book = try books.storedBook(id) else { continue }
      if let statement = try statements.statement(of: book) { try table.write(statement, of: id) }
    }
    let recorder = ChangeRecorder(connection: connection, kind: .repair, now: now)
    let (layer, layers, store) = (
      try ReadingLayer(connection: connection), LayerStore(connection: connection), BookStore(connection: connection)
    )
    var changed = 0
    for id in ids.sorted() {
      guard let old = try books.storedBook(id) else { continue }
      // Hidden books need the assumed values, too, for when they are shown again.
      try presumeFormer(old, layer)
      guard old.visibility == .shown else { continue }
      var new = old
      guard try layer.show(in: &new, layers.layers(of: old).records) != nil, new != old else { continue }
      try record(old, new, table.statement(of: id), recorder)
      try store.replace(old, with: new, now: now)
      changed += 1
    }
    try recorder.finish(summary: "upgrade: the readings of \(changed.grouped) books recalculated")
    return changed
  }

  /// Stores assumed personal values in one record of a book, because older versions stored such values only in the
  /// book. This applies to adopted records, and to records of a source that is no longer the user's own. It also
  /// applies if the source has become the user's own again, but has not delivered the record since then. If there are
  /// several such records, the record that changed together with the values gets them.
  private func presumeFormer(_ book: Book, _ layer: ReadingLayer) throws {
    let records = SourceRecordTable(connection: connection)
    let rows = try records.rows(of: book.id)
    let mayBeOfOwn = rows.contains { $0.personal == nil && layer.maySpeak($0) }
    func isFormer(_ row: SourceRecordRow) -> Bool {
      if layer.isLocal(row), !layer.isAdoptedFromStranger(row) { return true }
      return !mayBeOfOwn && (row.awaitsDelivery || !layer.isOwn(row))
    }
    let former = rows.filter { $0.personal == nil && isFormer($0) }
    guard let first = former.first else { return }
    let fields = BookField.personal + book.ownFields
    var shown = try layer.shownWithoutUser(in: book)
    for field in fields where rows.contains(where: { $0.personal?[field] == shown[field] }) { shown[field] = nil }
    guard shown != DetailFields() else { return }
    let history = HistoryTable(connection: connection)
    var row =
      try former.first { row in
        try fields.contains { try shown[$0] != nil && history.isChanged(row, with: $0, of: book.id) }
      } ?? first
    row.personal = shown
    try records.write(row)
  }

  /// Records the previous readings of a book as the user's statement, so that undoing the step shows them again.
  private func record(_ old: Book, _ new: Book, _ statement: UserReadingStatement?, _ recorder: ChangeRecorder) throws {
    let shown = old.readingsWithDays
    let before = UserReadingStatement(
      current: old.currentReading, earlier: old.earlierReadings,
      replaced: new.readingsWithDays.filter { reading in !shown.contains { $0.hasDays(of: reading) } },
      statedOn: PartialDate.day(at: now))
    try recorder.record(old.id, .readings, old: HistoryTable.State(before), new: HistoryTable.State(statement))
    for field in BookField.readings + [.rating] where old[field] != new[field] {
      try recorder.record(
        old.id, .field(field), old: HistoryTable.State(old[field]), new: HistoryTable.State(new[field]))
    }
  }

  /// Returns the books with readings that the user may have entered or changed.
  private func withStatements() throws -> Set<Book.ID> {
    let names = BookField.readings.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try ids(
      """
      SELECT DISTINCT book_id FROM history JOIN step ON step.id = step_id
      WHERE field IN (\(names)) AND \(StepTable.standing) AND NOT \(StepTable.isRun)
      UNION
      SELECT book.id FROM book JOIN source_record ON book_id = book.id JOIN source ON source.id = source_id
      WHERE source.kind = 'local' AND (read_state <> 0 OR rating IS NOT NULL OR started IS NOT NULL OR finished IS NOT NULL
        OR details LIKE '%\(BookField.earlierReadings.rawValue)%')
      """)
  }

  /// Returns the books with readings or a rating that a source may have supplied while the source was the user's own.
  private func withFormerSources() throws -> Set<Book.ID> {
    try ids(
      """
      SELECT id FROM book
      WHERE (read_state <> 0 OR rating IS NOT NULL OR started IS NOT NULL OR finished IS NOT NULL)
        AND EXISTS (SELECT 1 FROM source_record JOIN source ON source.id = source_id
          WHERE book_id = book.id AND personal IS NULL AND kind <> 'local'
            AND (NOT mine OR hash = \(SourceRecordRow.forgottenHash)))
      """)
  }

  /// Returns the books with readings from several sources, or with readings that no single source can have supplied.
  private func withMixedReadings() throws -> Set<Book.ID> {
    try ids(
      """
      SELECT book_id FROM source_record WHERE personal <> '' GROUP BY book_id HAVING count(*) > 1
      UNION
      SELECT id FROM book WHERE finished IS NOT NULL
        AND (read_state NOT IN (\(ReadState.read.code), \(ReadState.abandoned.code)) OR started > finished)
      """)
  }

  private func ids(_ sql: String) throws -> Set<Book.ID> {
    var ids: Set<Book.ID> = []
    try connection.temporaryStatement(sql).forEachRow { ids.insert($0.id(0)) }
    return ids
  }
}
