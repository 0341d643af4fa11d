import FoundationEssentials

/// Takes the records of one source into the catalog: the same code for an import and for a refresh. Used inside one
/// transaction; what it remembers of it (the next id, the range of added books) ends with it.
final class RecordApplier {
  /// What became of a record.
  struct Result: Equatable {
    enum Change: Equatable { case added, updated, unchanged }
    var change: Change
    var book: Int64
    /// Personal fields that the record has and the user has set otherwise.
    var keptYours = 0
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
  private var generator: any RandomNumberGenerator
  private var nextID: Int64
  private var addedRange: ClosedRange<Int64>?
  /// The books that records of this input are about, where an input lists each book once; `nil` where a later record is
  /// a newer one.
  private(set) var seen: BookSet?

  /// - Parameter defersSearch: whether the words of new books are left to a later run (``addedWords``).
  init(
    connection: Connection, source: Source, recorder: ChangeRecorder, generator: any RandomNumberGenerator,
    seen: BookSet? = nil, defersSearch: Bool = false
  ) throws {
    self.seen = seen
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
    seen?.insert(result.book)
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
    while let found = row, found.hash != hash, seen.contains(found.bookID) {
      guard !record.hasOwnID else {
        throw InvalidValue("id", record.remoteID, "an earlier row of this input has it and says something else")
      }
      number += 1
      distinct.remoteID = "\(record.remoteID)#\(number)"
      row = try records.row(source: source.id, remoteID: distinct.remoteID)
    }
    return (distinct, row)
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
    guard let book = try books.book(row.bookID) else {
      throw CatalogError(
        .damaged, "use", "record \(record.remoteID)", cause: "its book \(row.bookID) is missing",
        hint: "run 'catalog check --repair'")
    }
    let returns = returns(book)
    if row.hash == hash, !returns { return Result(change: .unchanged, book: row.bookID) }
    return try update(book, row, record, hash, returns: returns)
  }

  /// Importing or refreshing again what was undone is how a person asks for it back.
  private func returns(_ book: Book) -> Bool { book.visibility == .undone }

  /// Notes which books came in and writes what was left for the end; to be called once, at the end of the transaction.
  func finish() throws {
    try batch.finish()
    guard let range = addedRange else { return }
    try recorder.record(range.lowerBound, .added(through: range.upperBound), old: nil, new: nil)
    addedRange = nil
  }

  /// The words of the books that came in, where they were left to a later run; complete after ``finish()``.
  var addedWords: SearchRun { batch.run }

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
        sourceID: source.id, remoteID: record.remoteID, bookID: nextID, hash: hash, unknown: record.unknown))
    addedRange = (addedRange?.lowerBound ?? nextID)...nextID
    defer { nextID += 1 }
    return Result(change: .added, book: nextID)
  }

  private func update(
    _ old: Book, _ row: SourceRecordTable.Row, _ record: SourceRecord, _ hash: Int64, returns: Bool
  ) throws -> Result {
    let said = try layers.layers(of: old)
    let before = said.records.first { $0.row.sourceID == row.sourceID && $0.row.remoteID == row.remoteID }?.values
    // What a record does not mention stays; of what an undone import said, only the title, which a book needs.
    var kept = FieldPresences()
    if returns { kept[.title] = before?[.title] ?? .absent } else if let before { kept = before }
    let after = kept.updated(by: record.values)
    try remember(
      old.id, record.remoteID, before.map { ($0, RecordMark(row)) },
      (after, RecordMark(hash: hash, unknown: record.unknown)))
    var row = row
    row.hash = hash
    row.unknown = record.unknown
    if row.payload != nil || said.records.count > 1 { row.payload = after }
    try records.write(row)
    let values = said.records.map {
      $0.row.remoteID == row.remoteID && $0.row.sourceID == source.id ? after : $0.values
    }
    var result = try show(
      old, sources: Merge.combined(byPrecedence: values), edits: said.edits, personal: record.values, returns: returns)
    result.change = returns ? .added : .updated
    return result
  }

  /// Makes the record a further source of a book that is there.
  private func attach(_ record: SourceRecord, _ hash: Int64, to old: Book) throws -> Result {
    let said = try layers.layers(of: old)
    // With a second source, the first one's values can no longer be read off the book.
    for (row, values) in said.records where row.payload == nil {
      var row = row
      row.payload = values
      try records.write(row)
    }
    try records.write(
      SourceRecordTable.Row(
        sourceID: source.id, remoteID: record.remoteID, bookID: old.id, hash: hash, unknown: record.unknown,
        payload: record.values))
    try remember(old.id, record.remoteID, nil, (record.values, RecordMark(hash: hash, unknown: record.unknown)))
    let all = try records.rows(of: old.id)
    let returns = returns(old)
    var result = try show(
      old, sources: Merge.combined(byPrecedence: all.compactMap(\.payload)), edits: said.edits,
      personal: record.values, returns: returns, from: SourceRecordTable.sources(of: all))
    result.change = returns ? .added : .updated
    return result
  }

  private func show(
    _ old: Book, sources: FieldPresences, edits: [FieldEdit], personal: FieldPresences, returns: Bool,
    from list: String? = nil
  ) throws -> Result {
    var new = try layers.materialise(old, sources: sources, edits: edits)
    if let list { new.sources = list }
    let kept = try fillPersonal(&new, from: personal)
    if returns {
      new.visibility = .shown
      try recorder.record(old.id, .added(through: old.id), old: nil, new: nil)
    }
    try store.replace(old, with: new, now: recorder.now)
    return Result(change: .updated, book: old.id, keptYours: kept)
  }

  /// Lets personal fields in where the user has said nothing; a refresh never does.
  /// - Returns: how many the user has set otherwise.
  private func fillPersonal(_ book: inout Book, from values: FieldPresences) throws -> Int {
    guard recorder.kind == .import else { return 0 }
    var kept = 0
    for field in BookField.personal where field != .added {
      guard let value = values[field].value, value != book[field] else { continue }
      let isSaid = field == .readState ? book.readState != .unread : book[field] != nil
      if isSaid {
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
    func state(_ record: (FieldPresences, RecordMark)) throws -> HistoryTable.State {
      HistoryTable.State(value: try RecordPayload.encode(record.0), base: record.1.storedText)
    }
    try recorder.record(
      book, .record(source: source.id, remoteID: remoteID), old: old.map(state), new: state(new))
  }
}
