import CatalogDatabase

/// Undoes and redoes the user's statements about readings.
extension StepReplay {
  mutating func replayReadings(
    of book: Book, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    let table = ReadingStatementTable(connection: connection)
    let current = HistoryTable.State(try table.statement(of: book.id))
    if current == to { return }
    guard current == from else {
      left.append(.field(.readState, of: book.id))
      return
    }
    try setReadings(to?.value.flatMap(UserReadingStatement.init(stored:)), of: book, connection)
  }

  private mutating func setReadings(_ statement: UserReadingStatement?, of book: Book, _ connection: Connection) throws
  {
    try ReadingStatementTable(connection: connection).write(statement, of: book.id)
    let records = try LayerStore(connection: connection).layers(of: book).records
    var new = book
    try ReadingLayer(connection: connection).show(in: &new, records, always: true)
    try store(book, new.shown(isSet: statement != nil), connection)
  }

  /// Returns true if a field need not be replayed, because it is computed from the user's statement and the sources'
  /// records, which have their own history entries.
  ///
  /// Steps of older versions have no entry for the user's statement. For such a step, this method also reconstructs the
  /// statement from the history, excluding the step for undo and including it for redo.
  mutating func isOfReadings(
    _ field: BookField, of book: Book, _ step: HistoryStep, _ connection: Connection
  ) throws -> Bool {
    // The user's rating has only one history entry, that of the rating field.
    guard BookField.readings.contains(field) || field == .rating && step.kind.isRun else { return false }
    let records = try LayerStore(connection: connection).layers(of: book).records
    guard try ReadingLayer(connection: connection).statements(records) != nil else { return false }
    if step.kind.isRun { return true }
    let history = HistoryTable(connection: connection)
    if try history.entries(of: step.id, book: book.id).contains(where: { $0.subject == .readings }) { return true }
    let statements = ReadingStatementsOfHistory(connection: connection)
    try setReadings(
      statements.statement(
        of: book, without: direction == .undo ? step.id : nil, with: direction == .redo ? step.id : nil),
      of: book, connection)
    return true
  }
}
