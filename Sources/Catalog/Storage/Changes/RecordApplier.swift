import FoundationEssentials

/// Takes the records of one source into the catalog: the same code for an import and for a refresh. Used inside one
/// transaction; what it remembers of it (the next id, the range of added books) ends with it.
final class RecordApplier {
  /// What became of a record.
  struct Result: Equatable {
    enum Change: Equatable {
      case added, updated, unchanged
      /// The source has it no more, and the book is hidden, or shows what other sources say.
      case removed
      /// The source has it no more, and the book stays, since the user has something to say of it.
      case kept
    }
    var change: Change
    var book: Int64
    /// Personal fields that the record has and the user has set otherwise.
    var keptYours = 0
    /// What shows otherwise than before, where that is asked for.
    var differences: [FieldDifference] = []
  }

  private let connection: Connection
  private let source: Source
  private let recorder: ChangeRecorder
  private let books: BookTable
  private let records: SourceRecordTable
  private let store: BookStore
  private let batch: BookBatch
  private let layers: LayerStore
  private let matcher: BookMatcher
  private let history: HistoryTable
  private var generator: any RandomNumberGenerator
  private var nextID: Int64
  private var addedRange: ClosedRange<Int64>?
  /// The records of this input so far, where an input lists each of them once; `nil` where a later record is a newer one.
  private(set) var seen: SeenRecords?
  /// The walk over the whole source that mentions the records.
  private let generation: Int64
  private let tellsDifferences: Bool

  /// - Parameters:
  ///   - defersSearch: whether the words of new books are left to a later run (``deferredTerms``).
  ///   - generation: the walk over the whole source that mentions the records.
  ///   - tellsDifferences: whether results say what shows otherwise.
  init(
    connection: Connection, source: Source, recorder: ChangeRecorder, generator: any RandomNumberGenerator,
    seen: SeenRecords? = nil, defersSearch: Bool = false, generation: Int64 = 0, tellsDifferences: Bool = false
  ) throws {
    self.seen = seen
    self.generation = generation
    self.tellsDifferences = tellsDifferences
    self.connection = connection
    self.source = source
    self.recorder = recorder
    self.generator = generator
    books = BookTable(connection: connection)
    records = SourceRecordTable(connection: connection)
    batch = try BookBatch(connection: connection, now: recorder.now, defersSearch: defersSearch)
    store = BookStore(connection: connection, batch: batch)
    layers = LayerStore(connection: connection)
    matcher = try BookMatcher(connection: connection, source: source.id)
    history = HistoryTable(connection: connection)
    nextID = try books.nextID()
  }

  /// Takes in one record. Nothing is written when it throws ``InvalidValue``; any other error ends the transaction.
  ///
  /// - Parameter added: when a book that is new came in.
  func apply(_ given: SourceRecord, added: Date) throws -> Result {
    try apply(PreparedRecord(given), added: added)
  }

  /// The same of a record that was prepared on another core.
  func apply(_ prepared: PreparedRecord, added: Date) throws -> Result {
    let hash = prepared.hash
    let stored = try records.row(source: source.id, remoteID: prepared.record.remoteID)
    let (record, row) = try distinct(prepared.record, hash, stored)
    let result = try apply(record, hash, row, prepared.newBook, added: added)
    if seen != nil {
      let isNew = addedRange?.contains(result.book) ?? false
      let stored = try isNew ? nil : row ?? records.row(source: source.id, remoteID: record.remoteID)
      try seen?.insert(record.remoteID, of: result.book, isAlone: stored.map(isAlone) ?? true)
    }
    return result
  }

  /// The record under a name that no earlier, different record of this input has, with what is stored under that: two rows
  /// with the same title and authors are two books, and keep their names as long as the input keeps its order.
  ///
  /// - Throws: ``InvalidValue`` when the source itself gave two records one id.
  private func distinct(
    _ record: SourceRecord, _ hash: Int64, _ stored: SourceRecordTable.Row?
  ) throws -> (SourceRecord, SourceRecordTable.Row?) {
    guard let seen else { return (record, stored) }
    var (distinct, row, number) = (record, stored, 1)
    while let found = row, found.hash != hash, try isSeen(found, among: seen) {
      guard !record.hasOwnID else {
        throw InvalidValue("id", record.remoteID, "an earlier row of this input has it and says something else")
      }
      number += 1
      distinct.remoteID = "\(record.remoteID)#\(number)"
      row = try records.row(source: source.id, remoteID: distinct.remoteID)
    }
    return (distinct, row)
  }

  private func isSeen(_ row: SourceRecordTable.Row, among seen: SeenRecords) throws -> Bool {
    guard seen.books.contains(row.bookID) else { return false }
    return try seen.sharing.contains(row.remoteID) || isAlone(row)
  }

  /// Whether its book has no other record of this source; what is read off the book has no other at all.
  private func isAlone(_ row: SourceRecordTable.Row) throws -> Bool {
    try row.payload == nil || records.isAlone(row)
  }

  private func apply(
    _ record: SourceRecord, _ hash: Int64, _ stored: SourceRecordTable.Row?, _ newBook: NewBook?, added: Date
  ) throws -> Result {
    guard let row = stored else {
      if let match = try matcher.book(for: record), let book = try books.book(match) {
        return try attach(record, hash, to: book)
      }
      return try insert(record, hash, newBook, added: added)
    }
    guard let book = try books.book(row.bookID) else { throw missing(row) }
    let returns = returns(book)
    if row.hash == hash, !returns, row.gone == nil {
      try mark(row)
      return Result(change: .unchanged, book: row.bookID)
    }
    return try update(book, row, record, hash, returns: returns)
  }

  /// Importing or refreshing again what was undone is how a person asks for it back.
  private func returns(_ book: Book) -> Bool { book.visibility == .undone }

  /// Notes that the source still has a record, whatever it says.
  ///
  /// - Returns: whether there is such a record.
  func mark(present remoteID: String) throws -> Bool {
    guard let row = try records.row(source: source.id, remoteID: remoteID) else { return false }
    if row.gone == nil {
      try mark(row)
    } else if let book = try books.book(row.bookID) {
      // It is back, and says what it said.
      let values = try values(of: row, in: layers.layers(of: book))
      let record = SourceRecord(remoteID: remoteID, values: values, unknown: row.unknown)
      _ = try update(book, row, record, row.hash, returns: false)
    }
    return true
  }

  private func mark(_ row: SourceRecordTable.Row) throws {
    guard row.seen < generation || row.missed != nil else { return }
    try records.mark(row, seen: generation)
  }

  /// Takes in that the source has a record no more. The book is hidden, unless another source has it, or the user has
  /// something to say of it: an edit, a rating, a note.
  ///
  /// - Returns: `nil` when there is no such record, or it was gone already.
  func remove(_ remoteID: String) throws -> Result? {
    guard var row = try records.row(source: source.id, remoteID: remoteID), row.gone == nil else { return nil }
    guard let old = try books.book(row.bookID) else { throw missing(row) }
    let said = try layers.layers(of: old)
    let (values, mark) = (values(of: row, in: said), RecordMark(row))
    (row.gone, row.missed) = (recorder.now.milliseconds, nil)
    try records.write(row)
    let isLast = !said.records.contains { $0.row.gone == nil && !$0.row.isSame(as: row) }
    // Of an only record undo shows the book again and no more: the source has it no more, and the next walk is not to take
    // out again what the user asked for.
    if said.records.count > 1 { try remember(old.id, remoteID, (values, mark), (values, RecordMark(row))) }
    let isKept = isLast && (!said.edits.isEmpty || old.hasPersonalValues)
    // Of several records that are all gone the first one speaks again, whichever was the last to go.
    return try show(
      old, sources: LayerStore.combined(said.records, with: row, saying: values), edits: said.edits,
      personal: FieldPresences(),
      visibility: isLast && !isKept && old.visibility == .shown ? .goneFromSource : old.visibility,
      as: isKept && old.visibility == .shown ? .kept : .removed)
  }

  private func values(of row: SourceRecordTable.Row, in said: LayerStore.Layers) -> FieldPresences {
    said.records.first { $0.row.isSame(as: row) }?.values ?? FieldPresences()
  }

  private func missing(_ row: SourceRecordTable.Row) -> CatalogError {
    CatalogError(
      .damaged, "use", "record \(row.remoteID)", cause: "its book \(row.bookID) is missing",
      remedy: .repair)
  }

  /// Notes which books came in and writes what was left for the end; to be called once, at the end of the transaction.
  func finish() throws {
    try batch.finish()
    guard let range = addedRange else { return }
    try recorder.record(range.lowerBound, .added(through: range.upperBound), old: nil, new: nil)
    addedRange = nil
  }

  /// The terms of the books that came in, where they were left to a later run; complete after ``finish()``.
  var deferredTerms: DeferredTerms { batch.deferredTerms }

  private func insert(_ record: SourceRecord, _ hash: Int64, _ prepared: NewBook?, added: Date) throws -> Result {
    var new =
      if let prepared, prepared.source == source.id {
        prepared
      } else {
        try NewBook(
          record, source: source.id, takesPersonal: recorder.kind == .import, added: added, now: recorder.now,
          identified: recorder.now, using: &generator)
      }
    // An identity that another book has already, from the same source, cannot be this one's too.
    if let uuid = record.uuid, try books.id(of: uuid) != nil {
      new.identify(by: UUID.version7(at: recorder.now, using: &generator))
    }
    new.number(nextID)
    try store.insert(new)
    try records.insert(
      SourceRecordTable.Row(
        sourceID: source.id, remoteID: record.remoteID, bookID: nextID, hash: hash, unknown: record.unknown,
        seen: generation))
    addedRange = (addedRange?.lowerBound ?? nextID)...nextID
    defer { nextID += 1 }
    return Result(change: .added, book: nextID)
  }

  private func update(
    _ old: Book, _ row: SourceRecordTable.Row, _ record: SourceRecord, _ hash: Int64, returns: Bool
  ) throws -> Result {
    var said = try layers.layers(of: old)
    let before = said.records.first { $0.row.isSame(as: row) }?.values
    if returns { said.records = try silenced(said.records, besides: row, of: old.id, record) }
    // What a record does not mention stays; of what an undone import said, only the title, which a book needs.
    var kept = FieldPresences()
    if returns { kept[.title] = before?[.title] ?? .absent } else if let before { kept = before }
    let after = kept.updated(by: record.values)
    let mark = RecordMark(row)
    var row = row
    row.hash = hash
    row.unknown = record.unknown
    if row.payload != nil || said.records.count > 1 { row.payload = after }
    (row.seen, row.missed, row.gone) = (max(row.seen, generation), nil, nil)
    try remember(old.id, record.remoteID, before.map { ($0, mark) }, (after, RecordMark(row)))
    try records.write(row)
    let comesBack = returns || old.visibility == .goneFromSource
    return try show(
      old, sources: LayerStore.combined(said.records, with: row, saying: after), edits: said.edits,
      personal: record.values, visibility: comesBack ? .shown : old.visibility, as: comesBack ? .added : .updated)
  }

  /// Makes the record a further source of a book that is there.
  private func attach(_ record: SourceRecord, _ hash: Int64, to old: Book) throws -> Result {
    let said = try layers.layers(of: old)
    if returns(old) {
      _ = try silenced(said.records, besides: nil, of: old.id, record)
    } else {
      try layers.keepValues(of: said.records)
    }
    let isRanked = said.records.contains { $0.row.rank != 0 }
    let row = SourceRecordTable.Row(
      sourceID: source.id, remoteID: record.remoteID, bookID: old.id, hash: hash, unknown: record.unknown,
      payload: record.values, seen: generation, rank: isRanked ? try records.rank(forNewOf: source, of: old.id) : 0)
    try records.write(row)
    try remember(old.id, record.remoteID, nil, (record.values, RecordMark(row)))
    let all = try records.rows(of: old.id)
    let comesBack = returns(old) || old.visibility == .goneFromSource
    return try show(
      old, sources: LayerStore.combined(all.compactMap { row in row.payload.map { (row, $0) } }) ?? record.values,
      edits: said.edits, personal: record.values, visibility: comesBack ? .shown : old.visibility,
      as: comesBack ? .added : .updated, from: SourceRecordTable.sources(of: all))
  }

  /// Records of a book whose step was undone, which comes back with another one: they say nothing until they are delivered
  /// again, or what brings it back is undone; only the title, where the other record has none.
  private func silenced(
    _ said: [LayerStore.Record], besides row: SourceRecordTable.Row?, of book: Int64, _ other: SourceRecord
  ) throws -> [LayerStore.Record] {
    try said.map { record in
      if let row, record.row.isSame(as: row) { return record }
      var silent = record
      silent.values = FieldPresences()
      if other.values[.title].value == nil { silent.values[.title] = record.values[.title] }
      silent.row.payload = silent.values
      // The same delivery again says something new.
      (silent.row.hash, silent.row.unknown) = (~record.row.hash, nil)
      try records.write(silent.row)
      try recorder.record(
        book, .record(source: record.row.sourceID, remoteID: record.row.remoteID),
        old: HistoryTable.State(record.values, RecordMark(record.row)),
        new: HistoryTable.State(silent.values, RecordMark(silent.row)))
      return silent
    }
  }

  /// Writes the book as its layers make it now.
  private func show(
    _ old: Book, sources: FieldPresences, edits: [FieldEdit], personal: FieldPresences, visibility: Book.Visibility,
    as change: Result.Change, from list: String? = nil
  ) throws -> Result {
    var new = try layers.materialise(old, sources: sources, edits: edits)
    if let list { new.sources = list }
    if returns(old), visibility == .shown { try forgetPersonal(&new) }
    let kept = try fillPersonal(&new, from: personal)
    if old.visibility == .undone, visibility == .shown {
      try recorder.record(old.id, .added(through: old.id), old: nil, new: nil)
    } else if old.visibility != visibility {
      try recorder.record(
        old.id, .visibility, old: HistoryTable.State(old.visibility), new: HistoryTable.State(visibility))
    }
    new.visibility = visibility
    try store.replace(old, with: new, now: recorder.now)
    var result = Result(change: change, book: old.id, keptYours: kept)
    if tellsDifferences { result.differences = FieldDifference.between(old, new) }
    return result
  }

  /// What an undone import said of personal fields goes with the rest of what it said.
  private func forgetPersonal(_ book: inout Book) throws {
    for field in BookField.personal where book.says(field) {
      let before = HistoryTable.State(book[field])
      book[field] = nil
      try recorder.record(book.id, .field(field), old: before, new: HistoryTable.State(book[field]))
    }
  }

  /// Lets personal fields in where the user has said nothing, not even that there is no value; a refresh never does.
  ///
  /// - Returns: how many the user has set otherwise.
  private func fillPersonal(_ book: inout Book, from values: FieldPresences) throws -> Int {
    guard recorder.kind == .import else { return 0 }
    var kept = 0
    for field in BookField.personal where field != .added {
      guard let value = values[field].value, value != book[field] else { continue }
      if try book.says(field) || history.isCleared(field, of: book.id) {
        kept += 1
      } else {
        try recorder.record(
          book.id, .field(field), old: HistoryTable.State(book[field]), new: HistoryTable.State(value))
        book[field] = value
      }
    }
    return kept
  }

  private func remember(
    _ book: Int64, _ remoteID: String, _ old: (FieldPresences, RecordMark)?, _ new: (FieldPresences, RecordMark)
  ) throws {
    try recorder.record(
      book, .record(source: source.id, remoteID: remoteID), old: old.map { try HistoryTable.State($0.0, $0.1) },
      new: HistoryTable.State(new.0, new.1))
  }
}
