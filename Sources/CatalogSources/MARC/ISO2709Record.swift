import CatalogModel
import Platform

/// Parses an ISO 2709 record, which consists of a leader, a directory with the tag, length and start of each field, and
/// the fields.
enum ISO2709Record {
  /// The maximum number of fields in a record, and of subfields in a field.
  static let partLimit = 20_000

  private struct Entry {
    let tag: String
    /// The byte range of the field, or `nil` if the directory entry contains no valid numbers.
    let range: Range<Int>?
  }

  /// Parses a record.
  ///
  /// - Parameters:
  ///   - raw: The record, with or without its terminator.
  ///   - encoding: The encoding, or `nil` to detect it.
  /// - Throws: ``MARCFailure``
  static func read(_ raw: [UInt8], encoding: TextEncoding?) throws(MARCFailure) -> MARCRecord {
    let result: Result<MARCRecord, MARCFailure> = raw.withUnsafeBufferPointer { bytes in
      do throws(MARCFailure) { return .success(try read(bytes, encoding)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ given: TextEncoding?
  ) throws(MARCFailure) -> MARCRecord {
    guard bytes.count > MARCRecord.leaderLength + 1 else {
      throw MARCFailure("it has \(bytes.count.grouped) bytes, but its leader alone needs 24")
    }
    let isEnded = bytes.last == ISO2709Splitter.recordEnd
    let end = isEnded ? bytes.count - 1 : bytes.count
    guard let directoryEnd = bytes[24..<end].firstIndex(of: ISO2709Splitter.fieldEnd) else {
      throw MARCFailure(isEnded ? "its directory has no end" : "it is truncated: its directory has no end")
    }
    let entries = directory(UnsafeBufferPointer(rebasing: bytes[24..<directoryEnd]))
    guard entries.count <= partLimit else {
      throw MARCFailure("it has \(entries.count.grouped) fields; the limit is \(partLimit.grouped)")
    }
    let body = UnsafeBufferPointer(rebasing: bytes[(directoryEnd + 1)..<end])
    let encoding = try MARCEncoding(of: bytes, given)
    let leader = String(
      decoding: bytes[..<24].map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    var record = MARCRecord(leader: leader)
    record.fields.reserveCapacity(entries.count)
    for (tag, range) in try ranges(of: entries, in: body, isEnded: isEnded) {
      record.fields.append(try field(tag, UnsafeBufferPointer(rebasing: body[range]), encoding))
    }
    return record
  }

  private static func directory(_ bytes: UnsafeBufferPointer<UInt8>) -> [Entry] {
    guard let start = bytes.baseAddress else { return [] }
    return stride(from: 0, to: bytes.count / 12 * 12, by: 12).map { offset in
      let tag = String(
        decoding: (0..<3).map { (0x21..<0x7F).contains(start[offset + $0]) ? start[offset + $0] : UInt8(ascii: "?") },
        as: UTF8.self)
      guard let length = ISO2709Splitter.number(start, offset + 3, digits: 4, within: bytes.count),
        let first = ISO2709Splitter.number(start, offset + 7, digits: 5, within: bytes.count)
      else { return Entry(tag: tag, range: nil) }
      return Entry(tag: tag, range: first..<(first + length))
    }
  }

  /// Returns the tag and the byte range of each field, without its terminator. The ranges in the directory are used if
  /// each of them ends at a terminator. Otherwise the fields are divided at their terminators, and are assigned to the
  /// directory entries in the order of the start offsets in the entries.
  private static func ranges(
    of entries: [Entry], in body: UnsafeBufferPointer<UInt8>, isEnded: Bool
  ) throws(MARCFailure) -> [(String, Range<Int>)] {
    let stated = entries.compactMap { entry -> (String, Range<Int>)? in
      guard let range = entry.range, !range.isEmpty, range.upperBound <= body.count,
        body[range.upperBound - 1] == ISO2709Splitter.fieldEnd,
        range.lowerBound == 0 || body[range.lowerBound - 1] == ISO2709Splitter.fieldEnd,
        !body[range.lowerBound..<(range.upperBound - 1)].contains(ISO2709Splitter.fieldEnd)
      else { return nil }
      return (entry.tag, range.lowerBound..<(range.upperBound - 1))
    }
    if stated.count == entries.count { return stated }
    var found: [Range<Int>] = []
    var start = 0
    while start < body.count, found.count <= entries.count {
      let end = body[start...].firstIndex(of: ISO2709Splitter.fieldEnd) ?? body.count
      found.append(start..<end)
      start = end + 1
    }
    let isWhole = isEnded || body.last == ISO2709Splitter.fieldEnd
    guard found.count == entries.count, isWhole else {
      throw MARCFailure(
        "\(isWhole ? "" : "it is truncated: ")its directory has \(entries.count.grouped) entries, but is followed by "
          + (found.count > entries.count ? "more fields" : "\(found.count.grouped) fields"))
    }
    let hasRanges = entries.allSatisfy { $0.range != nil }
    let inOrder = entries.enumerated().sorted { one, other in
      guard hasRanges, let first = one.element.range, let second = other.element.range else {
        return one.offset < other.offset
      }
      return (first.lowerBound, one.offset) < (second.lowerBound, other.offset)
    }
    // Restore the order of the directory.
    return zip(inOrder, found).sorted { $0.0.offset < $1.0.offset }.map { ($0.0.element.tag, $0.1) }
  }

  private static func field(
    _ tag: String, _ bytes: UnsafeBufferPointer<UInt8>, _ encoding: MARCEncoding
  ) throws(MARCFailure) -> MARCField {
    if MARCField.isControl(tag) { return MARCField(tag, control: MARCText.coded(try encoding.text(of: bytes))) }
    func indicator(_ index: Int) -> UInt8 {
      index < bytes.count && (0x20..<0x7F).contains(bytes[index]) ? bytes[index] : 0x20
    }
    var subfields: [MARCField.Subfield] = []
    let first = bytes.firstIndex(of: ISO2709Splitter.subfieldStart)
    // In a valid field, only the two indicators come before the first subfield.
    if first ?? bytes.count > 2 {
      let text = MARCText.line(try encoding.text(of: UnsafeBufferPointer(rebasing: bytes[2..<(first ?? bytes.count)])))
      if !text.isEmpty { subfields.append(MARCField.Subfield("a", text)) }
    }
    var start = first ?? bytes.count
    while start < bytes.count {
      let end = bytes[(start + 1)...].firstIndex(of: ISO2709Splitter.subfieldStart) ?? bytes.count
      if start + 1 < end {
        guard subfields.count < partLimit else {
          throw MARCFailure("field \(tag) has more than \(partLimit.grouped) subfields")
        }
        let code = bytes[start + 1]
        let isCode = (0x21..<0x7F).contains(code)
        let text = try encoding.text(of: UnsafeBufferPointer(rebasing: bytes[(isCode ? start + 2 : start + 1)..<end]))
        subfields.append(MARCField.Subfield(isCode ? code : UInt8(ascii: "?"), MARCText.line(text)))
      }
      start = end
    }
    return MARCField(tag, .data(first: indicator(0), second: indicator(1), subfields))
  }
}
