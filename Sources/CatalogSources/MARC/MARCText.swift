import CatalogModel

/// Texts of records, which hold no control characters but those that divide them.
enum MARCText {
  /// A subfield as it is compared and kept: one line in normalisation form C, without control characters. Those of ISO 6630
  /// stand around words that do not count in sorting.
  static func line(_ text: String) -> String { clean(text).canonicalLine() }

  /// Without control characters; white space among them becomes a space.
  static func clean(_ text: String) -> String {
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
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, isDivider(last) || last == 0x20 { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "."), isFullStop(bytes) { bytes.removeLast() }
    while let last = bytes.last, isDivider(last) || last == 0x20 { bytes.removeLast() }
    return bytes.count == text.utf8.count ? text : String(decoding: bytes, as: UTF8.self)
  }

  private static func isDivider(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ","): true
    default: false
    }
  }

  /// Whether the full stop at the end ends the whole, and not its last word: that has fewer than three letters, or another full
  /// stop, where it is an initial or an abbreviation.
  private static func isFullStop(_ bytes: ArraySlice<UInt8>) -> Bool {
    let word = bytes.dropLast().suffix(while: { $0 != 0x20 && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "(") })
    if word.isEmpty || word.contains(UInt8(ascii: ".")) { return false }
    // Letters beyond ASCII have more than one byte each, and Chinese words one letter.
    if word.contains(where: { $0 >= 0x80 }) { return word.count(where: { $0 & 0xC0 != 0x80 }) > 2 || word.count > 4 }
    if word.contains(where: { (48...57).contains($0) }) { return true }
    return word.count > 3 && !abbreviations.contains(String(decoding: word, as: UTF8.self).lowercased())
      || word.count == 3 && !abbreviations.contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  private static let abbreviations: Set<String> = [
    "etc", "inc", "ltd", "dept", "vol", "rev", "esq", "phd", "bros", "corp", "prof", "capt", "gen", "hon", "col", "sgt",
    "ill", "trans", "pub", "univ", "sen",
  ]
}

extension ArraySlice {
  /// The longest end of which all elements fulfil a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
