/// UTF-8 at the level of bytes (The Unicode Standard, table 3-7: well-formed byte sequences).
enum UTF8Bytes {
  /// The byte order mark of UTF-8, with which some programs begin a text (The Unicode Standard, chapter 23.8).
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The result of examining a byte sequence that begins with a non-ASCII byte.
  enum Sequence {
    case wellFormed(length: Int)
    /// A sequence of `length` bytes that does not form a character: the longest beginning of a character, or else a
    /// single byte.
    case illFormed(length: Int)
    /// The available bytes end within a character that is well-formed so far.
    case truncated
  }

  /// Examines the multi-byte sequence at `bytes`. At least one byte and at most `available` bytes can be read there.
  @inline(__always)
  static func sequence(at bytes: UnsafePointer<UInt8>, available: Int) -> Sequence {
    let length: Int
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    switch bytes[0] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, lowest) = (3, 0xA0)
    case 0xED: (length, highest) = (3, 0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, lowest) = (4, 0x90)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, highest) = (4, 0x8F)
    default: return .illFormed(length: 1)
    }
    if available < 2 { return .truncated }
    if bytes[1] < lowest || bytes[1] > highest { return .illFormed(length: 1) }
    var index = 2
    while index < length {
      if index == available { return .truncated }
      if bytes[index] & 0xC0 != 0x80 { return .illFormed(length: index) }
      index += 1
    }
    return .wellFormed(length: length)
  }

  /// Returns the index of the first byte in `start..<end` that is not ASCII, or `end`.
  @inline(__always)
  static func endOfASCII(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawPointer(bytes)
    var index = start
    while index + 32 <= end {
      let first = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let second = raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
      let third = raw.loadUnaligned(fromByteOffset: index + 16, as: UInt64.self)
      let fourth = raw.loadUnaligned(fromByteOffset: index + 24, as: UInt64.self)
      if (first | second | third | fourth) & highBits != 0 { break }
      index += 32
    }
    while index + 8 <= end {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) & highBits
      if word != 0 { return index + word.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end, bytes[index] < 0x80 { index += 1 }
    return index
  }

  /// Returns the index of the first byte that is not part of a well-formed sequence, or `nil` if all `count` bytes are
  /// valid UTF-8.
  static func firstIllFormed(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int? {
    var index = endOfASCII(bytes, from: 0, to: count)
    while index < count {
      guard case .wellFormed(let length) = sequence(at: bytes + index, available: count - index) else { return index }
      index = endOfASCII(bytes, from: index + length, to: count)
    }
    return nil
  }

  /// Writes the UTF-8 form of `value`, of one to four bytes, at `destination` and returns its length.
  ///
  /// A surrogate is written in its three-byte form. This form is not valid UTF-8, so a later validation detects the
  /// surrogate.
  @inline(__always)
  static func write(_ value: UInt32, at destination: UnsafeMutablePointer<UInt8>) -> Int {
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(value >> shift & 0x3F) }
    switch value {
    case 0..<0x80:
      destination[0] = UInt8(value)
      return 1
    case 0x80..<0x800:
      destination[0] = 0xC0 | UInt8(value >> 6)
      destination[1] = continuation(0)
      return 2
    case 0x800..<0x10000:
      destination[0] = 0xE0 | UInt8(value >> 12)
      destination[1] = continuation(6)
      destination[2] = continuation(0)
      return 3
    default:
      destination[0] = 0xF0 | UInt8(value >> 18 & 0x07)
      destination[1] = continuation(12)
      destination[2] = continuation(6)
      destination[3] = continuation(0)
      return 4
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without a UTF-8 byte order mark at their start.
  var withoutMark: ArraySlice<UInt8> { starts(with: UTF8Bytes.mark) ? dropFirst(UTF8Bytes.mark.count) : self }
}
