import CatalogDatabase

/// Computes the value that a personal field shows after a user's step is undone. Normally, the field shows the value
/// from before the step. However, if that value came from one of the user's own sources and the source has changed it
/// since, the field shows the source's current value.
struct PersonalReplay {
  let field: BookField
  let book: Book
  let step: HistoryStep
  let connection: Connection

  /// Returns the state of the field after the step is undone.
  ///
  /// - Parameter before: The state before the step.
  func state(showing before: HistoryTable.State?) throws -> HistoryTable.State? {
    // The earlier state is restored unchanged if the user had set it. It is also restored unchanged if the step is not
    // an edit: for example, the undo of a merge also moves the records back.
    guard step.kind == .edit, try !isByHand(before) else { return before }
    if field == .rating, let rating = try decidedRating() { return HistoryTable.State(rating) }
    let records = try records()
    var shown = before?.value.flatMap { field.decode($0) }
    for record in records where record.then != record.now {
      if says(shown), record.then == shown {
        shown = record.now ?? records.lazy.compactMap(\.now).first ?? nothing
      } else if !says(shown), let now = record.now {
        shown = now
      }
    }
    return HistoryTable.State(shown)
  }

  /// Returns the rating that the book's records determine; `nil` if no record has a rating. The rating before the step
  /// is not used, because it may be older than all known states of the records.
  private func decidedRating() throws -> FieldValue? {
    guard try connection.marker == nil else { return nil }
    let records = try LayerStore(connection: connection).layers(of: book).records
    guard let statements = try ReadingLayer(connection: connection).statements(records), !statements.isEmpty else {
      return nil
    }
    return statements.lazy.compactMap { $0.personal[.rating] }.first
  }

  private func isByHand(_ before: HistoryTable.State?) throws -> Bool {
    try HistoryTable(connection: connection)
      .isByHand(field, of: book, before: step.id, isStated: says(before?.value.flatMap { field.decode($0) }))
  }

  /// Returns the values of the field in the records of the user's own sources, at the time of the step and now, in
  /// order of precedence.
  private func records() throws -> [(then: FieldValue?, now: FieldValue?)] {
    let (history, table) = (HistoryTable(connection: connection), SourceRecordTable(connection: connection))
    return try table.rows(of: book.id).withPersonal.map { row, personal in
      let now = personal[field]
      let subject = HistoryTable.Subject.record(source: row.sourceID, remoteID: row.remoteID)
      guard let change = try history.change(of: subject, of: book.id, after: step.id) else { return (now, now) }
      return (try change.old?.value.map(RecordPayload.decode)?[field].value, now)
    }
  }

  private func says(_ value: FieldValue?) -> Bool { value != nil && value != nothing }

  /// The value of an empty field: “unread” for the reading state, and `nil` for any other field.
  private var nothing: FieldValue? { field == .readState ? .readState(.unread) : nil }
}
