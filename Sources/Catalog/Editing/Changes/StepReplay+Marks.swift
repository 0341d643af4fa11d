import CatalogDatabase

/// Undoes and redoes changes to a person's mark (rating, reading state and other fields), no matter who calls undo or
/// redo.
extension StepReplay {
  mutating func replayMark(
    _ field: BookField, by person: Person.ID, of book: Book, _ from: HistoryTable.State?, _ to: HistoryTable.State?,
    _ connection: Connection
  ) throws {
    let store = MarkStore(connection: connection)
    let mark = try store.mark(of: book.id, by: person)
    let current = HistoryTable.State(mark.shown(field))
    if current == to { return }
    guard current == from else {
      left.append(.field(field, of: book.id))
      return
    }
    var new = mark
    new[field] = to?.value.flatMap { field.decode($0) }
    if try store.change(mark, to: new, of: book.id, by: person) { note(book.id) }
  }
}
