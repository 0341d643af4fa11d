import CatalogDatabase

/// Combines statements about readings and ratings, from the user and from the user's own sources, and shows the result
/// in books. ``Readings`` contains the rules.
///
/// Every change to a source's record or to the user's statements passes through this type. A book therefore always
/// shows the combined result, in whichever order the changes arrive.
struct ReadingLayer {
  /// The fields that are computed from all records of a book and the user's statements.
  static let fields = BookField.readings + [.rating]

  let connection: Connection
  /// The user's own sources, whose personal fields are treated as the user's statements.
  private let own: Set<CatalogSource.ID>
  private let local: CatalogSource.ID?
  private let table: ReadingStatementTable

  init(connection: Connection) throws {
    self.connection = connection
    table = ReadingStatementTable(connection: connection)
    let sources = try SourceTable(connection: connection).all()
    own = Set(sources.lazy.filter(\.isMine).map(\.id))
    local = sources.first { $0.kind == .local }?.id
  }

  /// Returns true if the record's current personal fields are treated as the user's statements.
  func isOwn(_ row: SourceRecordRow) -> Bool { own.contains(row.sourceID) }

  /// Returns true if a record belongs to the local source. Such a record was made for a book that was added by hand, or
  /// was adopted from another source.
  func isLocal(_ row: SourceRecordRow) -> Bool { row.sourceID == local }

  /// Returns true if a record was adopted from a source that is not the user's own.
  func isAdoptedFromStranger(_ row: SourceRecordRow) -> Bool {
    let origin = origin(of: row)
    return origin != row.sourceID && !own.contains(origin)
  }

  /// Returns the source that a record came from, even if the source was removed and the record adopted.
  private func origin(of row: SourceRecordRow) -> CatalogSource.ID {
    isLocal(row) ? AdoptedName.origin(of: row.remoteID) ?? row.sourceID : row.sourceID
  }

  /// Returns true if a record's personal fields are unknown because an older version stored the record. If the record
  /// has not been delivered since its source became the user's own, its personal fields are known: they are empty.
  private func isUnknown(_ row: SourceRecordRow) -> Bool {
    row.personal == nil && !row.awaitsDelivery && isOwn(row)
  }

  /// Returns true if a record has, or may have, personal fields that are treated as the user's statements.
  func maySpeak(_ row: SourceRecordRow) -> Bool { row.personal.map { $0 != DetailFields() } ?? isUnknown(row) }

  /// Returns the records whose personal fields are treated as the user's statements, together with these fields, in
  /// order of precedence. If a source stops being the user's own, the earlier statements in its records remain the
  /// user's.
  ///
  /// - Returns: The records; `nil` if an older version stored one of them, so that its personal fields are unknown.
  func statements(_ records: [LayerStore.Record]) -> [(row: SourceRecordRow, personal: DetailFields)]? {
    var statements: [(row: SourceRecordRow, personal: DetailFields)] = []
    let hasLive = records.contains { $0.row.tombstone == nil }
    // Statements from a source that is no longer the user's own keep their rank even if the source loses the book.
    for (row, _) in hasLive ? records : LayerStore.liveRecords(records)
    where isOwn(row) || row.personal != nil || isLocal(row) {
      // A tombstone is used only if no other source has the book.
      if hasLive, row.tombstone != nil, isOwn(row) { continue }
      if isUnknown(row) { return nil }
      // A local record without personal fields makes no statement: values that the user typed are not stored in it.
      statements.append((row, row.personal ?? DetailFields()))
    }
    return statements
  }

  /// Returns the records, with assumed personal fields for each record that an older version stored without these
  /// fields. The assumed values are those that the book shows and that the user did not set. They are also stored in
  /// the record, so that they survive when other sources deliver values.
  ///
  /// - Parameter row: A record that is being delivered and therefore stays unchanged.
  func presuming(
    _ records: [LayerStore.Record], except row: SourceRecordRow? = nil, of book: Book
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

  /// Stores assumed personal fields in a source's records when the source becomes, or stops being, the user's own.
  /// Affects only records stored by an older version, because these records may have supplied personal values of their
  /// books. Skips a book if another record may have supplied its values. If the source stops being the user's own, a
  /// record with unknown values does not count as another one, because the values could be lost with it.
  ///
  /// - Parameter isMine: True if the source becomes the user's own.
  /// - Returns: The books whose records were completed. The caller must update these books.
  func presume(_ source: CatalogSource.ID, asMine isMine: Bool) throws -> [Book.ID] {
    let layers = LayerStore(connection: connection)
    let books = BookTable(connection: connection)
    var completed: [Book.ID] = []
    for id in try SourceRecordTable(connection: connection).booksOfUnknownStatements(of: source) {
      guard let book = try books.book(id) else { continue }
      let records = try layers.layers(of: book).records
      let speakers = records.map(\.row).filter(maySpeak)
      guard speakers.count == 1 || !isMine && speakers.allSatisfy(isUnknown) else { continue }
      _ = try presuming(records, of: book)
      completed.append(id)
    }
    return completed
  }

  /// Returns the values of personal fields that a book shows and that the user did not set.
  func shownWithoutUser(in book: Book) throws -> DetailFields {
    let history = HistoryTable(connection: connection)
    var shown = DetailFields()
    for field in BookField.personal + book.ownFields where field != .added && book.says(field) {
      if try !history.isByHand(field, of: book) { shown[field] = book[field] }
    }
    // Without a current reading, an earlier one without days would be taken for the reading that the user has entered.
    if shown[.earlierReadings] != nil, shown[.readState] == nil, book.readState.hasEnded {
      shown[.readState] = book[.readState]
    }
    return shown
  }

  /// The readings that a book shows, with the records from which they were computed.
  struct Decision {
    let readings: Readings
    /// The records whose statements were compared. ``Readings/OverriddenStatement/statement`` is an index into this
    /// array.
    let rows: [SourceRecordRow]
  }

  /// Updates a book to show the combined result of its records and the user's statements.
  ///
  /// - Parameters:
  ///   - records: The records of the book, in order of precedence.
  ///   - always: False to leave a book unchanged if none of the user's own sources has it and the user made no
  ///     statement.
  /// - Returns: The resulting readings; `nil` if the book was left unchanged.
  @discardableResult
  func show(in book: inout Book, _ records: [LayerStore.Record], always: Bool = false) throws -> Decision? {
    guard let decision = try showReadings(in: &book, records, always: always) else { return nil }
    // A rating that the user set by hand stays. Otherwise, the first record with a rating supplies it.
    let rating = decision.rows.lazy.compactMap { $0.personal?[.rating] }.first
    if always || !decision.rows.isEmpty, book[.rating] != rating,
      try !HistoryTable(connection: connection).isByHand(.rating, of: book)
    {
      book[.rating] = rating
    }
    return decision
  }

  /// Updates the readings of a book, but not its rating. Used while the user edits a book, because its rating may be a
  /// new value that is not stored yet.
  @discardableResult
  func showReadings(in book: inout Book, _ records: [LayerStore.Record], always: Bool = false) throws -> Decision? {
    guard let decision = try decision(of: book, records, always: always) else { return nil }
    book.show(decision.readings)
    if let user = try table.statement(of: book.id) {
      try table.write(conflicts: Self.conflicts(decision.readings, in: book), of: book.id, at: user.statedOn.start)
    }
    return decision
  }

  /// Returns the day to record for a new statement by the user. The day is never earlier than the days of existing
  /// statements from sources, even if the clock was set back.
  func today(_ today: PartialDate, knowing records: [LayerStore.Record]) -> PartialDate {
    let statedDays = (statements(records) ?? []).compactMap(\.row.statedOn)
    return statedDays.reduce(today) { $1.isEntirely(after: $0) ? $1 : $0 }
  }

  /// Computes the readings that a book should show, without changing the book.
  func decision(of book: Book, _ records: [LayerStore.Record], always: Bool = false) throws -> Decision? {
    // A person other than the owner sees their own mark, which sources do not affect.
    guard try connection.marker == nil, let statements = statements(records) else { return nil }
    let user = try table.statement(of: book.id)
    guard always || user != nil || !statements.isEmpty else { return nil }
    let sources = statements.map {
      ReadingStatement(source: origin(of: $0.row).rawValue, $0.personal, statedOn: $0.row.statedOn)
    }
    return Decision(readings: Readings(sources, user: user), rows: statements.map(\.row))
  }

  /// Returns the readings in the given records, including current readings that have ended. Records with unknown
  /// personal fields are ignored.
  func readings(of records: [LayerStore.Record]) -> Set<Reading> {
    let statements = records.compactMap(\.row.personal).map { ReadingStatement($0) }
    return Set(
      statements.flatMap { statement in
        let readings = Readings([statement])
        let (current, state) = (readings.current, readings.current.state)
        return readings.earlier
          + (state.hasEnded ? [Reading(started: current.started, finished: current.finished, outcome: state)] : [])
      })
  }

  /// Sets the user's statement about a book's readings as part of a step. The caller must update the book afterwards.
  func set(_ statement: UserReadingStatement?, of book: Book.ID, _ recorder: ChangeRecorder) throws {
    let old = try table.statement(of: book)
    guard old != statement else { return }
    try table.write(statement, of: book)
    try recorder.record(book, .readings, old: HistoryTable.State(old), new: HistoryTable.State(statement))
  }

  private static func conflicts(_ readings: Readings, in book: Book) -> [ReadingStatementTable.ReadingConflict] {
    readings.overridden.filter(\.contradictsUser).map { overridden in
      switch overridden.reason {
      case .sameReading:
        ReadingStatementTable.ReadingConflict(
          field: .readState, theirs: .readState(overridden.state), mine: .readState(book.readState))
      case .replaced, .lessKnown, .notBegun:
        ReadingStatementTable.ReadingConflict(
          field: .earlierReadings,
          theirs: .records([
            Reading(started: overridden.started, finished: overridden.finished, outcome: overridden.state).record
          ]), mine: book[.earlierReadings])
      }
    }
  }
}

extension HistoryTable.State {
  /// Creates the state of the user's statement about readings; `nil` if there is no statement.
  init?(_ statement: UserReadingStatement?) {
    guard let statement else { return nil }
    self.init(value: statement.storedText, base: nil)
  }
}
