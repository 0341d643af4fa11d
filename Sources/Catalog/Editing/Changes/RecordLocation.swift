import CatalogDatabase
import FoundationEssentials

/// The location of a record: its source and name, its book and rank, and the time at which the source removed it.
struct RecordLocation: Equatable {
  var source: CatalogSource.ID
  var remoteID: String
  var book: Book.ID
  /// The time of the tombstone, in milliseconds since 1970.
  var tombstone: Int64?
  var rank: Int64

  init(source: CatalogSource.ID, remoteID: String, book: Book.ID, tombstone: Int64?, rank: Int64) {
    (self.source, self.remoteID, self.book, self.tombstone, self.rank) = (source, remoteID, book, tombstone, rank)
  }

  init(_ row: SourceRecordRow) {
    self.init(source: row.sourceID, remoteID: row.remoteID, book: row.bookID, tombstone: row.tombstone, rank: row.rank)
  }

  /// Parses a location in the format of ``state``.
  init?(_ state: HistoryTable.State?) {
    let parts = state?.value?.unicodeScalars.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard let parts, parts.count == 3, let source = CatalogSource.ID(String(parts[0])),
      let book = Book.ID(String(parts[1]))
    else {
      return nil
    }
    let numbers = state?.base?.split(separator: "!", omittingEmptySubsequences: false).map { Int64($0) } ?? []
    self.init(
      source: source, remoteID: String(parts[2]), book: book, tombstone: numbers.first ?? nil,
      rank: numbers.count > 1 ? numbers[1] ?? 0 : 0)
  }

  /// The representation of the location in the history. The base contains the time of the tombstone, if any. If the
  /// rank is not 0, the base also contains `!` and the rank.
  var state: HistoryTable.State {
    let time = tombstone.map(String.init)
    return HistoryTable.State(
      value: "\(source) \(book) \(remoteID)", base: rank == 0 ? time : "\(time ?? "")!\(rank)")
  }
}

/// Moves records with all their values to other locations, and updates the affected books. Merging books, splitting a
/// book and removing a source consist of such moves, and so do the undo and redo of these changes. A record moves in
/// its current state, even if a refresh has changed it in the meantime.
struct RecordMover {
  let connection: Connection
  let now: Date
  let store: BookStore
  private let books: BookTable
  private let records: SourceRecordTable
  private let layers: LayerStore

  init(connection: Connection, now: Date, batch: BookBatch? = nil) {
    self.connection = connection
    self.now = now
    store = BookStore(connection: connection, batch: batch)
    books = BookTable(connection: connection)
    records = SourceRecordTable(connection: connection)
    layers = LayerStore(connection: connection)
  }

  /// Moves a record. A book that loses its last record keeps its shown values. If a record of a hidden book already has
  /// the target name, as may happen after an undone step, the two records swap names.
  ///
  /// - Parameter showsTarget: False if the caller updates the target book itself, after changing the record.
  /// - Returns: The books that changed. The result is `nil` if nothing was moved, because the record is not at `from`
  ///   or because a record of a shown book is at `to`.
  func move(_ from: RecordLocation, to: RecordLocation, showsTarget: Bool = true) throws -> [Book.ID]? {
    guard let row = try records.row(source: from.source, remoteID: from.remoteID), row.bookID == from.book,
      let old = try books.book(from.book), let target = try books.book(to.book)
    else { return nil }
    let isRenamed = (from.source, from.remoteID) != (to.source, to.remoteID)
    let inTheWay = isRenamed ? try records.row(source: to.source, remoteID: to.remoteID) : nil
    if let inTheWay, try books.book(inTheWay.bookID)?.visibility == .shown { return nil }
    var moved = row.named(to.remoteID, of: to.source)
    (moved.bookID, moved.rank) = (to.book, to.rank)
    if from.tombstone != to.tombstone { moved.tombstone = to.tombstone }
    if from.book != to.book {
      // From now on, each record must contain its own values, because the columns of the two books no longer contain
      // the values of just one record.
      moved.payload = try layers.layers(of: old).records.first { $0.row.isSame(as: row) }?.values
      try layers.keepValues(of: layers.layers(of: target).records)
    }
    if isRenamed { try records.delete(source: from.source, remoteID: from.remoteID) }
    try records.write(moved)
    if let inTheWay { try records.insert(inTheWay.named(from.remoteID, of: from.source)) }
    var affected: Set = [old.id, inTheWay?.bookID ?? old.id]
    if showsTarget { affected.insert(target.id) } else { affected.remove(target.id) }
    return try affected.sorted().filter(show)
  }

  /// Moves a record as part of a step, and records the move in the history of both books.
  ///
  /// - Parameter showsTarget: False if the caller updates the target book itself, after changing the record.
  /// - Returns: True if the record was moved.
  @discardableResult
  func move(
    _ row: SourceRecordRow, to location: RecordLocation, _ recorder: ChangeRecorder, showsTarget: Bool = true
  ) throws -> Bool {
    let from = RecordLocation(row)
    guard try move(from, to: location, showsTarget: showsTarget) != nil else { return false }
    for book in Set([from.book, location.book]).sorted() {
      try recorder.record(
        book, .location(source: from.source, remoteID: from.remoteID), old: from.state, new: location.state)
    }
    return true
  }

  /// Returns true if a record is already at its target location. The tombstone times are compared only if the move
  /// changes them, and the ranks only if the record stays in the same book.
  func isThere(_ location: RecordLocation, comingFrom from: RecordLocation) throws -> Bool {
    guard let row = try records.row(source: location.source, remoteID: location.remoteID) else { return false }
    return row.bookID == location.book && (from.tombstone == location.tombstone || row.tombstone == location.tombstone)
      && (from.book != location.book || row.rank == location.rank)
  }

  /// Updates a book from its current records and edits.
  ///
  /// - Returns: True if the book changed.
  func show(_ id: Book.ID) throws -> Bool {
    guard let old = try books.book(id) else { return false }
    let bookLayers = try layers.layers(of: old)
    var new = try layers.materialise(old, sources: bookLayers.sources, edits: bookLayers.edits)
    new.sources = SourceRecordTable.sources(of: bookLayers.records.map(\.row))
    // A book without any records keeps its shown values.
    let hasRecords = !bookLayers.records.isEmpty
    try ReadingLayer(connection: connection).show(in: &new, bookLayers.records, always: hasRecords)
    return try store.replace(old, with: new, now: now)
  }
}

extension SourceRecordRow {
  /// Returns the record with a different source and name.
  func named(_ remoteID: String, of source: CatalogSource.ID) -> Self {
    Self(
      sourceID: source, remoteID: remoteID, bookID: bookID, hash: hash, unknown: unknown, payload: payload,
      personal: personal, statedOn: statedOn, seen: seen, missed: missed, tombstone: tombstone, rank: rank)
  }
}
