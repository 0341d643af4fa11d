import FoundationEssentials

/// A range of days, from one date through another. A date without a month or a day stands for all its days.
struct DayRange: Equatable, Sendable {
  /// A year, month or day that bounds a range.
  struct Bound: Equatable, Sendable {
    let date: PartialDate
    /// True if the days of the date itself are excluded: `<` and `>`.
    let isOpen: Bool
  }

  /// The bounds; `nil` if the range is unbounded on that side.
  let lower, upper: Bound?

  init(from lower: Bound?, through upper: Bound?) { (self.lower, self.upper) = (lower, upper) }

  /// Creates a range of all days of a date.
  init(_ date: PartialDate) { self.init(from: date, through: date) }

  /// Creates a range from the first day of one date through the last day of another.
  init(from first: PartialDate, through last: PartialDate) {
    self.init(from: Bound(date: first, isOpen: false), through: Bound(date: last, isOpen: false))
  }

  /// The range of days, encoded as in ``PartialDate/firstDay``; `nil` if the range is empty.
  var days: ClosedRange<Int64>? {
    let first = lower.map { $0.isOpen ? $0.date.lastDay + 1 : $0.date.firstDay } ?? .min
    let last = upper.map { $0.isOpen ? $0.date.firstDay - 1 : $0.date.lastDay } ?? .max
    return first <= last ? first...last : nil
  }

  /// Returns true if all possible days of a date are in the range.
  func contains(_ date: PartialDate) -> Bool {
    days.map { $0.lowerBound <= date.firstDay && date.lastDay <= $0.upperBound } ?? false
  }

  /// The range in milliseconds since 1970, in the time zone of this machine.
  var moments: Range<Int64> {
    let first = lower.map { ($0.isOpen ? $0.date.end : $0.date.start).milliseconds } ?? .min
    let end = upper.map { ($0.isOpen ? $0.date.start : $0.date.end).milliseconds } ?? .max
    return first..<max(first, end)
  }
}
