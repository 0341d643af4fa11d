import CatalogModel
import RegexBuilder

/// Parses numbers of pages in the notations that libraries and users write.
enum PageCount {
  /// Extracts the number of pages from a string.
  ///
  /// - Returns: The digits of the number in a string such as `1,200`, `300 p.`, `xii, 310 pages` or `412.0`. Other
  ///   strings are returned unchanged.
  static func text(of text: String) -> String {
    if Int(text) != nil { return text }
    // The notation consists of optional pages in Roman numerals, the number with optional thousands separators, the
    // fraction that spreadsheets add, and the word for pages.
    let roman = /(?:[ivxlcdm]+\s*[,+]?\s+)?/
    let word = /(?:p|pp|pg|pgs|page|pages|s|seiten|str|стр|с|páginas|pagine)?\.?/
    let notation = Regex {
      roman
      /(\d{1,3}(?:[,.\u{a0}]\d{3})+|\d+)(?:\.0+)?\s*/
      word
    }
    guard let match = text.lowercased().wholeMatch(of: notation) else { return text }
    return match.output.1.filter(\.isNumber)
  }
}

/// Parses years of publication in the notation that librarians use for years that they inferred or guessed.
enum YearInBrackets {
  /// Extracts the year from a string.
  ///
  /// - Returns: The year in a string such as `[1984]`, `c1984`, `1984?` or `ca. 1984`. Other strings are returned
  ///   unchanged.
  static func text(of text: String) -> String {
    let digits = text.filter { $0.isASCII && $0.isNumber }
    guard digits.count == 4, text.contains(digits), text.utf8.count <= 12, !text.contains("-"), !text.contains("/")
    else {
      return text
    }
    return digits
  }
}
