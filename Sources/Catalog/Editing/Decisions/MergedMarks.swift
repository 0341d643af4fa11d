/// Lets a book have what people say for themselves of others that become it. Of each person the first book counts of which they say
/// how far they are, what they give it, or what they have written.
struct MergedMarks {
  let connection: Connection
  /// The book that goes on.
  let target: Book.ID
  let recorder: ChangeRecorder

  /// What belongs together is taken together: a state of one book and dates of another would tell what never was.
  private static let groups: [[BookField]] = [
    [.readState, .started, .finished, .earlierReadings], [.rating], [.review], [.notes],
  ]

  /// - Parameter others: the books that become it, in the order in which they are asked.
  func take(from others: [Book.ID]) throws {
    let store = MarkStore(connection: connection)
    // Of whom the transaction runs for all was united with the book's other fields.
    let marker = try connection.marker
    for other in others {
      for (person, theirs) in try MarkTable(connection: connection).marks(of: other) where person != marker {
        let old = try store.mark(of: target, by: person)
        var new = old
        for group in Self.groups where group.allSatisfy({ old[$0] == nil }) {
          for field in group { new[field] = theirs[field] }
        }
        for field in Mark.fields where new[field] != old[field] {
          try recorder.record(
            target, .mark(person, field), old: HistoryTable.State(old.shown(field)),
            new: HistoryTable.State(new.shown(field)))
        }
        try store.change(old, to: new, of: target, by: person)
      }
    }
  }
}
