import CatalogDatabase
import FoundationEssentials

/// Combines the values that the user set in several books that are being merged.
///
/// Each field takes its value from the first book that has a value or in which the user cleared the field. If a book is
/// preferred for a field, the value of that book becomes the user's edit, even if it would be shown anyway. Later
/// changes to a source therefore do not override the choice. The step records the user's values that are no longer
/// shown.
struct MergedEdits {
  let connection: Connection
  /// The book that remains.
  let target: Book.ID
  /// The books as they were before the merge, with their layers, in order of precedence.
  let books: [(book: Book, layers: LayerStore.Layers)]
  /// The preferred book for each field that has one.
  let preferred: [BookField: Book.ID]
  let recorder: ChangeRecorder

  /// Applies the combined edits to the remaining book, which already has the records of all books.
  ///
  /// - Returns: The resulting book.
  func take() throws -> Book {
    guard let old = try BookTable(connection: connection).book(target) else {
      throw CatalogError.noBook(String(target))
    }
    var new = try takeEdits(old)
    // Fields without a value in any book are included, since the user may have cleared them.
    let own = try OwnFieldTable(connection: connection).everMade().map(\.field)
    let isMarked = try connection.marker != nil
    for field in BookField.personal + own where field != .added || preferred[field] != nil {
      if !isMarked, BookField.readings.contains(field) || field == .rating && preferred[field] == nil { continue }
      try takePersonal(field, &new)
    }
    if !isMarked {
      if preferred[.rating] == nil { try takeRating(&new) }
      try takeReadings(&new)
    }
    try BookStore(connection: connection).replace(old, with: new, now: recorder.now)
    return new
  }

  private func takeEdits(_ book: Book) throws -> Book {
    let table = FieldEditTable(connection: connection)
    var bookLayers = try LayerStore(connection: connection).layers(of: book)
    let own = bookLayers.edits
    let edited = Set(
      books.flatMap { $0.layers.edits.map(\.field) } + [.tags] + preferred.keys.filter { !$0.isPersonal }
    ).sorted()
    let edits = try edited.compactMap { try edit(of: $0, over: bookLayers.sources[$0].value) }
    bookLayers.edits = Materialise.updated(edits, from: bookLayers.sources)
    for field in edited {
      let (before, after) = (own.first { $0.field == field }, bookLayers.edit(of: field))
      guard before != after else { continue }
      if let after { try table.write(after, of: target) } else { try table.delete(field, of: target) }
      try recorder.record(target, .field(field), old: HistoryTable.State(before), new: HistoryTable.State(after))
    }
    return Materialise.book(book, sources: bookLayers.sources, edits: bookLayers.edits, metadata: bookLayers.metadata)
  }

  /// Returns the preferred book for a field.
  private func preferredBook(_ field: BookField) -> (book: Book, layers: LayerStore.Layers)? {
    preferred[field].flatMap { id in books.first { $0.book.id == id } }
  }

  /// Returns the edit for a field that the user edited in at least one of the books, or for which a book is preferred.
  /// The result is `nil` if a source's value takes precedence over the edits.
  ///
  /// - Parameter theirs: The combined value of all sources.
  private func edit(of field: BookField, over theirs: FieldValue?) throws -> FieldEdit? {
    let edits = books.compactMap { book, layers in layers.edit(of: field).map { (book: book, edit: $0) } }
    if field == .tags { return try tags(of: edits, over: theirs.items) }
    if let chosen = preferredBook(field) {
      let value = EditedValue.value(chosen.book[field])
      try passOver(edits, insteadOf: value, field)
      return FieldEdit(field: field, base: theirs, theirs: theirs, value: value, at: recorder.now)
    }
    guard var edit = edits.first?.edit else { return nil }
    // Identifiers and files of all books are combined.
    if Merge.addedUp.contains(field) {
      let all = books.map { $0.book[field] }.reduce(nil) { Merge.united($0, $1, field) ?? $0 ?? $1 }
      (edit.value, edit.base) = (.value(all), theirs)
      return edit
    }
    let speaker = books.first { $0.layers.edit(of: field) != nil || $0.layers.sources[field].value != nil }
    let kept = speaker?.layers.edit(of: field)
    try passOver(edits, insteadOf: kept?.value ?? .value(speaker?.book[field]), field)
    return kept
  }

  /// Returns the edit that gives the remaining book the tags of all books. A tag that the user removed from one book
  /// stays removed unless a book with higher precedence has it.
  ///
  /// - Parameter theirs: The tags of the first source that has tags.
  private func tags(of edits: [(book: Book, edit: FieldEdit)], over theirs: [String]) throws -> FieldEdit? {
    var all = TagChange()
    var shown: Set<String> = []
    if let (book, layers) = preferredBook(.tags) {
      shown = Set(book.tags)
      all = (layers.edit(of: .tags)?.tags ?? all).changed(toShow: shown, over: theirs)
      // Tags that a source also has are included, in case the source drops them.
      all.added = shown
      for (other, edit) in edits {
        let more = edit.tags
        try passOver(
          TagChange(added: more.added.subtracting(shown), removed: more.removed.intersection(shown)), of: other)
      }
      return all.isEmpty ? nil : FieldEdit(field: .tags, value: .tags(all), at: recorder.now)
    }
    for (other, layers) in books {
      if let more = layers.edit(of: .tags)?.tags {
        try passOver(
          TagChange(added: more.added.intersection(all.removed), removed: more.removed.intersection(shown)), of: other)
        all.added.formUnion(more.added.subtracting(all.removed))
        all.removed.formUnion(more.removed.subtracting(shown))
      }
      shown.formUnion(Set(other.tags).subtracting(all.removed))
    }
    all.added.formUnion(shown.subtracting(theirs))
    guard !all.isEmpty || !edits.isEmpty else { return nil }
    return FieldEdit(field: .tags, value: .tags(all), at: edits.first?.edit.at ?? recorder.now)
  }

  /// Combines the user's statements about the readings of all books into one statement about the remaining book, which
  /// already has the records of all books. If a book is preferred for a field, the field takes the value of that book.
  private func takeReadings(_ book: inout Book) throws {
    let (table, layer) = (ReadingStatementTable(connection: connection), try ReadingLayer(connection: connection))
    let statements = try books.compactMap { try table.statement(of: $0.book.id) }
    var statement = UserReadingStatement.merged(statements)
    // A reading that the user removed from one book stays if another book shows it.
    let shown = books.flatMap(\.book.readingsWithDays)
    statement?.replaced.removeAll { taken in shown.contains { $0.mayBe(taken) } }
    let positions = books.flatMap(\.book.progress)
    statement?.progress?.removed.subtract(positions)
    let today = PartialDate.day(at: recorder.now)
    if let chosen = preferredBook(.earlierReadings)?.book {
      statement = statement ?? UserReadingStatement(statedOn: today)
      statement?.earlier = chosen.earlierReadings
    }
    if let chosen = preferredBook(.progress)?.book {
      let change = (statement?.progress ?? ProgressChange()).replacing(positions, with: chosen.progress)
      statement = statement ?? UserReadingStatement(statedOn: today)
      statement?.progress = change
    }
    if BookField.currentReading.contains(where: { preferred[$0] != nil }) {
      var current = books[0].book.currentReading
      if let chosen = preferredBook(.readState)?.book { current.state = chosen.readState }
      if let chosen = preferredBook(.started)?.book { current.started = chosen.started }
      if let chosen = preferredBook(.finished)?.book { current.finished = chosen.finished }
      if preferred[.readState] == nil, current.finished != nil, !current.state.hasEnded { current.state = .read }
      var chosen = statement ?? UserReadingStatement(statedOn: today)
      (chosen.current, chosen.statedOn) = (current, today)
      // The preferred reading may be an earlier one of the combined statements. It must not be counted twice.
      if let last = current.finished { chosen.earlier?.removeAll { $0.finished == last } }
      statement = chosen
    }
    // Readings that may be the same are combined. If a last day that the user entered is then no longer shown, the step
    // records that day.
    let kept =
      (statement?.earlier ?? []) + [
        Reading(started: statement?.current?.started, finished: statement?.current?.finished)
      ]
    for (book, _) in books {
      guard let day = try table.statement(of: book.id)?.current?.finished, !kept.contains(where: { $0.finished == day })
      else { continue }
      try passOver(
        HistoryTable.State(FieldValue.date(day)) ?? HistoryTable.State(value: nil, base: nil), .finished, of: book)
    }
    let before = try table.statement(of: target)
    try table.write(statement, of: target)
    try recorder.record(target, .readings, old: HistoryTable.State(before), new: HistoryTable.State(statement))
    let old = books.first { $0.book.id == target }?.book ?? book
    try layer.show(in: &book, LayerStore(connection: connection).layers(of: book).records)
    let history = HistoryTable(connection: connection)
    let isRatedByHand = try preferred[.rating] != nil || books.contains { try history.isByHand(.rating, of: $0.book) }
    for field in BookField.readings + [.rating] where old[field]?.storedText != book[field]?.storedText {
      var new = HistoryTable.State(book[field])
      // Without `ofSource`, the rating of a book that was added by hand would be mistaken for a rating by the user.
      if field == .rating, !isRatedByHand { new = HistoryTable.State(value: new?.value, base: HistoryTable.ofSource) }
      try recorder.record(target, .field(field), old: HistoryTable.State(old[field]), new: new)
    }
  }

  /// Applies the user's rating from the first book that the user rated. If there is none, the records of all books
  /// determine the rating.
  private func takeRating(_ book: inout Book) throws {
    let history = HistoryTable(connection: connection)
    let rated = try books.map(\.book).filter { try history.isByHand(.rating, of: $0) }
    guard let speaker = rated.first else { return }
    if speaker.id != target {
      let before = books.first { $0.book.id == target }?.book[.rating]
      book[.rating] = speaker[.rating]
      try recorder.record(
        target, .field(.rating), old: HistoryTable.State(before), new: HistoryTable.State(speaker[.rating]))
    }
    for other in rated where other[.rating] != speaker[.rating] {
      try passOver(
        HistoryTable.State(other[.rating]) ?? HistoryTable.State(value: nil, base: nil), .rating, of: other)
    }
  }

  /// Combines all books' values of a personal field that can have several values. Any other personal field takes its
  /// value from the first book that has a value or in which the user cleared the field. If a book is preferred for the
  /// field, the value of that book is used instead.
  private func takePersonal(_ field: BookField, _ book: inout Book) throws {
    let books = books.map(\.book)
    let chosen = preferredBook(field)?.book
    if chosen == nil, let all = try Self.united(books.map { $0[field] }).flatMap(field.canonical) {
      guard all != book[field] else { return }
      try recorder.record(
        book.id, .field(field), old: HistoryTable.State(book[field]), new: HistoryTable.State(all))
      book[field] = all
      return
    }
    let history = HistoryTable(connection: connection)
    guard let speaker = try chosen ?? books.first(where: { try $0.says(field) || history.isByHand(field, of: $0) })
    else { return }
    // The original book is used, since the merged records may already have changed the rating that the book shows.
    let before = HistoryTable.State(books.first { $0.id == target }?[field])
    let value = speaker[field]
    book[field] = value
    for other in books where other[field] != value && field != .added {
      guard try history.isSetByUser(field, of: other) else { continue }
      try passOver(HistoryTable.State(other[field]) ?? HistoryTable.State(value: nil, base: nil), field, of: other)
    }
    // A missing value is recorded, too, because it is now the user's choice for this book.
    if chosen != nil || speaker.id != book.id {
      try recorder.record(book.id, .field(field), old: before, new: HistoryTable.State(value))
    }
  }

  /// Returns the combined values of all books for a personal field that can have several values: copies, files,
  /// readings, or a list field that the user defined. The result is `nil` for other fields, and if no book has a value.
  static func united(_ values: [FieldValue?]) -> FieldValue? {
    var records: [FieldRecord] = []
    var items: [String] = []
    for value in values {
      switch value {
      case .records(let more)?: records += more.filter { !records.contains($0) }
      case .list(let more)?: items += more.filter { !items.contains($0) }
      default: continue
      }
    }
    if !records.isEmpty { return .records(Array(records.prefix(FieldLimits.listItems))) }
    return items.isEmpty ? nil : .list(Array(items.prefix(FieldLimits.listItems)))
  }

  private func passOver(
    _ edits: [(book: Book, edit: FieldEdit)], insteadOf shown: EditedValue, _ field: BookField
  ) throws {
    for (other, edit) in edits where edit.value.storedText != shown.storedText {
      try passOver(HistoryTable.State(value: edit.value.storedText, base: nil), field, of: other)
    }
  }

  private func passOver(_ tags: TagChange, of other: Book) throws {
    guard !tags.isEmpty else { return }
    try passOver(HistoryTable.State(value: tags.storedText, base: nil), .tags, of: other)
  }

  private func passOver(_ value: HistoryTable.State, _ field: BookField, of other: Book) throws {
    try recorder.record(target, .passedOver(field, of: other.id), old: value, new: nil)
  }
}
