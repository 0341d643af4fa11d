import CZlib

/// Makes tar archives (POSIX.1-1988 ustar) compressed with gzip (RFC 1952), including ones that no program writes.
public struct TARMaker {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// - Parameters:
  ///   - size: The size that the header states, if it differs from the true one.
  ///   - kind: `0` for a file, `5` for a folder, `x` for an extended header of the next entry.
  public mutating func add(_ name: String, _ contents: [UInt8], size: Int? = nil, kind: Character = "0") {
    var head = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      head.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put(name, at: 0)
    put("0000644", at: 100)
    let digits = String(size ?? contents.count, radix: 8)
    put(String(repeating: "0", count: 11 - digits.count) + digits, at: 124)
    put("        ", at: 148)
    put(String(kind), at: 156)
    put("ustar", at: 257)
    let sum = String(head.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\0", at: 148)
    bytes += head + contents + [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
  }

  /// The archive, compressed.
  public var packed: [UInt8] { Self.packed(bytes + [UInt8](repeating: 0, count: 1_024)) }

  /// Compresses bytes.
  public static func packed(_ bytes: [UInt8]) -> [UInt8] {
    let sum = bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    let end = [sum, UInt32(truncatingIfNeeded: bytes.count)].flatMap {
      withUnsafeBytes(of: $0.littleEndian, Array.init)
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + ZIPMaker.deflated(bytes) + end
  }
}
