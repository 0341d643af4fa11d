import Platform

extension PartialDate {
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// Parses a date that a person typed: as in ISO 8601 (`2024-08-22`), with the English name of a month or its
  /// beginning (`22 August 2024`, `Aug 22, 2024`, `Aug 2024`), `today`, or `yesterday`. Returns `nil` for other texts.
  package init?(typed text: String, today: PartialDate) {
    switch text.lowercased() {
    case "today": self = today
    case "yesterday": self = today.adding(days: -1)
    default:
      guard let date = (try? PartialDate(text)) ?? Self.written(text) else { return nil }
      self = date
    }
  }

  /// Returns the date in a text such as `22 August 2024`; `nil` for any other text.
  private static func written(_ text: String) -> PartialDate? {
    var words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "." }.map(String.init)
    guard (2...3).contains(words.count), let year = words.popLast(), year.isDigits, (3...4).contains(year.utf8.count),
      let index = words.firstIndex(where: { !$0.isDigits }),
      let month = months.firstIndex(where: { words[index].utf8.count >= 3 && $0.hasPrefix(words[index]) })
    else { return nil }
    words.remove(at: index)
    let parts = [year, String(month + 1).leftPadded(to: 2)] + words.map { $0.leftPadded(to: 2) }
    return try? PartialDate(parts.joined(separator: "-"))
  }
}
