import CatalogDatabase
import FoundationEssentials

/// Methods that undo or redo single history entries.
extension StepReplay {
  /// Restores the state that a source had before the step (for undo) or after the step (for redo).
  mutating func replaySource(
    _ id: CatalogSource.ID, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    let sources = SourceTable(connection: connection)
    guard var source = try sources.source(id), let target = CatalogSource.State(to), source.state != target else {
      return
    }
    guard source.state == CatalogSource.State(from) else {
      left.append(.source(source.name))
      return
    }
    source.state = target
    try sources.write(source)
  }

  /// Activates the source of an import or refresh that is being redone, if the source is removed. For example, an
  /// earlier redo may have removed the source again.
  func takeUpSources(of step: HistoryStep, _ connection: Connection) throws {
    guard direction == .redo, step.kind.isRun else { return }
    let sources = SourceTable(connection: connection)
    for var source in try sources.all() where source.state == .removed {
      let isOfStep = try connection.integer(
        "SELECT 1 FROM sync_run WHERE step_id = ? AND source_id = ? LIMIT 1", [.id(step.id), .id(source.id)])
      guard isOfStep != nil else { continue }
      source.state = .active
      try sources.write(source)
    }
  }

  /// Undoes or redoes the move of a record. Both books have a history entry for the move. The record moves when the
  /// first of these entries is replayed.
  mutating func replayLocation(
    of book: Book.ID, _ step: HistoryStep, _ from: HistoryTable.State?, _ to: HistoryTable.State?,
    _ connection: Connection
  ) throws {
    guard let from = RecordLocation(from), let to = RecordLocation(to) else { return }
    let mover = RecordMover(connection: connection, now: now)
    if try mover.isThere(to, comingFrom: from) { return }
    // If a step moved a record and changed it, redo makes the change first. Otherwise, the target book would show the
    // record's earlier rating, which would then be mistaken for the user's.
    if direction == .redo, from.book != to.book, let origin = try BookTable(connection: connection).book(from.book) {
      let subject = HistoryTable.Subject.record(source: from.source, remoteID: from.remoteID)
      let entries = try HistoryTable(connection: connection).entries(of: step.id, book: to.book)
      if let change = entries.first(where: { $0.subject == subject }) {
        try replayRecord(from.source, from.remoteID, of: origin, change.old, change.new, connection)
      }
    }
    guard let moved = try mover.move(from, to: to) else {
      left.append(.book(book))
      return
    }
    for book in moved { note(book) }
  }

  /// For undo, hides the books that the step added; for redo, shows them again. Undo skips a book if the user changed
  /// it in another step, or if a later step in effect added it again.
  mutating func replayAdded(_ range: ClosedRange<Int64>, of step: HistoryStep, _ connection: Connection) throws {
    let isShort = range.upperBound - range.lowerBound < Int64(batch)
    let last = isShort ? range.upperBound : range.lowerBound + Int64(batch) - 1
    if last < range.upperBound { rest = (last + 1)...range.upperBound }
    let history = HistoryTable(connection: connection)
    let others = direction == .undo ? try history.added(in: range.lowerBound...last, after: step.id) : []
    let gathered = try BookBatch.forChanges(of: Int(last - range.lowerBound) + 1, connection, now: now)
    for number in range.lowerBound...last {
      let id = Book.ID(number)
      guard let old = try BookTable(connection: connection).book(id) else { continue }
      var new = old
      switch direction {
      case .undo:
        guard old.visibility == .shown, !others.contains(where: { $0.contains(number) }) else { continue }
        if try history.isTouched(id, butBy: step.id) {
          left.append(.book(id))
          continue
        }
        new.visibility = .undone
      case .redo:
        guard old.visibility == .undone else {
          if try isSilenced(old, of: step, connection) { left.append(.book(id)) }
          continue
        }
        new.visibility = .shown
      }
      try store(old, new, connection, gathered)
    }
    try gathered?.finish()
  }

  /// Returns true if another step has added the book again in the meantime. The values from the given step must then be
  /// ignored.
  func isSilenced(_ book: Book, of step: HistoryStep, _ connection: Connection) throws -> Bool {
    guard book.visibility == .shown else { return false }
    let records = try SourceRecordTable(connection: connection).rows(of: book.id)
    let silent = records.filter { $0.payload?.saysNothing ?? false }
    guard records.count > 1, !silent.isEmpty else { return false }
    let own = try HistoryTable(connection: connection).entries(of: step.id, book: book.id)
    return try silent.contains { record in
      let subject = HistoryTable.Subject.record(source: record.sourceID, remoteID: record.remoteID)
      // If this step itself delivered an empty record, the record was not emptied by another step.
      let delivered = try own.first { $0.subject == subject }?.new?.value.map(RecordPayload.decode)
      return delivered?.saysNothing != true
    }
  }

  mutating func replayVisibility(
    of book: Book, _ step: HistoryStep, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    guard var target = to?.value.flatMap({ Int64($0) }).flatMap(Book.Visibility.init(rawValue:)) else { return }
    // If the step added the book and then hid it, the book did not exist before the step.
    if direction == .undo, try HistoryTable(connection: connection).isAdded(book.id, by: step.id) { target = .undone }
    if book.visibility == target { return }
    guard String(book.visibility.rawValue) == from?.value else {
      left.append(.book(book.id))
      return
    }
    var new = book
    new.visibility = target
    try store(book, new, connection)
    if target == .merged { try takeAlong(book.id, step, connection) }
  }

  /// Moves the records that a merged book received while its merge was undone. Called when the merge is redone. The
  /// moves become part of the step of the merge.
  mutating func takeAlong(_ book: Book.ID, _ step: HistoryStep, _ connection: Connection) throws {
    let history = HistoryTable(connection: connection)
    guard let taker = try HiddenBooks(connection: connection).taker(of: book, in: step.id) else { return }
    let known = try history.entries(of: step.id, book: book).map(\.subject)
    let records = SourceRecordTable(connection: connection)
    for row in try records.rows(of: book) {
      let subject = HistoryTable.Subject.location(source: row.sourceID, remoteID: row.remoteID)
      guard !known.contains(subject) else { continue }
      let from = RecordLocation(row)
      var to = from
      (to.book, to.rank) = (taker, (try records.rows(of: taker).map(\.rank).max() ?? 0) &+ 1)
      guard let moved = try RecordMover(connection: connection, now: now).move(from, to: to) else { continue }
      for book in moved { note(book) }
      for book in [book, taker] {
        try history.write(
          HistoryTable.Entry(book: book, subject: subject, old: from.state, new: to.state), step: step.id)
      }
    }
  }

  mutating func replayPersonal(
    _ field: BookField, of book: Book, _ step: HistoryStep, _ from: HistoryTable.State?, _ to: HistoryTable.State?,
    _ connection: Connection
  ) throws {
    // The value came from a source, so it changes when the step's records are moved.
    if (direction == .undo ? from : to)?.base == HistoryTable.ofSource { return }
    let current = HistoryTable.State(book[field])
    let without = try PersonalReplay(field: field, book: book, step: step, connection: connection)
      .state(showing: direction == .undo ? to : from)
    let to = direction == .undo ? without : to
    if current == to { return }
    // While the step was undone, the field followed its source.
    guard current == from || direction == .redo && current == without else {
      left.append(.field(field, of: book.id))
      return
    }
    var new = book
    new[field] = to?.value.flatMap { field.decode($0) }
    // A value that an import or a refresh filled in is not treated as set by the user.
    try store(book, new.shown(isSet: new.says(field) && !step.kind.isRun), connection)
  }

  mutating func replayEdit(
    _ field: BookField, of book: Book, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    var bookLayers = try LayerStore(connection: connection).layers(of: book)
    let current = HistoryTable.State(bookLayers.edit(of: field))
    if current == to { return }
    guard current == from else {
      left.append(.field(field, of: book.id))
      return
    }
    let edits = FieldEditTable(connection: connection)
    bookLayers.edits.removeAll { $0.field == field }
    if let to {
      let edit = FieldEdit(
        field: field, base: to.base.flatMap { field.decode($0) }, theirs: bookLayers.sources[field].value,
        value: EditedValue(stored: to.value, field: field), at: now)
      try edits.write(edit, of: book.id)
      bookLayers.edits.append(edit)
    } else {
      try edits.delete(field, of: book.id)
    }
    let new = Materialise.book(
      book, sources: bookLayers.sources, edits: bookLayers.edits, metadata: bookLayers.metadata)
    try store(book, new.shown(isSet: to != nil), connection)
  }

  /// Undoes or redoes a change to a source's record: restores the values, deletes the record, or inserts it again. The
  /// values are restored even if the record is now in another book.
  mutating func replayRecord(
    _ source: CatalogSource.ID, _ remoteID: String, of book: Book, _ from: HistoryTable.State?,
    _ to: HistoryTable.State?,
    _ connection: Connection
  ) throws {
    let records = SourceRecordTable(connection: connection)
    let current = try records.row(source: source, remoteID: remoteID)
    // The records of a merged book now belong to the book that it was merged into.
    let owner = try HiddenBooks(connection: connection).owner(of: book.id)
    guard let to else {
      // A record that has moved to another book is kept.
      guard current?.bookID == owner else { return }
      try records.delete(source: source, remoteID: remoteID)
      if try RecordMover(connection: connection, now: now).show(owner) { note(owner) }
      return
    }
    guard let json = to.value, let mark = to.base.flatMap(RecordMark.init(stored:)) else { return }
    let values = try RecordPayload.decode(json)
    if let current, let from {
      var mark = mark
      // A later refresh may have found out whether the source still has the record, so the current tombstone is kept.
      if current.tombstone != from.base.flatMap(RecordMark.init(stored:))?.tombstone {
        mark.tombstone = current.tombstone
      }
      let owner = current.bookID == book.id ? book : try BookTable(connection: connection).book(current.bookID)
      if let owner { try change(current, of: owner, to: values, mark, connection) }
    } else if from == nil, current == nil {
      let layers = LayerStore(connection: connection)
      let target = try BookTable(connection: connection).book(owner) ?? book
      try layers.keepValues(of: layers.layers(of: target).records)
      // The record is marked as seen, because a full enumeration in progress could not have seen it and must not treat
      // it as removed.
      let enumeration = try SyncCursorTable(connection: connection).position(of: source).generation
      try records.insert(
        SourceRecordRow(
          sourceID: source, remoteID: remoteID, bookID: target.id, hash: mark.hash, unknown: mark.unknown,
          payload: values, personal: mark.knowsPersonal ? values.personal : nil, statedOn: mark.statedOn,
          seen: enumeration, tombstone: mark.tombstone, rank: mark.rank))
      if try RecordMover(connection: connection, now: now).show(target.id) { note(target.id) }
    } else if current == nil {
      left.append(.book(book.id))
    }
  }

  /// Replaces the values of a record.
  mutating func change(
    _ row: SourceRecordRow, of book: Book, to values: FieldPresences, _ mark: RecordMark, _ connection: Connection
  ) throws {
    let layers = LayerStore(connection: connection)
    let bookLayers = try layers.layers(of: book)
    var changed = row
    (changed.hash, changed.unknown, changed.tombstone, changed.statedOn) = (
      mark.hash, mark.unknown, mark.tombstone, mark.statedOn
    )
    if row.payload != nil || bookLayers.records.count > 1 { changed.payload = values }
    changed.personal = mark.knowsPersonal ? values.personal : nil
    try SourceRecordTable(connection: connection).write(changed)
    let records = LayerStore.replacing(changed, saying: values, in: bookLayers.records)
    let sources = LayerStore.combined(records) ?? values
    var new = try layers.materialise(book, sources: sources, edits: bookLayers.edits)
    // The readings are updated even if the user's own sources have none now, so that earlier readings disappear.
    let layer = try ReadingLayer(connection: connection)
    try layer.show(in: &new, records, always: records.contains { layer.isOwn($0.row) })
    try store(book, new, connection)
  }

  mutating func store(
    _ old: Book, _ new: Book, _ connection: Connection, _ batch: BookBatch? = nil
  ) throws {
    if try BookStore(connection: connection, batch: batch).replace(old, with: new, now: now) { note(old.id) }
  }

  mutating func note(_ book: Book.ID) {
    if changed.last != book { changed.append(book) }
  }
}

extension Book {
  /// Returns the book, and makes it visible if its source has removed it but the user now sets one of its values
  /// (`isSet`).
  func shown(isSet: Bool) -> Book {
    guard isSet, visibility == .removedFromSource else { return self }
    var book = self
    book.visibility = .shown
    return book
  }
}

extension FieldPresences {
  /// True if the record has no values, except possibly a title. An undo leaves such a record when it removes the
  /// record's values: the title stays, because every book needs one.
  fileprivate var saysNothing: Bool { mentioned.allSatisfy { $0 == .title } }
}

extension CatalogSource.State {
  fileprivate init?(_ state: HistoryTable.State?) {
    guard let code = state?.value.flatMap({ Int64($0) }) else { return nil }
    self.init(rawValue: code)
  }
}
