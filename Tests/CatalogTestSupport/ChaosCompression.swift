/// gzip (RFC 1952) without a library: the packed bytes are not smaller, or have no end.
enum ChaosCompression {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  /// Packs bytes in stored blocks (RFC 1951, section 3.2.4).
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var packed = header
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      packed.append(rest.isEmpty ? 1 : 0)
      for length in [UInt16(block.count), ~UInt16(block.count)] { packed += littleEndian(UInt32(length)).prefix(2) }
      packed += block
    } while !rest.isEmpty
    return packed + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
  }

  /// Zeros without an end: the start of the stream, and the bytes that repeat after it. 13 bytes unpack to 2,064.
  ///
  /// They form one block of fixed codes (RFC 1951, section 3.2.6): the byte 0, then copies of 258 bytes at a distance
  /// of one byte.
  static var endlessZeros: (start: [UInt8], rest: [UInt8]) {
    var bits: [UInt8] = [0, 1, 0]  // Not the last block; fixed codes, the low bit first.
    bits += [0, 0, 1, 1, 0, 0, 0, 0]  // The byte 0.
    for _ in 0..<16 {
      bits += [1, 1, 0, 0, 0, 1, 0, 1]  // A length of 258, symbol 285.
      bits += [0, 0, 0, 0, 0]  // A distance of 1, symbol 0.
    }
    let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start -> UInt8 in
      bits[start..<start + 8].reversed().reduce(0) { $0 << 1 | $1 }
    }
    // From the third byte on the copies repeat: eight of them, of 13 bits each, fill 13 bytes.
    return (header + bytes[..<2], Array(bytes[2..<15]))
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Returns the CRC-32 (RFC 1952, section 8) of bytes.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = (UInt32(0)..<256).map { number -> UInt32 in
      (0..<8).reduce(number) { value, _ -> UInt32 in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
    var sum = ~UInt32(0)
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    return ~sum
  }
}
