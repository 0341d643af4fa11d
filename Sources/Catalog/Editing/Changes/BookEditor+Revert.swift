/// Methods that revert fields from the user's values to the sources' values.
extension BookEditor {
  /// Discards the user's edit of a field, so that the field shows the sources' value again. A personal field then shows
  /// the value from the user's own sources and follows later changes to that value.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if the user has not edited the field, or if the field is personal and
  ///   no source has a value for it.
  func revert(_ id: Book.ID, _ field: BookField) throws -> ChangeOutcome {
    let old = try books.shownBook(id)
    let own = field.isOwn ? try OwnFieldTable(connection: connection).all() : OwnFields()
    let words = own.words(of: field)
    let bookLayers = try layers.layers(of: old)
    var new = old
    let (before, after): (HistoryTable.State?, HistoryTable.State?)
    if BookField.readings.contains(field), try connection.marker == nil {
      return try revertReadings(old, field, words, bookLayers.records)
    } else if field.isPersonal {
      guard try HistoryTable(connection: connection).isByHand(field, of: old) else {
        throw CatalogError.nothingToRevert(words, "you have not set “\(words)” of book \(id)")
      }
      guard let value = bookLayers.records.map(\.row).withPersonal.value(of: field) else {
        throw CatalogError.nothingToRevert(
          words, "no source has a value for “\(words)” of book \(id); only you have set one")
      }
      (before, after) = (HistoryTable.State(old[field]), HistoryTable.State(value))
      new[field] = value
    } else {
      guard let edit = bookLayers.edit(of: field) else {
        throw CatalogError.nothingToRevert(words, "you have not edited “\(words)” of book \(id)")
      }
      try edits.delete(field, of: id)
      (before, after) = (HistoryTable.State(edit), nil)
      let rest = bookLayers.edits.filter { $0.field != field }
      new = try layers.materialise(old, sources: bookLayers.sources, edits: rest)
    }
    var outcome = ChangeOutcome()
    try note(old, new, &outcome, always: true)
    let entry = HistoryTable.Entry(book: id, subject: .field(field), old: before, new: after)
    let summary = ChangeSummary.reverted(field, words, outcome, title: old.title)
    return try finish(.revert, [entry], outcome, summary: summary)
  }

  /// Discards the user's statement about the current reading, the earlier readings or the positions in a book, so that
  /// the book shows the sources' values.
  private func revertReadings(
    _ old: Book, _ field: BookField, _ words: String, _ records: [LayerStore.Record]
  ) throws -> ChangeOutcome {
    let table = ReadingStatementTable(connection: connection)
    guard let before = try table.statement(of: old.id), before.states(field) else {
      throw CatalogError.nothingToRevert(words, "you have not set “\(words)” of book \(old.id)")
    }
    let layer = try ReadingLayer(connection: connection)
    guard layer.statements(records)?.contains(where: { !ReadingStatement($0.personal).isSilent }) == true else {
      throw CatalogError.nothingToRevert(
        words, "no source has a value for “\(words)” of book \(old.id); only you have set one")
    }
    let rest = before.without(field)
    let statement = rest.isEmpty ? nil : rest
    try table.write(statement, of: old.id)
    var new = old
    try layer.showReadings(in: &new, records)
    var outcome = ChangeOutcome()
    try note(old, new, &outcome, always: true)
    let entries = [
      HistoryTable.Entry(
        book: old.id, subject: .field(field), old: HistoryTable.State(old[field]), new: HistoryTable.State(new[field])),
      HistoryTable.Entry(
        book: old.id, subject: .readings, old: HistoryTable.State(before), new: HistoryTable.State(statement)),
    ]
    let summary = ChangeSummary.reverted(field, words, outcome, title: old.title)
    return try finish(.revert, entries, outcome, summary: summary)
  }
}

extension UserReadingStatement {
  /// Returns the statement without a field about readings, and without the memory of readings that the user replaced.
  fileprivate func without(_ field: BookField) -> UserReadingStatement {
    var rest = self
    switch field {
    case .earlierReadings: rest.earlier = nil
    case .progress:
      rest.progress = nil
      return rest
    default: rest.current = nil
    }
    rest.replaced = []
    return rest
  }
}

extension CatalogError {
  fileprivate static func nothingToRevert(_ words: String, _ cause: String) -> CatalogError {
    CatalogError(.nothingToDo, "revert", words, cause: cause)
  }
}
