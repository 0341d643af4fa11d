/// The number that books have in common that may be one, written otherwise: of the letters of the main title without a
/// leading article, see ``TitleParts``. It is asked of every book of a catalog, so that what is written in Latin letters is
/// read where it lies.
package enum AlikeKey {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// - Parameter title: UTF-8.
  package static func key(title: UnsafeBufferPointer<UInt8>) -> Int64 {
    var key = Fingerprint()
    let part = bareStart(of: title).flatMap { start in mainEnd(of: title).map { (start: start, end: $0) } }
    let isPlain =
      part.map { start, end in start < end && mixPlain(Bytes(rebasing: title[start..<end]), into: &key) } ?? false
    if !isPlain { key.mix(text: TitleParts(String(decoding: title, as: UTF8.self)).bare) }
    return Int64(bitPattern: key.value)
  }

  /// Where a title begins behind its article; `nil` where its first word may be one that is not ASCII, or spaces stand
  /// before it.
  private static func bareStart(of title: Bytes) -> Int? {
    for index in 0..<min(title.count, longestArticle + 1) {
      switch title[index] {
      case 65...90, 97...122: continue
      case 9...13: return nil
      case UInt8(ascii: " ") where index == 0: return nil
      case UInt8(ascii: " "), UInt8(ascii: "'"):
        let word = String(decoding: title[..<index].map { $0 | 0x20 }, as: UTF8.self)
        return LanguageCode.isArticle(word) ? index : 0
      case 0..<128: return 0
      default: return nil
      }
    }
    return 0
  }

  /// Letters of the longest article of any language.
  private static let longestArticle = 4

  /// Where a title ends, or what divides it from its subtitle; `nil` where brackets stand behind it, or a dash that is
  /// not ASCII divides it.
  private static func mainEnd(of title: Bytes) -> Int? {
    if title.last == UInt8(ascii: ")") || title.last == UInt8(ascii: "]") { return nil }
    let space = UInt8(ascii: " ")
    var before: UInt8 = 0
    for index in 0..<title.count {
      let byte = title[index]
      if before == space, byte == 0xE2 { return nil }
      let isDivider = byte == UInt8(ascii: ":") && index > 0 || byte == UInt8(ascii: "-") && before == space
      if isDivider, index + 1 < title.count, title[index + 1] == space { return index }
      before = byte
    }
    return title.count
  }

  /// Mixes in the letters of a text as ``Fold/letters(of:)`` has them, and its end.
  ///
  /// - Returns: whether it has letters, and only such whose folded ones are known; if not, nothing is mixed in.
  private static func mixPlain(_ text: Bytes, into key: inout Fingerprint) -> Bool {
    var mixed = key
    var hasLetters = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      var letters: UInt32
      switch byte {
      case 48...57, 97...122: letters = UInt32(byte)
      case 65...90: letters = UInt32(byte | 0x20)
      case 0..<128: letters = ascii[Int(byte)]
      case 0xC2...0xCD where index + 1 < text.count:
        letters = latin[Int(byte & 0x1F) << 6 | Int(text[index + 1] & 0x3F)]
        index += 1
      case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80:
        letters = punctuation[Int(text[index + 2] & 0x3F)]
        index += 2
      default: return false
      }
      index += 1
      if letters == unknown { return false }
      if letters != 0 { hasLetters = true }
      while letters != 0 {
        mixed.mix(UInt8(truncatingIfNeeded: letters))
        letters >>= 8
      }
    }
    guard hasLetters else { return false }
    mixed.mix(0xFF)
    key = mixed
    return true
  }

  /// The folded letters of the first scalars, of those in two bytes of UTF-8 up to U+037F, and of U+2000 to U+203F.
  private static let ascii = (0..<128).map(letters)
  private static let latin = (0..<0x380).map(letters)
  private static let punctuation = (0x2000..<0x2040).map(letters)
  /// More than four bytes of letters, or none that are certain.
  private static let unknown = UInt32.max

  /// The folded letters of a scalar, the first one in the lowest byte. A scalar is folded as its text is.
  private static func letters(of value: Int) -> UInt32 {
    guard let scalar = UnicodeScalar(value) else { return unknown }
    let bytes = Array(Fold.letters(of: String(scalar)).utf8)
    return bytes.count > 4 ? unknown : bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
