import FoundationEssentials

/// What a user does to books by hand: edit, revert, add, remove. Each call is one step, or part of a named one.
struct BookEditor {
  let connection: Connection
  let now: Date
  var scope = StepScope()

  var books: BookTable { BookTable(connection: connection) }
  var layers: LayerStore { LayerStore(connection: connection) }
  var edits: FieldEditTable { FieldEditTable(connection: connection) }

  /// Makes the same changes to each of the books, all or nothing.
  ///
  /// - Parameter summary: says what was done to so many books; by default which fields were changed.
  func edit(
    _ ids: [Book.ID], _ changes: [FieldChange], summary: ((Int) -> String)? = nil
  ) throws -> ChangeOutcome {
    try edit(ids, summary: summary) { _ in changes }
  }

  /// Makes changes to each of the books, all or nothing. Of several books those stay as they are that show the same
  /// already, written otherwise: whoever names one means it.
  ///
  /// - Parameter changes: gives those of a book as it shows.
  /// - Throws: what `changes` throws; ``InvalidValue``, or ``CatalogError`` for a book that is not there.
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
      let wanted = try changes(old).withReadings(of: old)
      if own.isEmpty, wanted.contains(where: \.field.isOwn) { own = try OwnFieldTable(connection: connection).all() }
      var new = try changed(old, by: wanted, own, &entries, skipsSame: ids.count > 1)
      let fields = entries[count...].compactMap(\.subject.field)
      if try connection.marker == nil, fields.contains(where: BookField.readings.contains) {
        let users = try readings ?? UsersReadings(connection: connection, now: now)
        readings = users
        entries.append(try users.take(fields, from: old, in: &new))
      }
      // An edited value may change and what shows stay.
      try note(old, new, &outcome, batch, always: entries.count > count)
      if outcome.books.count == 1, outcome.books[0] == id { title = old.title }
    }
    try batch?.finish()
    let said = entries.compactMap(\.subject.field)
    let confirmed = Set(said).subtracting(outcome.differences.map(\.field))
    return try finish(
      .edit, entries, outcome,
      summary: summary?(outcome.books.count)
        ?? ChangeSummary.edited(
          outcome, title: title, own: own, confirmed: confirmed, withValues: connection.marker == nil))
  }

  /// Adds a book by hand.
  ///
  /// - Parameter values: a title or an ISBN at least, in canonical form.
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
    let local = try SourceTable(connection: connection).local(now: now)
    let record = SourceRecord(remoteID: uuid.lowercaseText, values: values)
    let row = SourceRecordRow(
      sourceID: local.id, remoteID: record.remoteID, bookID: book.id, hash: record.fingerprint,
      // What shows in the place of a title is nobody's value.
      payload: values[.title].value == nil ? values : nil)
    book.sources = SourceRecordTable.sources(of: [row])
    let isMarked = try connection.marker != nil
    let word = isMarked ? nil : UsersReadings.word(values.mentioned, ofNew: &book, today: PartialDate.day(at: now))
    try BookStore(connection: connection).insert(book)
    try SourceRecordTable(connection: connection).write(row)
    if let word { try ReadingWordTable(connection: connection).write(word, of: book.id) }
    let entry = HistoryTable.Entry(book: book.id, subject: .added(through: book.id), old: nil, new: nil)
    var outcome = ChangeOutcome()
    outcome.books = [book.id]
    outcome.doubt(book, today: PartialDate.day(at: now))
    return try finish(.add, [entry], outcome, summary: "\(ChangeSummary.name(title)): added as \(book.id)")
  }

  /// Removes books from every list; `undo` brings them back.
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
      // Undoing the step that added it hides it; there is nothing to bring back.
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

  /// Whether the named step that is under way brought the book.
  private func isAddedHere(_ id: Book.ID) throws -> Bool {
    guard let step = scope.step else { return false }
    return try HistoryTable(connection: connection).entries(of: step, book: id).contains { entry in
      if case .added = entry.subject { true } else { false }
    }
  }

  /// A book with changes, whose edits are stored; the book is not.
  ///
  /// - Parameters:
  ///   - own: what the fields of the user's own are, where changes are of such.
  ///   - entries: takes what the history is to have of it.
  ///   - skipsSame: whether a value that means the same as the one that shows changes nothing.
  private func changed(
    _ old: Book, by changes: [FieldChange], _ own: OwnFields, _ entries: inout [HistoryTable.Entry],
    skipsSame: Bool = false
  ) throws -> Book {
    var book = old
    // Personal fields have no layers.
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
      let wanted = try own.naming(field, of: change.isRewriting ? old : nil) {
        try own.checked(change.value(changing: current), of: field, insteadOf: current)
      }
      // Who sets a field to what it shows while the source says otherwise decides the conflict.
      let decides: Bool = if case .set = change { bookLayers.edit(of: field)?.isConflict == true } else { false }
      let isSame = wanted?.storedText == current?.storedText || skipsSame && field.meansSame(wanted, current)
      let earlier = bookLayers.edit(of: field)
      // A tag that a source says too is the user's once they say it, and stays when its source drops it.
      let confirmed = try change.tagsSaid(over: current.items)
      if isSame, !decides, confirmed.isSubset(of: earlier?.tags.added ?? []) {
        if try confirms(change, in: book) {
          let state = HistoryTable.State(current)
          entries.append(HistoryTable.Entry(book: book.id, subject: .field(field), old: state, new: state))
        }
        continue
      }
      if !before.contains(where: { $0.field == field }) { before.append((field, state(field))) }
      if field.isPersonal {
        book[field] = wanted
        continue
      }
      bookLayers.edits.removeAll { $0.field == field }
      let after = edit(
        of: field, wanted: wanted, before: earlier, theirs: bookLayers.sources[field].value, confirmed: confirmed)
      if let after {
        try edits.write(after, of: book.id)
        bookLayers.edits.append(after)
      } else {
        try edits.delete(field, of: book.id)
      }
      Materialise.show(field, in: &book, sources: bookLayers.sources, edit: after)
    }
    // What a provider says shows or goes by what the book is asked for now.
    if !isPersonal, !bookLayers.metadata.isEmpty || bookLayers.sources[.title].value == nil {
      book = Materialise.book(book, sources: bookLayers.sources, edits: bookLayers.edits, metadata: bookLayers.metadata)
    }
    // Several changes of one field may come to nothing.
    for (field, old) in before where old != state(field) {
      entries.append(HistoryTable.Entry(book: book.id, subject: .field(field), old: old, new: state(field)))
    }
    return book
  }

  /// True if a change makes what an import or a refresh filled in the user's word, or the state of an unread book.
  private func confirms(_ change: FieldChange, in book: Book) throws -> Bool {
    guard case .set(let field, _) = change, field.isPersonal, field != .added else { return false }
    let isOwners = try connection.marker == nil
    guard book.says(field) || field == .readState && isOwners else { return false }
    if BookField.readings.contains(field), isOwners {
      let word = try ReadingWordTable(connection: connection).word(of: book.id)
      return field == .earlierReadings
        ? word?.earlier != book.earlierReadings : word?.current != book.currentReading
    }
    return try !HistoryTable(connection: connection).isByHand(field, of: book)
  }

  /// The edit after which the field shows the wanted value. Of an edited value the edit stays, also when the source
  /// has the same; `nil` only where no tag is added or removed any more.
  ///
  /// - Parameter confirmed: the tags that the user says, also where a source says them.
  private func edit(
    of field: BookField, wanted: FieldValue?, before: FieldEdit?, theirs: FieldValue?, confirmed: Set<String>
  ) -> FieldEdit? {
    var value = EditedValue.value(wanted)
    if field == .tags {
      var change = (before?.tags ?? TagChange()).changed(toShow: Set(wanted.items), over: theirs.items)
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

  /// Writes the step once all of it is known; nothing when nothing changed.
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
  /// Does something with a field's value; what is wrong with it is said by what the field is called.
  ///
  /// - Parameter book: the book, where the value follows from what it shows.
  fileprivate func naming<Result>(
    _ field: BookField, of book: Book?, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as InvalidValue where (field.isOwn && error.subject == field.definition.name) || book != nil {
      let subject = error.subject == field.definition.name ? words(of: field) : error.subject
      let place = book.map { " (book \($0.id), “\($0.title.shortened(to: 40))”)" } ?? ""
      throw InvalidValue(subject, error.value, error.reason + place)
    }
  }

  /// A value as a field of the user's own holds it: of a choice one of its words, as that is written. One that stands there
  /// already may stay.
  ///
  /// - Throws: ``CatalogError/Code/noSuchField`` where there is no such field any more; ``InvalidValue``.
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

  /// The tags that are the user's own from then on, in canonical form, whatever sources say of them: all of a list that they
  /// set, and of those that they add the ones that show already. To add one that they took off only takes that back.
  fileprivate func tagsSaid(over shown: [String]) throws -> Set<String> {
    switch self {
    case .set(.tags, let tags): Set(try BookField.tags.canonical(tags).items)
    case .add(.tags, let tags): Set(try BookField.tags.canonical(.list(tags)).items).intersection(shown)
    default: []
    }
  }
}

extension HistoryTable.State {
  init(_ visibility: Book.Visibility) {
    self.init(value: String(visibility.rawValue), base: nil)
  }
}
