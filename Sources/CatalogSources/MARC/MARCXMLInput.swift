/// The bytes of a document that are still needed: those from the record on that is being read.
final class MARCXMLInput {
  private static let pieceSize = 65_536
  /// Bytes that the start of a tag has at most, as far as it tells a record.
  private static let tagStart = 256

  private let source: any ByteSource
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: MARCXMLInput.pieceSize, alignment: 8)
  private var bytes: [UInt8] = []
  /// Where the first of the bytes stands in the input.
  private(set) var start = 0
  private var isAtEnd = false

  init(_ source: any ByteSource) { self.source = source }

  deinit { piece.deallocate() }

  /// Where the bytes end in the input.
  var end: Int { start + bytes.count }

  /// The bytes from there on, as far as they were read.
  subscript(places: Range<Int>) -> ArraySlice<UInt8> {
    let places = places.clamped(to: start..<end)
    return bytes[(places.lowerBound - start)..<(places.upperBound - start)]
  }

  /// The next piece of the document, which is kept; empty at its end.
  func next() throws(InputError) -> ArraySlice<UInt8> {
    let count = bytes.count
    guard !isAtEnd else { return bytes[count...] }
    let read = try source.read(into: piece)
    bytes.append(contentsOf: piece[..<read])
    isAtEnd = read == 0
    return bytes[count...]
  }

  func drop(upTo place: Int) {
    let place = min(max(place, start), end)
    bytes.removeFirst(place - start)
    start = place
  }

  // MARK: Records

  /// What stands between two places, or as much as is kept of it.
  struct Skipped {
    var bytes: [UInt8] = []
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
      let piece = self[start..<end]
      skipped.bytes += piece.prefix(max(0, limit - skipped.bytes.count))
      if end > place { skipped.lines += self[max(start, place)..<end].count { $0 == UInt8(ascii: "\n") } }
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
    } while try !next().isEmpty
    skip(upTo: end)
    return skipped
  }

  /// Where the first start tag of a record begins.
  private func record(from place: Int) -> Int? {
    var rest = self[place..<max(place, end)]
    while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
      if isRecord(at: tag + start) { return tag + start }
      rest = rest[(tag + 1)...]
    }
    return nil
  }

  /// Whether the start tag of an element stands there whose local name is that of a record.
  func isRecord(at place: Int) -> Bool {
    guard place >= start, place < end, bytes[place - start] == UInt8(ascii: "<") else { return false }
    let rest = bytes[(place - start + 1)...].prefix(Self.tagStart)
    let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    return name.count < rest.count
      && name.split(separator: UInt8(ascii: ":")).last?.elementsEqual("record".utf8) == true
  }

  /// Where the tag begins that a place is in.
  func tag(around place: Int) -> Int {
    (self[start..<max(start, place)].lastIndex(of: UInt8(ascii: "<"))).map { $0 + start } ?? place
  }
}
