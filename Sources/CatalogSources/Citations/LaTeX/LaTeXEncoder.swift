import CatalogModel

/// Converts text to LaTeX that ``LaTeXDecoder`` converts back to the same text.
struct LaTeXEncoder: Sendable {
  /// True to write non-ASCII characters as commands.
  let isASCII: Bool

  /// Returns the LaTeX for a string. `\\` ends a line, and a blank line ends a paragraph.
  func text(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    // The start of the text is treated as the start of a line.
    var previous: UnicodeScalar = "\n"
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\n" {
        var count = 1
        while rest.first == "\n" {
          rest.removeFirst()
          count += 1
        }
        result += count == 1 ? "\\\\\n" : "\n\n" + String(repeating: "\\\\\n", count: count - 2)
      } else {
        append(scalar, previous, rest.first, to: &result)
      }
      previous = scalar
    }
    return result
  }

  /// Returns the LaTeX for a title. Words with significant capitals are put in braces, since bibliography styles
  /// convert other words to lowercase.
  func title(_ title: String) -> String {
    let words = title.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { Self.hasFixedCase($0) ? "{\(text(String($0)))}" : text(String($0)) }.joined(separator: " ")
  }

  private static func hasFixedCase(_ word: Substring) -> Bool {
    let letters = word.unicodeScalars.drop { !$0.properties.isAlphabetic }
    return letters.dropFirst().contains { $0.properties.isUppercase }
  }

  private func append(_ scalar: UnicodeScalar, _ previous: UnicodeScalar, _ next: UnicodeScalar?, to text: inout String)
  {
    switch scalar {
    // LaTeX treats an escaped tab as a space; the decoder treats it as a tab.
    case "\t": text += "\\\t"
    case "\u{B}", "\u{C}": text += LaTeXSpellings.command(for: scalar)
    // Whitespace at line ends, and repeated spaces, would be lost.
    case " ": text += Self.isSpace(previous) || next == "\n" ? "\\ " : " "
    case "\\": text += "\\textbackslash{}"
    // An unbalanced brace would be an error.
    case "{": text += "\\textbraceleft{}"
    case "}": text += "\\textbraceright{}"
    case "&", "%", "$", "#", "_": text += "\\\(scalar)"
    case "^": text += "\\textasciicircum{}"
    case "~": text += "\\textasciitilde{}"
    // Two of these characters in a row would be read as one different character.
    case "-" where previous == "-", "'" where previous == "'", "`" where ["`", "?", "!"].contains(previous):
      text += "{}\(scalar)"
    // At the start of a line, `@` would begin an entry.
    case "@" where Self.isSpace(previous): text += "{@}"
    default:
      if scalar.isASCII || !isASCII {
        text.unicodeScalars.append(scalar)
      } else {
        text += LaTeXSpellings.command(for: scalar)
      }
    }
  }

  private static func isSpace(_ scalar: UnicodeScalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\u{B}" || scalar == "\u{C}"
  }
}
