import CatalogModel

/// Dates as bibliographies have them: EDTF (ISO 8601-2) in biblatex, words in BibTeX, slashes in RIS.
enum CitationDate {
  /// The date of `1965`, `1965-08-01`, `1965///`, `2004/2006` (its beginning), `ca. 1965`, `[1965?]`, `-0044`, `August 1965`,
  /// `1 Aug 1965`; a season is its year. `nil` for what says none.
  static func date(of text: String) -> PartialDate? {
    if let date = try? PartialDate(text) { return date }
    var text = text.trimmed().lowercased()
    guard text.utf8.count <= 60 else { return nil }
    for word in ["circa", "ca.", "c.", "ca ", "um ", "vers "] where text.hasPrefix(word) {
      text = String(text.dropFirst(word.count))
    }
    text = String(text.unicodeScalars.filter { !approximations.contains($0) }.map(Character.init)).trimmed()
    if text.hasPrefix("c"), text.dropFirst().first?.isNumber == true { text.removeFirst() }
    if let date = numeric(text) { return date }
    return inWords(text)
  }

  private static let approximations: Set<UnicodeScalar> = ["~", "?", "%", "[", "]", "(", ")", "{", "}", "©"]

  /// Of numbers alone.
  private static func numeric(_ text: String) -> PartialDate? {
    if let date = try? PartialDate(text) { return date }
    let isNegative = text.hasPrefix("-")
    let body = isNegative ? text.dropFirst() : text[...]
    // What stands behind the first slash is the end of a span, unless it has the length of a month.
    let parts = body.split(separator: "/", omittingEmptySubsequences: false)
    let isSlashed = parts.count >= 3 && parts[1].utf8.count <= 2
    let fields = isSlashed ? parts.prefix(3) : (parts.first ?? "").split { $0 == "-" || $0 == "–" }[...]
    let digits = fields.prefix { !$0.isEmpty && $0.isDigits && $0.utf8.count <= 6 }.compactMap { Int($0) }
    guard let first = digits.first, fields.first?.utf8.count ?? 0 >= 3 || isNegative else { return nil }
    let year = isNegative ? -first : first
    let month = digits.count > 1 && (1...12).contains(digits[1]) ? digits[1] : nil
    let day = digits.count > 2 && month != nil ? digits[2] : nil
    return (try? PartialDate(year: year, month: month, day: day)) ?? (try? PartialDate(year: year))
  }

  /// Of a year of four digits, and a month by its name.
  private static func inWords(_ text: String) -> PartialDate? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let year = words.first(where: { $0.utf8.count == 4 && $0.isDigits }).flatMap({ Int($0) }) else { return nil }
    let month = words.lazy.compactMap { word -> Int? in word.isDigits ? nil : Self.month(named: String(word)) }.first
    let day = month == nil ? nil : words.first { (1...2).contains($0.utf8.count) && $0.isDigits }.flatMap { Int($0) }
    return (try? PartialDate(year: year, month: month, day: day)) ?? (try? PartialDate(year: year, month: month))
  }

  /// The number of a month by its English name or the beginning of it, or by its number.
  static func month(named word: String) -> Int? {
    if let number = Int(word) { return (1...12).contains(number) ? number : nil }
    guard let index = months.firstIndex(of: word.prefix(3).lowercased()) else { return nil }
    return index + 1
  }

  /// The abbreviations that BibTeX knows.
  static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// The date as ISO 8601 has it, its year with four digits: `-0044`.
  static func text(of date: PartialDate) -> String {
    let year = (date.year < 0 ? "-" : "") + String(abs(date.year)).leftPadded(to: 4)
    return ([year] + [date.month, date.day].compactMap { $0.map { String($0).leftPadded(to: 2) } }).joined(
      separator: "-")
  }
}
