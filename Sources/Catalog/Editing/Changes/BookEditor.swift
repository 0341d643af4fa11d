import CatalogDatabase
import FoundationEssentials

/// Applies edits that a user makes by hand. Each call creates an undoable step, or adds to a named step.
struct BookEditor {
  let connection: Connection
  let now: Date
  var scope = StepScope()

  var books: BookTable { BookTable(connection: connection) }
  var layers: LayerStore { LayerStore(connection: connection) }
  var edits: FieldEditTable { FieldEditTable(connection: connection) }

  /// Makes the same changes to all given books. If one change fails, no book is changed.
  ///
  /// - Parameter summary: Returns the summary, given the number of changed books. The default lists the changed fields.
  func edit(
    _ ids: [Book.ID], _ changes: [FieldChange], summary: ((Int) -> String)? = nil
  ) throws -> ChangeOutcome {
    try edit(ids, summary: summary) { _ in changes }
  }

  /// Changes all given books, or none if one change fails. If several books are given, a new value that differs from
  /// the shown value only in spelling is ignored. If a single book is given, the new value is always stored.
  ///
  /// - Parameter changes: A function that returns the changes to make to a book, given the book as shown.
  /// - Throws: The errors of `changes`; ``InvalidValue``; ``CatalogError`` if a book does not exist.
  func edit(
    _ ids: [Book.ID], summary: ((Int) -> String)? = nil, _ changes: (Book) throws -> [FieldChange]
  ) throws -> ChangeOutcome {
    var entries: [HistoryTable.Entry] = []
    var outcome = ChangeOutcome()
    var title = ""
    var own = OwnFields()
    var readings: UsersReadings?
    let ids = ids.uniqued()
    let batch = try BookBatch.forChanges(of: ids.count, connection, now: now)
    for id in ids {
      let old = try books.shownBook(id)
      let count = entries.count
      let requested = try layers.namingYear(changes(old), of: old).withReadings(of: old)
      if own.isEmpty, requested.contains(where: \.field.isOwn) { own = try OwnFieldTable(connection: connection).all() }
      var new = try changed(old, by: requested, own, &entries, skipsSame: ids.count > 1)
      let fields = entries[count...].compactMap(\.subject.field)
      if try connection.marker == nil, fields.contains(where: BookField.readings.contains) {
        let users = try readings ?? UsersReadings(connection: connection, now: now)
        readings = users
        entries.append(try users.take(fields, from: old, in: &new))
      }
      // The user's edit can change even if the shown value stays the same.
      try note(old, new, &outcome, batch, always: entries.count > count)
      if outcome.books.count == 1, outcome.books[0] == id { title = old.title }
    }
    try batch?.finish()
    let stated = entries.compactMap(\.subject.field)
    let confirmed = Set(stated).subtracting(outcome.differences.map(\.field))
    return try finish(
      .edit, entries, outcome,
      summary: summary?(outcome.books.count)
        ?? ChangeSummary.edited(
          outcome, title: title, own: own, confirmed: confirmed, withValues: connection.marker == nil))
  }

  /// Adds a book by hand.
  ///
  /// - Parameter values: The values in canonical form, including at least a title or an ISBN.
  func add(_ values: FieldPresences, using generator: inout some RandomNumberGenerator) throws -> ChangeOutcome {
    let title: String
    switch (values[.title].value, values[.isbn].value) {
    case (.text(let text)?, _): title = text
    case (_, .isbn(let isbn)?): title = Materialise.title(of: isbn)
    default: throw InvalidValue("title", "", "a book needs a title")
    }
    let uuid = UUID.version7(at: now, using: &generator)
    var book = Book(id: try books.nextID(), uuid: uuid, title: title, added: now)
    let own = values.ownFields.isEmpty ? OwnFields() : try OwnFieldTable(connection: connection).all()
    for field in values.mentioned {
      book[field] = try own.checked(values[field].value, of: field, insteadOf: nil) ?? book[field]
    }
    book.decideWorkDate()
    let local = try SourceTable(connection: connection).local(now: now)
    let record = SourceRecord(remoteID: uuid.lowercaseText, values: values)
    let row = SourceRecordRow(
      sourceID: local.id, remoteID: record.remoteID, bookID: book.id, hash: record.fingerprint,
      // A title that was derived from the ISBN is not stored as a value of the record.
      payload: values[.title].value == nil ? values : nil)
    book.sources = SourceRecordTable.sources(of: [row])
    let isMarked = try connection.marker != nil
    let statement =
      isMarked ? nil : UsersReadings.statement(values.mentioned, ofNew: &book, today: PartialDate.day(at: now))
    try BookStore(connection: connection).insert(book)
    try SourceRecordTable(connection: connection).write(row)
    if let statement { try ReadingStatementTable(connection: connection).write(statement, of: book.id) }
    let entry = try HistoryTable(connection: connection).entry(ofAdding: book.id, values)
    var outcome = ChangeOutcome()
    outcome.books = [book.id]
    outcome.doubt(book, today: PartialDate.day(at: now))
    return try finish(.add, [entry], outcome, summary: "\(ChangeSummary.name(title)): added as \(book.id)")
  }

  /// Removes books from all lists. `undo` brings them back.
  func remove(_ ids: [Book.ID]) throws -> ChangeOutcome {
    var entries: [HistoryTable.Entry] = []
    var outcome = ChangeOutcome()
    var title = ""
    let ids = ids.uniqued()
    let batch = try BookBatch.forChanges(of: ids.count, connection, now: now)
    let store = BookStore(connection: connection, batch: batch)
    for id in ids {
      let old = try books.shownBook(id)
      var new = old
      new.visibility = .removed
      try store.replace(old, with: new, now: now)
      // If the current step also added the book, undoing it hides the book, so this removal needs no history entry.
      if try !isAddedHere(id) {
        entries.append(
          HistoryTable.Entry(
            book: id, subject: .visibility, old: HistoryTable.State(old.visibility),
            new: HistoryTable.State(new.visibility)))
      }
      outcome.books.append(id)
      title = old.title
    }
    try batch?.finish()
    return try finish(.remove, entries, outcome, summary: ChangeSummary.removed(ids.count, title: title))
  }

  /// Returns true if the current named step added the book.
  private func isAddedHere(_ id: Book.ID) throws -> Bool {
    guard let step = scope.step else { return false }
    return try HistoryTable(connection: connection).entries(of: step, book: id).contains { entry in
      if case .added = entry.subject { true } else { false }
    }
  }

  /// Returns the changed book and stores its edits, but does not store the book itself.
  ///
  /// - Parameters:
  ///   - own: The user-defined fields. Required if `changes` includes such a field.
  ///   - entries: The list to which history entries are appended.
  ///   - skipsSame: True to ignore a new value with the same meaning as the shown value.
  private func changed(
    _ old: Book, by changes: [FieldChange], _ own: OwnFields, _ entries: inout [HistoryTable.Entry],
    skipsSame: Bool = false
  ) throws -> Book {
    var book = old
    // Personal fields have no layers, so layers are read only if other fields change.
    var bookLayers = LayerStore.Layers()
    let isPersonal = changes.allSatisfy(\.field.isPersonal)
    if !isPersonal { bookLayers = try layers.layers(of: old) }
    func state(_ field: BookField) -> HistoryTable.State? {
      field.isPersonal ? HistoryTable.State(book[field]) : HistoryTable.State(bookLayers.edit(of: field))
    }
    var before: [(field: BookField, state: HistoryTable.State?)] = []
    for change in changes {
      let field = change.field
      let current = book[field]
      let requested = try own.naming(field, of: change.isRewriting ? old : nil) {
        try own.checked(change.value(changing: current), of: field, insteadOf: current)
      }
      // Setting a field to its shown value resolves a conflict with the source.
      let decides: Bool = if case .set = change { bookLayers.edit(of: field)?.isConflict == true } else { false }
      let earlier = bookLayers.edit(of: field)
      // A provider's date does not give the year, so setting it makes it the user's.
      let isProviders = field.givesYear && current != nil && earlier == nil && bookLayers.sources[field].value == nil
      let hasSameText = requested?.storedText == current?.storedText
      let isSame = !isProviders && (hasSameText || skipsSame && field.meansSame(requested, current))
      // A tag that the user adds becomes the user's own even if a source has it. It stays if the source drops it.
      let confirmed = try change.statedTags(over: current.items)
      if isSame, !decides, confirmed.isSubset(of: earlier?.tags.added ?? []) {
        if try confirms(change, in: book) {
          let state = HistoryTable.State(current)
          entries.append(HistoryTable.Entry(book: book.id, subject: .field(field), old: state, new: state))
        }
        continue
      }
      if !before.contains(where: { $0.field == field }) { before.append((field, state(field))) }
      if field.isPersonal {
        book[field] = requested
        continue
      }
      bookLayers.edits.removeAll { $0.field == field }
      let after = edit(
        of: field, requested: requested, before: earlier, theirs: bookLayers.sources[field].value, confirmed: confirmed)
      if let after {
        try edits.write(after, of: book.id)
        bookLayers.edits.append(after)
      } else {
        try edits.delete(field, of: book.id)
      }
      Materialise.show(field, in: &book, sources: bookLayers.sources, edit: after)
    }
    // The edit may change the values by which metadata is looked up. A provider's values may then no longer apply.
    if !isPersonal, !bookLayers.metadata.isEmpty || bookLayers.sources[.title].value == nil {
      book = Materialise.book(book, sources: bookLayers.sources, edits: bookLayers.edits, metadata: bookLayers.metadata)
    }
    // Several changes to one field can cancel each other out.
    for (field, old) in before where old != state(field) {
      entries.append(HistoryTable.Entry(book: book.id, subject: .field(field), old: old, new: state(field)))
    }
    return book
  }

  /// Returns true if setting a field to its shown value makes the value the user's, or marks the book as unread.
  private func confirms(_ change: FieldChange, in book: Book) throws -> Bool {
    guard case .set(let field, _) = change, field.isPersonal, ![.added, .progress].contains(field) else { return false }
    let isOwners = try connection.marker == nil
    guard book.says(field) || field == .readState && isOwners else { return false }
    if BookField.readings.contains(field), isOwners {
      let statement = try ReadingStatementTable(connection: connection).statement(of: book.id)
      return field == .earlierReadings
        ? statement?.earlier != book.earlierReadings : statement?.current != book.currentReading
    }
    return try !HistoryTable(connection: connection).isByHand(field, of: book)
  }

  /// Returns the edit that makes a field show the requested value, even if the source already has that value. Returns
  /// `nil` only for the tags field, if the edit would neither add nor remove a tag.
  ///
  /// - Parameter confirmed: The tags that the user names, including tags that a source also has.
  private func edit(
    of field: BookField, requested: FieldValue?, before: FieldEdit?, theirs: FieldValue?, confirmed: Set<String>
  ) -> FieldEdit? {
    var value = EditedValue.value(requested)
    if field == .tags {
      var change = (before?.tags ?? TagChange()).changed(toShow: Set(requested.items), over: theirs.items)
      change.added.formUnion(confirmed)
      if change.isEmpty { return nil }
      value = .tags(change)
    }
    return FieldEdit(field: field, base: theirs, theirs: theirs, value: value, at: now)
  }

  func note(
    _ old: Book, _ new: Book, _ outcome: inout ChangeOutcome, _ batch: BookBatch? = nil, always: Bool = false
  ) throws {
    let isChanged = try BookStore(connection: connection, batch: batch).replace(old, with: new, now: now)
    guard isChanged || always else { return }
    outcome.books.append(old.id)
    outcome.differences += FieldDifference.between(old, new)
    let today = PartialDate.day(at: now)
    outcome.doubt(new, known: DoubtfulDays.lines(of: old, today: today), today: today)
  }

  /// Writes the step and all its history entries. Does nothing if no book changed.
  func finish(
    _ kind: HistoryStep.Kind, _ entries: [HistoryTable.Entry], _ outcome: ChangeOutcome, summary: String
  ) throws -> ChangeOutcome {
    guard !outcome.books.isEmpty else { return outcome }
    let step = try scope.step(for: kind, summary: summary, now: now, connection)
    for entry in entries { try HistoryTable(connection: connection).write(entry, step: step) }
    var outcome = outcome
    outcome.step = step
    outcome.summary = summary
    return outcome
  }
}

extension OwnFields {
  /// Runs a closure that processes a field's value. Errors from the closure get the field's displayed name.
  ///
  /// - Parameter book: The book to name in errors, if the value is computed from the book's shown value.
  fileprivate func naming<Result>(
    _ field: BookField, of book: Book?, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as InvalidValue where (field.isOwn && error.subject == field.definition.name) || book != nil {
      let subject = error.subject == field.definition.name ? words(of: field) : error.subject
      let location = book.map { " (book \($0.id), “\($0.title.shortened(to: 40))”)" } ?? ""
      throw InvalidValue(subject, error.value, error.reason + location)
    }
  }

  /// Returns a value in the form in which a user-defined field stores it. A choice gets the spelling from the field's
  /// definition. The book's current value is accepted even if it is not a valid choice.
  ///
  /// - Throws: ``CatalogError/Code/noSuchField`` if the field no longer exists; ``InvalidValue``.
  fileprivate func checked(
    _ value: FieldValue?, of field: BookField, insteadOf current: FieldValue?
  ) throws -> FieldValue? {
    guard let id = field.ownID else { return value }
    guard let own = self[id], own.field == field, !own.isRemoved else { throw CatalogError.noField(id) }
    return value == current ? value : try own.definition.canonical(value)
  }
}

extension FieldChange {
  fileprivate var isRewriting: Bool { if case .rewrite = self { true } else { false } }

  /// Returns the tags, in canonical form, to treat as the user's own even if sources also have them. If the user sets
  /// the whole list, these are all tags. If the user adds tags, these are the added tags that are already shown.
  fileprivate func statedTags(over shown: [String]) throws -> Set<String> {
    switch self {
    case .set(.tags, let tags): Set(try BookField.tags.canonical(tags).items)
    case .add(.tags, let tags): Set(try BookField.tags.canonical(.list(tags)).items).intersection(shown)
    default: []
    }
  }
}
