import Platform

/// A secret of 128 random bits, with which a program or browser logs in to an account instead of using a password. The
/// catalog stores only its hash, so someone who reads the file does not learn the secret.
package struct AccessSecret: Sendable, Equatable {
  private static let bytes = 16
  /// The digits and lowercase letters of Crockford's base 32. Letters that are easily confused with others are left
  /// out.
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  /// The number of base 32 digits needed for all bits.
  private static let length = 26

  private let number: [UInt8]

  /// Creates a random secret.
  package init() {
    var numbers = SystemRandomNumberGenerator()
    number = (0..<Self.bytes).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
  }

  /// Reads a secret in the format of ``text``. Case, hyphens and spaces are ignored.
  ///
  /// - Returns: `nil` for any other text, which includes nearly every password.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 64 else { return nil }
    var value: UInt128 = 0
    var count = 0
    for byte in text.lowercased().utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      guard let digit = Self.digits.firstIndex(of: byte), count < Self.length, count > 0 || digit < 8 else {
        return nil
      }
      value = value << 5 | UInt128(digit)
      count += 1
    }
    guard count == Self.length else { return nil }
    number = (0..<Self.bytes).map { UInt8(truncatingIfNeeded: value >> UInt128(120 - 8 * $0)) }
  }

  /// The secret as text, as it is shown and typed: 26 digits and letters.
  package var text: String {
    let value = number.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    let digits = (0..<Self.length).map { Self.digits[Int(value >> UInt128(125 - 5 * $0) & 31)] }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The hash of the secret, as stored in the catalog.
  package var hash: [UInt8] { SHA256.hash(number) }
}
