extension DetailFields {
  /// Updates the values about readings from a newer delivery of the same record.
  ///
  /// If the delivery contains a new state or day, it replaces all values about readings, so that the days of two
  /// readings are never mixed. One value may be kept: if the new file has no column for first days, the earlier first
  /// day stays, provided that it can belong to the reading. If the delivery contains nothing new, an empty cell clears
  /// a value only if `clears` is true.
  ///
  /// - Parameter clears: True to clear values that the source no longer has, as a refresh does.
  package mutating func takeReadings(of values: FieldPresences, clears: Bool) {
    let before = self
    let isOther = BookField.currentReading.contains { field in
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
