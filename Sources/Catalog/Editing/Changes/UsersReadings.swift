import CatalogDatabase
import FoundationEssentials

/// Records edits of readings as the user's statement about a book's readings. Updates the book from this statement and
/// from the sources' records.
struct UsersReadings {
  let connection: Connection
  private let today: PartialDate
  private let table: ReadingWordTable
  private let layer: ReadingLayer

  init(connection: Connection, now: Date) throws {
    self.connection = connection
    today = PartialDate.day(at: now)
    table = ReadingWordTable(connection: connection)
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
    let before = try table.word(of: old.id)
    var word = before ?? UsersReadingWord(said: today)
    if fields.contains(where: { $0 != .earlierReadings && BookField.readings.contains($0) }) {
      word.current = new.currentReading
    }
    if fields.contains(.earlierReadings) || isEarlier(before, in: old) { word.earlier = new.earlierReadings }
    let kept = new.readingsWithDays
    word.replaced = (word.replaced + old.readingsWithDays).filter { reading in
      !kept.contains { $0.hasDays(of: reading) }
    }.uniqued()
    let records = try LayerStore(connection: connection).layers(of: new).records
    word.said = layer.today(today, knowing: records)
    try table.write(word, of: old.id)
    try layer.showReadings(in: &new, records)
    return HistoryTable.Entry(
      book: old.id, subject: .readings, old: HistoryTable.State(before), new: HistoryTable.State(word))
  }

  /// Returns true if the reading that the user entered as current has become an earlier reading. It must remain an
  /// earlier reading when the user changes the current reading.
  private func isEarlier(_ word: UsersReadingWord?, in book: Book) -> Bool {
    guard let mine = word?.current, mine != book.currentReading, !book.earlierReadings.isEmpty else { return false }
    return mine.state.hasEnded || mine.started != nil
  }

  /// Returns the user's statement about the readings of a book that is being added, and updates the book to show these
  /// readings.
  ///
  /// - Parameter fields: The fields that the user set.
  /// - Returns: The statement, to be stored after the book; `nil` if the user entered no readings.
  static func word(_ fields: [BookField], ofNew book: inout Book, today: PartialDate) -> UsersReadingWord? {
    let days = [BookField.started, .finished].filter { fields.contains($0) && book[$0] != nil }
    if !fields.contains(.readState) {
      // The reading state is derived from the days.
      let changes = days.map { FieldChange.set($0, book[$0]) }.withReadings(of: Book(id: book.id, title: book.title))
      for case .set(.readState, .readState(let state)?) in changes { book.readState = state }
    }
    let current = book.currentReading
    guard current != CurrentReading() || !book.earlierReadings.isEmpty else { return nil }
    let word = UsersReadingWord(
      current: current == CurrentReading() ? nil : current,
      earlier: fields.contains(.earlierReadings) ? book.earlierReadings : nil, said: today)
    book.show(Readings([], user: word))
    return word
  }
}
