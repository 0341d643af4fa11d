/// Decodes MARC-8, the encoding that libraries used before Unicode. Two character sets are active at a time and are
/// switched by escape sequences; combining marks come before their letter (MARC 21 Specifications, Character Sets and
/// Encoding Options, part 2).
///
/// Latin, Greek, Cyrillic, Hebrew and Arabic are supported. Chinese, Japanese and Korean are not: their set has 16,000
/// characters of three bytes each.
enum MARC8 {
  static let escape: UInt8 = 0x1B

  /// Returns the decoded text.
  ///
  /// - Throws: ``MARCFailure`` for bytes that encode no character, and for Chinese, Japanese and Korean.
  static func text(of bytes: UnsafeBufferPointer<UInt8>) throws(MARCFailure) -> String {
    var lower = MARC8Set.ascii
    var upper = MARC8Set.ansel
    var text = String.UnicodeScalarView()
    /// Combining marks that are waiting for their letter.
    var marks: [UnicodeScalar] = []
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == escape {
        position = try read(escapeAt: position, in: bytes, &lower, &upper)
        continue
      }
      position += 1
      switch byte {
      case 0...0x20:
        text.append(contentsOf: marks)
        marks = []
        text.append(UnicodeScalar(byte))
      case 0x7F, 0x80...0x87, 0x8A...0x8C, 0x8F...0xA0, 0xFF:
        // Control characters and bytes without a meaning are skipped.
        continue
      case 0x88, 0x89:
        // These bytes enclose words that are ignored in sorting.
        continue
      case 0x8D: text.append("\u{200D}")
      case 0x8E: text.append("\u{200C}")
      default:
        let set = byte < 0x80 ? lower : upper
        guard let scalar = set.character(byte & 0x7F) else {
          throw MARCFailure(
            "byte 0x\(String(byte, radix: 16, uppercase: true)) is not a character of MARC-8, \(set.name)")
        }
        // Unlike other marks in MARC-8, U+0670 comes after its letter, as in Unicode.
        let isMark = scalar.properties.canonicalCombiningClass != .notReordered && scalar != "\u{670}"
        if isMark {
          marks.append(scalar)
        } else {
          text.append(scalar)
          text.append(contentsOf: marks)
          marks = []
        }
      }
    }
    text.append(contentsOf: marks)
    return String(text)
  }

  /// Reads an escape sequence and switches the character set that it names.
  ///
  /// - Returns: The index after the escape sequence.
  private static func read(
    escapeAt position: Int, in bytes: UnsafeBufferPointer<UInt8>, _ lower: inout MARC8Set, _ upper: inout MARC8Set
  ) throws(MARCFailure) -> Int {
    var next = position + 1
    func take() -> UInt8? {
      guard next < bytes.count else { return nil }
      next += 1
      return bytes[next - 1]
    }
    guard var kind = take() else { throw MARCFailure("an escape sequence of MARC-8 is truncated") }
    switch kind {
    case UInt8(ascii: "g"): lower = .greekSymbols
    case UInt8(ascii: "b"): lower = .subscripts
    case UInt8(ascii: "p"): lower = .superscripts
    case UInt8(ascii: "s"): lower = .ascii
    default:
      let isLong = kind == UInt8(ascii: "$")
      if isLong {
        guard let second = take() else { throw MARCFailure("an escape sequence of MARC-8 is truncated") }
        kind = second
      }
      let isUpper = kind == UInt8(ascii: ")") || kind == UInt8(ascii: "-")
      let isLower = kind == UInt8(ascii: "(") || kind == UInt8(ascii: ",")
      // An escape sequence for a multibyte set may omit the byte that selects which of the two active sets is replaced.
      var final: UInt8? = isUpper || isLower ? take() : isLong ? kind : nil
      if final == UInt8(ascii: "!") { final = take() }
      if isLong, final == UInt8(ascii: "1") {
        throw MARCFailure(
          "it is in MARC-8 with Chinese, Japanese or Korean, which is not supported; convert it to UTF-8 first")
      }
      guard !isLong, let final, let set = MARC8Set(final: final) else {
        throw MARCFailure("it is in MARC-8 with a character set that MARC 21 does not have")
      }
      if isUpper { upper = set } else { lower = set }
    }
    return next
  }
}
