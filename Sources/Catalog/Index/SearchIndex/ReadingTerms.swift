/// The terms of when a book was begun and finished, in whichever of its readings: the day, the month and the year that each
/// date lies in, as far as it says so. Of a year and a month that lie within some days only terms of their own are asked
/// for, so that what several dates of one book say is never put together.
enum ReadingTerms {
  static func terms(of book: Book) -> [Term] {
    let earlier = book.earlierReadings
    return terms(book.finished, earlier.compactMap(\.finished), .finished, .finishedIn)
      + terms(book.started, earlier.compactMap(\.started), .started, .startedIn)
  }

  /// - Parameter last: the date by which lists are ordered: that of the reading that counts.
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
      let place = CalendarPlace(date)
      terms.append(kind.term(text(.year, place.year)))
      if date.month != nil { terms.append(kind.term(text(.month, place.month))) }
      if date.day != nil { terms.append(kind.term(text(.day, place.day))) }
    }
    return terms
  }

  /// What holds the books with a date that can only mean days of some.
  ///
  /// - Parameter days: as ``PartialDate/firstDay`` counts them.
  static func keys(_ kind: PostingKind, _ days: ClosedRange<Int64>) -> [PostingKey] {
    let (first, last) = (CalendarPlace.day(days.lowerBound), CalendarPlace.day(days.upperBound))
    let months = wholes(first, last, of: CalendarPlace.daysOfMonth, spare: 1)
    guard !months.isEmpty else { return key(kind, .day, first...last) }
    let years = wholes(months.lowerBound, months.upperBound - 1, of: 12, spare: 0)
    // There is no day before the first one of a month.
    let daysBefore = first..<months.lowerBound * CalendarPlace.daysOfMonth + 1
    let daysBehind = months.upperBound * CalendarPlace.daysOfMonth..<last + 1
    var keys = key(kind, .day, daysBefore) + key(kind, .day, daysBehind)
    if years.isEmpty {
      keys += key(kind, .month, months)
    } else {
      keys += key(kind, .month, months.lowerBound..<years.lowerBound * 12)
      keys += key(kind, .month, years.upperBound * 12..<months.upperBound)
      keys += key(kind, .year, years)
    }
    return keys
  }

  /// The periods that lie wholly within some smaller ones.
  ///
  /// - Parameters:
  ///   - count: how many smaller ones a period has the room for.
  ///   - spare: how many of these, at its beginning, there never are.
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

/// Where a date stands, by numbers of years, months and days that grow with it. A month has the room for 32 days, of which
/// there is no first one, and a year has twelve months.
private struct CalendarPlace {
  static let daysOfMonth: Int64 = 32
  /// Years count from here, so that none is negative.
  private static let yearOffset: Int64 = 10_000
  /// Beyond all dates.
  private static let lastYear: Int64 = 99_999

  let year: Int64
  let month: Int64
  let day: Int64

  init(_ date: PartialDate) {
    year = Int64(date.year) + Self.yearOffset
    month = year * 12 + Int64(date.month ?? 1) - 1
    day = month * Self.daysOfMonth + Int64(date.day ?? 1)
  }

  /// The number of a day as ``PartialDate/firstDay`` counts them, or of what stands beside one.
  static func day(_ day: Int64) -> Int64 {
    let (earliest, latest) = (-yearOffset * 10_000, (lastYear - yearOffset) * 10_000)
    let day = min(max(day, earliest), latest)
    let rest = ((day % 10_000) + 10_000) % 10_000
    let year = (day - rest) / 10_000 + yearOffset
    return max(0, (year * 12 + rest / 100 - 1) * daysOfMonth + rest % 100)
  }
}
