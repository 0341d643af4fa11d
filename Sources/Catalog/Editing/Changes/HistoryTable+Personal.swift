import CatalogDatabase

/// Queries that find out who set a personal field. No edits are stored for personal fields, so the queries read the
/// history.
extension HistoryTable {
  /// Returns true if the user cleared a personal field, so that “no value” is the user's choice. Returns false if an
  /// import or a refresh emptied the field, which happens only if it replaces an undone import or refresh.
  ///
  /// - Parameter step: The step before which the state is examined; `nil` for the current state.
  func isCleared(_ field: BookField, of book: Book.ID, before step: HistoryStep.ID? = nil) throws -> Bool {
    try last(of: field, of: book, before: step)?.leavesUserStatement ?? false
  }

  /// Returns true if the user has set or cleared a personal field of a book. The field ``BookField/added`` is never
  /// treated as cleared, because the catalog sets it automatically.
  func isSetByUser(_ field: BookField, of book: Book) throws -> Bool {
    try book.says(field) || field != .added && isCleared(field, of: book.id)
  }

  /// Returns true if a personal field was set or cleared by hand, rather than by an import or a refresh.
  func isByHand(_ field: BookField, of book: Book) throws -> Bool {
    try isByHand(field, of: book, isStated: book.says(field))
  }

  /// Returns true if a personal field was set or cleared by hand, judging by its current state or by its state before a
  /// step.
  ///
  /// - Parameter isStated: True if the field has a value in that state.
  func isByHand(
    _ field: BookField, of book: Book, before step: HistoryStep.ID? = nil, isStated: Bool
  ) throws -> Bool {
    if step == nil, BookField.readings.contains(field), try (marker ?? connection.marker) == nil {
      return try ReadingStatementTable(connection: connection).statement(of: book.id)?.states(field) ?? false
    }
    if let last = try last(of: field, of: book.id, before: step) { return last.leavesUserStatement }
    return try isStated && !isAddedByRun(book.id) && !isSplitOff(book.id) && isSetOnAdding(field, of: book.id)
  }

  /// Returns the history entry for a book that the user adds. The entry lists the personal fields that the user set.
  func entry(ofAdding book: Book.ID, _ values: FieldPresences) throws -> Entry {
    let fields = values.mentioned.filter { $0.isPersonal && values[$0].value != nil }
    let names = try fields.map { try ownName(of: .field($0)) }
    let state = State(value: names.joined(separator: "\n"), base: nil)
    return Entry(book: book, subject: .added(through: book), old: nil, new: state)
  }

  /// Returns true if the user set a personal field when adding the book, or if this is unknown because an older version
  /// added the book. A shown value is not sufficient evidence: a book that temporarily has no records may show a rating
  /// without a history entry.
  private func isSetOnAdding(_ field: BookField, of book: Book.ID) throws -> Bool {
    let state = try connection.statement(
      "SELECT new, new_base FROM history WHERE field = 'added' AND book_id = ? AND new IS NOT NULL LIMIT 1"
    ).first([.id(book)]) { Self.decode($0, at: 0) }
    guard let names = state??.value?.split(separator: "\n") else { return true }
    return try names.contains(Substring(ownName(of: .field(field))))
  }

  /// Returns true if an import or a refresh added the book.
  func isAddedByRun(_ book: Book.ID) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM history JOIN step ON step.id = step_id
      WHERE field = 'added' AND book_id <= ?1 AND last_book_id >= ?1 AND \(StepTable.standing) AND \(StepTable.isRun)
      """, [.id(book)]) != nil
  }

  /// Returns true if the book was split off another book, even if the split is undone or is being redone.
  func isSplitOff(_ book: Book.ID) throws -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM history JOIN step ON step.id = step_id
      WHERE field = 'added' AND book_id = ?1 AND kind = '\(HistoryStep.Kind.split.rawValue)'
      """, [.id(book)]) != nil
  }

  /// Returns true if a record changed in the last import or refresh that changed a field of a book.
  func isChanged(_ row: SourceRecordRow, with field: BookField, of book: Book.ID) throws -> Bool {
    let name = Self.name(of: .record(source: row.sourceID, remoteID: row.remoteID))
    return try connection.integer(
      """
      SELECT 1 FROM history WHERE book_id = ?1 AND field = ?3 AND step_id = (
        SELECT max(step_id) FROM history JOIN step ON step.id = step_id
        WHERE book_id = ?1 AND field = ?2 AND \(StepTable.standing) AND \(StepTable.isRun))
      """, [.id(book), .text(ownName(of: .field(field))), .text(name)]) != nil
  }

  /// The value of the column `new_base` if a step by the user made a field show a source's value.
  static let ofSource = "source"

  /// The last change to a field by a step that is in effect.
  private struct LastChange {
    let kind: HistoryStep.Kind
    let isOfSource: Bool

    /// True if the changed value is treated as entered by the user.
    var leavesUserStatement: Bool { kind.leavesUserStatement && !isOfSource }
  }

  /// Returns the last change to a field, or if `step` is given, the last change before that step.
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

  /// Returns true if the user, rather than an import or a refresh, set any personal field of a book. Marking the book
  /// as unread counts, too.
  func hasReadingsByHand(_ book: Book) throws -> Bool {
    if try ReadingStatementTable(connection: connection).statement(of: book.id) != nil { return true }
    guard book.hasPersonalValues else { return false }
    return try (BookField.personal + book.ownFields).contains { try book.says($0) && isByHand($0, of: book) }
  }
}

extension HistoryStep.Kind {
  /// True if a personal value that was changed by a step of this category is treated as entered by the user. This is
  /// false for an import, a refresh or a repair. It is also false for a revert, which restores the source's value, and
  /// for the removal of a source, which lets the values of other sources appear.
  var leavesUserStatement: Bool { !isRun && ![.revert, .removeSource, .repair].contains(self) }
}
