import CatalogDatabase
import FoundationEssentials

/// Stores the records of one source in the catalog, for imports and refreshes alike. An applier is used within one
/// transaction. Its state, such as the next id and the range of added books, is not valid afterwards.
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
  /// The local source if it has adopted records from an earlier removal of this source; `nil` otherwise.
  let adopted: CatalogSource.ID?
  /// The day on which the source's values were current.
  let statedOn: PartialDate
  var generator: any RandomNumberGenerator
  var nextID: Book.ID
  var addedRange: ClosedRange<Int64>?
  /// The records of this input so far; `nil` if the input may list a record more than once, in which case the later
  /// record with the same name replaces the earlier one.
  private(set) var seen: SeenRecords?
  /// The number of the full enumeration in which the source delivers the records.
  let generation: Int64
  /// True if the source is read again because the parsing rules are newer. A value that is merely parsed differently is
  /// then not treated as a change by the source.
  let isByNewerRules: Bool
  let tellsDifferences: Bool
  /// The user-defined fields, loaded when a record first mentions such a field.
  var ownFields: OwnFields?

  /// Creates an applier.
  ///
  /// - Parameters:
  ///   - defersSearch: True to leave the search terms of new books to be indexed later (``deferredTerms``).
  ///   - generation: The number of the full enumeration in which the source delivers the records.
  ///   - isByNewerRules: True if the source is read again because the parsing rules are newer.
  ///   - tellsDifferences: True if the results should include the changes to shown values.
  ///   - statedOn: The day on which the source's values were current; by default the day of the step.
  init(
    connection: Connection, source: CatalogSource, recorder: ChangeRecorder, generator: any RandomNumberGenerator,
    seen: SeenRecords? = nil, defersSearch: Bool = false, generation: Int64 = 0, isByNewerRules: Bool = false,
    tellsDifferences: Bool = false, statedOn: PartialDate? = nil
  ) throws {
    self.seen = seen
    self.statedOn = statedOn ?? PartialDate.day(at: recorder.now)
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

  /// Stores one record. If the method throws ``InvalidValue``, it has written nothing. Any other error ends the
  /// transaction.
  ///
  /// - Parameter added: The time to store as the time at which the book was added, if the book is new.
  func apply(_ given: SourceRecord, added: Date) throws -> AppliedRecord {
    try apply(PreparedRecord(given), added: added)
  }

  /// Stores a record that was prepared on another core.
  func apply(_ prepared: PreparedRecord, added: Date) throws -> AppliedRecord {
    let hash = prepared.hash
    let (record, row) = try distinct(prepared.record, hash, stored(prepared.record.remoteID))
    let result = try apply(record, hash, row, prepared.newBook, added: added)
    if seen != nil {
      let isNew = addedRange?.contains(result.book.rawValue) ?? false
      // A row without a payload takes its values from its book, and is therefore the only record of the book.
      let wasAlone = row.map { $0.payload == nil && $0.bookID == result.book } ?? false
      let isAlone = try isNew || wasAlone || records.hasOne(of: source.id, book: result.book)
      let wasThere = row.map { $0.sourceID == source.id && $0.bookID == result.book } ?? false
      if !isAlone, !wasThere, seen?.books.contains(result.book.rawValue) == true {
        // Until now, one bit represented the book's only record. Now two records share the book.
        let sharing = try records.rows(of: result.book).filter { $0.sourceID == source.id }
        if sharing.count == 2 { for row in sharing { seen?.insert(row.remoteID, of: result.book, isAlone: false) } }
      }
      seen?.insert(record.remoteID, of: result.book, isAlone: isAlone)
    }
    return result
  }

  /// Returns the record, together with the row stored under its name. The record is renamed if an earlier, different
  /// record of the input has the same name. Two rows with the same title and authors are two books. A row with the same
  /// contents as in an earlier import keeps its name, regardless of its position. Rows with other contents get the
  /// remaining names in order.
  ///
  /// - Throws: ``InvalidValue`` if the source itself gave the same id to two records.
  func distinct(
    _ record: SourceRecord, _ hash: Int64, _ stored: SourceRecordRow?
  ) throws -> (SourceRecord, SourceRecordRow?) {
    guard let seen else { return (record, stored) }
    var (distinct, row, number) = (record, stored, 1)
    var unseen: (SourceRecord, SourceRecordRow?)?
    while let found = row, found.hash != hash {
      if try isSeen(found, among: seen) {
        guard !record.hasOwnID else {
          throw InvalidValue("id", record.remoteID, "another row of this input has the same id but different values")
        }
      } else {
        if record.hasOwnID { return (distinct, row) }
        // If rows have swapped positions, a record with a higher number in its name may have the same contents.
        unseen = unseen ?? (distinct, row)
      }
      number += 1
      distinct.remoteID = "\(record.remoteID)#\(number)"
      row = try self.stored(distinct.remoteID)
    }
    return row == nil ? unseen ?? (distinct, nil) : (distinct, row)
  }

  /// Returns true if a record without a title would change an existing record, and nothing in the input has matched the
  /// existing record so far. The record without a title must wait: among records with the same id, the first record
  /// with a title takes precedence, regardless of its position.
  func givesWay(_ prepared: PreparedRecord) throws -> Bool {
    let record = prepared.record
    guard let seen, record.values[.title].value == nil,
      let stored = try records.row(source: source.id, remoteID: record.remoteID), stored.hash != prepared.hash
    else { return false }
    // In an input without ids, each further row with the same title and authors denotes another book.
    if !record.hasOwnID {
      return try distinct(record, prepared.hash, stored).1.map { $0.hash != prepared.hash } ?? false
    }
    return try !isSeen(stored, among: seen)
  }

  func isSeen(_ row: SourceRecordRow, among seen: SeenRecords) throws -> Bool {
    guard row.sourceID == source.id, seen.books.contains(row.bookID.rawValue) else { return false }
    return try seen.sharing.contains(row.remoteID) || isAlone(row)
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
    guard let (book, row, wasUndone) = try returned(stored, as: record) else { throw missing(stored) }
    let (returns, isMoved) = (returns(book), row.bookID != stored.bookID)
    if row.hash == hash, !returns, !isMoved, row.tombstone == nil {
      try mark(row)
      return AppliedRecord(change: .unchanged, book: row.bookID)
    }
    return try update(book, row, record, hash, returns: returns, beginsAnew: returns || wasUndone)
  }

  /// Returns true if the import or refresh that added a book was undone. Delivering the book again restores it.
  func returns(_ book: Book) -> Bool { book.visibility == .undone }

  /// Marks a record as present in the source, without comparing its contents.
  ///
  /// - Returns: True if the record exists.
  func mark(present remoteID: String) throws -> Bool {
    guard let row = try records.row(source: source.id, remoteID: remoteID) else { return false }
    if row.tombstone == nil {
      try mark(row)
    } else if let hidden = try books.book(row.bookID) {
      // The source has the record again, unchanged.
      let values = try values(of: row, in: layers.layers(of: hidden))
      let record = SourceRecord(remoteID: remoteID, values: values, unknown: row.unknown)
      guard let (book, row, _) = try returned(row, as: record) else { throw missing(row) }
      _ = try update(book, row, record, row.hash, returns: false, beginsAnew: false)
    }
    return true
  }

  func mark(_ row: SourceRecordRow) throws {
    guard row.seen < generation || row.missed != nil else { return }
    try records.mark(row, seen: generation)
  }

  /// Marks a record as removed by its source. The book is hidden, unless another source has it or the user has edited
  /// it, rated it, made notes or the like. If the source is one of the user's own, the personal values that the source
  /// filled in disappear.
  ///
  /// - Returns: The result; `nil` if there is no such record, or if it is already marked as removed.
  func remove(_ remoteID: String) throws -> AppliedRecord? {
    guard var row = try records.row(source: source.id, remoteID: remoteID), row.tombstone == nil else { return nil }
    guard let old = try books.book(row.bookID) else { throw missing(row) }
    let bookLayers = try layers.layers(of: old)
    let (values, mark) = (values(of: row, in: bookLayers), RecordMark(row))
    (row.tombstone, row.missed) = (
      SourceRecordRow.tombstone(at: recorder.now, after: bookLayers.records.map(\.row)), nil
    )
    try records.write(row)
    let isLast = !bookLayers.records.contains { $0.row.tombstone == nil && !$0.row.isSame(as: row) }
    // If this is the book's only record, the history omits the change to the record. Undo then shows the book again
    // without restoring the record. If undo restored the record, the next full read of the source would hide the book
    // again, against the user's wish, because the source no longer has it.
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

  /// Records the range of added books in the history, and performs deferred writes. Must be called once, at the end of
  /// the transaction.
  func finish() throws {
    try batch.finish()
    guard let range = addedRange else { return }
    try recorder.record(Book.ID(range.lowerBound), .added(through: Book.ID(range.upperBound)), old: nil, new: nil)
    addedRange = nil
  }

  /// The search terms of the added books, if they are left to be indexed later. They are complete after ``finish()``.
  var deferredTerms: DeferredTerms { batch.deferredTerms }
}
