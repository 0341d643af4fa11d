extension DetailFields {
  /// Takes over what a delivery of the same record says of readings.
  ///
  /// If it states another state or another day than before, the word is replaced whole, so that days of two readings never
  /// become one. Only a file without a column of first days leaves the one that it gave before, while that can belong to the
  /// reading. If it states nothing else, an empty cell takes nothing back, unless the source is refreshed.
  ///
  /// - Parameter clears: True if a value that the source no longer has is taken back.
  package mutating func takeReadings(of values: FieldPresences, clears: Bool) {
    let before = self
    let isOther = [BookField.readState, .started, .finished].contains { field in
      values[field].value.map { $0 != before[field] && !(before[field] == nil && $0 == .readState(.unread)) } ?? false
    }
    for field in BookField.readings {
      switch values[field] {
      case .value(let value): self[field] = value
      case .null: if isOther || clears, field.isClearable { self[field] = nil }
      case .absent: continue
      }
    }
    guard isOther, values[.started] == .absent, let start = before[.started].date else { return }
    let ended = before[.finished].date
    let isOfSameReading = ended == nil || self[.finished].date == ended
    if !isOfSameReading || start.isEntirely(after: self[.finished].date) { self[.started] = nil }
  }
}
