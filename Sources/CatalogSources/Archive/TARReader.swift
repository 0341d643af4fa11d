import CatalogModel

/// Finds a member by name in a tar archive (ustar, POSIX.1-1988) that is compressed by gzip. Names are only compared,
/// never used as paths, and nothing is written to disk.
struct TARReader {
  /// The maximum number of members examined.
  static let memberLimit = 65_535
  private static let blockSize = 512

  private let stream: GZIPStream

  /// Returns true if the first two bytes of a file are those of gzip (RFC 1952, section 2.3.1).
  static func begins(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Creates a reader.
  ///
  /// - Throws: ``ArchiveFailure``
  init(_ source: any ByteSource) throws(ArchiveFailure) { stream = try GZIPStream(source) }

  /// Returns the content of the first file with the given name, in any folder of the archive.
  ///
  /// - Parameter limit: The maximum size of the file in bytes.
  /// - Returns: The content, or `nil` if there is no such file.
  /// - Throws: ``ArchiveFailure`` if the data is not a tar archive, is damaged, or exceeds a limit; `InputError` if the
  ///   data cannot be read.
  func contents(of name: String, atMost limit: Int) throws -> [UInt8]? {
    for _ in 0..<Self.memberLimit {
      let block = try stream.read(Self.blockSize)
      // Two blocks of zeros mark the end. Some programs omit them.
      if block.isEmpty || block.allSatisfy({ $0 == 0 }) { return nil }
      let member = try Member(block)
      if member.isFile, member.name.split(separator: "/").last.map(String.init) == name {
        guard member.size <= limit else {
          throw ArchiveFailure(.tooLarge, "\(name) in the archive has more than \(limit) bytes")
        }
        let contents = try stream.read(member.size)
        guard contents.count == member.size else { throw Self.isCut }
        return contents
      }
      try pass(member.size)
    }
    throw ArchiveFailure(.tooLarge, "it has more than \(Self.memberLimit) members before \(name)")
  }

  private static var isCut: ArchiveFailure { ArchiveFailure(.damaged, "it is truncated within a member") }

  private func pass(_ size: Int) throws {
    let remainder = size % Self.blockSize
    var rest = remainder == 0 ? size : size - remainder + Self.blockSize
    while rest > 0 {
      let bytes = try stream.read(min(rest, ByteStream.chunkSize))
      if bytes.isEmpty { throw Self.isCut }
      rest -= bytes.count
    }
  }

  /// The header of a member.
  private struct Member {
    /// The maximum size of a member in bytes. Members of real archives are much smaller.
    private static let maxSize = 1 << 40

    let name: String
    let size: Int
    let isFile: Bool

    init(_ block: [UInt8]) throws(ArchiveFailure) {
      let foreign = ArchiveFailure(.notAnArchive, "its content is not a tar archive, or is damaged")
      guard block.count == blockSize, let stated = Self.number(block[148..<156]) else { throw foreign }
      // The sum of all bytes, with the checksum field itself counted as spaces.
      let sum = block.reduce(0) { $0 + Int($1) } - block[148..<156].reduce(0) { $0 + Int($1) } + 8 * 32
      guard stated == sum, let size = Self.number(block[124..<136]), size <= Self.maxSize else { throw foreign }
      name = String(decoding: block[..<100].prefix { $0 != 0 }, as: UTF8.self)
      self.size = size
      isFile = [0, UInt8(ascii: "0"), UInt8(ascii: "7")].contains(block[156])
    }

    /// Parses an octal number. Returns `nil` for other notations, such as the binary sizes of files over 8 GB.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
      let digits = field.drop { $0 == 32 }.prefix { $0 != 32 && $0 != 0 }
      guard digits.allSatisfy({ (48...55).contains($0) }) else { return nil }
      return digits.reduce(0) { $0 << 3 | Int($1 - 48) }
    }
  }
}
