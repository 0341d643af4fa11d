/// Records that a source delivers again, after it was removed and its records were adopted, or after it had lost them.
extension RecordApplier {
  /// Returns the local source if it has adopted records of a source that was removed.
  static func adopted(from source: CatalogSource.ID, _ records: SourceRecordTable) throws -> CatalogSource.ID? {
    guard let local = try SourceTable(connection: records.connection).source(named: SourceTable.localName)?.id,
      try records.hasAny(of: local, named: AdoptedName.prefix(of: source))
    else { return nil }
    return local
  }

  /// Returns the row stored under a name: a record of the source, or one that was adopted from it.
  func stored(_ remoteID: String) throws -> SourceRecordRow? {
    if let row = try records.row(source: source.id, remoteID: remoteID) { return row }
    return try adopted.flatMap { try records.row(source: $0, remoteID: AdoptedName.text(remoteID, from: source.id)) }
  }

  /// Replaces a record that was adopted when the source was removed by the one that the source delivers again. It
  /// remains a record of the same book, even if the user merged that book with others.
  func takeBack(_ row: SourceRecordRow, _ given: SourceRecord, _ hash: Int64) throws -> AppliedRecord {
    guard let book = try books.book(row.bookID) else { throw missing(row) }
    let before = try values(of: row, in: layers.layers(of: book))
    // The values of user-defined fields must be known by now, so that missing ones replace earlier ones.
    var record = try naming(given)
    record.values = before.updated(by: record.values)
    try records.delete(source: row.sourceID, remoteID: row.remoteID)
    try recorder.record(
      book.id, .record(source: row.sourceID, remoteID: row.remoteID), old: HistoryTable.State(before, RecordMark(row)),
      new: nil)
    return try attach(record, hash, to: book, rank: row.rank, earlier: row.personal ?? DetailFields())
  }

  /// Returns a stored record with its book. If the book was hidden, or its import undone, and another source has added
  /// the same book in the meantime, the record moves there. Otherwise the hidden book would return as a second copy.
  ///
  /// - Returns: The book, the record, and true if the step that added the record's book was undone; `nil` if that book
  ///   is missing.
  func returned(
    _ row: SourceRecordRow, as record: SourceRecord
  ) throws -> (book: Book, row: SourceRecordRow, wasUndone: Bool)? {
    guard let book = try books.book(row.bookID) else { return nil }
    let wasUndone = returns(book)
    let isHidden = row.tombstone != nil && book.visibility == .removedFromSource || wasUndone
    guard isHidden, case let match = try matcher.match(of: record), let id = match.book, id != book.id,
      let other = try books.book(id), try !holdsAdopted(id)
    else { return (book, row, wasUndone) }
    var location = RecordPlace(row)
    (location.book, location.rank) = (id, try rank(for: match) ?? records.rank(forNewOf: source, of: id))
    // The record's earlier values may not count. The other book must not show them, not even until it is updated: the
    // history would not contain them, and they would be taken for the user's own.
    let mover = RecordMover(connection: connection, now: recorder.now, batch: batch)
    guard try mover.move(row, to: location, recorder, showsTarget: false),
      let moved = try records.row(source: row.sourceID, remoteID: row.remoteID)
    else { return (book, row, wasUndone) }
    return (try books.book(id) ?? other, moved, wasUndone)
  }

  /// Returns true if a book has an adopted record of this source that belongs to another book.
  private func holdsAdopted(_ book: Book.ID) throws -> Bool {
    guard let adopted else { return false }
    let prefix = AdoptedName.prefix(of: source.id)
    return try records.rows(of: book).contains { $0.sourceID == adopted && $0.remoteID.hasPrefix(prefix) }
  }

  /// Returns the last rank for a record of a book that was merged into the match, so that its values do not replace
  /// those of the other book.
  ///
  /// - Returns: The rank; `nil` for other records.
  func rank(for match: BookMatch) throws -> Int64? {
    guard match.isByMerge, let book = match.book else { return nil }
    return (try records.rows(of: book).map(\.rank).max() ?? 0) &+ 1
  }
}
