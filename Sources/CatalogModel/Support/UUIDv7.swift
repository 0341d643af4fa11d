import FoundationEssentials

extension UUID {
  /// Returns a UUID of version 7 (RFC 9562, section 5.7). It consists of 48 bits of milliseconds, followed by random
  /// bits, so that UUIDs sort by their time of creation.
  package static func version7(at time: Date, using generator: inout some RandomNumberGenerator) -> UUID {
    let milliseconds = UInt64(max(0, time.milliseconds)) & 0xFFFF_FFFF_FFFF
    let high = milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0xFFF, using: &generator)
    let low = UInt64.random(in: 0...(UInt64.max >> 2), using: &generator) | 0x8000_0000_0000_0000
    return UUID(bytes: high, low)
  }

  /// Creates a UUID from its sixteen bytes in network order, given as two halves.
  package init(bytes high: UInt64, _ low: UInt64) {
    func byte(_ half: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: half >> (56 - 8 * index)) }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}
