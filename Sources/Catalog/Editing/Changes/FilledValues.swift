/// Removes personal values that one of the user's own sources filled in, after that source has lost the book.
///
/// A value is removed only if another source still has the book. The same rule applies to readings and ratings,
/// which ``ReadingLayer`` handles.
struct FilledValues {
  let layer: ReadingLayer

  /// Replaces each value that now occurs only in tombstones (removed records) with the value from another record, if
  /// any, as part of a step.
  ///
  /// - Parameter records: All records of the book, in order of precedence.
  func withdraw(from book: inout Book, _ records: [SourceRecordRow], _ recorder: ChangeRecorder) throws {
    let gone = records.filter { $0.tombstone != nil && layer.isOwn($0) }.compactMap(\.personal)
    guard !gone.isEmpty, records.contains(where: { $0.tombstone == nil }) else { return }
    let counting = records.filter { $0.tombstone == nil || !layer.isOwn($0) }.compactMap(\.personal)
    let history = HistoryTable(connection: layer.connection)
    for field in BookField.personal + book.ownFields where field.isClearable && !ReadingLayer.fields.contains(field) {
      func isShown(_ stated: DetailFields) -> Bool { stated[field] == book[field] }
      guard book.says(field), gone.contains(where: isShown), !counting.contains(where: isShown),
        try !history.isByHand(field, of: book)
      else { continue }
      let value = counting.lazy.compactMap { $0[field] }.first
      try recorder.record(
        book.id, .field(field), old: HistoryTable.State(book[field]), new: HistoryTable.State(value))
      book[field] = value
    }
  }
}
