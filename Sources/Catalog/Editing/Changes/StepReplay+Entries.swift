import FoundationEssentials

/// How each sort of entry in the history is put back.
extension StepReplay {
  /// A source that was removed is one again, or the other way round.
  mutating func replaySource(
    _ id: CatalogSource.ID, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    let sources = SourceTable(connection: connection)
    guard var source = try sources.source(id), let wanted = CatalogSource.State(to), source.state != wanted else {
      return
    }
    guard source.state == CatalogSource.State(from) else {
      left.append(.source(source.name))
      return
    }
    source.state = wanted
    try sources.write(source)
  }

  /// Has the sources of a run that is done again be there: the removal of one may have been done again before.
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

  /// A move is named in the history of both books; the first of them does it.
  mutating func replayPlace(
    of book: Book.ID, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    guard let from = RecordPlace(from), let to = RecordPlace(to) else { return }
    let mover = RecordMover(connection: connection, now: now)
    if try mover.isThere(to, comingFrom: from) { return }
    guard let moved = try mover.move(from, to: to) else {
      left.append(.book(book))
      return
    }
    for book in moved { note(book) }
  }

  /// Hides the books that the step added, or shows them again; what another step of the user is about stays, and what a
  /// later run that stands brought back.
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

  /// Whether another step has brought an added book back meanwhile, so that the values of this one do not count.
  func isSilenced(_ book: Book, of step: HistoryStep, _ connection: Connection) throws -> Bool {
    guard book.visibility == .shown else { return false }
    let records = try SourceRecordTable(connection: connection).rows(of: book.id)
    let silent = records.filter { $0.payload?.saysNothing ?? false }
    guard records.count > 1, !silent.isEmpty else { return false }
    let own = try HistoryTable(connection: connection).entries(of: step.id, book: book.id)
    return try silent.contains { record in
      let subject = HistoryTable.Subject.record(source: record.sourceID, remoteID: record.remoteID)
      // One that this step silenced is another's.
      let delivered = try own.first { $0.subject == subject }?.new?.value.map(RecordPayload.decode)
      return delivered?.saysNothing != true
    }
  }

  mutating func replayVisibility(
    of book: Book, _ step: HistoryStep, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    guard var wanted = to?.value.flatMap({ Int64($0) }).flatMap(Book.Visibility.init(rawValue:)) else { return }
    // What the step took out again after it had brought it, was not there before.
    if direction == .undo, try HistoryTable(connection: connection).isAdded(book.id, by: step.id) { wanted = .undone }
    if book.visibility == wanted { return }
    guard String(book.visibility.rawValue) == from?.value else {
      left.append(.book(book.id))
      return
    }
    var new = book
    new.visibility = wanted
    try store(book, new, connection)
    if wanted == .merged { try takeAlong(book.id, step, connection) }
  }

  /// Lets a merge that is done again take along what has come to the other book since it was undone; the step remembers
  /// that too.
  mutating func takeAlong(_ book: Book.ID, _ step: HistoryStep, _ connection: Connection) throws {
    let history = HistoryTable(connection: connection)
    guard let taker = try HiddenBooks(connection: connection).taker(of: book, in: step.id) else { return }
    let known = try history.entries(of: step.id, book: book).map(\.subject)
    let records = SourceRecordTable(connection: connection)
    for row in try records.rows(of: book) {
      let subject = HistoryTable.Subject.place(source: row.sourceID, remoteID: row.remoteID)
      guard !known.contains(subject) else { continue }
      let from = RecordPlace(row)
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
    // It follows its records, which the step has moved.
    if (direction == .undo ? from : to)?.base == HistoryTable.ofSource { return }
    let current = HistoryTable.State(book[field])
    let without = try PersonalReplay(field: field, book: book, step: step, connection: connection)
      .state(showing: direction == .undo ? to : from)
    let to = direction == .undo ? without : to
    if current == to { return }
    // Undone, it followed its source.
    guard current == from || direction == .redo && current == without else {
      left.append(.field(field, of: book.id))
      return
    }
    var new = book
    new[field] = to?.value.flatMap { field.decode($0) }
    // A run filled in what a file says.
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

  /// Gives a source's record the values it had before, wherever it stands now; or takes it out, or puts it back.
  mutating func replayRecord(
    _ source: CatalogSource.ID, _ remoteID: String, of book: Book, _ from: HistoryTable.State?,
    _ to: HistoryTable.State?,
    _ connection: Connection
  ) throws {
    let records = SourceRecordTable(connection: connection)
    let current = try records.row(source: source, remoteID: remoteID)
    // What a merged book had is the other one's.
    let owner = try HiddenBooks(connection: connection).owner(of: book.id)
    guard let to else {
      // A record that is another book's by now is not this one's to take out.
      guard current?.bookID == owner else { return }
      try records.delete(source: source, remoteID: remoteID)
      if try RecordMover(connection: connection, now: now).show(owner) { note(owner) }
      return
    }
    guard let json = to.value, let mark = to.base.flatMap(RecordMark.init(stored:)) else { return }
    let values = try RecordPayload.decode(json)
    if let current, let from {
      var mark = mark
      // Whether the source still has it, a later refresh may know better.
      if current.tombstone != from.base.flatMap(RecordMark.init(stored:))?.tombstone {
        mark.tombstone = current.tombstone
      }
      let owner = current.bookID == book.id ? book : try BookTable(connection: connection).book(current.bookID)
      if let owner { try change(current, of: owner, to: values, mark, connection) }
    } else if from == nil, current == nil {
      let layers = LayerStore(connection: connection)
      let target = try BookTable(connection: connection).book(owner) ?? book
      try layers.keepValues(of: layers.layers(of: target).records)
      // As if seen: a full enumeration may be under way, and must not take the record for removed that it could not have
      // seen here.
      let enumeration = try SyncCursorTable(connection: connection).position(of: source).generation
      try records.insert(
        SourceRecordRow(
          sourceID: source, remoteID: remoteID, bookID: target.id, hash: mark.hash, unknown: mark.unknown,
          payload: values, personal: mark.knowsPersonal ? values.personal : nil, said: mark.said, seen: enumeration,
          tombstone: mark.tombstone, rank: mark.rank))
      if try RecordMover(connection: connection, now: now).show(target.id) { note(target.id) }
    } else if current == nil {
      left.append(.book(book.id))
    }
  }

  /// Lets a record say something else.
  mutating func change(
    _ row: SourceRecordRow, of book: Book, to values: FieldPresences, _ mark: RecordMark, _ connection: Connection
  ) throws {
    let layers = LayerStore(connection: connection)
    let bookLayers = try layers.layers(of: book)
    var changed = row
    (changed.hash, changed.unknown, changed.tombstone, changed.said) = (
      mark.hash, mark.unknown, mark.tombstone, mark.said
    )
    if row.payload != nil || bookLayers.records.count > 1 { changed.payload = values }
    changed.personal = mark.knowsPersonal ? values.personal : nil
    try SourceRecordTable(connection: connection).write(changed)
    let records = LayerStore.replacing(changed, saying: values, in: bookLayers.records)
    let sources = LayerStore.combined(records) ?? values
    var new = try layers.materialise(book, sources: sources, edits: bookLayers.edits)
    // Also if no source of the user's own says anything any more: what one said goes with it.
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
  /// The book as it is shown when the user says something of it again that its source had no more meanwhile: it stays then.
  func shown(isSet: Bool) -> Book {
    guard isSet, visibility == .removedFromSource else { return self }
    var book = self
    book.visibility = .shown
    return book
  }
}

extension FieldPresences {
  /// Whether only a title is left, which a book needs: its other values were undone, and another source has the book.
  fileprivate var saysNothing: Bool { mentioned.allSatisfy { $0 == .title } }
}

extension CatalogSource.State {
  fileprivate init?(_ state: HistoryTable.State?) {
    guard let code = state?.value.flatMap({ Int64($0) }) else { return nil }
    self.init(rawValue: code)
  }
}
