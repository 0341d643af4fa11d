/// Whose word the value of a personal field is. Such fields have no edits: the history tells.
extension HistoryTable {
  /// Whether it was the user who left a personal field without a value: then “none” is their word, as a value would be.
  /// An import or a refresh leaves one without only where it takes an undone one's place.
  ///
  /// - Parameter step: that before which it is asked for; `nil` now.
  func isCleared(_ field: BookField, of book: Book.ID, before step: HistoryStep.ID? = nil) throws -> Bool {
    try last(of: field, of: book, before: step)?.leavesUsersWord ?? false
  }

  /// Whether the user has set a personal field of a book, or cleared it. When a book came in, the
  /// catalog noted by itself.
  func isSetByUser(_ field: BookField, of book: Book) throws -> Bool {
    try book.says(field) || field != .added && isCleared(field, of: book.id)
  }

  /// Whether the value of a personal field, or that it has none, was set by hand, and not by an import or a refresh.
  func isByHand(_ field: BookField, of book: Book) throws -> Bool {
    try isByHand(field, of: book, isSaid: book.says(field))
  }

  /// The same before a step, or now.
  ///
  /// - Parameter isSaid: whether the field had a value.
  func isByHand(
    _ field: BookField, of book: Book, before step: HistoryStep.ID? = nil, isSaid: Bool
  ) throws -> Bool {
    if step == nil, BookField.readings.contains(field), try (marker ?? connection.marker) == nil {
      let word = try ReadingWordTable(connection: connection).word(of: book.id)
      return field == .earlierReadings ? word?.earlier != nil : word?.current != nil
    }
    if let last = try last(of: field, of: book.id, before: step) { return last.leavesUsersWord }
    return try isSaid && !isAddedByRun(book.id) && !isSplitOff(book.id)
  }

  /// True if an import or a refresh brought the book.
  func isAddedByRun(_ book: Book.ID) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM history JOIN step ON step.id = step_id
      WHERE field = 'added' AND book_id <= ?1 AND last_book_id >= ?1 AND \(StepTable.standing) AND \(StepTable.isRun)
      """, [.id(book)]) != nil
  }

  /// True if the book is a part of another one, also while its split is undone or being done again.
  private func isSplitOff(_ book: Book.ID) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM history JOIN step ON step.id = step_id
      WHERE field = 'added' AND book_id = ?1 AND kind = '\(HistoryStep.Kind.split.rawValue)'
      """, [.id(book)]) != nil
  }

  /// The mark of a value that a user's step showed, and that a source says.
  static let ofSource = "source"

  /// The last change of a field by a step that stands.
  private struct LastChange {
    let kind: HistoryStep.Kind
    let isOfSource: Bool

    /// True if the value is the user's word.
    var leavesUsersWord: Bool { kind.leavesUsersWord && !isOfSource }
  }

  /// Returns the last change of a field, before a step or at all.
  private func last(
    of field: BookField, of book: Book.ID, before step: HistoryStep.ID? = nil
  ) throws -> LastChange? {
    try connection.statement(
      """
      SELECT kind, new_base FROM history JOIN step ON step.id = step_id
      WHERE book_id = ?1 AND field = ?2 AND \(StepTable.standing) AND (?3 IS NULL OR step_id < ?3)
      ORDER BY step_id DESC LIMIT 1
      """
    ).first([.id(book), .text(try ownName(of: .field(field))), SQLValue(step)]) {
      LastChange(
        kind: HistoryStep.Kind(rawValue: $0.text(0)) ?? .edit, isOfSource: $0.optionalText(1) == Self.ofSource)
    }
  }

  /// True if the user set a personal field of a book, and not an import or a refresh. Marking it as unread counts, too.
  func hasWordsByHand(_ book: Book) throws -> Bool {
    if try ReadingWordTable(connection: connection).word(of: book.id) != nil { return true }
    guard book.hasPersonalValues else { return false }
    return try (BookField.personal + book.ownFields).contains { try book.says($0) && isByHand($0, of: book) }
  }
}

extension HistoryStep.Kind {
  /// True if a personal field is the user's word after such a step changed it. A reverted one is its source's again, and a repair
  /// decides nothing for the user.
  var leavesUsersWord: Bool { !isRun && self != .revert && self != .repair }
}
