/// Windows-1252 as defined by the WHATWG Encoding Standard (index-windows-1252): every byte is a character.
enum Windows1252 {
  /// The characters of 0x80 to 0x9F. The five unassigned bytes map to the control characters with the same number.
  private static let highControls: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
    0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x009D, 0x017E, 0x0178,
  ]

  static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 3) { convert(bytes, to: $0) }
  }

  /// Returns the text of `bytes` in UTF-8.
  static func utf8(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count * 3) { buffer, count in count = convert(bytes, to: buffer) }
  }

  /// Writes the text in UTF-8 to `destination`, which must have room for three bytes for each input byte. Returns the
  /// length of the text in bytes.
  private static func convert(
    _ bytes: UnsafeBufferPointer<UInt8>, to destination: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let source = bytes.baseAddress, let output = destination.baseAddress else { return 0 }
    return highControls.withUnsafeBufferPointer { table in
      var written = 0
      var index = 0
      while index < bytes.count {
        let end = UTF8Bytes.endOfASCII(source, from: index, to: bytes.count)
        (output + written).update(from: source + index, count: end - index)
        written += end - index
        index = end
        while index < bytes.count, source[index] >= 0x80 {
          let byte = source[index]
          let value = byte < 0xA0 ? UInt32(table[Int(byte - 0x80)]) : UInt32(byte)
          written += UTF8Bytes.write(value, at: output + written)
          index += 1
        }
      }
      return written
    }
  }
}
