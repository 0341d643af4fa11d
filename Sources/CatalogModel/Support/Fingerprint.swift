/// A hash for recognising equal texts later (FNV-1a, 64 bits). It is the same on every run and every machine. It does
/// not protect against deliberate collisions.
package struct Fingerprint {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the fingerprint of an empty sequence of bytes.
  package init() {}

  package mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { mix(byte) }
  }

  /// Mixes in the bytes of a buffer. This overload exists because the generic one is ten times slower when called from
  /// another module, and whole files are hashed.
  package mutating func mix(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { mix(byte) }
  }

  mutating func mix(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// Mixes in a text and a terminator. The terminator makes “ab” followed by “c” differ from “a” followed by “bc”.
  package mutating func mix(text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes { mix(byte) }
    }
    mix(0xFF)
  }
}

extension Fingerprint {
  /// Returns the fingerprint of bytes.
  package static func of(_ bytes: some Sequence<UInt8>) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(bytes)
    return Int64(bitPattern: fingerprint.value)
  }
}
