/// A range of days as typed by the user: `2024`, `2024-05`, `2023..2024-06`, `>2024`, `last-month`,
/// `last-year..2026-03`.
struct DayCondition: Equatable, Sendable {
  /// One end of the range.
  private enum Days: Equatable, Sendable {
    case date(PartialDate)
    case relative(RelativeDays)

    init?(_ text: Substring) {
      if let relative = RelativeDays(text) {
        self = .relative(relative)
      } else if let date = try? PartialDate(String(text)) {
        self = .date(date)
      } else {
        return nil
      }
    }

    func range(on today: PartialDate?) -> DayRange? {
      switch self {
      case .date(let date): DayRange(date)
      case .relative(let days): today.map(days.range)
      }
    }
  }

  private let first, last: Days?
  /// True if the days at both ends are excluded, as with `<` and `>`.
  private let isOpen: Bool

  /// Creates a condition from absolute days.
  init(_ days: DayRange) {
    (first, last) = (days.lower.map { .date($0.date) }, days.upper.map { .date($0.date) })
    isOpen = (days.lower ?? days.upper)?.isOpen ?? false
  }

  /// Creates a condition from the value of a date filter, which is the text after the colon. Returns `nil` if the text
  /// is neither a day, month or year nor a range.
  init?(_ text: String) {
    let operators: [(symbol: String, isLower: Bool, isOpen: Bool)] = [
      (">=", true, false), ("<=", false, false), (">", true, true), ("<", false, true),
    ]
    if let found = operators.first(where: { text.hasPrefix($0.symbol) }) {
      guard let days = Days(text.dropFirst(found.symbol.count)) else { return nil }
      (first, last, isOpen) = (found.isLower ? days : nil, found.isLower ? nil : days, found.isOpen)
    } else if let dots = text.firstRange(of: "..") {
      let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
      (first, last, isOpen) = (Days(before), Days(after), false)
      guard first != nil || before.isEmpty, last != nil || after.isEmpty, first != nil || last != nil else {
        return nil
      }
    } else {
      guard let days = Days(text.hasPrefix("=") ? text.dropFirst() : text[...]) else { return nil }
      (first, last, isOpen) = (days, days, false)
    }
  }

  /// True if the range contains relative days such as `last-month`.
  var isRelative: Bool {
    [first, last].contains { if case .relative? = $0 { true } else { false } }
  }

  /// Returns the absolute days of the range. Returns `nil` if the range contains relative days and `today` is `nil`.
  ///
  /// - Parameter today: The day to which relative days refer.
  func range(on today: PartialDate?) -> DayRange? {
    let (first, last) = (first?.range(on: today), last?.range(on: today))
    guard (first == nil) == (self.first == nil), (last == nil) == (self.last == nil) else { return nil }
    func bound(_ bound: DayRange.Bound?) -> DayRange.Bound? {
      bound.map { DayRange.Bound(date: $0.date, isOpen: isOpen) }
    }
    return DayRange(
      from: bound(isOpen ? first?.upper : first?.lower), through: bound(isOpen ? last?.lower : last?.upper))
  }
}
