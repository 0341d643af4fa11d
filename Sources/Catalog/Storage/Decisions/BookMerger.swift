import FoundationEssentials

/// Makes several books one, and one book two.
struct BookMerger {
  let connection: Connection
  let now: Date
  private var books: BookTable { BookTable(connection: connection) }
  private var layers: LayerStore { LayerStore(connection: connection) }
  private var store: BookStore { BookStore(connection: connection) }

  /// Lets the first book have all that the others have, and hides them.
  func merge(_ ids: [Int64]) throws -> ChangeOutcome {
    var distinct: [Int64] = []
    for id in ids where !distinct.contains(id) { distinct.append(id) }
    guard distinct.count > 1 else { throw InvalidValue("books", "", "merging takes at least two different books") }
    let all = try distinct.map(shown)
    let recorder = ChangeRecorder(connection: connection, kind: .merge, now: now)
    for other in all.dropFirst() {
      for record in try layers.layers(of: other).records {
        try move(record.row, to: all[0].id, recorder)
      }
    }
    var outcome = ChangeOutcome()
    outcome.books = distinct
    outcome.differences = FieldDifference.between(
      all[0], try takeWords(of: Array(all.dropFirst()), all[0].id, recorder))
    for other in all.dropFirst() { try store.hide(shown(other.id), as: .merged, recorder) }
    let others = distinct.dropFirst().map(String.init).joined(separator: ", ")
    return try finish(recorder, &outcome, summary: "merged \(others) into \(distinct[0]): “\(all[0].title)”")
  }

  /// Takes what one source says of a book into a book of its own.
  func split(
    _ id: Int64, source name: String, using generator: inout some RandomNumberGenerator
  ) throws -> ChangeOutcome {
    let old = try shown(id)
    let source = try SourceEditor(connection: connection).source(named: name)
    let said = try layers.layers(of: old)
    var leaving = said.records.filter { $0.row.sourceID == source.id }
    guard !leaving.isEmpty else { throw Self.nothingToSplit(id, "\(source.name) has no record of book \(id)") }
    if leaving.count == said.records.count { leaving.removeFirst() }
    guard !leaving.isEmpty else { throw Self.nothingToSplit(id, "\(source.name) is all that speaks of book \(id)") }

    var new = Book(
      id: try books.nextID(), uuid: UUID.version7(at: now, using: &generator), title: old.title, added: old.added)
    let values = Merge.combined(byPrecedence: leaving.map(\.values))
    for field in BookField.bibliographic {
      if let value = values[field].value { new[field] = value }
    }
    let recorder = ChangeRecorder(connection: connection, kind: .split, now: now)
    try store.insert(new)
    try recorder.record(new.id, .added(through: new.id), old: nil, new: nil)
    for record in leaving { try move(record.row, to: new.id, recorder) }
    var outcome = ChangeOutcome()
    outcome.books = [id, new.id]
    outcome.differences = FieldDifference.between(old, try shown(id))
    return try finish(
      recorder, &outcome, summary: "split \(new.id) off \(id), as \(source.name) has it: “\(new.title)”")
  }

  /// Moves a record to another book; the history of both names it.
  private func move(_ row: SourceRecordTable.Row, to book: Int64, _ recorder: ChangeRecorder) throws {
    let from = RecordPlace(row)
    var to = from
    to.book = book
    _ = try RecordMover(connection: connection, now: now).move(from, to: to)
    for book in [from.book, to.book] {
      try recorder.record(
        book, .place(source: from.source, remoteID: from.remoteID), old: from.state, new: to.state)
    }
  }

  /// Lets a book have the user's words about others that it has no words of its own for.
  ///
  /// - Returns: the book as it shows then.
  private func takeWords(of others: [Book], _ id: Int64, _ recorder: ChangeRecorder) throws -> Book {
    let old = try shown(id)
    var said = try layers.layers(of: old)
    let own = said.edits
    for other in others {
      for edit in try FieldEditTable(connection: connection).edits(of: other.id) {
        if let index = said.edits.firstIndex(where: { $0.field == edit.field }) {
          said.edits[index].word = said.edits[index].word.united(with: edit.word)
        } else {
          said.edits.append(edit)
        }
      }
    }
    said.edits = Materialise.updated(said.edits, from: said.sources)
    for edit in said.edits {
      let before = own.first { $0.field == edit.field }
      guard edit != before else { continue }
      try FieldEditTable(connection: connection).write(edit, of: id)
      try recorder.record(id, .field(edit.field), old: HistoryTable.State(before), new: HistoryTable.State(edit))
    }
    var new = Materialise.book(old, sources: said.sources, edits: said.edits, metadata: said.metadata)
    for field in BookField.personal where field != .added && !old.says(field) {
      guard let value = others.first(where: { $0.says(field) })?[field] else { continue }
      try recorder.record(id, .field(field), old: HistoryTable.State(new[field]), new: HistoryTable.State(value))
      new[field] = value
    }
    try store.replace(old, with: new, now: now)
    return new
  }

  private func shown(_ id: Int64) throws -> Book {
    guard let book = try books.book(id), book.visibility == .shown else { throw CatalogError.noBook(String(id)) }
    return book
  }

  private static func nothingToSplit(_ id: Int64, _ cause: String) -> CatalogError {
    CatalogError(.nothingToDo, "split", String(id), cause: cause, hint: "'catalog why \(id)' names its sources")
  }

  private func finish(
    _ recorder: ChangeRecorder, _ outcome: inout ChangeOutcome, summary: String
  ) throws -> ChangeOutcome {
    try recorder.finish(summary: summary)
    (outcome.step, outcome.summary) = (recorder.step, summary)
    return outcome
  }
}

extension FieldEdit.Word {
  /// This word, which goes before another one; of tags, what both added and removed, unless this one says otherwise.
  fileprivate func united(with other: FieldEdit.Word) -> FieldEdit.Word {
    guard case .tags(let mine) = self, case .tags(let more) = other else { return self }
    return .tags(
      TagChange(
        added: mine.added.union(more.added.subtracting(mine.removed)),
        removed: mine.removed.union(more.removed.subtracting(mine.added))))
  }
}

extension Book {
  /// Whether the user has said something of a personal field. When a book came in, the catalog noted by itself.
  func says(_ field: BookField) -> Bool {
    field == .readState ? readState != .unread : field != .added && self[field] != nil
  }
}
