import Platform

/// Search terms for the dates on which readings of a book were started and finished. A date has up to three terms: its
/// day, its month and its year, as far as they are known. A query for a range of days uses the terms of whole years and
/// months where possible. Each term comes from a single date. Therefore, a book with one date before the range and
/// another date after it does not match.
enum ReadingTerms {
  static func terms(of book: Book) -> [Term] {
    let earlier = book.earlierReadings
    return terms(book.finished, earlier.compactMap(\.finished), .finished, .finishedIn)
      + terms(book.started, earlier.compactMap(\.started), .started, .startedIn)
  }

  /// Returns the terms for a book's start dates or finish dates.
  ///
  /// - Parameter last: The date of the current reading, by which lists are sorted.
  private static func terms(
    _ last: PartialDate?, _ earlier: [PartialDate], _ field: BookField, _ kind: PostingKind
  ) -> [Term] {
    var terms: [Term] = []
    var dates = earlier
    if let last {
      dates.append(last)
      terms.append(OwnTerms.any(of: field))
      if let key = OwnTerms.key(.date(last), in: field) { terms.append(key) }
    }
    for date in dates {
      let position = CalendarNumbers(date)
      terms.append(kind.term(text(.year, position.year)))
      if date.month != nil { terms.append(kind.term(text(.month, position.month))) }
      if date.day != nil { terms.append(kind.term(text(.day, position.day))) }
    }
    return terms
  }

  /// Returns the search keys for the books that have a date in a range of days. An incomplete date matches only if all
  /// its possible days are in the range.
  ///
  /// - Parameter days: The range of days, in the format of ``PartialDate/firstDay``.
  static func keys(_ kind: PostingKind, _ days: ClosedRange<Int64>) -> [PostingKey] {
    let (first, last) = (CalendarNumbers.day(days.lowerBound), CalendarNumbers.day(days.upperBound))
    let months = wholes(first, last, of: CalendarNumbers.daysOfMonth, spare: 1)
    guard !months.isEmpty else { return key(kind, .day, first...last) }
    let years = wholes(months.lowerBound, months.upperBound - 1, of: 12, spare: 0)
    // The days of a month are numbered from 1, so the number for day 0 is never used.
    let daysBefore = first..<months.lowerBound * CalendarNumbers.daysOfMonth + 1
    let daysAfter = months.upperBound * CalendarNumbers.daysOfMonth..<last + 1
    var keys = key(kind, .day, daysBefore) + key(kind, .day, daysAfter)
    if years.isEmpty {
      keys += key(kind, .month, months)
    } else {
      keys += key(kind, .month, months.lowerBound..<years.lowerBound * 12)
      keys += key(kind, .month, years.upperBound * 12..<months.upperBound)
      keys += key(kind, .year, years)
    }
    return keys
  }

  /// Returns the numbers of the long periods, such as months, that lie entirely within a range of short periods, such
  /// as days.
  ///
  /// - Parameters:
  ///   - first: The number of the first short period in the range.
  ///   - last: The number of the last short period in the range.
  ///   - count: The number of short-period numbers reserved for each long period.
  ///   - spare: The number of unused numbers at the beginning of each long period.
  private static func wholes(_ first: Int64, _ last: Int64, of count: Int64, spare: Int64) -> Range<Int64> {
    let begin = (first - spare + count - 1) / count
    return begin..<max(begin, (last + 1) / count)
  }

  private enum Precision: String {
    case day = "d"
    case month = "m"
    case year = "y"
  }

  private static func text(_ precision: Precision, _ number: Int64) -> String {
    precision.rawValue + String(number).leftPadded(to: 8)
  }

  private static func key(_ kind: PostingKind, _ precision: Precision, _ numbers: Range<Int64>) -> [PostingKey] {
    guard !numbers.isEmpty else { return [] }
    return [.range(kind.term(text(precision, numbers.lowerBound)), kind.term(text(precision, numbers.upperBound)))]
  }

  private static func key(_ kind: PostingKind, _ precision: Precision, _ numbers: ClosedRange<Int64>) -> [PostingKey] {
    key(kind, precision, numbers.lowerBound..<numbers.upperBound + 1)
  }
}

/// A date as consecutive numbers of its year, month and day. Each month has 32 day numbers (the first is unused), and
/// each year has twelve months.
private struct CalendarNumbers {
  static let daysOfMonth: Int64 = 32
  /// The number added to years so that they are not negative.
  private static let yearOffset: Int64 = 10_000
  /// A year after all possible dates.
  private static let lastYear: Int64 = 99_999

  let year: Int64
  let month: Int64
  let day: Int64

  init(_ date: PartialDate) {
    year = Int64(date.year) + Self.yearOffset
    month = year * 12 + Int64(date.month ?? 1) - 1
    day = month * Self.daysOfMonth + Int64(date.day ?? 1)
  }

  /// Returns the number of a day that is given in the format of ``PartialDate/firstDay``. The day may be invalid if it
  /// is next to a valid day, such as the 0th of a month.
  static func day(_ day: Int64) -> Int64 {
    let (earliest, latest) = (-yearOffset * 10_000, (lastYear - yearOffset) * 10_000)
    let day = min(max(day, earliest), latest)
    let rest = ((day % 10_000) + 10_000) % 10_000
    let year = (day - rest) / 10_000 + yearOffset
    return max(0, (year * 12 + rest / 100 - 1) * daysOfMonth + rest % 100)
  }
}
