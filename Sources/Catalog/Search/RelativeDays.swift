/// Days relative to the current day, such as `last-month` or `last-30-days`.
enum RelativeDays: Equatable, Sendable {
  case today, yesterday
  case thisWeek, lastWeek
  case thisMonth, lastMonth
  case thisYear, lastYear
  /// The given number of days, ending with today.
  case last(days: Int)

  private static let words: [String: RelativeDays] = [
    "today": .today, "yesterday": .yesterday, "this-week": .thisWeek, "last-week": .lastWeek, "this-month": .thisMonth,
    "last-month": .lastMonth, "this-year": .thisYear, "last-year": .lastYear,
  ]
  /// The words for relative days, as listed in help texts and suggestions.
  static let typedWords = [
    "today", "yesterday", "this-week", "last-week", "this-month", "last-month", "this-year", "last-year",
    "last-30-days",
  ]

  /// The maximum number of days before today: about 100 years.
  private static let maxDays = 36_500

  init?(_ text: some StringProtocol) {
    let word = text.lowercased()
    if let known = Self.words[word] {
      self = known
      return
    }
    guard word.hasPrefix("last-"), word.hasSuffix("-days"), let days = Int(word.dropFirst(5).dropLast(5)),
      (1...Self.maxDays).contains(days)
    else { return nil }
    self = .last(days: days)
  }

  /// Returns the absolute days. Weeks begin on Monday (ISO 8601).
  ///
  /// - Parameter today: The current day.
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
