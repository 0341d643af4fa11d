/// Shows in books what the user's own sources and the user say of readings and ratings (``Readings``).
///
/// Every change of a source's record or of the user's word goes through here, so that a book always shows what follows from
/// both, in whichever order they came.
struct ReadingLayer {
  /// The fields that follow from all records of a book and the user's word.
  static let fields = BookField.readings + [.rating]

  let connection: Connection
  /// The sources whose personal fields are the user's word.
  private let own: Set<CatalogSource.ID>
  private let local: CatalogSource.ID?
  private let table: ReadingWordTable

  init(connection: Connection) throws {
    self.connection = connection
    table = ReadingWordTable(connection: connection)
    let sources = try SourceTable(connection: connection).all()
    own = Set(sources.lazy.filter(\.isMine).map(\.id))
    local = sources.first { $0.kind == .local }?.id
  }

  /// True if what a record says now of personal fields is the user's word.
  func isOwn(_ row: SourceRecordRow) -> Bool { own.contains(row.sourceID) }

  /// True for the record of a book that was added by hand, or that goes on without its source.
  func isLocal(_ row: SourceRecordRow) -> Bool { row.sourceID == local }

  /// True for a record that was adopted from a source that was not the user's own.
  func isAdoptedFromStranger(_ row: SourceRecordRow) -> Bool {
    isLocal(row) && AdoptedName.origin(of: row.remoteID).map { !own.contains($0) } == true
  }

  /// Returns the source that a record came from, also after it was removed and the record adopted.
  private func origin(of row: SourceRecordRow) -> CatalogSource.ID {
    isLocal(row) ? AdoptedName.origin(of: row.remoteID) ?? row.sourceID : row.sourceID
  }

  /// True if it is not known what a record says of personal fields, because an older version took it in. A record says nothing
  /// while it has not been delivered since its source became the user's own, or if it was adopted from a stranger's source.
  private func isUnknown(_ row: SourceRecordRow) -> Bool {
    row.personal == nil && !row.awaitsDelivery && own.contains(origin(of: row))
  }

  /// True if a record says something of personal fields for the user, or may do so.
  func maySpeak(_ row: SourceRecordRow) -> Bool { row.personal == nil ? isUnknown(row) : isOwn(row) }

  /// The records that say something of personal fields for the user, with what they say, in the order in which they are asked.
  /// A record's word from the time when its source was the user's own stays the user's when it becomes a stranger's.
  ///
  /// - Returns: `nil` if an older version took in one of them, and what it says is not known.
  func statements(_ records: [LayerStore.Record]) -> [(row: SourceRecordRow, personal: DetailFields)]? {
    var statements: [(row: SourceRecordRow, personal: DetailFields)] = []
    let hasLive = records.contains { $0.row.tombstone == nil }
    for (row, _) in LayerStore.liveRecords(records)
    where isOwn(row) || row.personal != nil || row.sourceID == local {
      // A record that its source no longer has is heard only if no other source has the book.
      if hasLive, row.tombstone != nil, isOwn(row) { continue }
      // What was typed into a book that was added by hand is the user's word.
      if !isLocal(row), isUnknown(row) { return nil }
      statements.append((row, row.personal ?? DetailFields()))
    }
    return statements
  }

  /// The records with what those that an older version took in are assumed to say of personal fields: what shows and is not the
  /// user's word. It is stored, so that nothing is lost when other sources speak.
  ///
  /// - Parameter row: A record that is delivered now, and is not changed.
  func presuming(
    _ records: [LayerStore.Record], besides row: SourceRecordRow? = nil, of book: Book
  ) throws -> [LayerStore.Record] {
    func isToPresume(_ record: LayerStore.Record) -> Bool {
      isUnknown(record.row) && row?.isSame(as: record.row) != true
    }
    guard records.contains(where: isToPresume) else { return records }
    let shown = try shownWithoutUser(in: book)
    return try records.map { record in
      guard isToPresume(record) else { return record }
      var known = record
      known.row.personal = shown
      known.values = known.values.saying(shown)
      try SourceRecordTable(connection: connection).write(known.row)
      return known
    }
  }

  /// Stores what the records of one of the user's own sources are assumed to say, before the source becomes somebody else's.
  func presume(_ source: CatalogSource.ID) throws {
    let layers = LayerStore(connection: connection)
    let books = BookTable(connection: connection)
    for id in try SourceRecordTable(connection: connection).booksOfUnknownWords(of: source) {
      guard let book = try books.book(id) else { continue }
      _ = try presuming(layers.layers(of: book).records, of: book)
    }
  }

  /// The values of personal fields that a book shows and that are not the user's word.
  func shownWithoutUser(in book: Book) throws -> DetailFields {
    let history = HistoryTable(connection: connection)
    var shown = DetailFields()
    for field in BookField.personal + book.ownFields where field != .added && book.says(field) {
      if try !history.isByHand(field, of: book) { shown[field] = book[field] }
    }
    return shown
  }

  /// The decision about the readings of a book.
  struct Decision {
    let readings: Readings
    /// The records whose words were compared, in the order of ``Readings/Untold/word``.
    let rows: [SourceRecordRow]
  }

  /// Shows in a book what its records and the user say of it.
  ///
  /// - Parameters:
  ///   - records: The records of the book, in the order in which they are asked.
  ///   - always: False to leave a book as it is if no source of the user's own has it and the user said nothing.
  /// - Returns: `nil` if nothing was decided.
  @discardableResult
  func show(in book: inout Book, _ records: [LayerStore.Record], always: Bool = false) throws -> Decision? {
    guard let decision = try showReadings(in: &book, records, always: always) else { return nil }
    // The user's rating, else that of the first source that has one.
    let rating = decision.rows.lazy.compactMap { $0.personal?[.rating] }.first
    if always || !decision.rows.isEmpty, book[.rating] != rating,
      try !HistoryTable(connection: connection).isByHand(.rating, of: book)
    {
      book[.rating] = rating
    }
    return decision
  }

  /// Shows the readings alone: while the user edits a book, its rating may be their word that is not stored yet.
  @discardableResult
  func showReadings(in book: inout Book, _ records: [LayerStore.Record], always: Bool = false) throws -> Decision? {
    guard let decision = try decision(of: book, records, always: always) else { return nil }
    book.show(decision.readings)
    if let user = try table.word(of: book.id) {
      try table.write(conflicts: Self.conflicts(decision.readings, in: book), of: book.id, at: user.said.start)
    }
    return decision
  }

  /// Returns the day on which the user speaks: never before the days of what the sources have said by then, even if the clock
  /// was set back.
  func today(_ today: PartialDate, knowing records: [LayerStore.Record]) -> PartialDate {
    let said = (statements(records) ?? []).compactMap(\.row.said)
    return said.reduce(today) { $1.isEntirely(after: $0) ? $1 : $0 }
  }

  /// Decides the readings of a book without showing them.
  func decision(of book: Book, _ records: [LayerStore.Record], always: Bool = false) throws -> Decision? {
    // A person other than the owner sees their own mark, which no source fills.
    guard try connection.marker == nil, let statements = statements(records) else { return nil }
    let user = try table.word(of: book.id)
    guard always || user != nil || !statements.isEmpty else { return nil }
    let words = statements.map { ReadingWord(source: origin(of: $0.row).rawValue, $0.personal, said: $0.row.said) }
    return Decision(readings: Readings(words, user: user), rows: statements.map(\.row))
  }

  /// Sets the user's word on a book as a part of a step. The caller shows the book anew.
  func set(_ word: UsersReadingWord?, of book: Book.ID, _ recorder: ChangeRecorder) throws {
    let old = try table.word(of: book)
    guard old != word else { return }
    try table.write(word, of: book)
    try recorder.record(book, .readings, old: HistoryTable.State(old), new: HistoryTable.State(word))
  }

  private static func conflicts(_ readings: Readings, in book: Book) -> [ReadingWordTable.ReadingConflict] {
    readings.untold.filter(\.contradictsUser).map { untold in
      switch untold.reason {
      case .sameReading:
        ReadingWordTable.ReadingConflict(
          field: .readState, theirs: .readState(untold.state), mine: .readState(book.readState))
      case .replaced, .lessKnown, .notBegun:
        ReadingWordTable.ReadingConflict(
          field: .earlierReadings,
          theirs: .records([
            Reading(started: untold.started, finished: untold.finished, outcome: untold.state).record
          ]), mine: book[.earlierReadings])
      }
    }
  }
}

extension HistoryTable.State {
  /// The user's word on readings; `nil` if there is none.
  init?(_ word: UsersReadingWord?) {
    guard let word else { return nil }
    self.init(value: word.storedText, base: nil)
  }
}
