/// Conversion of the texts of books for feeds. Characters that XML does not allow (XML 1.0, section 2.2) are also
/// removed in JSON, so that feeds in both formats have the same contents.
enum FeedText {
  static func line(_ text: String) -> String { cleaned(text).replacing("\n", with: " ") }

  /// Cleans a text that may have several lines.
  static func cleaned(_ text: String) -> String {
    var cleaned = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": cleaned += "\n"
      case "\t", "\r", "\u{85}", "\u{2028}", "\u{2029}": cleaned += " "
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE || (0x7F...0x9F).contains(scalar.value):
        continue
      default: cleaned.unicodeScalars.append(scalar)
      }
    }
    return cleaned
  }

  /// Returns the names that are not blank after cleaning.
  static func names(_ names: [String]) -> [String] {
    names.map(line).filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns a cleaned title, or `Untitled` if the title is blank, because feeds require a title.
  static func title(_ text: String) -> String {
    let line = line(text)
    return line.allSatisfy(\.isWhitespace) ? "Untitled" : line
  }
}
