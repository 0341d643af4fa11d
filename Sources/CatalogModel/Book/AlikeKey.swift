/// A hash key that is equal for different spellings of the same title, so that they can be found.
///
/// The key is a hash of the letters in the main title, without a leading article (see ``TitleParts``). It is computed
/// for every book in a catalog, so Latin text is read in place, without copying.
package enum AlikeKey {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Returns the key of a title.
  ///
  /// - Parameter title: The title in UTF-8.
  package static func key(title: UnsafeBufferPointer<UInt8>) -> Int64 {
    var key = Fingerprint()
    let part = bareStart(of: title).flatMap { start in mainEnd(of: title).map { (start: start, end: $0) } }
    let isPlain =
      part.map { start, end in start < end && mixPlain(Bytes(rebasing: title[start..<end]), into: &key) } ?? false
    if !isPlain { key.mix(text: TitleParts(String(decoding: title, as: UTF8.self)).bare) }
    return Int64(bitPattern: key.value)
  }

  /// Returns the byte offset of the end of a title's leading article; 0 if the title has no article. Returns `nil` if
  /// the title begins with white space, or if its first word may contain non-ASCII characters.
  private static func bareStart(of title: Bytes) -> Int? {
    for index in 0..<min(title.count, maxArticleLength + 1) {
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

  /// The number of letters in the longest article of any language.
  private static let maxArticleLength = 4

  /// Returns the byte offset of the end of the main title, at the divider before the subtitle or at the end of the
  /// text. Returns `nil` if the title ends with a bracket, or if a non-ASCII dash may divide it.
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

  /// Mixes the letters of a text (``Fold/letters(of:)``) into a key, followed by a terminator.
  ///
  /// - Returns: True if the text contains letters, and the tables contain the folded form of each letter. Otherwise the
  ///   key is unchanged.
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

  /// The folded letters of Unicode scalars, in three tables: ASCII, U+0000 to U+037F, and U+2000 to U+203F.
  private static let ascii = (0..<128).map(letters)
  private static let latin = (0..<0x380).map(letters)
  private static let punctuation = (0x2000..<0x2040).map(letters)
  /// The table entry for a scalar that folds to more than four bytes.
  private static let unknown = UInt32.max

  /// Returns the folded letters of a single scalar, packed into a number with the first letter in the lowest byte.
  private static func letters(of value: Int) -> UInt32 {
    guard let scalar = UnicodeScalar(value) else { return unknown }
    let bytes = Array(Fold.letters(of: String(scalar)).utf8)
    return bytes.count > 4 ? unknown : bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
