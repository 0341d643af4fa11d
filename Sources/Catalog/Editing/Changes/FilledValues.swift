/// The personal values that the user's own sources fill in. ``ReadingLayer`` handles readings and ratings instead.
struct FilledValues {
  let layer: ReadingLayer

  /// Fills the personal fields that a book lacks from its records, in order of precedence.
  func fill(_ book: inout Book, from records: [SourceRecordRow]) throws {
    // The personal fields of another person are not in records.
    guard try layer.connection.marker == nil else { return }
    for values in records.filter({ $0.tombstone == nil && layer.isOwn($0) }).compactMap(\.personal) {
      for field in BookField.personal + values.ownFields where field != .added && !ReadingLayer.fields.contains(field) {
        if !book.says(field), let value = values[field] { book[field] = value }
      }
    }
  }

  /// Removes the values that a source filled in, after that source has lost the book. As part of a step, replaces each
  /// value that now occurs only in tombstones (removed records) with the value from another record, if any. Does
  /// nothing unless another source still has the book.
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
