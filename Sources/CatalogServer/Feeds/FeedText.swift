/// Texts of books as feeds have them. Programs of all kinds show them: characters that no format allows are left out (XML 1.0, section
/// 2.2), in both formats alike, so that both say the same.
enum FeedText {
  static func line(_ text: String) -> String { cleaned(text).replacing("\n", with: " ") }

  /// A text of several lines.
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

  /// Names of which something is left.
  static func names(_ names: [String]) -> [String] {
    names.map(line).filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// A title, which a feed cannot be without.
  static func title(_ text: String) -> String {
    let line = line(text)
    return line.allSatisfy(\.isWhitespace) ? "Untitled" : line
  }
}
