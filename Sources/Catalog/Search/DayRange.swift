import FoundationEssentials

/// A range of days that extends from one date through another. A date without a month or day includes all days of its
/// year or month.
struct DayRange: Equatable, Sendable {
  /// A year, month or day at one end of a range.
  struct Bound: Equatable, Sendable {
    let date: PartialDate
    /// True if the year, month or day itself is excluded from the range, as with `<` and `>`.
    let isOpen: Bool
  }

  /// The ends of the range, or `nil` if the range is unbounded on that side.
  let lower, upper: Bound?

  init(from lower: Bound?, through upper: Bound?) { (self.lower, self.upper) = (lower, upper) }

  /// Creates a range that contains all days of a date.
  init(_ date: PartialDate) { self.init(from: date, through: date) }

  /// Creates a range from the first day of one date through the last day of another.
  init(from first: PartialDate, through last: PartialDate) {
    self.init(from: Bound(date: first, isOpen: false), through: Bound(date: last, isOpen: false))
  }

  /// The first and last day, in the format of ``PartialDate/firstDay``, or `nil` if the range is empty.
  var days: ClosedRange<Int64>? {
    let first = lower.map { $0.isOpen ? $0.date.lastDay + 1 : $0.date.firstDay } ?? .min
    let last = upper.map { $0.isOpen ? $0.date.firstDay - 1 : $0.date.lastDay } ?? .max
    return first <= last ? first...last : nil
  }

  /// Returns true if the range contains a date. If the date is incomplete, the range must contain all days that the
  /// date can mean.
  func contains(_ date: PartialDate) -> Bool {
    days.map { $0.lowerBound <= date.firstDay && date.lastDay <= $0.upperBound } ?? false
  }

  /// The range in milliseconds since 1970, in the current time zone.
  var moments: Range<Int64> {
    let first = lower.map { ($0.isOpen ? $0.date.end : $0.date.start).milliseconds } ?? .min
    let end = upper.map { ($0.isOpen ? $0.date.start : $0.date.end).milliseconds } ?? .max
    return first..<max(first, end)
  }
}
