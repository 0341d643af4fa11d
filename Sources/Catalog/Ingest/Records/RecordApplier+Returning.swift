/// Records that a source has again: after it was removed and its records were adopted, or after it had lost them.
extension RecordApplier {
  /// Returns the local source if it has adopted records from a source that was removed.
  static func adopted(from source: CatalogSource.ID, _ records: SourceRecordTable) throws -> CatalogSource.ID? {
    guard let local = try SourceTable(connection: records.connection).source(named: SourceTable.localName)?.id,
      try records.hasAny(of: local, named: AdoptedName.prefix(of: source))
    else { return nil }
    return local
  }

  /// Replaces the record that was adopted when the source was removed by the one that the source delivers again. It stays a
  /// record of the same book, even if the user merged that book with others.
  ///
  /// - Returns: `nil` if the record was not adopted.
  func takeBack(_ given: SourceRecord, _ hash: Int64) throws -> AppliedRecord? {
    guard let adopted,
      let row = try records.row(source: adopted, remoteID: AdoptedName.text(given.remoteID, from: source.id))
    else { return nil }
    guard let book = try books.book(row.bookID) else { throw missing(row) }
    let before = try values(of: row, in: layers.layers(of: book))
    var record = given
    record.values = before.updated(by: given.values)
    try records.delete(source: adopted, remoteID: row.remoteID)
    try recorder.record(
      book.id, .record(source: adopted, remoteID: row.remoteID), old: HistoryTable.State(before, RecordMark(row)),
      new: nil)
    return try attach(record, hash, to: book, rank: row.rank)
  }

  /// Returns a stored record with its book. If the source has it again after its book was hidden, and another source has
  /// brought in the same book meanwhile, the record moves there: the hidden book would come back as a second copy.
  ///
  /// - Returns: `nil` if the record's book is missing.
  func returned(_ row: SourceRecordRow, as record: SourceRecord) throws -> (Book, SourceRecordRow)? {
    guard let book = try books.book(row.bookID) else { return nil }
    guard row.tombstone != nil, book.visibility == .removedFromSource,
      let id = try matcher.match(of: record).book, id != book.id, let other = try books.book(id)
    else { return (book, row) }
    var place = RecordPlace(row)
    (place.book, place.rank) = (id, try records.rank(forNewOf: source, of: id))
    guard try RecordMover(connection: connection, now: recorder.now, batch: batch).move(row, to: place, recorder),
      let moved = try records.row(source: row.sourceID, remoteID: row.remoteID)
    else { return (book, row) }
    return (try books.book(id) ?? other, moved)
  }
}
