/// A member of a ZIP archive, according to the directory (APPNOTE.TXT of PKWARE, 4.3.12).
package struct ZIPMember: Equatable {
  /// The name as bytes. Names are only compared, never used as paths.
  package let name: [UInt8]
  let flags: Int
  let method: Int
  let checksum: UInt32
  let packedSize: Int
  /// The decompressed size in bytes, as stated in the directory.
  package let size: Int
  /// The offset of the member in the archive.
  let start: Int
  /// The offset at which the member must end: the start of the next member or of the directory.
  var end = 0

  static let (signature, headSize): (Int, Int) = (0x0201_4b50, 46)

  /// The name in UTF-8, which nearly all programs write.
  package var text: String { String(decoding: name, as: UTF8.self) }

  var isEncrypted: Bool { flags & 0x1 != 0 || flags & 0x2000 != 0 }

  /// Reads a member from the directory.
  ///
  /// - Parameters:
  ///   - fields: The bytes of the directory.
  ///   - position: The offset of the member in the directory. On return, the offset after the member.
  ///   - base: The number of bytes before the archive.
  init(_ fields: ZIPFields, at position: inout Int, base: Int) throws(ArchiveFailure) {
    let cut = ArchiveFailure(.damaged, "the archive's directory ends within a member")
    guard fields.bytes.count - position >= Self.headSize else { throw cut }
    guard fields.long(position) == Self.signature else {
      throw ArchiveFailure(.damaged, "the archive's directory contains an invalid entry")
    }
    let lengths = (fields.short(position + 28), fields.short(position + 30), fields.short(position + 32))
    let nameStart = position + Self.headSize
    let extraStart = nameStart + lengths.0
    let extraEnd = extraStart + lengths.1
    guard extraEnd + lengths.2 <= fields.bytes.count else { throw cut }
    (flags, method) = (fields.short(position + 8), fields.short(position + 10))
    checksum = UInt32(truncatingIfNeeded: fields.long(position + 16))
    name = Array(fields.bytes[nameStart..<extraStart])
    var (packed, size, offset) = (fields.long(position + 20), fields.long(position + 24), fields.long(position + 42))
    var disk = fields.short(position + 34)
    // The ZIP64 extra field stores the values that do not fit in 32 bits, and no other values (APPNOTE.TXT, 4.5.3).
    if var wide = Self.wideNumbers(fields, extraStart..<extraEnd) {
      func take(_ value: Int, ifFull full: Int, _ width: Int) -> Int {
        guard value == full, wide.count >= width else { return value }
        defer { wide = wide.dropFirst(width) }
        return width == 8 ? fields.longLong(wide.lowerBound) : fields.long(wide.lowerBound)
      }
      size = take(size, ifFull: 0xFFFF_FFFF, 8)
      packed = take(packed, ifFull: 0xFFFF_FFFF, 8)
      offset = take(offset, ifFull: 0xFFFF_FFFF, 8)
      disk = take(disk, ifFull: 0xFFFF, 4)
    }
    guard disk == 0 else { throw ArchiveFailure(.unsupported, "the archive is split into several parts") }
    let (start, isTooFar) = offset.addingReportingOverflow(base)
    guard !isTooFar else { throw ArchiveFailure(.damaged, "a member of the archive lies past its end") }
    (packedSize, self.size, self.start) = (packed, size, start)
    position = extraEnd + lengths.2
  }

  private static func wideNumbers(_ fields: ZIPFields, _ extra: Range<Int>) -> Range<Int>? {
    var position = extra.lowerBound
    while extra.upperBound - position >= 4 {
      let (id, size) = (fields.short(position), fields.short(position + 2))
      guard size <= extra.upperBound - position - 4 else { return nil }
      if id == 1 { return position + 4..<position + 4 + size }
      position += 4 + size
    }
    return nil
  }
}
