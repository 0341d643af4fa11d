/// What proves who somebody is, in the place of a password: 128 random bits. The catalog keeps its hash alone, so who reads the file
/// learns none.
package struct AccessSecret: Sendable, Equatable {
  private static let bytes = 16
  /// Digits and small letters, without those that are taken for others (Crockford's base 32).
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  /// How many digits hold the bits.
  private static let length = 26

  private let number: [UInt8]

  /// A secret that nobody knows.
  package init() {
    var numbers = SystemRandomNumberGenerator()
    number = (0..<Self.bytes).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
  }

  /// Reads what ``text`` writes: large letters count as small ones, hyphens and blanks as nothing.
  ///
  /// - Returns: `nil` for any other text, as nearly every password is.
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

  /// As it is shown and typed: 26 digits and letters.
  package var text: String {
    let value = number.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    let digits = (0..<Self.length).map { Self.digits[Int(value >> UInt128(125 - 5 * $0) & 31)] }
    return String(decoding: digits, as: UTF8.self)
  }

  /// What the catalog keeps of it.
  package var hash: [UInt8] { SHA256.hash(number) }
}
