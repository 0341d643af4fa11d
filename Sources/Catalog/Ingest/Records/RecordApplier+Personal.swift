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
    for field in BookField.personal + delivery.values.ownFields where field != .added {
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
    for field in BookField.personal + delivery.values.ownFields where field != .added {
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
    var said = DetailFields()
    guard source.isMine, try isOnlyMine(among: delivered) else { return said }
    for field in BookField.personal + book.ownFields where field != .added && book.says(field) {
      if try !history.isByHand(field, of: book) { said[field] = book[field] }
    }
    return said
  }

  /// Whether of a book's records this is the only one of a source of the user's own: the others say nothing personal.
  func isOnlyMine(among records: [LayerStore.Record]) throws -> Bool {
    if records.count == 1 { return true }
    let sources = SourceTable(connection: connection)
    return try records.count { try sources.source($0.row.sourceID)?.isMine == true } == 1
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
