import CatalogModel

/// Writes text in LaTeX, so that ``LaTeXDecoder`` reads it back as it was.
struct LaTeXEncoder: Sendable {
  /// Whether commands stand for all that is not ASCII.
  let isASCII: Bool

  /// A text of any number of lines: a line ends with `\\`, a paragraph with a blank line.
  func text(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    // Where the text begins, and where a line does.
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

  /// A title, in which words whose capitals must stay are in braces: styles of bibliographies make small letters of others.
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
    // LaTeX has this for a space, and the decoder for a tab.
    case "\t": text += "\\\t"
    case "\u{B}", "\u{C}": text += LaTeXSpellings.command(for: scalar)
    // White space at the ends of lines, and more than one, would be lost.
    case " ": text += Self.isSpace(previous) || next == "\n" ? "\\ " : " "
    case "\\": text += "\\textbackslash{}"
    // A brace by itself would have to have another one.
    case "{": text += "\\textbraceleft{}"
    case "}": text += "\\textbraceright{}"
    case "&", "%", "$", "#", "_": text += "\\\(scalar)"
    case "^": text += "\\textasciicircum{}"
    case "~": text += "\\textasciitilde{}"
    // Two of them would be one of another kind.
    case "-" where previous == "-", "'" where previous == "'", "`" where ["`", "?", "!"].contains(previous):
      text += "{}\(scalar)"
    // At the beginning of a line an entry would begin.
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
