/// The bytes of a document, as far as they are needed: those from the record on that is being read.
final class MARCXMLInput {
  /// How many bytes are given out at once, at most.
  static let pieceSize = 65_536
  /// How much is read first behind a break: where one follows the other, most of a whole piece would be read each time for nothing.
  private static let firstPiece = 1_024
  /// Bytes that the start of a tag has at most, as far as it tells a record.
  private static let tagStart = 256

  private let source: any ByteSource
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: MARCXMLInput.pieceSize, alignment: 8)
  /// Those that were read from the source, of which the first ones may be needed no more.
  private var bytes: [UInt8] = []
  private var unneeded = 0
  /// Where the first of the bytes stands in the input.
  private var base = 0
  /// Up to where they were given out.
  private(set) var given = 0
  /// How many of them were given out again.
  private(set) var givenAgain = 0
  private var size = MARCXMLInput.pieceSize

  init(_ source: any ByteSource) { self.source = source }

  deinit { piece.deallocate() }

  /// Where what is needed begins in the input.
  private var start: Int { base + unneeded }
  /// Where what was read ends in the input.
  private var end: Int { base + bytes.count }

  /// The bytes from there on, as far as they are needed and were read.
  subscript(places: Range<Int>) -> ArraySlice<UInt8> {
    let places = places.clamped(to: start..<end)
    return bytes[(places.lowerBound - base)..<(places.upperBound - base)]
  }

  /// The next piece of the document, which is kept; empty at its end.
  func next() throws(InputError) -> ArraySlice<UInt8> {
    if given == end { try fill() }
    let next = self[given..<min(given + size, end)]
    given += next.count
    size = min(2 * size, Self.pieceSize)
    return next
  }

  /// Gives out again what stands behind a place.
  func goOn(from place: Int) {
    givenAgain += max(0, given - place)
    (given, size) = (place, Self.firstPiece)
  }

  func drop(upTo place: Int) { unneeded = min(max(place, start), end) - base }

  /// Reads more.
  ///
  /// - Returns: whether there was more.
  @discardableResult
  private func fill() throws(InputError) -> Bool {
    bytes.removeFirst(unneeded)
    (base, unneeded) = (base + unneeded, 0)
    let count = try source.read(into: piece)
    bytes.append(contentsOf: piece[..<count])
    return count > 0
  }

  // MARK: Records

  /// What stands between two places.
  struct Skipped {
    /// As much as is kept of it.
    var bytes: [UInt8] = []
    var isCut = false
    /// How many lines end in it.
    var lines = 0
    /// Where the next record begins; `nil` where none is left.
    var next: Int?
  }

  /// Looks for the next record, and gives up what stands before it.
  ///
  /// - Parameters:
  ///   - first: from where on it is kept.
  ///   - place: where the record begins, or behind it.
  ///   - limit: how many bytes are kept.
  func skipToRecord(from first: Int, notBefore place: Int, atMost limit: Int) throws(InputError) -> Skipped {
    var skipped = Skipped()
    func skip(upTo end: Int) {
      let piece = self[start..<max(start, end)]
      skipped.lines += piece.count { $0 == UInt8(ascii: "\n") }
      if skipped.bytes.count + piece.count > limit { skipped.isCut = true } else { skipped.bytes += piece }
      drop(upTo: end)
    }
    drop(upTo: first)
    var searched = place
    repeat {
      if let next = record(from: searched) {
        skip(upTo: next)
        skipped.next = next
        return skipped
      }
      // A tag may be cut where the bytes end.
      searched = max(searched, end - Self.tagStart)
      if searched <= end { skip(upTo: searched) }
    } while try fill()
    skip(upTo: end)
    return skipped
  }

  /// Where the first start tag of a record begins that stands in no comment and in no section of CDATA.
  private func record(from place: Int) -> Int? {
    var rest = self[place..<max(place, end)]
    while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
      if isRecord(at: tag + base) { return tag + base }
      rest = rest[(tag + 1)...]
      if let behind = Self.behindText(rest) { rest = rest[behind...] }
    }
    return nil
  }

  /// Where what follows ends, if it is a comment or a section of CDATA and has an end before a record has one: of a broken record it may
  /// have none.
  private static func behindText(_ rest: ArraySlice<UInt8>) -> Int? {
    for (beginning, end) in texts where rest.starts(with: beginning) {
      var place = rest.startIndex
      let rest = rest.prefix(textLimit)
      while place < rest.endIndex {
        let here = rest[place...]
        if here.starts(with: end) { return place + end.count }
        if here.starts(with: "</".utf8),
          here.dropFirst(2).prefix(tagStart).prefix(while: { $0 != UInt8(ascii: ">") }).suffix(6).elementsEqual(
            "record".utf8)
        {
          return nil
        }
        place += 1
      }
    }
    return nil
  }

  /// Bytes of such a text, at most; what is longer is looked into.
  private static let textLimit = 4_096

  private static let texts: [(beginning: [UInt8], end: [UInt8])] = [
    (Array("!--".utf8), Array("-->".utf8)), (Array("![CDATA[".utf8), Array("]]>".utf8)),
  ]

  /// Whether the start tag of an element stands there whose local name is that of a record.
  func isRecord(at place: Int) -> Bool {
    guard self[place..<(place + 1)].first == UInt8(ascii: "<") else { return false }
    let rest = self[(place + 1)..<(place + 1 + Self.tagStart)]
    let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    return name.count < rest.count
      && name.split(separator: UInt8(ascii: ":")).last?.elementsEqual("record".utf8) == true
  }

  /// Where the tag begins that a place is in, or the text between two tags.
  func tagOrText(around place: Int) -> Int {
    let before = self[start..<max(start, place)]
    guard let sign = before.lastIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) else {
      return start
    }
    return before[sign] == UInt8(ascii: "<") ? base + sign : base + sign + 1
  }
}
