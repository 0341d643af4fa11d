import CZlib
import CatalogModel
import FoundationEssentials

/// Reads a ZIP archive: its directory, and its members one at a time. Nothing is written to disk.
///
/// The archive is not trusted. Overlapping members, wrong sizes, and compression ratios that could exhaust memory are
/// errors. Stored and deflated members are supported.
package struct ZIPArchive {
  /// The maximum number of members, which is the limit of the ZIP format without ZIP64.
  package static let memberLimit = 65_535
  /// The maximum size of the directory in bytes, about 250 bytes per member.
  package static let directoryLimit = 16 * 1_048_576
  /// The maximum size in bytes of a member to read.
  package static let sizeLimit = 8 * 1_048_576
  /// The maximum ratio of decompressed to compressed bytes. Text compresses to about a tenth of its size. A ratio over
  /// this limit indicates a malicious file.
  package static let ratioLimit = 200

  /// The members in the order of the directory.
  package let members: [ZIPMember]
  private let bytes: any ArchiveBytes

  /// Reads the directory of an archive.
  ///
  /// - Throws: ``ArchiveFailure``
  package init(_ bytes: some ArchiveBytes) throws(ArchiveFailure) {
    self.bytes = bytes
    let end = try ZIPEnd(of: bytes)
    let fields = ZIPFields(try bytes.bytes(in: end.directory))
    var members: [ZIPMember] = []
    var position = 0
    while members.count < end.members {
      members.append(try ZIPMember(fields, at: &position, base: end.start))
    }
    guard
      position == fields.bytes.count
        || fields.bytes.count - position >= 6 && fields.long(position) == Self.signedDirectory
    else { throw ArchiveFailure(.damaged, "the archive's members do not match its end record") }
    try Self.setEnds(of: &members, directory: end.directory.lowerBound)
    self.members = members
  }

  /// The signature of the directory's digital signature, a record that may follow the members in the directory
  /// (APPNOTE.TXT of PKWARE, 4.3.13).
  private static let signedDirectory = 0x0505_4b50
  private static let (localSignature, localSize) = (0x0403_4b50, 30)

  /// Sets the offset at which each member must end.
  ///
  /// - Throws: ``ArchiveFailure`` if members overlap. With thousands of overlapping members, a small file can
  ///   decompress to petabytes.
  private static func setEnds(of members: inout [ZIPMember], directory: Int) throws(ArchiveFailure) {
    let order = members.indices.sorted { (members[$0].start, $0) < (members[$1].start, $1) }
    var end = directory
    for index in order.reversed() {
      let member = members[index]
      guard member.start >= 0, member.start <= end, member.packedSize <= end - member.start,
        end - member.start - member.packedSize >= localSize
      else {
        throw ArchiveFailure(
          .damaged, "members of the archive overlap or lie past its end: \(member.text.shortened(to: 60))")
      }
      members[index].end = end
      end = member.start
    }
  }

  /// Returns the first member with the given name. If no name matches exactly, case is ignored.
  package func member(named name: String) -> ZIPMember? {
    let exact = Array(name.utf8)
    if let member = members.first(where: { $0.name == exact }) { return member }
    let folded = name.lowercased()
    return members.first { $0.name.count == exact.count && $0.text.lowercased() == folded }
  }

  /// Returns the member to which a reference in another member points (RFC 3986, section 5.2). Returns `nil` if there
  /// is no such member, or if the reference leads out of the archive.
  func member(at reference: String, from base: ZIPMember) -> ZIPMember? {
    let steps = base.text.split(separator: "/").dropLast().map(String.init)
    // Try the unescaped reference first, because some programs do not percent-encode.
    for path in [reference, URL(string: reference)?.path ?? ""] where !path.isEmpty {
      var resolved = path.hasPrefix("/") ? [] : steps
      var isInside = true
      for step in path.split(separator: "/") where step != "." {
        if step == ".." { isInside = isInside && resolved.popLast() != nil } else { resolved.append(String(step)) }
      }
      if isInside, let member = member(named: resolved.joined(separator: "/")) { return member }
    }
    return nil
  }

  /// Returns the content of a member.
  ///
  /// - Throws: ``ArchiveFailure`` if the member is larger than ``sizeLimit``, encrypted, or does not match the
  ///   directory.
  package func contents(of member: ZIPMember) throws(ArchiveFailure) -> [UInt8] {
    let name = member.text.shortened(to: 60)
    guard !member.isEncrypted else { throw ArchiveFailure(.unsupported, "\(name) is encrypted") }
    guard member.method == 0 || member.method == 8 else {
      throw ArchiveFailure(.unsupported, "\(name) uses a compression method that is not supported (\(member.method))")
    }
    guard max(member.size, member.packedSize) <= Self.sizeLimit else {
      throw ArchiveFailure(.tooLarge, "\(name) has more than \(Self.sizeLimit) bytes")
    }
    guard member.size / Self.ratioLimit <= member.packedSize else {
      throw ArchiveFailure(.tooLarge, "the compression ratio of \(name) exceeds \(Self.ratioLimit) to 1")
    }
    let head = ZIPFields(try bytes.bytes(in: member.start..<member.start + Self.localSize))
    guard head.long(0) == Self.localSignature else {
      throw ArchiveFailure(.damaged, "\(name) is not where the archive's directory says")
    }
    let nameLength = head.short(26)
    let start = member.start + Self.localSize + nameLength + head.short(28)
    guard start <= member.end, member.packedSize <= member.end - start else {
      throw ArchiveFailure(.damaged, "\(name) overlaps the data after it")
    }
    let named = try bytes.bytes(in: member.start + Self.localSize..<member.start + Self.localSize + nameLength)
    guard named == member.name, head.short(8) == member.method else {
      throw ArchiveFailure(.damaged, "\(name) does not match its entry in the archive's directory")
    }
    let packed = try bytes.bytes(in: start..<start + member.packedSize)
    let contents = member.method == 0 ? packed : Inflation.inflated(packed, size: member.size)
    guard let contents, contents.count == member.size, Self.checksum(of: contents) == member.checksum else {
      throw ArchiveFailure(.damaged, "\(name) is damaged, or its size is wrong")
    }
    return contents
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
