/// Percent-encoding of UTF-8 text (RFC 3986, section 2.1).
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Returns a string in which all characters except ASCII letters, digits, `-`, `.`, `_` and `~` are encoded.
  package static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a percent-encoded text. The result is not decoded again.
  ///
  /// - Parameter plusIsSpace: True to decode a plus as a space, as in the query of a form (URL Standard, section 5.1).
  /// - Returns: The text, or `nil` if a percent sign is not followed by two hexadecimal digits, or if the result is not
  ///   valid UTF-8.
  package static func decoded(_ text: Substring, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
