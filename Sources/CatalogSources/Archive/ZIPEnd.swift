/// The record at the end of a ZIP archive, which gives the location of the directory (APPNOTE.TXT of PKWARE, 4.3.14 to
/// 4.3.16).
struct ZIPEnd {
  /// The byte range of the directory.
  let directory: Range<Int>
  /// The number of members.
  let members: Int
  /// The number of bytes before the archive, such as a self-extracting program. Offsets stated in the archive do not
  /// count these bytes.
  let start: Int

  private static let (signature, size): (UInt32, Int) = (0x0605_4b50, 22)
  private static let (locatorSignature, locatorSize): (UInt32, Int) = (0x0706_4b50, 20)
  private static let (wideSignature, wideSize): (UInt32, Int) = (0x0606_4b50, 56)
  private static let commentLimit = 65_535

  /// Finds and reads the record.
  ///
  /// - Throws: ``ArchiveFailure``
  init(of bytes: some ArchiveBytes) throws(ArchiveFailure) {
    let position = try Self.position(in: bytes)
    let record = ZIPFields(try bytes.bytes(in: position..<position + Self.size))
    var disks = [record.short(4), record.short(6)]
    var count = [record.short(8), record.short(10)]
    var (size, offset, end) = (record.long(12), record.long(16), position)
    if disks.contains(0xFFFF) || count.contains(0xFFFF) || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF,
      let wide = try Self.wide(in: bytes, before: position)
    {
      disks = [wide.record.long(16), wide.record.long(20)]
      count = [wide.record.longLong(24), wide.record.longLong(32)]
      (size, offset, end) = (wide.record.longLong(40), wide.record.longLong(48), wide.position)
    }
    guard disks == [0, 0], count[0] == count[1] else {
      throw ArchiveFailure(.unsupported, "the archive is split into several parts")
    }
    guard count[0] <= ZIPArchive.memberLimit else {
      throw ArchiveFailure(.tooLarge, "the archive has more than \(ZIPArchive.memberLimit) members")
    }
    guard size <= ZIPArchive.directoryLimit else {
      throw ArchiveFailure(.tooLarge, "the archive's directory has more than \(ZIPArchive.directoryLimit) bytes")
    }
    // The directory ends where this record begins. Bytes before the archive shift both the directory and the record.
    guard size <= end, offset <= end - size else {
      throw ArchiveFailure(.damaged, "the archive's end record gives an invalid position for its directory")
    }
    (directory, members, start) = (end - size..<end, count[0], end - size - offset)
  }

  /// Returns the offset of the record. Searches backwards for its signature, and accepts a match only if the record's
  /// comment fits into the file.
  private static func position(in bytes: some ArchiveBytes) throws(ArchiveFailure) -> Int {
    let missing = ArchiveFailure(.notAnArchive, "it is not a ZIP archive, or its end is missing")
    // Most archives have a short comment or none.
    for reach in [1_024, size + commentLimit] {
      let first = max(0, bytes.count - reach)
      let tail = try bytes.bytes(in: first..<bytes.count)
      guard tail.count >= size else { throw missing }
      let fields = ZIPFields(tail)
      for position in stride(from: tail.count - size, through: 0, by: -1)
      where tail[position] == 0x50 && fields.long(position) == Int(signature) {
        if fields.short(position + 20) <= tail.count - position - size { return first + position }
      }
      if first == 0 { break }
    }
    throw missing
  }

  /// Returns the ZIP64 record, if there is one.
  private static func wide(
    in bytes: some ArchiveBytes, before position: Int
  ) throws(ArchiveFailure) -> (record: ZIPFields, position: Int)? {
    guard position >= locatorSize + wideSize else { return nil }
    let locator = ZIPFields(try bytes.bytes(in: position - locatorSize..<position))
    guard locator.long(0) == Int(locatorSignature) else { return nil }
    guard locator.long(4) == 0, locator.long(16) <= 1 else {
      throw ArchiveFailure(.unsupported, "the archive is split into several parts")
    }
    // The record may contain additional fields, so try the stated offset first. If bytes precede the archive, the
    // stated offset is too small. In that case, try the offset of a record without additional fields.
    let latest = position - locatorSize - wideSize
    for found in [locator.longLong(8), latest] where (0...latest).contains(found) {
      let record = ZIPFields(try bytes.bytes(in: found..<found + wideSize))
      if record.long(0) == Int(wideSignature) { return (record, found) }
    }
    throw ArchiveFailure(.damaged, "the archive's end record refers to data that does not exist")
  }
}

/// Reads little-endian numbers from bytes, as in ZIP files.
struct ZIPFields {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func short(_ offset: Int) -> Int { Int(number(offset, 2)) }
  func long(_ offset: Int) -> Int { Int(number(offset, 4)) }
  /// Returns the 64-bit number at an offset. Values that exceed `Int` are clamped; no archive contains them.
  func longLong(_ offset: Int) -> Int { Int(clamping: number(offset, 8)) }

  private func number(_ offset: Int, _ size: Int) -> UInt64 {
    bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
