/// What a source says of a book's personal fields, and what it said of them before.
struct PersonalDelivery {
  let values: FieldPresences
  /// What the record said before, and what it is taken to have said where nothing was kept of that; nothing, as far as the
  /// book is concerned, where it is the first delivery, or what it said was undone.
  var earlier = DetailFields()
  /// What other sources of the user's own say, the one asked first in front.
  var others: [DetailFields] = []

  /// Whether a value that the user did not set by hand is what the record said before.
  func hasFilled(_ field: BookField, of book: Book) -> Bool {
    book.says(field) && earlier[field] == book[field]
  }
}

/// Personal fields that sources of the user's own fill.
extension RecordApplier {
  /// Lets personal fields in where the user has neither set nor cleared them, and takes over where the source now says
  /// something else than what it filled in itself; what it has no more, another source may say. One that is not the user's own
  /// never does.
  ///
  /// - Returns: how many the user has set otherwise.
  func fillPersonal(_ book: inout Book, from delivery: PersonalDelivery) throws -> Int {
    guard source.isMine else { return 0 }
    try turnNotesIntoReview(&book, delivery)
    var kept = 0
    let isMarked = try connection.marker != nil
    for field in BookField.personal + delivery.values.ownFields where field != .added {
      // Readings and ratings follow from all records together; a person's mark has no records.
      if !isMarked, ReadingLayer.fields.contains(field) { continue }
      let said = delivery.values[field]
      let hasFilled = delivery.hasFilled(field, of: book)
      // What the source filled in and has no more goes; a file that says less takes nothing away.
      if said == .null, source.isRefreshed, field.isClearable, hasFilled, book.says(field),
        try !history.isByHand(field, of: book)
      {
        try fill(field, of: &book, delivery.others.lazy.compactMap { $0[field] }.first)
      }
      guard let value = said.value, value != book[field] else { continue }
      if try history.isByHand(field, of: book) {
        kept += 1
      } else if hasFilled || !book.says(field) {
        try fill(field, of: &book, value)
      }
    }
    return kept
  }

  /// Shows the readings and the rating that follow from all records and the user's word.
  ///
  /// - Parameters:
  ///   - records: All records of the book, as they are now.
  ///   - row: The one that was delivered.
  /// - Returns: What of the delivered record is not shown: the number of statements that give way to the user's word, and
  ///   whether a reading is shown as another source states it.
  func showReadings(
    _ book: inout Book, _ records: [LayerStore.Record], of row: SourceRecordRow
  ) throws -> (ofUser: Int, ofSources: Bool) {
    let before = book
    // Readings of the user's own sources go with the record, even if another source has the book only later.
    let hasOwn = records.contains { readings.isOwn($0.row) }
    guard let decision = try readings.show(in: &book, records, always: hasOwn) else { return (0, false) }
    for field in ReadingLayer.fields where before[field]?.storedText != book[field]?.storedText {
      try recorder.record(
        book.id, .field(field), old: HistoryTable.State(before[field]), new: HistoryTable.State(book[field]))
    }
    guard let own = decision.rows.firstIndex(where: { $0.isSame(as: row) }) else { return (0, false) }
    let untold = decision.readings.untold.filter { $0.word == own }
    let ofUser = untold.filter { $0.isOfUser || decision.readings.teller == .user && $0.reason == .lessKnown }
    let rating = row.personal?[.rating]
    let hasOtherRating = try rating != nil && rating != book[.rating] && history.isByHand(.rating, of: book)
    return ((ofUser.isEmpty ? 0 : 1) + (hasOtherRating ? 1 : 0), ofUser.count < untold.count)
  }

  /// The day on which a record says what it says of readings; `nil` if it says nothing of them.
  func day(of record: SourceRecord) -> PartialDate? {
    source.isMine && BookField.readings.contains { record.values[$0].value != nil } ? saidOn : nil
  }

  private func fill(_ field: BookField, of book: inout Book, _ value: FieldValue?) throws {
    try recorder.record(
      book.id, .field(field), old: HistoryTable.State(book[field]), new: HistoryTable.State(value))
    book[field] = value
  }

  /// What a record says of a book's personal fields, by its last delivery and those before: what a file does not say any more it
  /// takes back nowhere.
  func said(_ delivery: PersonalDelivery, of book: Book) throws -> DetailFields {
    var said = delivery.earlier
    if try hasReviewAsNotes(book, delivery) { said[.notes] = nil }
    said.takeReadings(of: delivery.values, clears: source.isRefreshed)
    let isReading = Set(BookField.readings).contains
    for field in BookField.personal + delivery.values.ownFields where field != .added && !isReading(field) {
      switch delivery.values[field] {
      case .absent: continue
      // A field that is never without a value keeps what the source had filled in, and goes on following it there.
      case .null: if source.isRefreshed, field.isClearable { said[field] = nil }
      case .value(let value): said[field] = value
      }
    }
    return said
  }

  /// What a record said of personal fields of which nothing was kept: it was taken in by an older version, or while its source
  /// was not the user's own. Where no other source can have said what shows without being the user's word, this one did.
  func presumed(of book: Book, _ delivered: [LayerStore.Record]) throws -> DetailFields {
    guard source.isMine, isOnlyMine(among: delivered) else { return DetailFields() }
    return try readings.shownWithoutUser(in: book)
  }

  /// True if a book has one record of this source, and no other record that says something of personal fields.
  func isOnlyMine(among records: [LayerStore.Record]) -> Bool {
    records.count { $0.row.sourceID == source.id || readings.maySpeak($0.row) } == 1
  }

  /// Earlier versions took reviews for notes, with their markup: those give way to what the record says is a review.
  private func turnNotesIntoReview(_ book: inout Book, _ delivery: PersonalDelivery) throws {
    if try hasReviewAsNotes(book, delivery) { try fill(.notes, of: &book, nil) }
  }

  private func hasReviewAsNotes(_ book: Book, _ delivery: PersonalDelivery) throws -> Bool {
    guard delivery.hasFilled(.notes, of: book), let notes = book.notes, book.review == nil,
      delivery.values[.notes].value == nil, case .text(let review)? = delivery.values[.review].value,
      Self.wordsOutsideMarkup(notes) == Self.wordsOutsideMarkup(review)
    else { return false }
    return try !history.isByHand(.notes, of: book)
  }

  private static func wordsOutsideMarkup(_ text: String) -> [String] {
    let pieces = text.split(separator: "<").map { piece -> String in
      guard let end = piece.firstIndex(of: ">") else { return String(piece) }
      return String(piece[piece.index(after: end)...])
    }
    return SearchWords.words(in: pieces.joined(separator: " "))
  }
}
