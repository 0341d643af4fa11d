import CatalogModel
import RegexBuilder

/// How many pages a book has, as catalogs and people write it.
enum PageCount {
  /// - Returns: digits alone, of `1,200`, `300 p.`, `xii, 310 pages`, `412.0`; another text as it is.
  static func text(of text: String) -> String {
    if Int(text) != nil { return text }
    // A preface in Roman numbers, the number, in which a separator has three digits behind it, the fraction that
    // spreadsheets write, and the word for pages.
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

/// When a book was published, as librarians write what they found elsewhere than on its title page or only guess.
enum YearInBrackets {
  /// - Returns: the year of `[1984]`, `c1984`, `1984?`, `ca. 1984`; another text as it is.
  static func text(of text: String) -> String {
    let digits = text.filter { $0.isASCII && $0.isNumber }
    guard digits.count == 4, text.contains(digits), text.utf8.count <= 12, !text.contains("-"), !text.contains("/")
    else {
      return text
    }
    return digits
  }
}
