import FoundationEssentials

/// Unites the edits of several books that become one: the first book's edited value counts where there is one, else
/// that of the next. A value that gives way is named in the step.
struct MergedEdits {
  let connection: Connection
  /// The books as they were, the one that goes on in front.
  let books: [Book]
  let recorder: ChangeRecorder

  /// Lets the first book, which has the records of all by now, have the edits of all.
  ///
  /// - Returns: the book as it shows then.
  func take() throws -> Book {
    guard let old = try BookTable(connection: connection).book(books[0].id) else {
      throw CatalogError.noBook(String(books[0].id))
    }
    var new = try takeEdits(old)
    // Also those of which no book has a value: that it has none may be the user's word.
    let own = try OwnFieldTable(connection: connection).everMade().map(\.field)
    for field in BookField.personal + own where field != .added { try takePersonal(field, &new) }
    try BookStore(connection: connection).replace(old, with: new, now: recorder.now)
    return new
  }

  private func takeEdits(_ book: Book) throws -> Book {
    let table = FieldEditTable(connection: connection)
    var bookLayers = try LayerStore(connection: connection).layers(of: book)
    let own = bookLayers.edits
    for other in books.dropFirst() {
      for edit in try table.edits(of: other.id) {
        guard let index = bookLayers.edits.firstIndex(where: { $0.field == edit.field }) else {
          bookLayers.edits.append(edit)
          continue
        }
        if let lost = bookLayers.edits[index].value.passingOver(edit.value) {
          try passOver(HistoryTable.State(value: lost.storedText, base: nil), edit.field, of: other)
        }
        bookLayers.edits[index].value = bookLayers.edits[index].value.united(with: edit.value)
      }
    }
    bookLayers.edits = Materialise.updated(bookLayers.edits, from: bookLayers.sources)
    for edit in bookLayers.edits {
      let before = own.first { $0.field == edit.field }
      guard edit != before else { continue }
      try table.write(edit, of: book.id)
      try recorder.record(book.id, .field(edit.field), old: HistoryTable.State(before), new: HistoryTable.State(edit))
    }
    return Materialise.book(book, sources: bookLayers.sources, edits: bookLayers.edits, metadata: bookLayers.metadata)
  }

  /// Of personal fields, what the user set by hand goes before what an import filled in; what a book may have several of
  /// is added up.
  private func takePersonal(_ field: BookField, _ book: inout Book) throws {
    if let all = try united(field) {
      guard all != book[field] else { return }
      try recorder.record(
        book.id, .field(field), old: HistoryTable.State(book[field]), new: HistoryTable.State(all))
      book[field] = all
      return
    }
    let history = HistoryTable(connection: connection)
    let byHand = try books.filter { try history.isByHand(field, of: $0) }
    guard let speaker = byHand.first ?? books.first(where: { $0.says(field) }) else { return }
    let (before, value) = (HistoryTable.State(book[field]), speaker[field])
    book[field] = value
    for other in books where other[field] != value {
      guard try history.isSetByUser(field, of: other) else { continue }
      try passOver(HistoryTable.State(other[field]) ?? HistoryTable.State(value: nil, base: nil), field, of: other)
    }
    // Also where that is nothing: it is this book's value from now on.
    if speaker.id != book.id {
      try recorder.record(book.id, .field(field), old: before, new: HistoryTable.State(value))
    }
  }

  /// What all books have of a field whose values are added up: copies, files, readings, lists of the user's own; `nil` of
  /// another field, and where none has any.
  private func united(_ field: BookField) throws -> FieldValue? {
    var records: [FieldRecord] = []
    var items: [String] = []
    for value in books.map({ $0[field] }) {
      switch value {
      case .records(let more)?: records += more.filter { !records.contains($0) }
      case .list(let more)?: items += more.filter { !items.contains($0) }
      default: continue
      }
    }
    if !records.isEmpty { return try field.canonical(.records(Array(records.prefix(FieldLimits.listItems)))) }
    return items.isEmpty ? nil : try field.canonical(.list(Array(items.prefix(FieldLimits.listItems))))
  }

  private func passOver(_ value: HistoryTable.State, _ field: BookField, of other: Book) throws {
    try recorder.record(books[0].id, .passedOver(field, of: other.id), old: value, new: nil)
  }
}

extension EditedValue {
  /// This value, which goes before another one; of tags, what both added and removed, unless this one says otherwise.
  fileprivate func united(with other: EditedValue) -> EditedValue {
    guard case .tags(let mine) = self, case .tags(let more) = other else { return self }
    return .tags(
      TagChange(
        added: mine.added.union(more.added.subtracting(mine.removed)),
        removed: mine.removed.union(more.removed.subtracting(mine.added))))
  }

  /// What of another value is lost where this one goes before it; `nil` where nothing is.
  fileprivate func passingOver(_ other: EditedValue) -> EditedValue? {
    guard case .tags(let mine) = self, case .tags(let more) = other else { return self == other ? nil : other }
    let lost = TagChange(
      added: more.added.intersection(mine.removed), removed: more.removed.intersection(mine.added))
    return lost.isEmpty ? nil : .tags(lost)
  }
}
