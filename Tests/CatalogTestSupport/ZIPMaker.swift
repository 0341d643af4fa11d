import CZlib

/// Makes ZIP archives (APPNOTE.TXT of PKWARE), including ones that no program writes.
public struct ZIPMaker {
  /// False statements of the archive about a member.
  public struct Lie: Sendable {
    public var size: Int?
    public var packedSize: Int?
    public var checksum: UInt32?
    public var flags: UInt16 = 0
    public var method: UInt16?
    /// The name before the member's bytes.
    public var localName: String?
    /// The stated offset of the member.
    public var offset: Int?
    /// True if sizes and the offset are stored as wider numbers (ZIP64).
    public var isWide = false

    public init() {}
  }

  public private(set) var bytes: [UInt8] = []
  public private(set) var directory: [UInt8] = []
  public private(set) var count = 0
  /// The number of bytes before the archive; offsets are relative to it.
  private let start: Int

  /// - Parameter prefix: The bytes before the archive.
  public init(after prefix: [UInt8] = []) {
    bytes = prefix
    start = prefix.count
  }

  public mutating func add(_ name: String, _ text: String, isDeflated: Bool = true, lie: Lie = Lie()) {
    add(name, Array(text.utf8), isDeflated: isDeflated, lie: lie)
  }

  public mutating func add(_ name: String, _ contents: [UInt8], isDeflated: Bool = true, lie: Lie = Lie()) {
    let packed = isDeflated ? Self.deflated(contents) : contents
    let offset = lie.offset ?? bytes.count - start
    let method = lie.method ?? (isDeflated ? 8 : 0)
    let checksum =
      lie.checksum
      ?? contents.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    let (packedSize, size) = (lie.packedSize ?? packed.count, lie.size ?? contents.count)
    let localName = Array((lie.localName ?? name).utf8)
    bytes += Self.long(0x0403_4b50) + Self.short(20) + Self.short(lie.flags | 0x800) + Self.short(method)
    bytes += Self.long(0) + Self.long(checksum) + Self.long(UInt32(clamping: packedSize))
    bytes += Self.long(UInt32(clamping: size)) + Self.short(UInt16(localName.count)) + Self.short(0)
    bytes += localName + packed
    var extra: [UInt8] = []
    if lie.isWide {
      extra = Self.short(1) + Self.short(24) + Self.longLong(size) + Self.longLong(packedSize) + Self.longLong(offset)
    }
    let full = lie.isWide ? UInt32.max : nil
    directory += Self.long(0x0201_4b50) + Self.short(20) + Self.short(20) + Self.short(lie.flags | 0x800)
    directory += Self.short(method) + Self.long(0) + Self.long(checksum)
    directory += Self.long(full ?? UInt32(clamping: packedSize)) + Self.long(full ?? UInt32(clamping: size))
    directory += Self.short(UInt16(name.utf8.count)) + Self.short(UInt16(extra.count)) + Self.short(0)
    directory += Self.short(0) + Self.short(0) + Self.long(0) + Self.long(full ?? UInt32(clamping: offset))
    directory += Array(name.utf8) + extra
    count += 1
  }

  /// Returns the whole archive.
  ///
  /// - Parameters:
  ///   - statedCount: The stated number of members, if it differs from the true one.
  ///   - isWide: True if the end record has wider numbers (ZIP64).
  public func archive(
    statedCount: Int? = nil, comment: String = "", isWide: Bool = false, disk: UInt16 = 0
  ) -> [UInt8] {
    let (count, offset) = (statedCount ?? count, bytes.count - start)
    var all = bytes + directory
    if isWide {
      let endOffset = all.count - start
      all += Self.long(0x0606_4b50) + Self.longLong(44) + Self.short(45) + Self.short(45) + Self.long(0) + Self.long(0)
      all += Self.longLong(count) + Self.longLong(count) + Self.longLong(directory.count) + Self.longLong(offset)
      all += Self.long(0x0706_4b50) + Self.long(0) + Self.longLong(endOffset) + Self.long(1)
    }
    let short = isWide ? UInt16.max : UInt16(clamping: count)
    all += Self.long(0x0605_4b50) + Self.short(disk) + Self.short(disk) + Self.short(short) + Self.short(short)
    all += Self.long(isWide ? .max : UInt32(directory.count)) + Self.long(isWide ? .max : UInt32(offset))
    return all + Self.short(UInt16(comment.utf8.count)) + Array(comment.utf8)
  }

  /// Compresses bytes with DEFLATE (RFC 1951).
  public static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    guard czlib_deflate_begin(&stream) == Z_OK else { return [] }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    var bytes = bytes
    return bytes.withUnsafeMutableBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: room) { output, count in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(room)
        deflate(&stream, Z_FINISH)
        count = room - Int(stream.avail_out)
      }
    }
  }

  private static func short(_ number: UInt16) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
  private static func long(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
  private static func longLong(_ number: Int) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
}

extension ZIPMaker {
  /// Returns an EPUB whose package document contains these elements in its metadata.
  public static func epub(_ metadata: String, package: String = "OEBPS/content.opf") -> [UInt8] {
    epub(
      document: """
        <?xml version="1.0" encoding="utf-8"?>
        <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
        <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
        \(metadata)
        </metadata><manifest/><spine/></package>
        """, package: package)
  }

  /// Returns an EPUB with this package document.
  public static func epub(document: String, package: String = "OEBPS/content.opf") -> [UInt8] {
    var maker = ZIPMaker()
    maker.add("mimetype", "application/epub+zip", isDeflated: false)
    maker.add(
      "META-INF/container.xml",
      """
      <?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
      <rootfile full-path="other.pdf" media-type="application/pdf"/>
      <rootfile full-path="\(package)" media-type="application/oebps-package+xml"/></rootfiles></container>
      """)
    maker.add("OEBPS/chapter.xhtml", "<html/>")
    maker.add(package, document)
    return maker.archive()
  }

  /// Returns a comic archive; without a document if `members` is `nil`.
  public static func comic(_ members: String?) -> [UInt8] {
    var maker = ZIPMaker()
    maker.add("001.jpg", [0xFF, 0xD8, 0xFF], isDeflated: false)
    if let members {
      maker.add("ComicInfo.xml", "<?xml version=\"1.0\"?><ComicInfo xmlns:xsi=\"x\">\(members)</ComicInfo>")
    }
    return maker.archive()
  }
}
