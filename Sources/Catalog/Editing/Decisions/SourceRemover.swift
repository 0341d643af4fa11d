import CatalogDatabase
import FoundationEssentials
import Platform

/// Removes a source as one step. The source is first marked as removed, so that no refresh starts. Then its books are
/// kept or hidden, in batches of one transaction each. The row of the source remains, for undo and in case the source
/// is added again.
struct SourceRemover: CountedWork {
  /// The number of records to process in one transaction.
  private static let batch = 1_000

  let name: String
  let removal: SourceRemoval
  let now: Date
  private(set) var isFinished = false
  private var source: CatalogSource?
  private var step: HistoryStep.ID?
  private var kept = 0
  private var removed = 0
  /// The name of the last record that was processed.
  private var last = ""

  init(name: String, removal: SourceRemoval, now: Date) {
    self.name = name
    self.removal = removal
    self.now = now
  }

  mutating func next(_ connection: Connection) throws {
    let recorder = try ChangeRecorder(
      connection: connection, kind: .removeSource, now: now, goingOnWith: step)
    let source = try self.source ?? begin(connection, recorder)
    self.source = source
    let batch = try BookBatch(connection: connection, now: now, defersSearch: false)
    let mover = RecordMover(connection: connection, now: now, batch: batch)
    let adopter = RecordAdopter(connection: connection, recorder: recorder, mover: mover)
    let rows = try rows(of: source, connection)
    for row in rows where row.isShown {
      // If a book has several records from the source, it was already processed with the first of these records.
      guard let book = try BookTable(connection: connection).book(row.book), book.visibility == .shown else { continue }
      let records = try SourceRecordTable(connection: connection).rows(of: book.id)
      guard records.contains(where: { $0.sourceID == source.id && $0.remoteID == row.remoteID }) else { continue }
      if try removal == .keepBooks || isTouched(book, connection) {
        try adopter.adopt(book) { $0.sourceID == source.id }
        kept += 1
      } else if try withdraw(from: book, records, of: source, recorder, mover) {
        removed += 1
      } else {
        kept += 1
      }
    }
    try batch.finish()
    last = rows.last?.remoteID ?? last
    isFinished = rows.count < Self.batch
    step = recorder.step
    let removedText = removed == 0 ? "" : ", \(removed.grouped) hidden"
    try recorder.finish(summary: "\(source.name): source removed, \(kept.grouped) of its books kept\(removedText)")
  }

  /// Returns the outcome.
  ///
  /// - Throws: ``CatalogError/Code/noSuchSource`` if no transaction has run yet.
  func outcome() throws -> SourceRemovalOutcome {
    guard let source, let step else { throw CatalogError.noSource(name) }
    return SourceRemovalOutcome(source: source, step: step, kept: kept, removed: removed)
  }

  private func begin(_ connection: Connection, _ recorder: ChangeRecorder) throws -> CatalogSource {
    var source = try sourceToRemove(connection)
    guard source.kind != .local else {
      throw InvalidValue("source", source.name, "books that were added by hand cannot be removed as a source")
    }
    let old = source.state
    source.state = .removed
    try SourceTable(connection: connection).write(source)
    try recorder.record(
      0, .source(source.id), old: HistoryTable.State(old), new: HistoryTable.State(source.state))
    // If the source is added again, it is read from the beginning. Undo restores the old position, unless records in
    // quarantine must be delivered again.
    let position = try SyncCursorTable(connection: connection).position(of: source.id)
    let quarantine = QuarantineTable(connection: connection)
    let goesOn = try !quarantine.holds(any: source.id)
    let beginning = HistoryTable.State(value: nil, base: position.epoch)
    try recorder.record(
      0, .cursor(source: source.id), old: goesOn ? HistoryTable.State(returningTo: position) : beginning,
      new: beginning)
    try quarantine.deleteAll(of: source.id)
    try SourceTable(connection: connection).forgetReading(of: source.id)
    return source
  }

  /// Returns the source with the given name, or a source with that name whose removal was interrupted.
  private func sourceToRemove(_ connection: Connection) throws -> CatalogSource {
    do {
      return try SourceEditor(connection: connection).source(named: name)
    } catch let error as CatalogError where error.code == .noSuchSource {
      let stopped = try SourceTable(connection: connection).all().first { source in
        try source.state == .removed && source.isCalled(name)
          && connection.integer(
            """
            SELECT 1 FROM source_record JOIN book ON id = book_id
            WHERE source_id = ? AND gone_at IS NULL AND \(BookTable.isShown) LIMIT 1
            """, [.id(source.id)]) != nil
      }
      guard let stopped else { throw error }
      return stopped
    }
  }

  private func rows(
    of source: CatalogSource, _ connection: Connection
  ) throws -> [(remoteID: String, book: Book.ID, isShown: Bool)] {
    var rows: [(remoteID: String, book: Book.ID, isShown: Bool)] = []
    try connection.statement(
      """
      SELECT remote_id, book_id, \(BookTable.isShown) FROM source_record JOIN book ON id = book_id
      WHERE source_id = ? AND remote_id > ? ORDER BY remote_id LIMIT ?
      """
    ).forEachRow([.id(source.id), .text(last), .integer(Int64(Self.batch))]) {
      rows.append((remoteID: $0.text(0), book: $0.id(1), isShown: $0.integer(2) == 1))
    }
    return rows
  }

  /// Returns true if the user has edited or rated a book or set another of its personal fields, or if another person
  /// has set personal fields for it.
  private func isTouched(_ book: Book, _ connection: Connection) throws -> Bool {
    try HistoryTable(connection: connection).hasReadingsByHand(book)
      || FieldEditTable(connection: connection).hasEdits(of: book.id)
      || MarkTable(connection: connection).hasMarks(of: book.id)
  }

  /// Withdraws a source's records from a book as if the source no longer had the book. The records are used again if
  /// the source is added again and has the book.
  ///
  /// - Returns: True if the book was hidden, because no other source has it.
  private func withdraw(
    from book: Book, _ records: [SourceRecordRow], of source: CatalogSource, _ recorder: ChangeRecorder,
    _ mover: RecordMover
  ) throws -> Bool {
    for row in records where row.tombstone == nil && row.sourceID == source.id {
      var location = RecordLocation(row)
      location.tombstone = SourceRecordRow.tombstone(at: now, after: records)
      try mover.move(row, to: location, recorder)
    }
    // The move may have changed values that only this source had.
    guard let shown = try BookTable(connection: mover.connection).book(book.id) else { return false }
    guard records.allSatisfy({ $0.tombstone != nil || $0.sourceID == source.id }) else {
      let rows = try SourceRecordTable(connection: mover.connection).rows(of: book.id)
      var new = shown
      try FilledValues(layer: ReadingLayer(connection: mover.connection)).withdraw(from: &new, rows, recorder)
      try mover.store.replace(shown, with: new, now: now)
      return false
    }
    try mover.store.hide(shown, as: .removedFromSource, recorder)
    return true
  }
}

extension HistoryTable.State {
  init(_ state: CatalogSource.State) {
    self.init(value: String(state.rawValue), base: nil)
  }
}
