import CatalogModel
import Platform

/// Writes MARC 21 records in UTF-8.
enum MARCWriter {
  /// The maximum lengths of a field and of a record in bytes. ISO 2709 states these lengths with four and five digits.
  private static let fieldLimit = 9_999
  private static let recordLimit = 99_999

  /// Returns a record in ISO 2709. A field is omitted if it exceeds the maximum length, or if the record has no room
  /// for it.
  ///
  /// - Parameter leavingOut: Called with the tag of each omitted field.
  static func iso2709(_ record: MARCRecord, leavingOut: (String) -> Void) -> [UInt8] {
    var directory: [UInt8] = []
    var body: [UInt8] = []
    for field in record.fields {
      let bytes = bytes(of: field)
      // One byte terminates the directory, and one byte terminates the record.
      let length = MARCRecord.leaderLength + directory.count + 12 + 2 + body.count + bytes.count
      guard bytes.count <= fieldLimit, length <= recordLimit else {
        leavingOut(field.tag)
        continue
      }
      directory += Array(field.tag.utf8)
      directory += String(bytes.count).leftPadded(to: 4).utf8
      directory += String(body.count).leftPadded(to: 5).utf8
      body += bytes
    }
    let start = MARCRecord.leaderLength + directory.count + 1
    var leader = Array(record.leader.utf8)
    leader.replaceSubrange(0..<5, with: String(start + body.count + 1).leftPadded(to: 5).utf8)
    leader.replaceSubrange(12..<17, with: String(start).leftPadded(to: 5).utf8)
    return leader + directory + [ISO2709Splitter.fieldEnd] + body + [ISO2709Splitter.recordEnd]
  }

  private static func bytes(of field: MARCField) -> [UInt8] {
    var bytes: [UInt8] = []
    switch field.content {
    case .control(let text): bytes += MARCText.coded(text).utf8
    case .data(let first, let second, let subfields):
      bytes += [first, second]
      for subfield in subfields {
        bytes += [ISO2709Splitter.subfieldStart, subfield.code]
        bytes += MARCText.line(subfield.text).utf8
      }
    }
    return bytes + [ISO2709Splitter.fieldEnd]
  }

  /// The start of a MARCXML collection.
  static let xmlBeginning = """
    <?xml version="1.0" encoding="UTF-8"?>
    <collection xmlns="\(MARCXML.namespace)">

    """
  static let xmlEnd = "</collection>\n"

  /// Returns a record in MARCXML (https://www.loc.gov/standards/marcxml).
  static func xml(_ record: MARCRecord) -> [UInt8] {
    var xml = MARCXMLWriter()
    xml.write(record)
    return xml.bytes
  }
}

/// Builds the bytes of records in MARCXML.
private struct MARCXMLWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(2_048) }

  mutating func write(_ record: MARCRecord) {
    add("  <record>\n    <leader>")
    addText(record.leader)
    add("</leader>\n")
    for field in record.fields { write(field) }
    add("  </record>\n")
  }

  private mutating func write(_ field: MARCField) {
    switch field.content {
    case .control(let value):
      add("    <controlfield tag=\"")
      addText(field.tag)
      add("\">")
      addText(value)
      add("</controlfield>\n")
    case .data(let first, let second, let subfields):
      add("    <datafield tag=\"")
      addText(field.tag)
      add("\" ind1=\"")
      addText(first)
      add("\" ind2=\"")
      addText(second)
      add("\">\n")
      for subfield in subfields {
        add("      <subfield code=\"")
        addText(subfield.code)
        add("\">")
        addText(MARCText.line(subfield.text))
        add("</subfield>\n")
      }
      add("    </datafield>\n")
    }
  }

  private mutating func add(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func addText(_ byte: UInt8) { addText(String(UnicodeScalar(byte))) }

  private mutating func addText(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      if utf8.allSatisfy(Self.isPlain) { return bytes.append(contentsOf: utf8) }
      bytes += MarkupEscape.text(String(decoding: utf8, as: UTF8.self)).utf8
    }
  }

  /// Returns true if a byte needs no escaping within a text. Markup and control characters need escaping. Characters
  /// whose first byte is 0xEF may need escaping, because they include the characters that XML forbids.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0..<0x20, 0xEF: false
    default: true
    }
  }
}
