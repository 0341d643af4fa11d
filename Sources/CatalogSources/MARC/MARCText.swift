import CatalogModel

/// Texts of records, which hold no control characters but those that divide them.
enum MARCText {
  /// A subfield as it is compared and kept: one line in normalisation form C, without control characters. Those of ISO 6630
  /// stand around words that do not count in sorting.
  static func line(_ text: String) -> String { clean(text).canonicalLine() }

  /// A field without subfields, in which characters have a meaning by their place: for each that is none there is a blank.
  static func coded(_ text: String) -> String {
    if isPlain(text) { return text }
    return String(
      decoding: text.unicodeScalars.lazy.map { (0x20..<0x7F).contains($0.value) ? UInt8($0.value) : 0x20 },
      as: UTF8.self)
  }

  /// Without control characters; white space among them becomes a space.
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

  /// Whether it is printable ASCII.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
  }

  /// A text without the punctuation that ISBD puts between it and what follows, and without a full stop that ends a field
  /// and no abbreviation.
  static func withoutPunctuation(_ text: String) -> String {
    guard let last = text.utf8.last, mayBeDropped(last) else { return text }
    var scalars = text.unicodeScalars[...]
    func dropDividers() { while let last = scalars.last, isDivider(last) { scalars.removeLast() } }
    dropDividers()
    // What was taken from cards says so.
    if scalars.last == "]", String(scalars).hasSuffix(fromCards) { scalars.removeLast(fromCards.unicodeScalars.count) }
    dropDividers()
    if scalars.last == ".", isFullStop(scalars.dropLast()) { scalars.removeLast() }
    dropDividers()
    return scalars.endIndex == text.endIndex ? text : String(scalars)
  }

  private static let fromCards = "[from old catalog]"

  /// Whether a text that ends with this byte may end with something that is dropped.
  private static func mayBeDropped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "]"), 0x8C, 0x9B: true
    default: isDivider(UnicodeScalar(byte))
    }
  }

  /// Those of ISBD, and the comma and the semicolon of Arabic.
  private static func isDivider(_ scalar: UnicodeScalar) -> Bool {
    switch scalar {
    case " ", "/", ":", ";", "=", ",", "\u{60C}", "\u{61B}": true
    default: false
    }
  }

  /// Whether the full stop behind a text ends the whole, and not its last word, as of an initial or an abbreviation: that has
  /// fewer than three letters, or another full stop. Words of Chinese and Japanese have no more.
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
