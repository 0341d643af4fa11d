import CatalogModel

/// Parses dates of publication as people typed them: `1988`, `October 1, 1988`, `Oct 1988`, `c1988`.
enum OpenLibraryDate {
  /// Parses a date.
  ///
  /// - Returns: The date, as precise as possible; `nil` if the text contains no year or more than one.
  static func date(_ text: String) -> PartialDate? {
    if let date = try? PartialDate(text) { return date }
    var year: Int?
    var month: Int?
    var day: Int?
    for word in text.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0.isNumber) }) {
      let digits = word.drop { $0 == "c" || $0 == "C" }
      if digits.count == 4, let number = Int(digits) {
        guard year == nil else { return nil }
        year = number
      } else if digits.count < 3, let number = Int(digits) {
        day = number
      } else if let index = HTTPDate.months.firstIndex(where: { word.lowercased().hasPrefix($0.lowercased()) }) {
        month = index + 1
      }
    }
    guard let year else { return nil }
    // A number that is not a day of the month means something else, so only the year is used.
    return (try? PartialDate(year: year, month: month, day: month == nil ? nil : day)) ?? (try? PartialDate(year: year))
  }
}
