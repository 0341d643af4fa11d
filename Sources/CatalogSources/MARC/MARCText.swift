import CatalogModel

/// Normalises the text in records. Control characters are removed, because in a record they are only valid as
/// separators.
enum MARCText {
  /// Returns the text of a subfield in the form in which it is compared and stored: one line in normalisation form C,
  /// without control characters. The removed characters include those of ISO 6630, which enclose words ignored in
  /// sorting.
  static func line(_ text: String) -> String { clean(text).canonicalLine() }

  /// Returns the text of a field without subfields. Since its characters have fixed positions, each invalid character
  /// is replaced by a blank.
  static func coded(_ text: String) -> String {
    if isPlain(text) { return text }
    return String(
      decoding: text.unicodeScalars.lazy.map { (0x20..<0x7F).contains($0.value) ? UInt8($0.value) : 0x20 },
      as: UTF8.self)
  }

  /// Returns the text without control characters. A control character that is whitespace becomes a space.
  private static func clean(_ text: String) -> String {
    if isPlain(text) { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 9...13, 0x85: clean.append(" ")
      case 0..<0x20, 0x7F..<0xA0: continue
      default: clean.append(scalar)
      }
    }
    return String(clean)
  }

  /// Returns true if the text is printable ASCII.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
  }

  /// Returns the text without the ISBD punctuation that separates it from the next element, and without a full stop
  /// that ends a field rather than an abbreviation.
  static func withoutPunctuation(_ text: String) -> String {
    guard let last = text.utf8.last, mayBeDropped(last) else { return text }
    var scalars = text.unicodeScalars[...]
    func dropDividers() { while let last = scalars.last, isDivider(last) { scalars.removeLast() } }
    dropDividers()
    // Records transcribed from catalog cards carry this note.
    if scalars.last == "]", String(scalars).hasSuffix(fromCards) { scalars.removeLast(fromCards.unicodeScalars.count) }
    dropDividers()
    if scalars.last == ".", isFullStop(scalars.dropLast()) { scalars.removeLast() }
    dropDividers()
    return scalars.endIndex == text.endIndex ? text : String(scalars)
  }

  private static let fromCards = "[from old catalog]"

  /// Returns true if ``withoutPunctuation(_:)`` may remove something from a string that ends with this byte.
  private static func mayBeDropped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "]"), 0x8C, 0x9B: true
    default: isDivider(UnicodeScalar(byte))
    }
  }

  /// Returns true for separators of ISBD, and for the Arabic comma and semicolon.
  private static func isDivider(_ scalar: UnicodeScalar) -> Bool {
    switch scalar {
    case " ", "/", ":", ";", "=", ",", "\u{60C}", "\u{61B}": true
    default: false
    }
  }

  /// Returns true if the full stop after the text ends the whole text and not an initial or abbreviation. An
  /// abbreviation has fewer than three letters or contains another full stop. Chinese and Japanese words are never
  /// abbreviations.
  private static func isFullStop(_ text: Substring.UnicodeScalarView) -> Bool {
    let start = text.lastIndex { $0 == " " || $0 == "-" || $0 == "(" }.map { text.index(after: $0) } ?? text.startIndex
    let word = text[start...]
    guard let last = word.last, !word.contains(".") else { return false }
    if last.value >= 0x3000 || ("0"..."9").contains(last) { return true }
    return word.count > 2 && !abbreviations.contains(String(word).lowercased())
  }

  private static let abbreviations: Set<String> = [
    "etc", "inc", "ltd", "dept", "vol", "rev", "esq", "phd", "bros", "corp", "prof", "capt", "gen", "hon", "col", "sgt",
    "ill", "trans", "pub", "univ", "sen",
  ]
}
