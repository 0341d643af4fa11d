import CatalogModel
import Platform

/// Parses the dates in bibliographies: EDTF (ISO 8601-2) as in biblatex, dates in words as in BibTeX, and dates with
/// slashes as in RIS.
enum CitationDate {
  /// A date, as far as it could be parsed.
  struct Reading {
    let date: PartialDate
    /// True if the text contains nothing but the date.
    let isWhole: Bool
  }

  /// Returns the date that ``reading(of:)`` parses.
  static func date(of text: String) -> PartialDate? { reading(of: text)?.date }

  /// Parses a date such as `1965`, `1965-08-01`, `1965///`, `ca. 1965`, `[1965?]`, `-0044`, `August 1965` or `1 Aug
  /// 1965`. A range such as `2004/2006` is reduced to its beginning, and a season to its year. Returns `nil` if the
  /// text contains no date.
  static func reading(of text: String) -> Reading? {
    if let date = try? PartialDate(text) {
      // A time of day can be dropped without losing a part of the date. If the text also has a slash, the end of a
      // range is dropped as well.
      return Reading(date: date, isWhole: !(text.holds(UInt8(ascii: ":")) && text.holds(UInt8(ascii: "/"))))
    }
    var text = text.trimmed().lowercased()
    guard text.utf8.count <= 60 else { return nil }
    var isExact = true
    for word in ["circa", "ca.", "c.", "ca ", "um ", "vers "] where text.hasPrefix(word) {
      text = String(text.dropFirst(word.count))
      isExact = false
    }
    isExact = isExact && !text.unicodeScalars.contains(where: doubts.contains)
    text = String(text.unicodeScalars.filter { !doubts.contains($0) && !brackets.contains($0) }.map(Character.init))
      .trimmed()
    if text.hasPrefix("c"), text.dropFirst().first?.isNumber == true { text.removeFirst() }
    guard let read = numeric(text) ?? inWords(text) else { return nil }
    return Reading(date: read.date, isWhole: read.isWhole && isExact && !isOpenSpan(text))
  }

  /// Returns true if a string is a range without a beginning or an end: `1984/`, `/1984`, `../1984`. Dates in RIS may
  /// also end with slashes, but then with more than one slash.
  private static func isOpenSpan(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && (parts[0].allSatisfy { $0 == "." } || parts[1].isEmpty)
  }

  /// Characters that mark a date as uncertain or approximate.
  private static let doubts: Set<UnicodeScalar> = ["~", "?", "%"]
  private static let brackets: Set<UnicodeScalar> = ["[", "]", "(", ")", "{", "}", "©"]

  /// Parses a date that consists of numbers.
  private static func numeric(_ text: String) -> Reading? {
    if let date = try? PartialDate(text) { return Reading(date: date, isWhole: true) }
    let isNegative = text.hasPrefix("-")
    let body = isNegative ? text.dropFirst() : text[...]
    // Text after the first slash is the end of a range, unless it has the length of a month.
    let parts = body.split(separator: "/", omittingEmptySubsequences: false)
    let isSlashed = parts.count >= 3 && parts[1].utf8.count <= 2
    let fields = isSlashed ? parts : (parts.first ?? "").split { $0 == "-" || $0 == "–" }
    let digits = fields.prefix { !$0.isEmpty && $0.isDigits && $0.utf8.count <= 6 }.prefix(3).compactMap { Int($0) }
    guard let first = digits.first, fields.first?.utf8.count ?? 0 >= 3 || isNegative else { return nil }
    let month = digits.count > 1 && (1...12).contains(digits[1]) ? digits[1] : nil
    let day = digits.count > 2 && month != nil && digits[2] > 0 ? digits[2] : nil
    // Zeros represent unknown parts.
    let others = (isSlashed ? fields : fields + parts.dropFirst()).dropFirst().count { !$0.allSatisfy { $0 == "0" } }
    return reading(isNegative ? -first : first, month, day, beside: others)
  }

  /// Parses a date that consists of a four-digit year and, optionally, a month name and a day.
  private static func inWords(_ text: String) -> Reading? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let year = words.first(where: { $0.utf8.count == 4 && $0.isDigits }).flatMap({ Int($0) }) else { return nil }
    let month = words.lazy.compactMap { word -> Int? in word.isDigits ? nil : Self.month(named: String(word)) }.first
    let day = month == nil ? nil : words.first { (1...2).contains($0.utf8.count) && $0.isDigits }.flatMap { Int($0) }
    return reading(year, month, day, beside: words.count - 1)
  }

  /// Returns the date that the parts form, without an invalid month or day. Returns `nil` if the year is invalid.
  ///
  /// - Parameter others: The number of parts in the text, other than the year.
  private static func reading(_ year: Int, _ month: Int?, _ day: Int?, beside others: Int) -> Reading? {
    for parts in [[month, day], [month], []] {
      let parts = parts.compactMap(\.self)
      guard
        let date = try? PartialDate(year: year, month: parts.first, day: parts.count > 1 ? parts[1] : nil)
      else { continue }
      return Reading(date: date, isWhole: others <= parts.count)
    }
    return nil
  }

  /// Returns the number of a month from its English name, the abbreviation of this name, or the number as text.
  static func month(named word: String) -> Int? {
    if let number = Int(word) { return (1...12).contains(number) ? number : nil }
    guard let index = months.firstIndex(of: word.prefix(3).lowercased()) else { return nil }
    return index + 1
  }

  /// BibTeX's abbreviations of the months.
  static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Returns the date in ISO 8601, with a year of four digits: `-0044`.
  static func text(of date: PartialDate) -> String {
    let year = (date.year < 0 ? "-" : "") + String(abs(date.year)).leftPadded(to: 4)
    return ([year] + [date.month, date.day].compactMap { $0.map { String($0).leftPadded(to: 2) } }).joined(
      separator: "-")
  }
}
