import Platform

/// Extracts the records from a MARCXML document, at any depth.
final class MARCXMLCollector: XMLHandler {
  struct Found {
    var record = MARCRecord(leader: String(repeating: " ", count: MARCRecord.leaderLength))
    /// The reason why the element is not a MARC record.
    var failure: MARCFailure?
    fileprivate var size = 0
    /// True if the element contained a MARC element.
    fileprivate var hasParts = false
  }

  /// The maximum size of a record in bytes. Each nested element adds ``elementCost`` bytes to the size.
  static let limit = 1_048_576
  /// The cost of an element in bytes, in addition to its text.
  private static let elementCost = 16

  /// An element whose text is collected.
  private enum Part {
    case leader
    case control(tag: String)
    case subfield(code: UInt8)
  }

  /// The complete records that were not yet returned to the caller.
  private(set) var found: [Found] = []
  /// The start of the open record, as an offset in the bytes passed to the parser; `nil` if no record is open.
  private(set) var start: Int?
  /// The start of the first record.
  private(set) var firstStart: Int?
  /// The number of open elements, counted from the record element.
  private var depth = 0
  private var current = Found()
  private var part: Part?
  private var partDepth = 0
  private var text = ""
  private var field: (tag: String, first: UInt8, second: UInt8, subfields: [MARCField.Subfield])?
  /// The parser of the document. The reference is weak, because the owner of this collector also owns the parser.
  weak var reader: XMLReader?

  func takeFound() -> [Found] {
    defer { found = [] }
    return found
  }

  /// Discards the open record.
  func reset() { (depth, start, part, field) = (0, nil, nil, nil) }

  func begin(_ name: XMLName, _ attributes: [XMLAttribute]) {
    if MARCXML.isRecord(name) {
      // A record element that directly contains no MARC elements is the envelope of a server's response.
      guard depth == 0 || depth > 1 && !current.hasParts else {
        reader?.stop("a record begins before the previous one ends")
        return
      }
      (start, current, depth) = (reader?.position ?? 0, Found(), 0)
      if firstStart == nil { firstStart = start }
    } else if depth == 0 {
      return
    }
    depth += 1
    count(attributes.reduce(Self.elementCost) { $0 + $1.value.utf8.count + Self.elementCost })
    guard part == nil else { return }
    switch (depth, name.local) {
    case (2, "leader") where MARCXML.isKnown(name.namespace): part = .leader
    case (2, "controlfield") where MARCXML.isKnown(name.namespace): part = .control(tag: tag(attributes))
    case (2, "datafield") where MARCXML.isKnown(name.namespace): beginField(attributes)
    case (3, "subfield") where field != nil:
      part = .subfield(code: Self.byte(attributes, "code", orElse: UInt8(ascii: "?")))
    default: return
    }
    current.hasParts = true
    if part != nil { (text, partDepth) = ("", depth) }
  }

  func text(_ text: String) {
    guard depth > 0 else { return }
    count(text.utf8.count)
    guard part != nil else { return }
    if self.text.isEmpty { self.text = text } else { self.text += text }
  }

  private func count(_ bytes: Int) {
    current.size += bytes
    if current.size > Self.limit { reader?.stop("the record has more than \(Self.limit.grouped) bytes") }
  }

  func end() {
    guard depth > 0 else { return }
    defer { depth -= 1 }
    if let part, partDepth == depth {
      self.part = nil
      endPart(part)
    } else if depth == 2, let (tag, first, second, subfields) = field {
      field = nil
      current.record.fields.append(MARCField(tag, .data(first: first, second: second, subfields)))
    } else if depth == 1 {
      endRecord()
    }
  }

  /// Begins a field. The tag decides whether the field has subfields, no matter which element the document uses.
  private func beginField(_ attributes: [XMLAttribute]) {
    let tag = tag(attributes)
    if MARCField.isControl(tag) {
      part = .control(tag: tag)
    } else {
      let (first, second) = (Self.byte(attributes, "ind1", orElse: 32), Self.byte(attributes, "ind2", orElse: 32))
      field = (tag, first, second, [])
    }
  }

  private func endPart(_ part: Part) {
    switch part {
    case .leader: current.record.leader = Self.leader(text)
    case .control(let tag): current.record.fields.append(MARCField(tag, control: MARCText.coded(text)))
    case .subfield(let code): field?.subfields.append(MARCField.Subfield(code, MARCText.line(text)))
    }
  }

  private func endRecord() {
    if current.record.fields.isEmpty { current.failure = MARCFailure("it has no fields") }
    found.append(current)
    start = nil
  }

  private func tag(_ attributes: [XMLAttribute]) -> String {
    let tag = attributes["tag"] ?? ""
    if tag.utf8.count != 3 || !tag.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) {
      current.failure = MARCFailure("'\(tag.shortened(to: 20))' is not the tag of a field, which has three characters")
    }
    return tag
  }

  private static func leader(_ text: String) -> String {
    let leader = Array(text.utf8.prefix(MARCRecord.leaderLength)).map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }
    return String(
      decoding: leader + Array(repeating: 0x20, count: MARCRecord.leaderLength - leader.count), as: UTF8.self)
  }

  private static func byte(_ attributes: [XMLAttribute], _ local: String, orElse other: UInt8) -> UInt8 {
    guard let byte = attributes[local]?.utf8.first, (0x20..<0x7F).contains(byte) else { return other }
    return byte
  }
}
