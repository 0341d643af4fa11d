/// Recognises MARC 21 files by their first bytes.
enum MARCStart {
  /// The number of bytes to examine.
  static let bytes = 4_096

  /// Returns true if the input begins with an ISO 2709 record.
  static func isISO2709(_ start: ArraySlice<UInt8>) -> Bool {
    let rest = start.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    // Blanks may belong to the length of the record.
    let blanks = start[..<rest.startIndex].suffix(ISO2709Splitter.lengthDigits)
    return (0...blanks.count).contains { count in
      let bytes = Array(blanks.suffix(count) + rest.prefix(MARCRecord.leaderLength))
      return bytes.withUnsafeBufferPointer { ISO2709Splitter.isLeader($0) }
    }
  }

  /// Returns true if the input begins like an XML document whose root is a record or a collection of records, or that
  /// contains the namespace of such records.
  static func isXML(_ start: ArraySlice<UInt8>) -> Bool {
    // In UTF-16, every other byte is zero.
    let text = String(decoding: start.lazy.filter { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    guard text.drop(while: \.isWhitespace).hasPrefix("<") else { return false }
    if text.contains("MARC21/slim") || text.lowercased().contains("marcxchange") { return true }
    var rest = text[...]
    while let opening = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: opening)...]
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { return false }
        rest = rest[end.upperBound...]
        continue
      }
      if rest.hasPrefix("?") || rest.hasPrefix("!") { continue }
      let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      let local = name.split(separator: ":").last ?? ""
      return local == "record" || local == "collection"
    }
    return false
  }
}
