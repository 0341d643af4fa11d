import FoundationEssentials

/// Adopts records into the local source, for a book that goes on without some of its sources: their values become a
/// record of `local`, the user's own, and the book goes on showing what it shows. Only where an import leaves, and
/// another one, or the user when adding the book, gave another value, that shows now.
struct RecordAdopter {
  let connection: Connection
  let recorder: ChangeRecorder
  let mover: RecordMover
  private let records: SourceRecordTable

  init(connection: Connection, recorder: ChangeRecorder, mover: RecordMover) {
    self.connection = connection
    self.recorder = recorder
    self.mover = mover
    records = SourceRecordTable(connection: connection)
  }

  /// Takes records away from a book, as a part of the recorder's step.
  ///
  /// - Parameter isLeaving: which of its records go.
  func adopt(_ book: Book, without isLeaving: (SourceRecordRow) -> Bool) throws {
    let bookLayers = try LayerStore(connection: connection).layers(of: book)
    let leaving = bookLayers.records.filter { isLeaving($0.row) }
    guard let first = leaving.first else { return }
    if bookLayers.records.count == 1 {
      try mover.move(first.row, to: ownPlace(of: first.row, book), recorder)
      return
    }
    let local = try source
    let staying = bookLayers.records.filter { !isLeaving($0.row) }
    for (row, values) in leaving {
      try records.delete(source: row.sourceID, remoteID: row.remoteID)
      try recorder.record(
        book.id, .record(source: row.sourceID, remoteID: row.remoteID),
        old: HistoryTable.State(values, RecordMark(row)), new: nil)
    }
    let values = Self.rest(of: bookLayers.sources, beside: staying)
    if values != FieldPresences() {
      let record = SourceRecord(
        remoteID: try name(for: book, in: local), values: values, unknown: leaving.count == 1 ? first.row.unknown : nil)
      let row = SourceRecordRow(
        sourceID: local, remoteID: record.remoteID, bookID: book.id, hash: record.fingerprint, unknown: record.unknown,
        payload: values, rank: leaving.map(\.row.rank).min() ?? 0)
      try records.insert(row)
      try recorder.record(
        book.id, .record(source: local, remoteID: row.remoteID), old: nil,
        new: HistoryTable.State(values, RecordMark(row)))
    }
    _ = try mover.show(book.id)
  }

  /// What has to be said besides the records that stay, so that all of it says what it did. That of a source which goes
  /// on being heard is left to it: books that were added by hand are asked before it.
  private static func rest(of all: FieldPresences, beside staying: [LayerStore.Record]) -> FieldPresences {
    guard staying.contains(where: { $0.row.tombstone == nil }), let others = LayerStore.combined(staying) else {
      return all
    }
    var rest = FieldPresences()
    // As it is written: an ISBN in another form is equal, and shows otherwise.
    for field in BookField.bibliographic where all[field].value?.storedText != others[field].value?.storedText {
      rest[field] = all[field]
    }
    return rest
  }

  /// Where a record of a book stands as the user's own.
  func ownPlace(of row: SourceRecordRow, _ book: Book) throws -> RecordPlace {
    let local = try source
    return RecordPlace(
      source: local, remoteID: try name(for: book, in: local), book: book.id, tombstone: nil, rank: row.rank)
  }

  private var source: CatalogSource.ID {
    get throws { try SourceTable(connection: connection).local(now: recorder.now).id }
  }

  /// The book's identity names its record in `local`, as that of a book added by hand; another one where that is taken.
  private func name(for book: Book, in local: CatalogSource.ID) throws -> String {
    let own = book.uuid.lowercaseText
    if try records.row(source: local, remoteID: own) == nil { return own }
    var generator = SystemRandomNumberGenerator()
    return UUID.version7(at: recorder.now, using: &generator).lowercaseText
  }
}
