import CUTF8Proc
import Platform

extension String {
  /// Returns the text without white space at its ends.
  package func trimmed() -> String {
    if let first = utf8.first, let last = utf8.last, (33...126).contains(first), (33...126).contains(last) {
      return self
    }
    guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    let last = unicodeScalars.lastIndex { !$0.properties.isWhitespace } ?? first
    return String(unicodeScalars[first...last])
  }

  /// Returns true if the text contains the given ASCII character. This is faster than `utf8.contains`, which makes a
  /// function call for each byte.
  package func holds(_ letter: UInt8) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, Int32(letter), bytes.count) != nil } ?? false
    }
  }

  /// Returns the text truncated to at most `limit` UTF-8 bytes, at a boundary between scalars.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }

  /// Returns the canonical form of a one-line text: Unicode normalisation form C, with each run of white space replaced
  /// by a single space, and no white space at the ends.
  package func canonicalLine() -> String {
    if isPlainLine { return self }
    let composed = composed()
    if composed.hasSingleSpaces { return composed }
    return composed.unicodeScalars.split { $0.properties.isWhitespace }.map(String.init).joined(separator: " ")
  }

  /// Returns the canonical form of a text of several lines: Unicode normalisation form C, trimmed, with `\n` as line
  /// ends.
  package func canonicalText() -> String {
    composed().unixLineEnds().trimmed()
  }

  /// Returns the text in Unicode normalisation form C.
  private func composed() -> String {
    isPlainlyComposed ? self : transformed(by: [UTF8PROC_STABLE, UTF8PROC_COMPOSE]) ?? self
  }

  /// True if the text has only scalars up to U+02FF and punctuation from U+2002 to U+203F. All of these are in
  /// normalisation form C in any context (UAX #15, section 9: their quick check is “yes”, and none is combining).
  /// Nearly all texts in western languages qualify, and this check takes a fraction of the time that normalising takes.
  private var isPlainlyComposed: Bool {
    var text = self
    return text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        if bytes[index] < 0xCC {
          index += 1
        } else if bytes[index] == 0xE2, bytes[index + 1] == 0x80, bytes[index + 2] >= 0x82 {
          index += 3
        } else {
          return false
        }
      }
      return true
    }
  }

  private func unixLineEnds() -> String {
    guard holds(13) else { return self }
    var lines = String.UnicodeScalarView()
    var previous: UnicodeScalar = " "
    for scalar in unicodeScalars {
      if scalar == "\r" { lines.append("\n") } else if scalar != "\n" || previous != "\r" { lines.append(scalar) }
      previous = scalar
    }
    return String(lines)
  }

  /// True if the text's only white space is single ASCII spaces between other characters. The check works on bytes,
  /// because a check of each scalar would take longer than all other work on a line.
  private var hasSingleSpaces: Bool {
    var text = self
    return text.withUTF8 { bytes in
      var previous: UInt8 = 32
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0..<32: return false
        case 32: if previous == 32 { return false }
        // U+0085 and U+00A0.
        case 0xC2: if bytes[index + 1] == 0x85 || bytes[index + 1] == 0xA0 { return false }
        // U+1680; U+2000 to U+200A, U+2028, U+2029, U+202F and U+205F; U+3000.
        case 0xE1: if bytes[index + 1] == 0x9A { return false }
        case 0xE2:
          let last = bytes[index + 2]
          let isSpace = (0x80...0x8A).contains(last) || last == 0xA8 || last == 0xA9 || last == 0xAF
          if bytes[index + 1] == 0x80 && isSpace || bytes[index + 1] == 0x81 && last == 0x9F { return false }
        case 0xE3: if bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80 { return false }
        default: break
        }
        previous = byte
      }
      return bytes.isEmpty || previous != 32
    }
  }

  /// True if the text is ASCII without control characters, double spaces or spaces at the ends, and thus already
  /// canonical.
  private var isPlainLine: Bool {
    var text = self
    return text.withUTF8 { bytes in
      var previous: UInt8 = 32
      for byte in bytes {
        if byte < 32 || byte > 126 || (byte == 32 && previous == 32) { return false }
        previous = byte
      }
      return bytes.isEmpty || previous != 32
    }
  }

  /// Returns the text transformed by utf8proc; `nil` if that fails (out of memory).
  func transformed(by options: [utf8proc_option_t]) -> String? {
    var copy = self
    return copy.withUTF8 { bytes -> String? in
      var result: UnsafeMutablePointer<utf8proc_uint8_t>?
      let flags = options.reduce(UInt32(0)) { $0 | $1.rawValue }
      let count = utf8proc_map(bytes.baseAddress, bytes.count, &result, utf8proc_option_t(flags))
      guard count >= 0, let result else { return nil }
      defer { free(result) }
      return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
    }
  }
}

extension String {
  /// True if the text contains an ASCII control character, or a control character from U+0080 to U+009F.
  package var holdsControlCharacter: Bool {
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && (0x80...0x9F).contains(byte)) { return true }
      previous = byte
    }
    return false
  }
}
