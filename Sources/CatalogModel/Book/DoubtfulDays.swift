/// Checks for implausible reading dates: an end before the beginning, a year such as 0024, or a day in the future.
///
/// Implausible dates are stored as given, and a warning is reported. They are not rejected, because files may contain
/// anything, and because a user who corrects two dates must enter one of them first.
package enum DoubtfulDays {
  /// The first year in which a reading is plausible. Earlier years are reported as doubtful.
  private static let firstYear = 1800

  /// Returns a one-line warning for each implausible reading date of a book, starting with the current reading.
  package static func lines(of book: Book, today: PartialDate) -> [String] {
    lines(started: book.started, finished: book.finished, earlier: book.earlierReadings, today)
      + book.progress.compactMap { line(of: $0.day, "progress of", today) }
  }

  /// Returns a one-line warning for each implausible reading date in a source's record.
  package static func lines(of values: FieldPresences, today: PartialDate) -> [String] {
    var earlier: [Reading] = []
    if case .records(let records)? = values[.earlierReadings].value {
      earlier = records.compactMap(Reading.init(record:))
    }
    return lines(started: values[.started].value.date, finished: values[.finished].value.date, earlier: earlier, today)
  }

  private static func lines(
    started: PartialDate?, finished: PartialDate?, earlier: [Reading], _ today: PartialDate
  ) -> [String] {
    // Most books have no reading dates.
    if started == nil, finished == nil, earlier.isEmpty { return [] }
    return ([Reading(started: started, finished: finished)] + earlier).flatMap { lines(of: $0, today) }
  }

  /// Returns a warning if a day is in the future.
  private static func line(of day: PartialDate, _ word: String, _ today: PartialDate) -> String? {
    // It may already be tomorrow in another time zone.
    day > today && day > today.adding(days: 1) ? "\(word) \(day) is in the future" : nil
  }

  private static func lines(of reading: Reading, _ today: PartialDate) -> [String] {
    var lines: [String] = []
    for (word, day) in [("started", reading.started), ("finished", reading.finished)] {
      guard let day else { continue }
      if day.year < firstYear { lines.append("\(word) \(day) is in the year \(day.year)") }
      if let line = line(of: day, word, today) { lines.append(line) }
    }
    if let started = reading.started, let finished = reading.finished, finished.isBefore(started) {
      lines.append("finished \(finished) is before started \(started)")
    }
    return lines
  }
}

extension PartialDate {
  /// Returns true if this date is certainly earlier than another date. For example, 2024 is not certainly earlier than
  /// 2024-05.
  fileprivate func isBefore(_ other: PartialDate) -> Bool { self < other && !isCompatible(with: other) }
}
