import FoundationEssentials

/// Methods that store the books that records describe.
extension RecordApplier {
  func insert(_ given: SourceRecord, _ hash: Int64, _ prepared: NewBook?, added: Date) throws -> AppliedRecord {
    guard given.values[.title].value != nil else { throw InvalidValue("title", "", "the record has no title") }
    let record = try naming(given)
    var new: NewBook
    // Since the record was prepared, the source may have become the user's own, or may have stopped being so.
    if let prepared, prepared.source == source.id, prepared.takesPersonal == source.isMine {
      new = prepared
      // The ids of user-defined fields are known only within the transaction.
      if !record.own.isEmpty { new.takeOwnFields(of: record) }
    } else {
      new = try NewBook(
        record, source: source.id, takesPersonal: source.isMine, added: added, now: recorder.now,
        identified: recorder.now, using: &generator)
    }
    // A UUID that already belongs to another book cannot be used again.
    if let uuid = record.uuid, try books.id(of: uuid) != nil {
      new.identify(by: UUID.version7(at: recorder.now, using: &generator))
    }
    new.number(nextID)
    try store.insert(new)
    try records.insert(
      SourceRecordRow(
        sourceID: source.id, remoteID: record.remoteID, bookID: nextID, hash: hash, unknown: record.unknown,
        personal: source.isMine ? record.values.personal : nil, statedOn: day(of: record), seen: generation))
    addedRange = (addedRange?.lowerBound ?? nextID.rawValue)...nextID.rawValue
    defer { nextID = nextID.advanced(by: 1) }
    return AppliedRecord(change: .added, book: nextID)
  }

  /// Stores the delivered values of an existing record.
  ///
  /// - Parameters:
  ///   - returns: True if this record restores the book after the step that added the book was undone.
  ///   - beginsAnew: True to ignore the record's earlier values, because the step that stored them was undone.
  func update(
    _ old: Book, _ row: SourceRecordRow, _ given: SourceRecord, _ hash: Int64, returns: Bool, beginsAnew: Bool
  ) throws -> AppliedRecord {
    let record = try naming(given)
    var bookLayers = try layers.layers(of: old)
    var before = bookLayers.records.first { $0.row.isSame(as: row) }?.values
    if returns { bookLayers.records = try silenced(bookLayers.records, except: row, of: old.id, record) }
    // Fields that the delivered record does not mention keep their values. After an undone import, only the title is
    // kept, because a book needs a title.
    var kept = FieldPresences()
    if beginsAnew { kept[.title] = before?[.title] ?? .absent } else if let before { kept = before }
    if source.isMine { bookLayers.records = try readings.presuming(bookLayers.records, except: row, of: old) }
    let others = bookLayers.records.map(\.row).filter { !$0.isSame(as: row) }.withPersonal
    var delivery = PersonalDelivery(values: record.values, others: others.map(\.personal))
    if !beginsAnew { delivery.earlier = try row.personal ?? presumed(of: old, bookLayers.records) }
    let personal = source.isMine ? try stated(delivery, of: old) : beginsAnew ? nil : row.personal
    let after = kept.updated(by: record.values).saying(personal ?? DetailFields())
    var row = row
    // While the record was marked as removed, values of other records took precedence. Now all values of this record
    // apply again, even values that the source does not mention this time.
    if row.tombstone != nil, let personal {
      for field in personal.fields where delivery.values[field].value == nil {
        delivery.values[field] = personal[field].map(FieldPresence.value) ?? .absent
      }
      delivery.outranked = bookLayers.records.map(\.row).filter { $0.tombstone == nil && $0.rank > row.rank }
        .withPersonal.map(\.personal)
    }
    // The assumed earlier values become part of the old state, so that undoing the current step restores them.
    if source.isMine, !beginsAnew, row.personal == nil {
      row.personal = delivery.earlier
      before = before?.saying(delivery.earlier)
    }
    let mark = RecordMark(row)
    row.hash = hash
    row.unknown = record.unknown
    if row.personal.map(ReadingStatement.init) != personal.map(ReadingStatement.init) { row.statedOn = statedOn }
    row.personal = personal
    if row.payload != nil || bookLayers.records.count > 1 { row.payload = after }
    (row.seen, row.missed, row.tombstone) = (max(row.seen, generation), nil, nil)
    try remember(old.id, record.remoteID, before.map { ($0, mark) }, (after, RecordMark(row)))
    try records.write(row)
    let comesBack = returns || old.visibility == .removedFromSource
    return try show(
      old, LayerStore.replacing(row, saying: after, in: bookLayers.records), of: row, edits: bookLayers.edits,
      personal: delivery, visibility: comesBack ? .shown : old.visibility, as: comesBack ? .added : .updated)
  }

  /// Returns true if a book has personal values that did not come from any of the user's own current sources, as far as
  /// is known. These values were set by hand, or came from a source that the user removed.
  func hasUsersValues(_ book: Book, _ delivered: [LayerStore.Record]) throws -> Bool {
    if try history.hasReadingsByHand(book) || MarkTable(connection: connection).hasMarks(of: book.id) { return true }
    if source.isMine, isOnlyMine(among: delivered) { return false }
    let sources = SourceTable(connection: connection)
    let stated = try delivered.compactMap { record in
      try sources.source(record.row.sourceID).flatMap { source in
        source.isMine && source.isRefreshed && source.state != .removed ? record.row.personal : nil
      }
    }
    return (BookField.personal + book.ownFields).contains { field in
      // Readings and ratings are skipped, because they are computed from the records and the user's statements.
      !ReadingLayer.fields.contains(field) && book.says(field) && !stated.contains { $0[field] == book[field] }
    }
  }

  /// Adds a record to an existing book as a further source.
  ///
  /// - Parameters:
  ///   - rank: The record's rank within the book. By default, the source's precedence determines the rank.
  ///   - earlier: The personal fields of the adopted record that this record replaces.
  func attach(
    _ given: SourceRecord, _ hash: Int64, to old: Book, rank: Int64? = nil, earlier: DetailFields = DetailFields()
  ) throws -> AppliedRecord {
    let record = try naming(given)
    let bookLayers = try layers.layers(of: old)
    var known = bookLayers.records
    if returns(old) {
      known = try silenced(known, except: nil, of: old.id, record)
    } else {
      if source.isMine { known = try readings.presuming(known, of: old) }
      try layers.keepValues(of: known)
    }
    let isRanked = known.contains { $0.row.rank != 0 }
    let personal = source.isMine ? record.values.personal : nil
    let row = SourceRecordRow(
      sourceID: source.id, remoteID: record.remoteID, bookID: old.id, hash: hash, unknown: record.unknown,
      payload: record.values, personal: personal, statedOn: day(of: record), seen: generation,
      rank: try rank ?? (isRanked ? records.rank(forNewOf: source, of: old.id) : 0))
    try records.write(row)
    try remember(old.id, record.remoteID, nil, (record.values, RecordMark(row)))
    let all = try layers.inserting((row, record.values.saying(personal ?? DetailFields())), in: known)
    let comesBack = returns(old) || old.visibility == .removedFromSource
    return try show(
      old, all, of: row, edits: bookLayers.edits,
      personal: PersonalDelivery(
        values: record.values, earlier: earlier, others: known.map(\.row).withPersonal.map(\.personal)),
      visibility: comesBack ? .shown : old.visibility, as: comesBack ? .added : .updated)
  }

  /// Empties the other records of a book when a delivered record restores the book after the step that added it was
  /// undone. The emptied records have no values until their sources deliver them again, or until the current step is
  /// undone. They keep their titles if the delivered record has no title.
  func silenced(
    _ delivered: [LayerStore.Record], except row: SourceRecordRow?, of book: Book.ID, _ other: SourceRecord
  ) throws -> [LayerStore.Record] {
    try delivered.map { record in
      if let row, record.row.isSame(as: row) { return record }
      var silent = record
      silent.values = FieldPresences()
      if other.values[.title].value == nil { silent.values[.title] = record.values[.title] }
      silent.row.payload = silent.values
      silent.row.personal = silent.row.personal.map { _ in DetailFields() }
      // Because of the changed fingerprint, the record is treated as changed when it is delivered again, even with the
      // same values.
      (silent.row.hash, silent.row.unknown) = (~record.row.hash, nil)
      try records.write(silent.row)
      try recorder.record(
        book, .record(source: record.row.sourceID, remoteID: record.row.remoteID),
        old: HistoryTable.State(record.values, RecordMark(record.row)),
        new: HistoryTable.State(silent.values, RecordMark(silent.row)))
      return silent
    }
  }

  /// Updates a book from its current records and the user's edits, and writes it.
  ///
  /// - Parameters:
  ///   - records: All current records of the book.
  ///   - row: The record that was delivered.
  func show(
    _ old: Book, _ records: [LayerStore.Record], of row: SourceRecordRow, edits: [FieldEdit],
    personal: PersonalDelivery, visibility: Book.Visibility, as change: AppliedRecord.Change
  ) throws -> AppliedRecord {
    let sources = LayerStore.combined(records) ?? FieldPresences()
    let edits = isByNewerRules ? try agreed(edits, with: sources, of: old.id) : edits
    var new = try layers.materialise(old, sources: sources, edits: edits)
    new.sources = SourceRecordTable.sources(of: records.map(\.row))
    if returns(old), visibility == .shown { try forgetPersonal(&new) }
    try FilledValues(layer: readings).withdraw(from: &new, records.map(\.row), recorder)
    let kept = try fillPersonal(&new, from: personal)
    let others = try showReadings(&new, records, of: row)
    if old.visibility == .undone, visibility == .shown {
      try recorder.record(old.id, .added(through: old.id), old: nil, new: nil)
    } else if old.visibility != visibility {
      try recorder.record(
        old.id, .visibility, old: HistoryTable.State(old.visibility), new: HistoryTable.State(visibility))
    }
    new.visibility = visibility
    try store.replace(old, with: new, now: recorder.now)
    var result = AppliedRecord(
      change: change, book: old.id, keptYours: kept + others.ofUser, hasOtherReadings: others.ofSources)
    if tellsDifferences { result.differences = FieldDifference.between(old, new) }
    if isByNewerRules, change == .updated, FieldDifference.between(old, new).isEmpty { result.change = .unchanged }
    return result
  }

  /// Adjusts the user's edits of a book whose source is read again by newer parsing rules. A value that is merely
  /// parsed differently must not cause a new conflict.
  private func agreed(
    _ edits: [FieldEdit], with sources: FieldPresences, of book: Book.ID
  ) throws -> [FieldEdit] {
    try edits.map { edit in
      var (now, agreed) = (edit, edit)
      now.theirs = sources[edit.field].value
      guard now.isConflict, !edit.isConflict else { return edit }
      agreed.base = now.theirs
      try recorder.record(
        book, .field(edit.field), old: HistoryTable.State(edit), new: HistoryTable.State(agreed))
      return agreed
    }
  }

  /// Removes the personal values that an undone import left in a book.
  func forgetPersonal(_ book: inout Book) throws {
    try readings.set(nil, of: book.id, recorder)
    for field in BookField.personal + book.ownFields where book.says(field) {
      let before = HistoryTable.State(book[field])
      book[field] = nil
      try recorder.record(book.id, .field(field), old: before, new: HistoryTable.State(book[field]))
    }
  }

  func remember(
    _ book: Book.ID, _ remoteID: String, _ old: (FieldPresences, RecordMark)?, _ new: (FieldPresences, RecordMark)
  ) throws {
    try recorder.record(
      book, .record(source: source.id, remoteID: remoteID), old: old.map { try HistoryTable.State($0.0, $0.1) },
      new: HistoryTable.State(new.0, new.1))
  }

  /// Returns true if a record is its source's only record of the book. A row without a payload is always the only
  /// record of its book.
  func isAlone(_ row: SourceRecordRow) throws -> Bool {
    try row.payload == nil || records.hasOne(of: row.sourceID, book: row.bookID)
  }
}
