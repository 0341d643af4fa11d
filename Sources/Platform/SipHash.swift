/// SipHash-2-4, a keyed hash of 64 bits that cannot be computed without the key (Aumasson and Bernstein, “SipHash: a
/// fast short-input PRF”, 2012).
package struct SipHash: Sendable {
  private let first: UInt64
  private let second: UInt64

  /// Creates a hash function with a key.
  package init(_ first: UInt64, _ second: UInt64) { (self.first, self.second) = (first, second) }

  /// Returns a hash function with a random key.
  package static func secret() -> SipHash {
    var numbers = SystemRandomNumberGenerator()
    return SipHash(numbers.next(), numbers.next())
  }

  package func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    var (v0, v1) = (first ^ 0x736F_6D65_7073_6575, second ^ 0x646F_7261_6E64_6F6D)
    var (v2, v3) = (first ^ 0x6C79_6765_6E65_7261, second ^ 0x7465_6462_7974_6573)
    func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
    func mix(_ rounds: Int) {
      for _ in 0..<rounds {
        v0 &+= v1
        v1 = rotated(v1, 13) ^ v0
        v0 = rotated(v0, 32)
        v2 &+= v3
        v3 = rotated(v3, 16) ^ v2
        v0 &+= v3
        v3 = rotated(v3, 21) ^ v0
        v2 &+= v1
        v1 = rotated(v1, 17) ^ v2
        v2 = rotated(v2, 32)
      }
    }
    func take(_ word: UInt64) {
      v3 ^= word
      mix(2)
      v0 ^= word
    }
    var (word, count) = (UInt64(0), 0)
    for byte in bytes {
      word |= UInt64(byte) << UInt64(count % 8 * 8)
      count += 1
      if count % 8 == 0 {
        take(word)
        word = 0
      }
    }
    take(word | UInt64(count & 0xFF) << 56)
    v2 ^= 0xFF
    mix(4)
    return v0 ^ v1 ^ v2 ^ v3
  }
}
