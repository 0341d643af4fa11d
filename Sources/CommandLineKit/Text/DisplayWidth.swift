import CUTF8Proc

/// A measure of text in terminal cells: a Latin letter takes one cell, a Chinese character two, an accent none.
///
/// The text must be a single line without characters that a terminal would obey or hide (``VisibleText``). Control
/// characters have width 0.
package enum DisplayWidth {
  package enum Alignment: Sendable {
    case left, right
  }

  /// Returns the width of the text in cells.
  package static func of(_ text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns the text if it fits. Otherwise, returns the longest beginning that fits together with an ellipsis.
  ///
  /// Characters are never split, so the result can be one cell short if a wide character does not fit. If there is no
  /// room for the ellipsis, it is omitted.
  package static func truncate(_ text: String, to cells: Int, ellipsis: String) -> String {
    guard of(text) > cells else { return text }
    let ellipsisCells = of(ellipsis)
    guard ellipsisCells < cells else { return prefix(of: text, fitting: cells) }
    return prefix(of: text, fitting: cells - ellipsisCells) + ellipsis
  }

  /// Returns the text padded with spaces to a width in cells. Text that is already wider is returned unchanged.
  package static func pad(_ text: String, to cells: Int, alignment: Alignment) -> String {
    let space = String(repeating: " ", count: max(0, cells - of(text)))
    return switch alignment {
    case .left: text + space
    case .right: space + text
    }
  }

  private static func prefix(of text: String, fitting cells: Int) -> String {
    var rest = cells
    let end = text.indices.first { index in
      rest -= of(text[index])
      return rest < 0
    }
    return String(text[..<(end ?? text.endIndex)])
  }

  private static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
  }

  /// Returns the width of a character: the sum of the widths of its code points, which is how terminals compute it.
  ///
  /// Emoji made of several code points (presentation and skin tone selectors, joined sequences and flags, UTS #51) take
  /// two cells. Older terminals draw the parts of an emoji side by side, but a program cannot detect that.
  private static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let firstWidth = of(first)
    if scalars.count == 1 { return firstWidth }
    if isRegionalIndicator(first) { return 2 }
    var width = firstWidth
    for scalar in scalars.dropFirst() {
      switch scalar.value {
      case 0xFE0F, 0x1F3FB...0x1F3FF: return 2
      case 0x200D where firstWidth == 2: return 2
      case 0x1160...0x11FF, 0xD7B0...0xD7FF: break  // Hangul vowels and finals share the cells of their initial
      default: width += of(scalar)
      }
    }
    return width
  }

  /// Returns the width of a code point. A spacing mark, such as a vowel sign of Devanagari, takes one cell in `wcwidth`
  /// and in terminals, although utf8proc reports a width of 0.
  private static func of(_ scalar: Unicode.Scalar) -> Int {
    let code = Int32(bitPattern: scalar.value)
    if utf8proc_category(code) == UTF8PROC_CATEGORY_MC { return 1 }
    return Int(utf8proc_charwidth(code))
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    0x1F1E6...0x1F1FF ~= scalar.value
  }
}
