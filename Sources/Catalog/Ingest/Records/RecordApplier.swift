import FoundationEssentials

/// Takes the records of one source into the catalog: the same code for an import and for a refresh. Used inside one
/// transaction; what it remembers of it (the next id, the range of added books) ends with it.
final class RecordApplier {

  let connection: Connection
  let source: CatalogSource
  let recorder: ChangeRecorder
  let books: BookTable
  let records: SourceRecordTable
  let store: BookStore
  let batch: BookBatch
  let layers: LayerStore
  let matcher: BookMatcher
  let history: HistoryTable
  let readings: ReadingLayer
  /// The source of adopted records, if some of them came from this source before it was removed.
  let adopted: CatalogSource.ID?
  /// The day on which the source says what is delivered now.
  let saidOn: PartialDate
  var generator: any RandomNumberGenerator
  var nextID: Book.ID
  var addedRange: ClosedRange<Int64>?
  /// The records of this input so far, where an input lists each of them once; `nil` where a later record is a newer one.
  private(set) var seen: SeenRecords?
  /// The full enumeration of the source that mentions the records.
  let generation: Int64
  /// Whether the source is read again because the rules by which that is done are newer: what they make of a record is no
  /// change of its source's.
  let isByNewerRules: Bool
  let tellsDifferences: Bool
  /// The fields of the user's own, once a record has named one.
  private var ownFields: OwnFields?

  /// - Parameters:
  ///   - defersSearch: whether the words of new books are left to a later run (``deferredTerms``).
  ///   - generation: the full enumeration of the source that mentions the records.
  ///   - isByNewerRules: whether the source is read again because the rules by which that is done are newer.
  ///   - tellsDifferences: whether results say what shows otherwise.
  ///   - saidOn: The day on which the source says what is delivered; by default that of the step.
  init(
    connection: Connection, source: CatalogSource, recorder: ChangeRecorder, generator: any RandomNumberGenerator,
    seen: SeenRecords? = nil, defersSearch: Bool = false, generation: Int64 = 0, isByNewerRules: Bool = false,
    tellsDifferences: Bool = false, saidOn: PartialDate? = nil
  ) throws {
    self.seen = seen
    self.saidOn = saidOn ?? PartialDate.day(at: recorder.now)
    self.generation = generation
    self.isByNewerRules = isByNewerRules
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
    readings = try ReadingLayer(connection: connection)
    adopted = try Self.adopted(from: source.id, records)
    nextID = try books.nextID()
  }

  /// Takes in one record. Nothing is written when it throws ``InvalidValue``; any other error ends the transaction.
  ///
  /// - Parameter added: when a book that is new came in.
  func apply(_ given: SourceRecord, added: Date) throws -> AppliedRecord {
    try apply(PreparedRecord(given), added: added)
  }

  /// The same of a record that was prepared on another core.
  func apply(_ prepared: PreparedRecord, added: Date) throws -> AppliedRecord {
    let hash = prepared.hash
    let (record, row) = try distinct(prepared.record, hash, stored(prepared.record.remoteID))
    let result = try apply(record, hash, row, prepared.newBook, added: added)
    if seen != nil {
      let isNew = addedRange?.contains(result.book.rawValue) ?? false
      // A record without a payload was read off its book, so it is the book's only one.
      let wasAlone = row.map { $0.payload == nil && $0.bookID == result.book } ?? false
      let isAlone = try isNew || wasAlone || records.hasOne(of: source.id, book: result.book)
      seen?.insert(record.remoteID, of: result.book, isAlone: isAlone)
    }
    return result
  }

  /// The record with what it says of the user's own fields under their numbers; a field that the catalog does not have is
  /// made. What others say of fields of these names is not the user's.
  func naming(_ given: SourceRecord) throws -> SourceRecord {
    guard !given.own.isEmpty, source.isMine else { return given }
    var record = given
    let known = try knownFields()
    let missing = given.own.count { $0.value != nil && known.field(for: $0) == nil }
    // Before any is made: nothing is left of a record that cannot be used.
    if missing > 0 { try OwnFieldEditor.checkCount(known.shown.count + missing) }
    var earlier: [OwnField] = []
    for said in given.own {
      // What nobody has, nobody has to be told of.
      guard let (field, value) = try field(for: said) else { continue }
      if field.name != said.name, let called = try knownFields()[said.name] { earlier.append(called) }
      // What the record says under the name that the field has goes before what it says under the one that it had first.
      if record.values[field.field] != .absent, value == nil || field.name.lowercased() != said.name.lowercased() {
        continue
      }
      record.values[field.field] = value.map(FieldPresence.value) ?? .null
    }
    // It said it there when it had another kind.
    for field in earlier where record.values[field.field] == .absent { record.values[field.field] = .null }
    return record
  }

  /// The field that a source means, which is made where the catalog does not have it, with the value as the field has it. One
  /// that the user removed comes back with an import, which somebody asked for, and else keeps its values unseen; one whose
  /// making was undone comes with the next delivery, as its books do.
  ///
  /// - Returns: `nil` where there is none, and nothing is said of it.
  private func field(for said: OwnValue) throws -> (OwnField, FieldValue?)? {
    let found = try knownFields().field(for: said)
    if let found, !found.0.isRemoved { return found }
    if let found, source.isRefreshed, try history.isRemovedByUser(found.0.id) { return found }
    if said.value == nil { return nil }
    return (try make(said), found?.1 ?? said.value)
  }

  /// Makes a field that the input names besides its books.
  func takeField(_ said: OwnValue) throws {
    let found = try knownFields().field(for: said)
    if found == nil || found?.0.isRemoved == true { _ = try make(said) }
  }

  private func make(_ said: OwnValue) throws -> OwnField {
    let editor = OwnFieldEditor(connection: connection, now: recorder.now)
    defer { ownFields = nil }
    return try editor.take(said, among: knownFields(), recorder)
  }

  private func knownFields() throws -> OwnFields {
    let known = try ownFields ?? OwnFieldTable(connection: connection).all()
    ownFields = known
    return known
  }

  /// Returns the record under a name that no earlier, different record of this input has, with what is stored under
  /// that name. Two rows with the same title and authors are two books. A row that says the same as before keeps its
  /// name, wherever it stands; rows that say something else get the remaining names in their order.
  ///
  /// - Throws: ``InvalidValue`` when the source itself gave two records one id.
  func distinct(
    _ record: SourceRecord, _ hash: Int64, _ stored: SourceRecordRow?
  ) throws -> (SourceRecord, SourceRecordRow?) {
    guard let seen else { return (record, stored) }
    var (distinct, row, number) = (record, stored, 1)
    var unseen: (SourceRecord, SourceRecordRow?)?
    while let found = row, found.hash != hash {
      if try isSeen(found, among: seen) {
        guard !record.hasOwnID else {
          throw InvalidValue("id", record.remoteID, "another row of this input has it and says something else")
        }
      } else {
        if record.hasOwnID { return (distinct, row) }
        // A record with a higher number may say the same: then rows have changed places.
        unseen = unseen ?? (distinct, row)
      }
      number += 1
      distinct.remoteID = "\(record.remoteID)#\(number)"
      row = try self.stored(distinct.remoteID)
    }
    return row == nil ? unseen ?? (distinct, nil) : (distinct, row)
  }

  /// Whether a record without a title says something new of one that no record of this input was about so far: of records with
  /// one id the first that has the title counts, wherever it stands.
  func givesWay(_ prepared: PreparedRecord) throws -> Bool {
    let record = prepared.record
    guard let seen, record.values[.title].value == nil,
      let stored = try records.row(source: source.id, remoteID: record.remoteID), stored.hash != prepared.hash
    else { return false }
    // Of several without an id each later one is the next book's.
    if !record.hasOwnID {
      return try distinct(record, prepared.hash, stored).1.map { $0.hash != prepared.hash } ?? false
    }
    return try !isSeen(stored, among: seen)
  }

  func isSeen(_ row: SourceRecordRow, among seen: SeenRecords) throws -> Bool {
    guard row.sourceID == source.id, seen.books.contains(row.bookID.rawValue) else { return false }
    return try seen.sharing.contains(row.remoteID) || isAlone(row)
  }

  /// Whether its book has no other record of this source; what is read off the book has no other at all.
  func isAlone(_ row: SourceRecordRow) throws -> Bool {
    try row.payload == nil || records.hasOne(of: row.sourceID, book: row.bookID)
  }

  func apply(
    _ record: SourceRecord, _ hash: Int64, _ stored: SourceRecordRow?, _ newBook: NewBook?, added: Date
  ) throws -> AppliedRecord {
    guard let stored else {
      let match = try matcher.match(of: record)
      if let id = match.book, let book = try books.book(id) {
        return try attach(record, hash, to: book, rank: rank(for: match))
      }
      var result = try insert(record, hash, newBook, added: added)
      result.contradicted = match.contradicted
      return result
    }
    if stored.sourceID != source.id { return try takeBack(stored, record, hash) }
    guard let (book, row) = try returned(stored, as: record) else { throw missing(stored) }
    let (returns, isMoved) = (returns(book), row.bookID != stored.bookID)
    if row.hash == hash, !returns, !isMoved, row.tombstone == nil {
      try mark(row)
      return AppliedRecord(change: .unchanged, book: row.bookID)
    }
    return try update(
      book, row, record, hash, returns: returns, beginsAnew: returns || isMoved && stored.tombstone == nil)
  }

  /// Importing or refreshing again what was undone is how a person asks for it back.
  func returns(_ book: Book) -> Bool { book.visibility == .undone }

  /// Notes that the source still has a record, whatever it says.
  ///
  /// - Returns: whether there is such a record.
  func mark(present remoteID: String) throws -> Bool {
    guard let row = try records.row(source: source.id, remoteID: remoteID) else { return false }
    if row.tombstone == nil {
      try mark(row)
    } else if let hidden = try books.book(row.bookID) {
      // It is back, as it was.
      let values = try values(of: row, in: layers.layers(of: hidden))
      let record = SourceRecord(remoteID: remoteID, values: values, unknown: row.unknown)
      guard let (book, row) = try returned(row, as: record) else { throw missing(row) }
      _ = try update(book, row, record, row.hash, returns: false, beginsAnew: false)
    }
    return true
  }

  func mark(_ row: SourceRecordRow) throws {
    guard row.seen < generation || row.missed != nil else { return }
    try records.mark(row, seen: generation)
  }

  /// Takes in that the source has a record no more. The book is hidden, unless another source has it, or the user has
  /// something to say of it: an edit, a rating, a note. What a source of the user's own filled in goes with its record.
  ///
  /// - Returns: `nil` when there is no such record, or it is a tombstone already.
  func remove(_ remoteID: String) throws -> AppliedRecord? {
    guard var row = try records.row(source: source.id, remoteID: remoteID), row.tombstone == nil else { return nil }
    guard let old = try books.book(row.bookID) else { throw missing(row) }
    let bookLayers = try layers.layers(of: old)
    let (values, mark) = (values(of: row, in: bookLayers), RecordMark(row))
    (row.tombstone, row.missed) = (
      SourceRecordRow.tombstone(at: recorder.now, besides: bookLayers.records.map(\.row)), nil
    )
    try records.write(row)
    let isLast = !bookLayers.records.contains { $0.row.tombstone == nil && !$0.row.isSame(as: row) }
    // Of an only record undo shows the book again and no more: the source has it no more, and the next enumeration is
    // not to take out again what the user asked for.
    if bookLayers.records.count > 1 { try remember(old.id, remoteID, (values, mark), (values, RecordMark(row))) }
    let isKept = try isLast && (!bookLayers.edits.isEmpty || hasUsersValues(old, bookLayers.records))
    return try show(
      old, LayerStore.replacing(row, saying: values, in: bookLayers.records), of: row, edits: bookLayers.edits,
      personal: PersonalDelivery(values: FieldPresences()),
      visibility: isLast && !isKept && old.visibility == .shown ? .removedFromSource : old.visibility,
      as: !isLast ? .updated : isKept && old.visibility == .shown ? .kept : .removed)
  }

  func values(of row: SourceRecordRow, in bookLayers: LayerStore.Layers) -> FieldPresences {
    bookLayers.records.first { $0.row.isSame(as: row) }?.values ?? FieldPresences()
  }

  func missing(_ row: SourceRecordRow) -> CatalogError {
    CatalogError(
      .damaged, "use", "record \(row.remoteID)", cause: "its book \(row.bookID) is missing",
      remedy: .repair)
  }

  /// Notes which books came in and writes what was left for the end; to be called once, at the end of the transaction.
  func finish() throws {
    try batch.finish()
    guard let range = addedRange else { return }
    try recorder.record(Book.ID(range.lowerBound), .added(through: Book.ID(range.upperBound)), old: nil, new: nil)
    addedRange = nil
  }

  /// The terms of the books that came in, where they were left to a later run; complete after ``finish()``.
  var deferredTerms: DeferredTerms { batch.deferredTerms }
}
