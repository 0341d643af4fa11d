extension JSONWriter {
  mutating func appendQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    if let mustEscape, text.utf8.contains(where: { $0 >= 0x7F }) {
      appendScalars(of: text, escaping: mustEscape)
    } else {
      text.withUTF8 { appendEscapingBytes($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a string. Copies whole runs of bytes between the characters that JSON requires to be escaped, all of which
  /// are ASCII.
  mutating func appendEscapingBytes(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while true {
      let end = Self.firstEscape(in: text, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      if end == text.count { return }
      appendEscaped(Unicode.Scalar(text[end]))
      start = end + 1
    }
  }

  mutating func appendScalars(of text: String, escaping mustEscape: (Unicode.Scalar) -> Bool) {
    for scalar in text.unicodeScalars {
      let escapes =
        scalar.value < 0x7F ? Self.isEscapedByJSON(UInt8(scalar.value)) : mustEscape(scalar)
      if escapes {
        appendEscaped(scalar)
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
  }

  mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: #"\""#.utf8)
    case "\\": bytes.append(contentsOf: #"\\"#.utf8)
    case "\u{8}": bytes.append(contentsOf: #"\b"#.utf8)
    case "\t": bytes.append(contentsOf: #"\t"#.utf8)
    case "\n": bytes.append(contentsOf: #"\n"#.utf8)
    case "\u{C}": bytes.append(contentsOf: #"\f"#.utf8)
    case "\r": bytes.append(contentsOf: #"\r"#.utf8)
    default:
      for unit in scalar.utf16 {
        let digits = String(unit, radix: 16)
        bytes.append(contentsOf: #"\u"#.utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
      }
    }
  }

  static func isEscapedByJSON(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Returns the index of the first byte from `start` on that JSON requires to be escaped, or `text.count`.
  ///
  /// Eight bytes are examined per step. `(x - 1) & ~x & 0x80`, applied to each byte, shows whether any byte is zero
  /// (Hacker's Delight, 6-1). An exclusive or with a character therefore finds that character. The same expression with
  /// 0x20 finds control characters. A borrow occurs only after a hit. A negative result is therefore always correct,
  /// and a loop over single bytes finds the position of the hit.
  static func firstEscape(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let bytes = UnsafeRawBufferPointer(text)
    var index = start
    while index + 8 <= text.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      let hits =
        ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
      if hits & highBits != 0 { break }
      index += 8
    }
    while index < text.count, !isEscapedByJSON(text[index]) { index += 1 }
    return index
  }
}
