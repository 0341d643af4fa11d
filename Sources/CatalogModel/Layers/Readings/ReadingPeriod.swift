/// The first and last day of a reading. They are used to match readings from different sources.
struct ReadingPeriod: Hashable {
  /// The maximum number of days between two dates that are treated as the same day. A source may record a day late.
  static let tolerance = 31

  let started: PartialDate?
  let finished: PartialDate?

  init(_ reading: Reading) { (started, finished) = (reading.started, reading.finished) }

  /// True if the end is not before the beginning, or if either is unknown.
  var areInOrder: Bool { started.map { !$0.isEntirely(after: finished) } ?? true }

  /// A measure of how well two readings match: smaller is better.
  struct Fit: Comparable {
    /// The uncertainty of the comparison; smaller is better. Two ends are compared if possible, otherwise two
    /// beginnings, otherwise an end and a beginning. Each of these comparisons is less certain than the one before it.
    let vagueness: Int
    /// The number of days between the compared dates.
    let gap: Int

    static func < (one: Fit, other: Fit) -> Bool { (one.vagueness, one.gap) < (other.vagueness, other.gap) }
  }

  /// Compares two readings from different sources.
  ///
  /// - Parameter isLoose: True to apply the ``tolerance`` to months and years, too. Otherwise a month or a year matches
  ///   only dates that it overlaps.
  /// - Returns: The fit; `nil` if the two cannot be the same reading.
  func fit(_ other: ReadingPeriod, isLoose: Bool = false) -> Fit? {
    // If a reading ends before it begins, only its end counts.
    let (start, otherStart) = (areInOrder ? started : nil, other.areInOrder ? other.started : nil)
    if start?.isEntirely(after: other.finished) == true || otherStart?.isEntirely(after: finished) == true {
      return nil
    }
    func fit(_ one: PartialDate, _ another: PartialDate, _ base: Int) -> Fit? {
      let gap = one.daySpan.gap(to: another.daySpan)
      let isNear = isLoose || one.precision == 3 && another.precision == 3 ? gap <= Self.tolerance : gap == 0
      return isNear ? Fit(vagueness: base - min(one.precision, another.precision), gap: gap) : nil
    }
    if let finished, let otherEnd = other.finished { return fit(finished, otherEnd, 3) }
    if let start, let otherStart { return fit(start, otherStart, 10) }
    // One reading has only a beginning, and the other has only an end, which is not before that beginning.
    func ofEnds(_ end: PartialDate, _ start: PartialDate) -> Fit {
      Fit(vagueness: 20 - min(end.precision, start.precision), gap: end.daySpan.gap(to: start.daySpan))
    }
    if let finished, let otherStart { return ofEnds(finished, otherStart) }
    if let otherEnd = other.finished, let start { return ofEnds(otherEnd, start) }
    return nil
  }
}

extension Reading {
  /// Returns true if, judging by their days, this reading and another one may be the same.
  package func mayBe(_ other: Reading) -> Bool { ReadingPeriod(self).fit(ReadingPeriod(other)) != nil }
}

extension PartialDate {
  /// The range of days that a partial date covers, counted from 1970-01-01.
  var daySpan: ClosedRange<Int> {
    let first = GregorianCalendar.daysSince1970(month: month ?? 1, of: year) + (day ?? 1) - 1
    if day != nil { return first...first }
    let lastMonth = month ?? 12
    return first...GregorianCalendar.daysSince1970(month: lastMonth, of: year)
      + GregorianCalendar.days(in: lastMonth, of: year) - 1
  }

  /// Returns true if every day that this date covers is after every day that the other date covers.
  package func isEntirely(after other: PartialDate?) -> Bool {
    other.map { daySpan.lowerBound > $0.daySpan.upperBound } ?? false
  }
}

extension ClosedRange<Int> {
  /// Returns the number of days between two ranges of days; 0 if they overlap.
  func gap(to other: ClosedRange<Int>) -> Int {
    Swift.max(0, other.lowerBound - upperBound, lowerBound - other.upperBound)
  }
}
