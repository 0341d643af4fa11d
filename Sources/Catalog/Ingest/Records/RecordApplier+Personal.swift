/// The personal fields that a source delivers for a book, with the earlier values of the source's record.
struct PersonalDelivery {
  var values: FieldPresences
  /// The record's earlier values, or assumed values if the earlier values were not stored. Empty if the source delivers
  /// the record for the first time, or if the earlier values were undone.
  var earlier = DetailFields()
  /// The values in the book's other records that are treated as the user's, in order of precedence.
  var others: [DetailFields] = []
  /// The values in the records that a merge placed after this record. They filled fields while the source did not have
  /// this record, which now takes precedence again. Empty unless the record returns.
  var outranked: [DetailFields] = []

  /// Returns true if the book's value of a field equals the record's earlier value.
  func hasFilled(_ field: BookField, of book: Book) -> Bool {
    book.says(field) && earlier[field] == book[field]
  }

  /// Returns true if the book's value of a field comes from a record that this record takes precedence over.
  func outranks(_ field: BookField, of book: Book) -> Bool { outranked.contains { $0[field] == book[field] } }
}

/// Methods that fill personal fields from the user's own sources.
extension RecordApplier {
  /// Fills personal fields that the user has neither set nor cleared, and updates values that this source filled in
  /// earlier. If the source drops a value, the value of another source may take its place. Sources that are not the
  /// user's own never fill personal fields.
  ///
  /// - Returns: The number of fields that keep the value set by the user instead of a different delivered value.
  func fillPersonal(_ book: inout Book, from delivery: PersonalDelivery) throws -> Int {
    guard source.isMine else { return 0 }
    try turnNotesIntoReview(&book, delivery)
    var kept = 0
    let isMarked = try connection.marker != nil
    for field in BookField.personal + delivery.values.ownFields where field != .added {
      // ``showReadings(_:_:of:)`` computes the owner's readings and ratings from all records together. Another person's
      // readings and ratings are filled here like other fields, because that person's values have no records.
      if !isMarked, ReadingLayer.fields.contains(field) { continue }
      let stated = delivery.values[field]
      let hasFilled = delivery.hasFilled(field, of: book)
      // If a refresh no longer delivers a value that the source filled in, the value disappears. Importing a file with
      // fewer values removes nothing.
      if stated == .null, source.isRefreshed, field.isClearable, hasFilled, book.says(field),
        try !history.isByHand(field, of: book)
      {
        try fill(field, of: &book, delivery.others.lazy.compactMap { $0[field] }.first)
      }
      guard let value = stated.value, value != book[field] else { continue }
      if try history.isByHand(field, of: book) {
        kept += 1
      } else if hasFilled || !book.says(field) || delivery.outranks(field, of: book) {
        try fill(field, of: &book, value)
      }
    }
    return kept
  }

  /// Updates a book to show the readings and the rating that follow from all records and the user's statements.
  ///
  /// - Parameters:
  ///   - records: All current records of the book.
  ///   - row: The record that was delivered.
  /// - Returns: As `ofUser`, the number of values in the delivered record that the user's values override. As
  ///   `ofSources`, true if the book shows a reading from the record, but with data from another source.
  func showReadings(
    _ book: inout Book, _ records: [LayerStore.Record], of row: SourceRecordRow
  ) throws -> (ofUser: Int, ofSources: Bool) {
    let before = book
    // If a record disappears from one of the user's own sources, its readings also disappear, even if another source
    // delivers the book later.
    let hasOwn = records.contains { readings.isOwn($0.row) }
    guard let decision = try readings.show(in: &book, records, always: hasOwn) else { return (0, false) }
    for field in ReadingLayer.fields where before[field]?.storedText != book[field]?.storedText {
      try recorder.record(
        book.id, .field(field), old: HistoryTable.State(before[field]), new: HistoryTable.State(book[field]))
    }
    guard let own = decision.rows.firstIndex(where: { $0.isSame(as: row) }) else { return (0, false) }
    let overridden = decision.readings.overridden.filter { $0.statement == own }
    let ofUser = overridden.filter { $0.isOfUser || decision.readings.origin == .user && $0.reason == .lessKnown }
    let rating = row.personal?[.rating]
    let hasOtherRating = try rating != nil && rating != book[.rating] && history.isByHand(.rating, of: book)
    return ((ofUser.isEmpty ? 0 : 1) + (hasOtherRating ? 1 : 0), ofUser.count < overridden.count)
  }

  /// Returns the day to store with the readings in a record; `nil` if the record has no readings by the user.
  func day(of record: SourceRecord) -> PartialDate? {
    source.isMine && BookField.readings.contains { record.values[$0].value != nil } ? statedOn : nil
  }

  private func fill(_ field: BookField, of book: inout Book, _ value: FieldValue?) throws {
    try recorder.record(
      book.id, .field(field), old: HistoryTable.State(book[field]), new: HistoryTable.State(value))
    book[field] = value
  }

  /// Returns a record's personal fields, updated with the delivered values. Values from earlier files are kept even if
  /// an imported file no longer contains them.
  func stated(_ delivery: PersonalDelivery, of book: Book) throws -> DetailFields {
    var stated = delivery.earlier
    if try hasReviewAsNotes(book, delivery) { stated[.notes] = nil }
    stated.takeReadings(of: delivery.values, clears: source.isRefreshed)
    let isReading = Set(BookField.readings).contains
    for field in BookField.personal + delivery.values.ownFields where field != .added && !isReading(field) {
      switch delivery.values[field] {
      case .absent: continue
      // A field that cannot be cleared keeps the value that the source filled in, and continues to follow the source.
      case .null: if source.isRefreshed, field.isClearable { stated[field] = nil }
      case .value(let value): stated[field] = value
      }
    }
    return stated
  }

  /// Returns the personal fields that a record is assumed to have had before it was delivered again. They are needed if
  /// the actual fields were not stored, because an older version processed the record or the source was not the user's
  /// own. If no other source can have supplied the values that the book shows, these values are assumed to come from
  /// this source.
  func presumed(of book: Book, _ delivered: [LayerStore.Record]) throws -> DetailFields {
    guard source.isMine, isOnlyMine(among: delivered) else { return DetailFields() }
    return try readings.shownWithoutUser(in: book)
  }

  /// Returns true if a book has one record from this source and no other record with personal fields.
  func isOnlyMine(among records: [LayerStore.Record]) -> Bool {
    records.count { $0.row.sourceID == source.id || readings.maySpeak($0.row) } == 1
  }

  /// Clears notes that are really the record's review, so that the review can be stored in the review field. Earlier
  /// versions imported reviews with their markup into the notes field.
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
