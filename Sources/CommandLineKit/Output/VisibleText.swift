/// Functions that make book data safe to write.
///
/// Titles come from untrusted files and servers, and a terminal obeys the control characters in them. Control
/// characters could move the cursor, change the window's title, or reverse the reading direction to disguise text.
package enum VisibleText {
  /// Returns the text with a visible symbol in place of every character that a terminal would obey, reorder or hide. C0
  /// controls and DEL become control pictures (`␛`). Other characters are replaced by their code (`<U+202E>`).
  ///
  /// - Parameter keepingLineBreaks: True to keep U+000A, for multi-line text outside tables.
  package static func forTerminal(_ text: String, keepingLineBreaks: Bool = false) -> String {
    guard mayHoldHazard(text) else { return text }
    var visible = ""
    var found = false
    for scalar in text.unicodeScalars {
      if isHazard(scalar) && !(keepingLineBreaks && scalar == "\n") {
        visible += symbol(for: scalar)
        found = true
      } else {
        visible.unicodeScalars.append(scalar)
      }
    }
    return found ? visible : text
  }

  /// Returns true if a terminal would obey, reorder or hide this character.
  ///
  /// Zero-width joiners (U+200C, U+200D) are not included: emoji and several scripts need them.
  package static func isHazard(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true  // C0, DEL, C1
    case 0x20..<0x600: false
    case 0x061C, 0x200E...0x200F: true  // directional marks
    case 0x180E, 0x200B, 0xFEFF: true  // zero-width spaces
    case 0x2028...0x2029: true  // line and paragraph separators
    case 0x202A...0x202E: true  // directional embeddings and overrides
    case 0x2060...0x206F: true  // invisible operators, directional isolates, deprecated formats
    case 0xFFF9...0xFFFB: true  // interlinear annotations
    case 0xFDD0...0xFDEF: true  // noncharacters
    default: scalar.value & 0xFFFE == 0xFFFE  // noncharacters, two in each plane
    }
  }

  /// Appends one cell of a tab-separated row as UTF-8.
  ///
  /// Tab, line feed, carriage return and backslash are written as `\t`, `\n`, `\r` and `\\`. Each row is therefore a
  /// single line, and the original values can be restored (`printf %b`). All other characters are written unchanged,
  /// because a pipe does not interpret them and scripts need the original data.
  package static func appendField(_ text: String, to row: inout [UInt8]) {
    guard text.utf8.contains(where: isFieldSyntax) else {
      row.append(contentsOf: text.utf8)
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\t"): row.append(contentsOf: #"\t"#.utf8)
      case UInt8(ascii: "\n"): row.append(contentsOf: #"\n"#.utf8)
      case UInt8(ascii: "\r"): row.append(contentsOf: #"\r"#.utf8)
      case UInt8(ascii: "\\"): row.append(contentsOf: #"\\"#.utf8)
      default: row.append(byte)
      }
    }
  }

  private static func isFieldSyntax(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Returns true if the text may contain a hazardous character. Checks only for the bytes with which such characters
  /// begin in UTF-8. For nearly all titles, this avoids a scan of the scalars.
  private static func mayHoldHazard(_ text: String) -> Bool {
    text.utf8.contains { byte in
      switch byte {
      case 0..<0x20, 0x7F: true
      case 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF0...0xF4: true  // first bytes of the hazards beyond ASCII
      default: false
      }
    }
  }

  private static func symbol(for scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0..<0x20: String(Character(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"))
    case 0x7F: "\u{2421}"
    default:
      "<U+\(String(repeating: "0", count: max(0, 4 - String(scalar.value, radix: 16).count)))"
        + "\(String(scalar.value, radix: 16, uppercase: true))>"
    }
  }
}
