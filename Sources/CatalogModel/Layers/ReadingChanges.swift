extension [FieldChange] {
  /// Returns these changes to a book, plus the changes to its readings that they imply. A finished reading is never
  /// dropped. No changes are added to fields that these changes already set.
  ///
  /// - If the current reading is finished, setting a state other than read or abandoned begins a new reading. The
  ///   finished reading becomes an earlier one, unless the changes also set a last day. Setting the state to read or
  ///   abandoned corrects the outcome of the finished reading.
  /// - Setting a last day without a state means that the book was read. Setting a first day without a state means that
  ///   the book is being read.
  package func withReadings(of book: Book) -> [FieldChange] {
    guard contains(where: { BookField.readings.contains($0.field) }) else { return self }
    var changes = self
    let state = changes.readState ?? changes.stateOfDays(in: book)
    if let state, !sets(.readState) { changes.append(.set(.readState, .readState(state))) }
    guard let state, book.readState.hasEnded, !state.hasEnded, !sets(.earlierReadings), !sets(.finished) else {
      return changes
    }
    let ended = Reading(started: book.started, finished: book.finished, outcome: book.readState)
    changes.append(.set(.earlierReadings, .records(book.earlierReadings.adding(ended).map(\.record))))
    if book.started != nil, !sets(.started) { changes.append(.set(.started, nil)) }
    if book.finished != nil { changes.append(.set(.finished, nil)) }
    return changes
  }

  private func sets(_ field: BookField) -> Bool { contains { $0.field == field } }

  private var readState: ReadState? {
    for case .set(.readState, .readState(let state)?) in self { return state }
    return nil
  }

  /// Returns the read state that follows from the dates that these changes set; `nil` if no state follows.
  private func stateOfDays(in book: Book) -> ReadState? {
    guard !sets(.readState) else { return nil }
    func setsDay(_ field: BookField) -> Bool {
      contains { if case .set(field, .date?) = $0 { true } else { false } }
    }
    if setsDay(.finished), !book.readState.hasEnded { return .read }
    return setsDay(.started) && [.unread, .want].contains(book.readState) ? .reading : nil
  }
}

extension [Reading] {
  /// Returns these readings plus a finished reading. Undated readings with the same outcome share one entry, which
  /// counts them.
  func adding(_ ended: Reading) -> [Reading] {
    var readings = self
    if ended.isUndated, let index = firstIndex(where: { $0.isUndated && $0.outcome == ended.outcome }) {
      readings[index].times = Swift.min(readings[index].times, Reading.timesLimit - 1) + 1
    } else {
      readings.append(ended)
    }
    return readings
  }

  /// Returns these readings, updated with the last day and outcome of a finished reading. The update applies to the
  /// most similar reading, unless that reading has a more precise last day. If no reading is similar, the finished
  /// reading is added.
  func correctedOrAdding(_ ended: Reading) -> [Reading] {
    let days = ReadingPeriod(ended)
    let fits = indices.compactMap { index in ReadingPeriod(self[index]).fit(days).map { (fit: $0, index: index) } }
    guard let index = fits.min(by: { $0.fit < $1.fit })?.index else { return adding(ended) }
    var readings = self
    if readings[index].finished?.precision ?? 0 <= ended.finished?.precision ?? 0 {
      (readings[index].finished, readings[index].outcome) = (ended.finished, ended.outcome)
      if let start = readings[index].started, start.isEntirely(after: ended.finished) { readings[index].started = nil }
    }
    return readings
  }
}
