/// Methods for records that a source delivers again. Either the user had removed the source, and the local source
/// adopted its records, or the source did not have the records for a time.
extension RecordApplier {
  /// Returns the local source if it contains records that were adopted from the given source; `nil` otherwise.
  static func adopted(from source: CatalogSource.ID, _ records: SourceRecordTable) throws -> CatalogSource.ID? {
    guard let local = try SourceTable(connection: records.connection).source(named: SourceTable.localName)?.id,
      try records.hasAny(of: local, named: AdoptedName.prefix(of: source))
    else { return nil }
    return local
  }

  /// Returns the row stored under a name. The row is either a record of this source or a record adopted from it.
  func stored(_ remoteID: String) throws -> SourceRecordRow? {
    if let row = try records.row(source: source.id, remoteID: remoteID) { return row }
    return try adopted.flatMap { try records.row(source: $0, remoteID: AdoptedName.text(remoteID, from: source.id)) }
  }

  /// Replaces an adopted record with the record that its original source delivers again. The new record belongs to the
  /// same book, even if the user has merged that book with others.
  func takeBack(_ row: SourceRecordRow, _ given: SourceRecord, _ hash: Int64) throws -> AppliedRecord {
    guard let book = try books.book(row.bookID) else { throw missing(row) }
    let before = try values(of: row, in: layers.layers(of: book))
    // User-defined fields must be resolved before the update, so that missing values replace earlier values.
    var record = try naming(given)
    record.values = before.updated(by: record.values)
    try records.delete(source: row.sourceID, remoteID: row.remoteID)
    try recorder.record(
      book.id, .record(source: row.sourceID, remoteID: row.remoteID), old: HistoryTable.State(before, RecordMark(row)),
      new: nil)
    return try attach(record, hash, to: book, rank: row.rank, earlier: row.personal ?? DetailFields())
  }

  /// Returns a stored record with its book. The book may be hidden, or its import may have been undone. If another
  /// source has added the same book since then, first moves the record to the other source's book. Otherwise, the
  /// hidden book would return as a second copy. A record does not return to the book that the user split it off.
  ///
  /// - Returns: The book, the record, and true if the step that added the record's original book was undone. The result
  ///   is `nil` if the original book is missing.
  func returned(
    _ row: SourceRecordRow, as record: SourceRecord
  ) throws -> (book: Book, row: SourceRecordRow, wasUndone: Bool)? {
    guard let book = try books.book(row.bookID) else { return nil }
    let wasUndone = returns(book)
    let isHidden = row.tombstone != nil && book.visibility == .removedFromSource || wasUndone
    guard isHidden, case let match = try matcher.match(of: record), let id = match.book, id != book.id,
      let other = try books.book(id), try !holdsAdopted(id), try id > book.id || !history.isSplitOff(book.id)
    else { return (book, row, wasUndone) }
    var location = RecordLocation(row)
    (location.book, location.rank) = (id, try rank(for: match) ?? records.rank(forNewOf: source, of: id))
    // The record's earlier values may no longer be valid. The target book must not show them even temporarily: they
    // would be mistaken for the user's own values, because the history does not contain them.
    let mover = RecordMover(connection: connection, now: recorder.now, batch: batch)
    guard try mover.move(row, to: location, recorder, showsTarget: false),
      let moved = try records.row(source: row.sourceID, remoteID: row.remoteID)
    else { return (book, row, wasUndone) }
    return (try books.book(id) ?? other, moved, wasUndone)
  }

  /// Returns true if a book has a record that was adopted from this source. Such a record describes a different book of
  /// the source.
  private func holdsAdopted(_ book: Book.ID) throws -> Bool {
    guard let adopted else { return false }
    let prefix = AdoptedName.prefix(of: source.id)
    return try records.rows(of: book).contains { $0.sourceID == adopted && $0.remoteID.hasPrefix(prefix) }
  }

  /// Returns a rank for a record that matched a book through a merge. The rank places the record after all records of
  /// the matching book, so that its values do not replace those of the matching book.
  ///
  /// - Returns: The rank; `nil` if the book was not matched through a merge.
  func rank(for match: BookMatch) throws -> Int64? {
    guard match.isByMerge, let book = match.book else { return nil }
    return (try records.rows(of: book).map(\.rank).max() ?? 0) &+ 1
  }
}
