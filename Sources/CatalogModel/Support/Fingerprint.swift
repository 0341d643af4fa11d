/// A number by which equal texts are known to be equal later (FNV-1a, 64 bits): the same on every run and machine, and no
/// protection against who wants two texts to have one.
package struct Fingerprint {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Of nothing yet.
  package init() {}

  package mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { mix(byte) }
  }

  /// The same of bytes in memory: of files there are many, and what is generic is ten times as slow in other modules.
  package mutating func mix(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { mix(byte) }
  }

  mutating func mix(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// Mixes in a text and its end, so that “ab” and “c” differ from “a” and “bc”.
  package mutating func mix(text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes { mix(byte) }
    }
    mix(0xFF)
  }
}

extension Fingerprint {
  /// The number of bytes that stand alone.
  package static func of(_ bytes: some Sequence<UInt8>) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(bytes)
    return Int64(bitPattern: fingerprint.value)
  }
}
