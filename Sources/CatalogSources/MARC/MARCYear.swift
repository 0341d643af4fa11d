import CatalogModel

/// Parses years of publication as librarians write them.
enum MARCYear {
  /// Returns the year in a string such as `1984.`, `c1984`, `©1984`, `[1984?]`, `1984-1986`, `[ca. 1984]`,
  /// `1948 [i.e. 1984]`, `5740 [1980]` or `MDCCC`, or a date in the form of ISO 8601; `nil` for `198-?` and for
  /// anything that is not a year.
  static func date(_ text: String) -> PartialDate? {
    let plain = MARCText.withoutPunctuation(text)
    if let date = try? PartialDate(plain), !plain.contains(" ") { return date }
    let years = years(in: plain)
    // The year on the title page may be a misprint.
    if let correct = plain.firstRange(of: "i.e.") ?? plain.firstRange(of: "i. e."),
      let year = self.years(in: String(plain[correct.upperBound...])).first
    {
      return try? PartialDate(year: year)
    }
    // “M. DCC. LXXVI” is one number.
    let year = years.first ?? roman(plain) ?? roman(plain.replacing(". ", with: ""))
    return year.flatMap { try? PartialDate(year: $0) }
  }

  /// Returns the four-digit numbers in a string that are plausible years.
  private static func years(in text: String) -> [Int] {
    text.split { !$0.isASCII || !$0.isNumber }.compactMap { digits in
      // Skip a year of another calendar, which comes before the Gregorian year.
      digits.utf8.count == 4 ? Int(digits).flatMap { (1_000...2_100).contains($0) ? $0 : nil } : nil
    }
  }

  /// Returns the value of the first word that has at least four letters and is a Roman numeral for a plausible year of
  /// printing.
  private static func roman(_ text: String) -> Int? {
    text.split { !$0.isLetter }.lazy.filter { $0.utf8.count >= 4 }.compactMap { word in
      var (sum, last) = (0, 0)
      for letter in word.uppercased().reversed() {
        guard let value = romanDigits[letter] else { return nil }
        sum += value < last ? -value : value
        last = max(last, value)
      }
      return (1_400...2_100).contains(sum) ? sum : nil
    }.first
  }

  private static let romanDigits: [Character: Int] = ["I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000]
}
