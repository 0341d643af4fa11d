import FoundationEssentials

extension BookDraft {
  /// Records the place that the reader reached in the book.
  ///
  /// A place entered earlier for the same day is replaced. If the place is the latest one known, the book is marked as
  /// being read: a book that was unread, wanted or paused begins or continues, and a book whose last reading ended
  /// before the day begins another reading. The end of the book does not end the reading, because readers skip notes;
  /// call ``mark(_:on:)`` for that.
  ///
  /// ```swift
  /// try await catalog.edit(book.id) { $0.reach(.percent(45)) }
  /// ```
  ///
  /// - Parameters:
  ///   - place: The place that was reached.
  ///   - day: The day on which it was reached, as precisely as it is known; `nil` for today.
  public mutating func reach(_ place: ReadingPosition.Place, on day: PartialDate? = nil) {
    reach(place, on: day, today: PartialDate.day(at: Date()))
  }

  /// Records the place that the reader reached in the book. The caller passes the current day.
  package mutating func reach(_ place: ReadingPosition.Place, on given: PartialDate? = nil, today: PartialDate) {
    let position = ReadingPosition(place, on: given ?? today)
    let others = progress.filter { $0.day != position.day || $0.origin != .typed }
    let log = (others + [position]).sorted()
    progress = Array(log.suffix(FieldLimits.listItems))
    guard log.last == position else { return }
    let day = position.day
    switch readState {
    case .reading: break
    case .paused:
      readState = .reading
      if started == nil { started = day }
    case .unread, .want: mark(.reading, on: day, today: today)
    case .read, .abandoned:
      // Without a last day, only a place of today certainly belongs to another reading.
      if finished.map({ day.isEntirely(after: $0) }) ?? (day == today) { mark(.reading, on: day, today: today) }
    }
  }
}
