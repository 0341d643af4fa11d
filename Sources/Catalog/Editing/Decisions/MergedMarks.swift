import CatalogDatabase

/// Combines the marks of people other than the owner when books are merged. The rules for the owner's values
/// (``MergedEdits``) apply to each person separately. Each field takes its value from the first book in which the
/// person set or cleared it. Readings are combined (``UserReadingStatement``).
struct MergedMarks {
  let connection: Connection
  let recorder: ChangeRecorder

  /// Combines the marks of all people.
  ///
  /// - Parameter books: The books as stored, in order of precedence. The first book remains.
  func unite(_ books: [Book]) throws {
    let table = MarkTable(connection: connection)
    var people = Set(try books.flatMap { try table.marks(of: $0.id).map(\.person) })
    // The marks of the person on whose behalf the transaction runs are already combined with the book's other fields.
    if let marker = try connection.marker { people.remove(marker) }
    for person in people.sorted(by: { $0.rawValue < $1.rawValue }) { try unite(books, of: person) }
  }

  private func unite(_ books: [Book], of person: Person.ID) throws {
    let store = MarkStore(connection: connection)
    let history = HistoryTable(connection: connection, marker: person)
    let seen = try books.map { try store.mark(of: $0.id, by: person).shown(in: $0) }
    let old = try store.mark(of: seen[0].id, by: person)
    var new = old
    var statements: [UserReadingStatement] = []
    for book in seen {
      guard try BookField.readings.contains(where: { try book.says($0) || history.isByHand($0, of: book) }) else {
        continue
      }
      statements.append(
        UserReadingStatement(
          current: book.currentReading, earlier: book.earlierReadings,
          progress: ProgressChange(added: Set(book.progress)), statedOn: PartialDate.day(at: recorder.now)))
    }
    if let statement = UserReadingStatement.merged(statements) {
      var united = seen[0]
      united.show(Readings([], user: statement))
      for field in BookField.readings { new[field] = united[field] }
    }
    for field in Mark.fields where !BookField.readings.contains(field) {
      let speaker = try seen.first { try $0.says(field) || history.isByHand(field, of: $0) }
      if let speaker { new[field] = speaker[field] }
    }
    for field in Mark.fields where new[field] != old[field] {
      try recorder.record(
        seen[0].id, .mark(person, field), old: HistoryTable.State(old.shown(field)),
        new: HistoryTable.State(new.shown(field)))
    }
    try store.change(old, to: new, of: seen[0].id, by: person)
  }
}
