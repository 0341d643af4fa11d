/// Buffers the bytes of a document that are still needed, from the current record onwards.
final class MARCXMLInput {
  /// The maximum number of bytes to deliver at once.
  static let pieceSize = 65_536
  /// The size in bytes of the first piece after an error. The piece is small because errors may follow each other
  /// closely, and most of a larger piece would then be parsed for nothing.
  private static let firstPiece = 1_024
  /// The maximum number of bytes of a start tag to examine when recognising a record.
  private static let tagStart = 256

  private let source: any ByteSource
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: MARCXMLInput.pieceSize, alignment: 8)
  /// Bytes read from the source. The first ``unneeded`` of them are no longer needed.
  private var bytes: [UInt8] = []
  private var unneeded = 0
  /// The offset of `bytes` in the input.
  private var base = 0
  /// The offset in the input up to which bytes were delivered.
  private(set) var given = 0
  /// The number of bytes that were delivered more than once.
  private(set) var givenAgain = 0
  private var size = MARCXMLInput.pieceSize

  init(_ source: any ByteSource) { self.source = source }

  deinit { piece.deallocate() }

  /// The offset in the input of the first byte that is still needed.
  private var start: Int { base + unneeded }
  /// The offset in the input after the last byte that was read.
  private var end: Int { base + bytes.count }

  /// The bytes in a range. Leaves out bytes that were not read yet or are no longer needed.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let range = range.clamped(to: start..<end)
    return bytes[(range.lowerBound - base)..<(range.upperBound - base)]
  }

  /// Returns the next piece of the document, which is empty at the end. The piece also stays in the buffer.
  func next() throws(InputError) -> ArraySlice<UInt8> {
    if given == end { try fill() }
    let next = self[given..<min(given + size, end)]
    given += next.count
    size = min(2 * size, Self.pieceSize)
    return next
  }

  /// Continues at an offset, so that the bytes after it are delivered again.
  func resume(from offset: Int) {
    givenAgain += max(0, given - offset)
    (given, size) = (offset, Self.firstPiece)
  }

  func drop(upTo offset: Int) { unneeded = min(max(offset, start), end) - base }

  /// Reads more bytes.
  ///
  /// - Returns: True if bytes were read; false at the end of the input.
  @discardableResult
  private func fill() throws(InputError) -> Bool {
    bytes.removeFirst(unneeded)
    (base, unneeded) = (base + unneeded, 0)
    let count = try source.read(into: piece)
    bytes.append(contentsOf: piece[..<count])
    return count > 0
  }

  // MARK: Records

  /// The bytes that were skipped to find a record.
  struct Skipped {
    /// The skipped bytes, up to the limit.
    var bytes: [UInt8] = []
    var isCut = false
    /// The number of line ends in the skipped bytes.
    var lines = 0
    /// The start of the next record, or `nil` if no record follows.
    var next: Int?
  }

  /// Finds the next record and discards the bytes before it.
  ///
  /// - Parameters:
  ///   - first: The offset from which bytes are kept.
  ///   - offset: The lowest offset at which the record may begin.
  ///   - limit: The maximum number of bytes to keep.
  func skipToRecord(from first: Int, notBefore offset: Int, atMost limit: Int) throws(InputError) -> Skipped {
    var skipped = Skipped()
    func skip(upTo end: Int) {
      let piece = self[start..<max(start, end)]
      skipped.lines += piece.count { $0 == UInt8(ascii: "\n") }
      if skipped.bytes.count + piece.count > limit { skipped.isCut = true } else { skipped.bytes += piece }
      drop(upTo: end)
    }
    drop(upTo: first)
    var searched = offset
    repeat {
      if let next = record(from: searched) {
        skip(upTo: next)
        skipped.next = next
        return skipped
      }
      // A tag may be cut at the end of the bytes.
      searched = max(searched, end - Self.tagStart)
      if searched <= end { skip(upTo: searched) }
    } while try fill()
    skip(upTo: end)
    return skipped
  }

  /// Returns the offset of the first start tag of a record outside comments and CDATA sections.
  private func record(from offset: Int) -> Int? {
    var rest = self[offset..<max(offset, end)]
    while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
      if isRecord(at: tag + base) { return tag + base }
      rest = rest[(tag + 1)...]
      if let index = Self.indexAfterText(rest) { rest = rest[index...] }
    }
    return nil
  }

  /// Returns the index after the comment or CDATA section at the start of the bytes, or `nil` if the bytes begin with
  /// neither. Also returns `nil` if a record ends first, since a comment in a broken record may have no end.
  private static func indexAfterText(_ rest: ArraySlice<UInt8>) -> Int? {
    for (beginning, end) in texts where rest.starts(with: beginning) {
      var index = rest.startIndex
      let rest = rest.prefix(textLimit)
      while index < rest.endIndex {
        let here = rest[index...]
        if here.starts(with: end) { return index + end.count }
        if here.starts(with: "</".utf8),
          here.dropFirst(2).prefix(tagStart).prefix(while: { $0 != UInt8(ascii: ">") }).suffix(6).elementsEqual(
            "record".utf8)
        {
          return nil
        }
        index += 1
      }
    }
    return nil
  }

  /// The maximum length in bytes of a comment or CDATA section to skip. The content of longer comments and sections is
  /// searched for records.
  private static let textLimit = 4_096

  private static let texts: [(beginning: [UInt8], end: [UInt8])] = [
    (Array("!--".utf8), Array("-->".utf8)), (Array("![CDATA[".utf8), Array("]]>".utf8)),
  ]

  /// Returns true if the start tag of an element with a record's local name is at the offset.
  func isRecord(at offset: Int) -> Bool {
    guard self[offset..<(offset + 1)].first == UInt8(ascii: "<") else { return false }
    let rest = self[(offset + 1)..<(offset + 1 + Self.tagStart)]
    let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    return name.count < rest.count
      && name.split(separator: UInt8(ascii: ":")).last?.elementsEqual("record".utf8) == true
  }

  /// Returns the start of the tag around an offset, or the start of the text if the offset is between two tags.
  func tagOrText(around offset: Int) -> Int {
    let before = self[start..<max(start, offset)]
    guard let bracket = before.lastIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) else {
      return start
    }
    return before[bracket] == UInt8(ascii: "<") ? base + bracket : base + bracket + 1
  }
}
