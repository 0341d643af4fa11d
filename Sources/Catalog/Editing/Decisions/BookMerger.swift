import CatalogDatabase
import FoundationEssentials

/// Merges several books into one, and splits one book into two.
struct BookMerger {
  let connection: Connection
  let now: Date
  private var books: BookTable { BookTable(connection: connection) }
  private var layers: LayerStore { LayerStore(connection: connection) }
  private var store: BookStore { BookStore(connection: connection) }
  private var mover: RecordMover { RecordMover(connection: connection, now: now) }

  /// Merges books into the first book, and hides the other books.
  ///
  /// The first book keeps the values that it showed, or gets those of the preferred book. Missing values come from the
  /// other books, in their order. If a book has lost all its sources, its values become the user's own. Otherwise, they
  /// would give way to the values of any source that still has one of the other books.
  func merge(_ ids: [Book.ID], preferring preference: MergePreference) throws -> ChangeOutcome {
    var distinct: [Book.ID] = []
    for id in ids where !distinct.contains(id) { distinct.append(id) }
    guard distinct.count > 1 else { throw InvalidValue("books", "", "a merge needs at least two different books") }
    let preferred = preference.fields.values + [preference.book].compactMap(\.self)
    if let other = preferred.first(where: { !distinct.contains($0) }) {
      throw InvalidValue("preferred book", String(other), "it is not one of the books to merge")
    }
    let all = try distinct.map(books.shownBook)
    let speaking = all.filter { $0.id == preference.book } + all.filter { $0.id != preference.book }
    let readings = try ReadingLayer(connection: connection)
    let statements = try speaking.map { book in
      var bookLayers = try layers.layers(of: book)
      bookLayers.records = try readings.presuming(bookLayers.records, of: book)
      return (book: book, layers: bookLayers)
    }
    let recorder = ChangeRecorder(connection: connection, kind: .merge, now: now)
    try moveRecords(of: statements, to: all[0], recorder)
    let edits = MergedEdits(
      connection: connection, target: all[0].id, books: statements, preferred: preference.fields, recorder: recorder)
    let merged = try edits.take()
    try MergedMarks(connection: connection, recorder: recorder).unite(all)
    for other in all.dropFirst() { try store.hide(books.shownBook(other.id), as: .merged, recorder) }
    var outcome = ChangeOutcome()
    outcome.books = distinct
    outcome.differences = FieldDifference.between(all[0], merged).map { difference in
      var difference = difference
      difference.from = Self.speakers(of: difference, among: speaking, preference)
      return difference
    }
    let others = distinct.dropFirst().map(String.init).joined(separator: ", ")
    let passedOver = try HistoryTable(connection: connection).passedOver(of: merged.id, in: recorder.step)
    return try finish(
      recorder, &outcome,
      summary: "\(ChangeSummary.name(merged.title)): merged with \(others)\(try text(of: passedOver))"
    )
  }

  /// Moves the records of several books to one of these books. The order of the books determines the precedence of
  /// their records.
  private func moveRecords(
    of books: [(book: Book, layers: LayerStore.Layers)], to target: Book, _ recorder: ChangeRecorder
  ) throws {
    let adopter = RecordAdopter(connection: connection, recorder: recorder, mover: mover)
    // If the target comes first, its records keep their ranks.
    let keepsRanks = books[0].book.id == target.id
    var rank: Int64 = 0
    for (book, bookLayers) in books {
      let areTombstones = bookLayers.records.allSatisfy { $0.row.tombstone != nil }
      // Records that become the user's own lose their tombstone times. These times determine the precedence of the
      // records, so the records are sorted before the times are lost.
      let records = areTombstones ? LayerStore.liveRecords(bookLayers.records) : bookLayers.records
      for (index, row) in records.map(\.row).enumerated() {
        var location = try areTombstones ? adopter.ownLocation(of: row, book) : RecordLocation(row)
        if keepsRanks, book.id == target.id, !areTombstones || index == 0 {
          rank = max(rank, row.rank)
        } else {
          rank &+= 1
          (location.book, location.rank) = (target.id, rank)
        }
        if location != RecordLocation(row) { try mover.move(row, to: location, recorder) }
      }
    }
  }

  /// Returns the books that supplied a field's value. There are several if their values were combined.
  private static func speakers(
    of difference: FieldDifference, among books: [Book], _ preference: MergePreference
  ) -> [Book.ID] {
    let field = difference.field
    let same = books.filter { $0[field]?.storedText == difference.new?.storedText }.map(\.id)
    if let meant = preference.fields[field], same.contains(meant) { return [meant] }
    return same.first.map { [$0] } ?? books.filter { $0[field] != nil }.map(\.id)
  }

  /// Returns a text for the summary that lists the user's values that are no longer shown.
  private func text(of values: [PassedOverValue]) throws -> String {
    guard !values.isEmpty else { return "" }
    let own = try OwnFieldTable(connection: connection).all()
    let texts = values.map {
      "your \(own.words(of: $0.field)) of \($0.book), \($0.value.map { "“\($0)”" } ?? "nothing")"
    }
    return "; not shown: " + texts.joined(separator: "; ")
  }

  /// Splits a book by moving the records of one source to a new book.
  func split(
    _ id: Book.ID, source name: String, using generator: inout some RandomNumberGenerator
  ) throws -> ChangeOutcome {
    let old = try books.shownBook(id)
    let source = try SourceEditor(connection: connection).source(named: name)
    let bookLayers = try layers.layers(of: old)
    var leaving = bookLayers.records.filter { $0.row.sourceID == source.id }
    guard !leaving.isEmpty else { throw Self.nothingToSplit(id, "\(source.name) has no record of book \(id)") }
    // Records of removed sources are ignored, because they are kept only in case those sources are added again.
    let removed = Set(try SourceTable(connection: connection).all().filter { $0.state == .removed }.map(\.id))
    let others = bookLayers.records.filter { $0.row.sourceID != source.id && !removed.contains($0.row.sourceID) }
    if others.isEmpty { leaving.removeFirst() }
    guard !leaving.isEmpty else { throw Self.nothingToSplit(id, "\(source.name) is the only source of book \(id)") }
    let staying = bookLayers.records.filter { record in !leaving.contains { $0.row.isSame(as: record.row) } }

    var new = Book(
      id: try books.nextID(), uuid: UUID.version7(at: now, using: &generator), title: old.title, added: old.added)
    let values = Merge.combined(byPrecedence: leaving.map(\.values))
    for field in BookField.bibliographic {
      if let value = values[field].value { new[field] = value }
    }
    let layer = try ReadingLayer(connection: connection)
    try FilledValues(layer: layer).fill(&new, from: leaving.map(\.row))
    let recorder = ChangeRecorder(connection: connection, kind: .split, now: now)
    try store.insert(new)
    try recorder.record(new.id, .added(through: new.id), old: nil, new: nil)
    for records in [staying, leaving] { try keepTitle(old.title, among: records, recorder) }
    for record in leaving {
      var location = RecordLocation(record.row)
      location.book = new.id
      try mover.move(record.row, to: location, recorder)
    }
    try leaveReadings(of: leaving, except: staying, in: id, layer, recorder)
    var outcome = ChangeOutcome()
    outcome.books = [id, new.id]
    outcome.differences = FieldDifference.between(old, try books.shownBook(id))
    return try finish(
      recorder, &outcome,
      summary: "\(ChangeSummary.name(new.title)): split off \(id) as \(new.id), with the values from \(source.name)")
  }

  /// Adds a title to the first record of a book if none of the book's records has a title. A book's title must always
  /// belong to a layer, so that undo can restore the title after another record has taken precedence.
  private func keepTitle(_ title: String, among records: [LayerStore.Record], _ recorder: ChangeRecorder) throws {
    guard LayerStore.combined(records)?[.title].value == nil, var (row, values) = records.first else { return }
    let before = try HistoryTable.State(values, RecordMark(row))
    values[.title] = .value(.text(title))
    row.payload = values
    try SourceRecordTable(connection: connection).write(row)
    try recorder.record(
      row.bookID, .record(source: row.sourceID, remoteID: row.remoteID), old: before,
      new: HistoryTable.State(values, RecordMark(row)))
  }

  /// Removes readings from the user's statement about a book that is being split. The removed readings are those that
  /// only the split-off records contain: they belong to the new book.
  private func leaveReadings(
    of leaving: [LayerStore.Record], except staying: [LayerStore.Record], in book: Book.ID, _ layer: ReadingLayer,
    _ recorder: ChangeRecorder
  ) throws {
    guard var statement = try ReadingStatementTable(connection: connection).statement(of: book),
      let earlier = statement.earlier
    else {
      return
    }
    let (gone, kept) = (layer.readings(of: leaving), layer.readings(of: staying))
    statement.earlier = earlier.filter { reading in
      // A source may have corrected one of the days in the meantime.
      func isSame(_ other: Reading) -> Bool { other == reading || other.mayBe(reading) }
      return !gone.contains(where: isSame) || kept.contains(where: isSame)
    }
    try layer.set(statement, of: book, recorder)
    _ = try mover.show(book)
  }

  private static func nothingToSplit(_ id: Book.ID, _ cause: String) -> CatalogError {
    CatalogError(.nothingToDo, "split", String(id), cause: cause)
  }

  private func finish(
    _ recorder: ChangeRecorder, _ outcome: inout ChangeOutcome, summary: String
  ) throws -> ChangeOutcome {
    try recorder.finish(summary: summary)
    (outcome.step, outcome.summary) = (recorder.step, summary)
    return outcome
  }
}
