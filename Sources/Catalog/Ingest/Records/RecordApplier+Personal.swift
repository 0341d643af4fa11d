/// What a source says of a book's personal fields, and what it said of them before.
struct PersonalDelivery {
  /// What the record said before.
  enum Earlier {
    /// Nothing, as far as the book is concerned: it is the first delivery, or what it said was undone.
    case none
    /// It said something, of which an older version kept nothing. No other source can have said what shows.
    case unknown
    case known(DetailFields)
  }

  let values: FieldPresences
  var earlier = Earlier.none
  /// What other sources of the user's own say, the one asked first in front.
  var others: [DetailFields] = []

  /// Whether a value that the user did not set by hand is what the record said before.
  func hasFilled(_ field: BookField, of book: Book) -> Bool {
    switch earlier {
    case .none: false
    case .unknown: true
    case .known(let said): book.says(field) && said[field] == book[field]
    }
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

  /// Earlier versions took reviews for notes, with their markup: those give way to what the record says is a review.
  private func turnNotesIntoReview(_ book: inout Book, _ delivery: PersonalDelivery) throws {
    guard delivery.hasFilled(.notes, of: book), let notes = book.notes, book.review == nil,
      delivery.values[.notes].value == nil, case .text(let review)? = delivery.values[.review].value,
      Self.wordsOutsideMarkup(notes) == Self.wordsOutsideMarkup(review), try !history.isByHand(.notes, of: book)
    else { return }
    try fill(.notes, of: &book, nil)
  }

  private static func wordsOutsideMarkup(_ text: String) -> [String] {
    let pieces = text.split(separator: "<").map { piece -> String in
      guard let end = piece.firstIndex(of: ">") else { return String(piece) }
      return String(piece[piece.index(after: end)...])
    }
    return SearchWords.words(in: pieces.joined(separator: " "))
  }
}
