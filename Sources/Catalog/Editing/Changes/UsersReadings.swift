import CatalogDatabase
import FoundationEssentials

/// Records edits of readings as the user's statement about a book's readings. Updates the book from this statement and
/// from the sources' records.
struct UsersReadings {
  let connection: Connection
  private let today: PartialDate
  private let table: ReadingStatementTable
  private let layer: ReadingLayer

  init(connection: Connection, now: Date) throws {
    self.connection = connection
    today = PartialDate.day(at: now)
    table = ReadingStatementTable(connection: connection)
    layer = try ReadingLayer(connection: connection)
  }

  /// Records an edit of a book's readings.
  ///
  /// - Parameters:
  ///   - fields: The fields that the user set.
  ///   - old: The book before the edit.
  ///   - new: The book with the user's values. On return, it shows the combined readings from the user and the sources.
  /// - Returns: The history entry for the user's statement.
  func take(_ fields: [BookField], from old: Book, in new: inout Book) throws -> HistoryTable.Entry {
    let before = try table.statement(of: old.id)
    var statement = before ?? UserReadingStatement(statedOn: today)
    if fields.contains(where: BookField.currentReading.contains) { statement.current = new.currentReading }
    if fields.contains(.earlierReadings) || isEarlier(before, in: old) { statement.earlier = new.earlierReadings }
    if fields.contains(.progress) {
      statement.progress = (before?.progress ?? ProgressChange()).replacing(old.progress, with: new.progress)
    }
    let kept = new.readingsWithDays
    statement.replaced = (statement.replaced + old.readingsWithDays).filter { reading in
      !kept.contains { $0.hasDays(of: reading) }
    }.uniqued()
    let records = try LayerStore(connection: connection).layers(of: new).records
    statement.statedOn = layer.today(today, knowing: records)
    try table.write(statement, of: old.id)
    try layer.showReadings(in: &new, records)
    return HistoryTable.Entry(
      book: old.id, subject: .readings, old: HistoryTable.State(before), new: HistoryTable.State(statement))
  }

  /// Returns true if the reading that the user entered as current has become an earlier reading. It must remain an
  /// earlier reading when the user changes the current reading.
  private func isEarlier(_ statement: UserReadingStatement?, in book: Book) -> Bool {
    guard let mine = statement?.current, mine != book.currentReading, !book.earlierReadings.isEmpty else {
      return false
    }
    return mine.state.hasEnded || mine.started != nil
  }

  /// Returns the user's statement about the readings of a book that is being added, and updates the book to show these
  /// readings.
  ///
  /// - Parameter fields: The fields that the user set.
  /// - Returns: The statement, to be stored after the book; `nil` if the user entered no readings.
  static func statement(_ fields: [BookField], ofNew book: inout Book, today: PartialDate) -> UserReadingStatement? {
    let days = [BookField.started, .finished].filter { fields.contains($0) && book[$0] != nil }
    if !fields.contains(.readState) {
      // The reading state is derived from the days.
      let changes = days.map { FieldChange.set($0, book[$0]) }.withReadings(of: Book(id: book.id, title: book.title))
      for case .set(.readState, .readState(let state)?) in changes { book.readState = state }
    }
    let current = book.currentReading
    guard current != CurrentReading() || !book.earlierReadings.isEmpty || !book.progress.isEmpty else { return nil }
    let statement = UserReadingStatement(
      current: current == CurrentReading() ? nil : current,
      earlier: fields.contains(.earlierReadings) ? book.earlierReadings : nil,
      progress: book.progress.isEmpty ? nil : ProgressChange(added: Set(book.progress)), statedOn: today)
    book.show(Readings([], user: statement))
    return statement
  }
}
