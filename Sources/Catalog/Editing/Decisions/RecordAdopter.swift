import CatalogDatabase
import FoundationEssentials

/// Adopts records into the local source when a book loses some of its sources. The records become the user's own with
/// all their values and keep their precedence, so that the book still shows the same values.
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

  /// Adopts the chosen records of a book as part of the recorder's step. A chosen tombstone is deleted if another
  /// source has the book, because the tombstone's values are no longer used.
  ///
  /// - Parameter isLeaving: A function that returns true for the records to adopt.
  func adopt(_ book: Book, without isLeaving: (SourceRecordRow) -> Bool) throws {
    let readings = try ReadingLayer(connection: connection)
    let all = try readings.presuming(LayerStore(connection: connection).layers(of: book).records, of: book)
    guard all.contains(where: { isLeaving($0.row) }) else { return }
    let isGone = all.allSatisfy { $0.row.tombstone != nil }
    // If no source has the book any more, all its tombstones count, in the order determined by `liveRecords`.
    let heard = isGone ? LayerStore.liveRecords(all) : all
    var kept: [(record: LayerStore.Record, becomesOwn: Bool)] = []
    for record in heard {
      let (row, leaves) = (record.row, isLeaving(record.row))
      if leaves, row.tombstone != nil, !isGone {
        try records.delete(source: row.sourceID, remoteID: row.remoteID)
        try recorder.record(
          book.id, .record(source: row.sourceID, remoteID: row.remoteID),
          old: HistoryTable.State(record.values, RecordMark(row)), new: nil)
        // The book may still show the title and authors of the tombstone.
        let name = Self.shownName(of: record, in: all)
        let personal = readings.isOwn(row) ? nil : row.personal
        if name != FieldPresences() || personal != nil {
          try copy((row, name), to: ownLocation(of: row, book), personal: personal)
        }
      } else {
        kept.append((record, leaves || isGone))
      }
    }
    let ranks = try ranks(of: kept)
    for (index, (record, becomesOwn)) in kept.enumerated() {
      let row = record.row
      var location = try becomesOwn ? ownLocation(of: row, book) : RecordLocation(row)
      location.rank = ranks?[index] ?? location.rank
      if becomesOwn, !isLeaving(row) {
        try copy(record, to: location, personal: row.personal)
      } else if location != RecordLocation(row) {
        try mover.move(row, to: location, recorder)
      }
    }
    _ = try mover.show(book.id)
  }

  /// Copies the values of a tombstone to a new record in the local source. Once that record exists, the tombstone's own
  /// values are no longer used.
  private func copy(_ record: LayerStore.Record, to location: RecordLocation, personal: DetailFields?) throws {
    var row = record.row.named(location.remoteID, of: location.source)
    (row.payload, row.personal, row.tombstone, row.rank) = (record.values, personal, nil, location.rank)
    try records.insert(row)
    try recorder.record(
      location.book, .record(source: row.sourceID, remoteID: row.remoteID), old: nil,
      new: HistoryTable.State(record.values, RecordMark(row)))
  }

  /// Returns the title and the authors of a record, omitting either of them if the book shows that of another record.
  private static func shownName(of record: LayerStore.Record, in records: [LayerStore.Record]) -> FieldPresences {
    var name = FieldPresences()
    let live = LayerStore.liveRecords(records)
    for field in [BookField.title, .authors] {
      let shown = live.first { $0.values[field].value != nil }
      if let shown, shown.row.isSame(as: record.row) { name[field] = record.values[field] }
    }
    return name
  }

  /// Returns ranks that preserve the order of the records after some of them move to the local source. The result is
  /// `nil` if the order is preserved without ranks.
  private func ranks(of kept: [(record: LayerStore.Record, becomesOwn: Bool)]) throws -> [Int64]? {
    let sources = SourceTable(connection: connection)
    let keys = try kept.map { record, becomesOwn in
      let own = try becomesOwn ? nil : sources.source(record.row.sourceID)?.precedence
      return (rank: record.row.rank, precedence: own ?? Precedence.local)
    }
    let isOrdered = zip(keys, keys.dropFirst()).allSatisfy { ($0.rank, $0.precedence) < ($1.rank, $1.precedence) }
    return isOrdered ? nil : kept.indices.map { Int64($0) }
  }

  /// Returns the location of a record after it has become the user's own.
  func ownLocation(of row: SourceRecordRow, _ book: Book) throws -> RecordLocation {
    let local = try source
    return RecordLocation(
      source: local, remoteID: try name(for: row, of: book, in: local), book: book.id, tombstone: nil, rank: row.rank)
  }

  private var source: CatalogSource.ID {
    get throws { try SourceTable(connection: connection).local(now: recorder.now).id }
  }

  /// Returns an unused name for a record in the local source: the name by which the original source can find the record
  /// again, or a new UUID if that name is taken.
  private func name(for row: SourceRecordRow, of book: Book, in local: CatalogSource.ID) throws -> String {
    let origin = row.sourceID == local ? AdoptedName.origin(of: row.remoteID) : row.sourceID
    let own = row.sourceID == local ? book.uuid.lowercaseText : AdoptedName.text(row.remoteID, from: row.sourceID)
    if try records.row(source: local, remoteID: own) == nil { return own }
    var generator = SystemRandomNumberGenerator()
    let identity = UUID.version7(at: recorder.now, using: &generator).lowercaseText
    return origin.map { AdoptedName.text(identity, from: $0) } ?? identity
  }
}
