import FoundationEssentials

// The text form of UUIDs (RFC 9562, section 4). Foundation's conversion is not used, because it takes longer than all
// other work on a record's id.

extension UUID {
  /// The text in lower case, as RFC 9562 writes it: 32 hexadecimal digits in five groups.
  package var lowercaseText: String { text(Self.lowercaseDigits) }

  /// The text in upper case, as Foundation writes it.
  package var uppercaseText: String { text(Self.uppercaseDigits) }

  /// Creates a UUID from 32 hexadecimal digits in five groups, in either case; `nil` for any other text.
  package init?(text: String) {
    var text = text
    let halves = text.withUTF8 { bytes -> (UInt64, UInt64)? in
      guard bytes.count == 36 else { return nil }
      var (high, low) = (UInt64(0), UInt64(0))
      for (offset, byte) in bytes.enumerated() {
        if Self.isHyphen(offset) {
          guard byte == UInt8(ascii: "-") else { return nil }
          continue
        }
        guard let digit = Self.digit(byte) else { return nil }
        // Shifts the top digit of the lower half into the upper half.
        (high, low) = (high << 4 | low >> 60, low << 4 | digit)
      }
      return (high, low)
    }
    guard let (high, low) = halves else { return nil }
    self.init(bytes: high, low)
  }

  private static let lowercaseDigits: StaticString = "0123456789abcdef"
  private static let uppercaseDigits: StaticString = "0123456789ABCDEF"

  /// Returns true if the text has a hyphen at the given offset.
  private static func isHyphen(_ offset: Int) -> Bool { offset == 8 || offset == 13 || offset == 18 || offset == 23 }

  private func text(_ digits: StaticString) -> String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var offset = 0
        for byte in bytes {
          if Self.isHyphen(offset) {
            text[offset] = UInt8(ascii: "-")
            offset += 1
          }
          text[offset] = digits.utf8Start[Int(byte >> 4)]
          text[offset + 1] = digits.utf8Start[Int(byte & 15)]
          offset += 2
        }
        return 36
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 48...57: UInt64(byte - 48)
    case 65...70: UInt64(byte - 55)
    case 97...102: UInt64(byte - 87)
    default: nil
    }
  }
}
