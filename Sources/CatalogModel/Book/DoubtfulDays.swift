/// What is said of the days of a reading and can hardly be meant: an end before the beginning, a year such as 0024,
/// or a day that has not come. Such days are kept as they are given, since who corrects two of them says one first, and files say what
/// they say; but it is told.
package enum DoubtfulDays {
  /// Nobody who tells of a reading here read before.
  private static let firstYear = 1800

  /// What is doubtful in a book's readings, a line each, the last reading in front.
  package static func lines(of book: Book, today: PartialDate) -> [String] {
    lines(started: book.started, finished: book.finished, earlier: book.earlierReadings, today)
  }

  /// What is doubtful in the readings that a source's record tells of.
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
    // Nearly all books have no more than these.
    if started == nil, finished == nil, earlier.isEmpty { return [] }
    return ([Reading(started: started, finished: finished)] + earlier).flatMap { lines(of: $0, today) }
  }

  private static func lines(of reading: Reading, _ today: PartialDate) -> [String] {
    var lines: [String] = []
    for (word, day) in [("started", reading.started), ("finished", reading.finished)] {
      guard let day else { continue }
      if day.year < firstYear { lines.append("\(word) \(day) is in the year \(day.year)") }
      // Elsewhere it may be tomorrow already.
      if day > today, day > today.adding(days: 1) { lines.append("\(word) \(day) has not come yet") }
    }
    if let started = reading.started, let finished = reading.finished, finished.isBefore(started) {
      lines.append("finished \(finished) is before started \(started)")
    }
    return lines
  }
}

extension PartialDate {
  /// Whether it is earlier by what both dates say: 2024 is not before 2024-05.
  fileprivate func isBefore(_ other: PartialDate) -> Bool { self < other && !isCompatible(with: other) }
}
