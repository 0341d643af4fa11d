/// A finder for runs of consecutive days and months with reading (``ReadingStatistics/Streaks``).
struct StreakFinder {
  /// A range of days that includes its first and last day, each given as a date and as a number of days since 1970.
  private struct Span {
    var first: PartialDate
    var last: PartialDate
    var firstNumber: Int
    var lastNumber: Int

    /// Creates a span; `nil` if the last day is before the first day, or if either date is not a day.
    init?(_ first: PartialDate, _ last: PartialDate) {
      guard let firstNumber = first.dayNumber, let lastNumber = last.dayNumber, firstNumber <= lastNumber else {
        return nil
      }
      (self.first, self.last, self.firstNumber, self.lastNumber) = (first, last, firstNumber, lastNumber)
    }

    var streak: ReadingStatistics.Streak {
      ReadingStatistics.Streak(first: first, last: last, length: lastNumber - firstNumber + 1)
    }
  }

  private let year: Int?
  private let today: PartialDate
  private var spans: [Span] = []
  /// The months with a finished reading, as year × 12 + month − 1.
  private var months: Set<Int> = []

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - year: The year to consider; `nil` for all years.
  ///   - today: The current day.
  init(year: Int?, today: PartialDate) { (self.year, self.today) = (year, today) }

  /// Adds a reading that has ended.
  mutating func append(_ reading: Reading) {
    let days = [reading.started, reading.finished].compactMap { $0 }.filter { $0.dayNumber != nil }
    if let first = days.first, let last = days.last { append(first, last) }
    if reading.outcome == .read, let date = reading.finished, let month = date.month, year ?? date.year == date.year {
      months.insert(date.year * 12 + month - 1)
    }
  }

  /// Adds a reading that is in progress, given its first day.
  mutating func append(underWaySince started: PartialDate) { append(started, today) }

  private mutating func append(_ first: PartialDate, _ last: PartialDate) {
    guard var span = Span(first, last) else { return }
    if let year {
      guard first.year <= year, last.year >= year else { return }
      let (begin, end) = (PartialDate(firstOf: year), PartialDate(lastOf: year))
      guard let clipped = Span(max(first, begin), min(last, end)) else { return }
      span = clipped
    }
    spans.append(span)
  }

  /// Returns the streaks of everything added so far.
  func streaks() -> ReadingStatistics.Streaks {
    let (days, months) = (dayRuns(), monthRuns())
    var streaks = ReadingStatistics.Streaks()
    streaks.days = Self.longest(days.map(\.streak))
    streaks.months = Self.longest(months.map { Self.streak(ofMonths: $0) })
    guard year == nil else { return streaks }
    if let now = today.dayNumber {
      streaks.currentDays = days.last { $0.firstNumber <= now && $0.lastNumber >= now - 1 }?.streak
    }
    let month = today.year * 12 + (today.month ?? 1) - 1
    streaks.currentMonths = months.last { $0.lowerBound <= month && $0.upperBound >= month - 1 }
      .map(Self.streak(ofMonths:))
    return streaks
  }

  /// Returns the longest streak. If several streaks are equally long, returns the latest. The streaks must be in
  /// chronological order.
  private static func longest(_ streaks: [ReadingStatistics.Streak]) -> ReadingStatistics.Streak? {
    streaks.reduce(nil) { longest, next in longest.map { $0.length > next.length ? $0 : next } ?? next }
  }

  /// Returns the spans in order, with overlapping and adjacent spans joined.
  private func dayRuns() -> [Span] {
    var runs: [Span] = []
    for span in spans.sorted(by: { $0.firstNumber < $1.firstNumber }) {
      guard let last = runs.last, span.firstNumber <= last.lastNumber + 1 else {
        runs.append(span)
        continue
      }
      if span.lastNumber > last.lastNumber {
        runs[runs.count - 1].last = span.last
        runs[runs.count - 1].lastNumber = span.lastNumber
      }
    }
    return runs
  }

  private func monthRuns() -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for month in months.sorted() {
      if let last = runs.last, last.upperBound + 1 == month {
        runs[runs.count - 1] = last.lowerBound...month
      } else {
        runs.append(month...month)
      }
    }
    return runs
  }

  private static func streak(ofMonths months: ClosedRange<Int>) -> ReadingStatistics.Streak {
    ReadingStatistics.Streak(
      first: PartialDate(monthNumber: months.lowerBound), last: PartialDate(monthNumber: months.upperBound),
      length: months.count)
  }
}

extension PartialDate {
  /// The number of days since the beginning of 1970; `nil` if the date is not a day, or is before the year 0.
  var dayNumber: Int? {
    guard let month, let day, year >= 0 else { return nil }
    return GregorianCalendar.daysSince1970(month: month, of: year) + day - 1
  }
}
