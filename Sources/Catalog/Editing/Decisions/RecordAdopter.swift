import FoundationEssentials

/// Adopts records into the local source, for a book that goes on without some of its sources: they become the user's own, with
/// all that they say, and are asked where they were asked before, so that the book goes on showing what it shows.
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

  /// Takes records away from a book, as a part of the recorder's step. One that its source no longer has says nothing while
  /// others have the book, and is dropped.
  ///
  /// - Parameter isLeaving: Tells which of its records go.
  func adopt(_ book: Book, without isLeaving: (SourceRecordRow) -> Bool) throws {
    let readings = try ReadingLayer(connection: connection)
    let all = try readings.presuming(LayerStore(connection: connection).layers(of: book).records, of: book)
    guard all.contains(where: { isLeaving($0.row) }) else { return }
    let isGone = all.allSatisfy { $0.row.tombstone != nil }
    // If no source has the book any more, all its records are heard, in an order of their own.
    let heard = isGone ? LayerStore.liveRecords(all) : all
    var kept: [(record: LayerStore.Record, becomesOwn: Bool)] = []
    for record in heard {
      let (row, leaves) = (record.row, isLeaving(record.row))
      if leaves, row.tombstone != nil, !isGone {
        try records.delete(source: row.sourceID, remoteID: row.remoteID)
        try recorder.record(
          book.id, .record(source: row.sourceID, remoteID: row.remoteID),
          old: HistoryTable.State(record.values, RecordMark(row)), new: nil)
        // The title and the authors still count if nobody else gives any.
        let name = Self.name(in: record.values, besides: all)
        let personal = readings.isOwn(row) ? nil : row.personal
        if name != FieldPresences() || personal != nil {
          try copy((row, name), to: ownPlace(of: row, book), personal: personal)
        }
      } else {
        kept.append((record, leaves || isGone))
      }
    }
    let ranks = try ranks(of: kept)
    for (index, (record, becomesOwn)) in kept.enumerated() {
      let row = record.row
      var place = try becomesOwn ? ownPlace(of: row, book) : RecordPlace(row)
      place.rank = ranks?[index] ?? place.rank
      if becomesOwn, !isLeaving(row) {
        try copy(record, to: place, personal: row.personal)
      } else if place != RecordPlace(row) {
        try mover.move(row, to: place, recorder)
      }
    }
    _ = try mover.show(book.id)
  }

  /// Makes a record of the user's own that says what another one says, which would not be heard beside it.
  private func copy(_ record: LayerStore.Record, to place: RecordPlace, personal: DetailFields?) throws {
    var row = record.row.named(place.remoteID, of: place.source)
    (row.payload, row.personal, row.tombstone, row.rank) = (record.values, personal, nil, place.rank)
    try records.insert(row)
    try recorder.record(
      place.book, .record(source: row.sourceID, remoteID: row.remoteID), old: nil,
      new: HistoryTable.State(record.values, RecordMark(row)))
  }

  /// The title and the authors of a record that no live record of the book gives.
  private static func name(in values: FieldPresences, besides records: [LayerStore.Record]) -> FieldPresences {
    var name = FieldPresences()
    for field in [BookField.title, .authors] where values[field].value != nil {
      let isSaid = records.contains { $0.row.tombstone == nil && $0.values[field].value != nil }
      if !isSaid { name[field] = values[field] }
    }
    return name
  }

  /// The ranks by which records stay in their order, where books added by hand would be asked at another place than the
  /// sources that leave; `nil` where the order stays by itself.
  private func ranks(of kept: [(record: LayerStore.Record, becomesOwn: Bool)]) throws -> [Int64]? {
    let sources = SourceTable(connection: connection)
    let keys = try kept.map { record, becomesOwn in
      let own = try becomesOwn ? nil : sources.source(record.row.sourceID)?.precedence
      return (rank: record.row.rank, precedence: own ?? Precedence.local)
    }
    let isOrdered = zip(keys, keys.dropFirst()).allSatisfy { ($0.rank, $0.precedence) < ($1.rank, $1.precedence) }
    return isOrdered ? nil : kept.indices.map { Int64($0) }
  }

  /// Where a record of a book stands as the user's own.
  func ownPlace(of row: SourceRecordRow, _ book: Book) throws -> RecordPlace {
    let local = try source
    return RecordPlace(
      source: local, remoteID: try name(for: row, of: book, in: local), book: book.id, tombstone: nil, rank: row.rank)
  }

  private var source: CatalogSource.ID {
    get throws { try SourceTable(connection: connection).local(now: recorder.now).id }
  }

  /// Returns a free name for a record in `local`: the one that its source finds it by, or a new identity if that is taken.
  private func name(for row: SourceRecordRow, of book: Book, in local: CatalogSource.ID) throws -> String {
    let origin = row.sourceID == local ? AdoptedName.origin(of: row.remoteID) : row.sourceID
    let own = row.sourceID == local ? book.uuid.lowercaseText : AdoptedName.text(row.remoteID, from: row.sourceID)
    if try records.row(source: local, remoteID: own) == nil { return own }
    var generator = SystemRandomNumberGenerator()
    let identity = UUID.version7(at: recorder.now, using: &generator).lowercaseText
    return origin.map { AdoptedName.text(identity, from: $0) } ?? identity
  }
}
