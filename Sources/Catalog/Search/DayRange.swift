import FoundationEssentials

/// Days from those of one date to those of another. A year is all of its days.
struct DayRange: Equatable, Sendable {
  /// A year, a month or a day at which days begin or end.
  struct Bound: Equatable, Sendable {
    let date: PartialDate
    /// Whether none of its own days is meant: `<` and `>`.
    let isOpen: Bool
  }

  /// `nil` where they have no beginning, or no end.
  let lower, upper: Bound?

  init(from lower: Bound?, through upper: Bound?) { (self.lower, self.upper) = (lower, upper) }

  /// All days of a date.
  init(_ date: PartialDate) { self.init(from: date, through: date) }

  /// All days from those of one date to those of another.
  init(from first: PartialDate, through last: PartialDate) {
    self.init(from: Bound(date: first, isOpen: false), through: Bound(date: last, isOpen: false))
  }

  /// The days as ``PartialDate/firstDay`` counts them; `nil` where none is meant.
  var days: ClosedRange<Int64>? {
    let first = lower.map { $0.isOpen ? $0.date.lastDay + 1 : $0.date.firstDay } ?? .min
    let last = upper.map { $0.isOpen ? $0.date.firstDay - 1 : $0.date.lastDay } ?? .max
    return first <= last ? first...last : nil
  }

  /// Whether a date can only mean days of these.
  func contains(_ date: PartialDate) -> Bool {
    days.map { $0.lowerBound <= date.firstDay && date.lastDay <= $0.upperBound } ?? false
  }

  /// The moments of the days by the clocks of this machine, in milliseconds since 1970.
  var moments: Range<Int64> {
    let first = lower.map { ($0.isOpen ? $0.date.end : $0.date.start).milliseconds } ?? .min
    let end = upper.map { ($0.isOpen ? $0.date.start : $0.date.end).milliseconds } ?? .max
    return first..<max(first, end)
  }
}
