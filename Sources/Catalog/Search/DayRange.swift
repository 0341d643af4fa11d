import FoundationEssentials

/// Days as a person asks for them: `2024`, `2024-05`, `2023..2024-06`, `>2024`. A year is all of its days.
struct DayRange: Equatable, Sendable {
  /// A year, a month or a day at which days begin or end.
  private struct Bound: Equatable, Sendable {
    let date: PartialDate
    /// Whether none of its own days is meant: `<` and `>`.
    let isOpen: Bool
  }

  private let lower: Bound?
  private let upper: Bound?

  /// All days of a date.
  init(_ date: PartialDate) { self.init(from: date, through: date) }

  /// All days from those of one date to those of another.
  init(from first: PartialDate, through last: PartialDate) {
    (lower, upper) = (Bound(date: first, isOpen: false), Bound(date: last, isOpen: false))
  }

  /// Reads `2024`, `2024-05-01`, `2023..2024`, `2023..`, `..2024`, `>=2024`, `<2024`; `nil` when it is none of these.
  init?(_ text: String) {
    let signs: [(sign: String, isLower: Bool, isOpen: Bool)] = [
      (">=", true, false), ("<=", false, false), (">", true, true), ("<", false, true),
    ]
    if let found = signs.first(where: { text.hasPrefix($0.sign) }) {
      guard let date = Self.date(text.dropFirst(found.sign.count)) else { return nil }
      let bound = Bound(date: date, isOpen: found.isOpen)
      (lower, upper) = found.isLower ? (bound, nil) : (nil, bound)
    } else if let dots = text.firstRange(of: "..") {
      let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
      let (first, last) = (Self.date(before), Self.date(after))
      guard first != nil || before.isEmpty, last != nil || after.isEmpty, first != nil || last != nil else {
        return nil
      }
      lower = first.map { Bound(date: $0, isOpen: false) }
      upper = last.map { Bound(date: $0, isOpen: false) }
    } else {
      guard let date = Self.date(text.hasPrefix("=") ? text.dropFirst() : text[...]) else { return nil }
      let bound = Bound(date: date, isOpen: false)
      (lower, upper) = (bound, bound)
    }
  }

  private static func date(_ text: Substring) -> PartialDate? { try? PartialDate(String(text)) }

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

/// Days that are counted from the one on which they are asked for: `last-month`, `last-30-days`.
enum RelativeDays: Equatable, Sendable {
  case today, yesterday
  case thisWeek, lastWeek
  case thisMonth, lastMonth
  case thisYear, lastYear
  /// So many days up to today.
  case last(days: Int)

  private static let words: [String: RelativeDays] = [
    "today": .today, "yesterday": .yesterday, "this-week": .thisWeek, "last-week": .lastWeek, "this-month": .thisMonth,
    "last-month": .lastMonth, "this-year": .thisYear, "last-year": .lastYear,
  ]
  /// The words that people are told of.
  static let typedWords = [
    "today", "yesterday", "this-week", "last-week", "this-month", "last-month", "this-year", "last-year",
    "last-30-days",
  ]

  /// As far as anybody looks back.
  private static let mostDays = 36_500

  init?(_ text: String) {
    let word = text.lowercased()
    if let known = Self.words[word] {
      self = known
      return
    }
    guard word.hasPrefix("last-"), word.hasSuffix("-days"), let days = Int(word.dropFirst(5).dropLast(5)),
      (1...Self.mostDays).contains(days)
    else { return nil }
    self = .last(days: days)
  }

  /// The days that are meant on a day. Weeks begin with Monday, as ISO 8601 has them.
  func range(on today: PartialDate) -> DayRange {
    let monday = today.adding(days: 1 - today.weekday)
    return switch self {
    case .today: DayRange(today)
    case .yesterday: DayRange(today.adding(days: -1))
    case .thisWeek: DayRange(from: monday, through: monday.adding(days: 6))
    case .lastWeek: DayRange(from: monday.adding(days: -7), through: monday.adding(days: -1))
    case .thisMonth: DayRange(today.wholeMonth)
    case .lastMonth: DayRange(today.adding(days: -(today.day ?? 1)).wholeMonth)
    case .thisYear: DayRange(PartialDate(firstOf: today.year).wholeYear)
    case .lastYear: DayRange(PartialDate(firstOf: today.year - 1).wholeYear)
    case .last(let days): DayRange(from: today.adding(days: 1 - days), through: today)
    }
  }
}

/// Which days a condition of a query is about.
enum DayCondition: Equatable, Sendable {
  case range(DayRange)
  case relative(RelativeDays)

  /// What a person means by a text behind the name of a date; `nil` where it is neither.
  init?(_ text: String) {
    if let days = RelativeDays(text) {
      self = .relative(days)
    } else if let range = DayRange(text) {
      self = .range(range)
    } else {
      return nil
    }
  }

  /// The days, as they are meant on a day.
  func range(on today: PartialDate) -> DayRange {
    switch self {
    case .range(let range): range
    case .relative(let days): days.range(on: today)
    }
  }
}
