import CatalogModel

/// Writes records of MARC 21, in UTF-8.
enum MARCWriter {
  /// What the numbers of a directory can say: four digits for a field, five for a record.
  private static let fieldLimit = 9_999
  private static let recordLimit = 99_999

  /// A record in ISO 2709. A field that is too long for it, or for which the record has no more room, is left out.
  static func iso2709(_ record: MARCRecord) -> [UInt8] {
    var directory: [UInt8] = []
    var body: [UInt8] = []
    for field in record.fields {
      let bytes = bytes(of: field)
      // Behind the leader and the directory there is a byte that ends it, and one that ends the record.
      let length = MARCRecord.leaderLength + directory.count + 12 + 2 + body.count + bytes.count
      guard bytes.count <= fieldLimit, length <= recordLimit else { continue }
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

  /// What a collection of records in MARCXML begins with.
  static let xmlBeginning = """
    <?xml version="1.0" encoding="UTF-8"?>
    <collection xmlns="\(MARCXML.namespace)">

    """
  static let xmlEnd = "</collection>\n"

  /// A record in MARCXML (https://www.loc.gov/standards/marcxml).
  static func xml(_ record: MARCRecord) -> [UInt8] {
    var text = "  <record>\n    <leader>\(MarkupEscape.text(record.leader))</leader>\n"
    for field in record.fields {
      let tag = MarkupEscape.text(field.tag)
      switch field.content {
      case .control(let value):
        text += "    <controlfield tag=\"\(tag)\">\(MarkupEscape.text(value))</controlfield>\n"
      case .data(let first, let second, let subfields):
        text += "    <datafield tag=\"\(tag)\" ind1=\"\(escaped(first))\" ind2=\"\(escaped(second))\">\n"
        for subfield in subfields {
          let value = MarkupEscape.text(MARCText.line(subfield.text))
          text += "      <subfield code=\"\(escaped(subfield.code))\">\(value)</subfield>\n"
        }
        text += "    </datafield>\n"
      }
    }
    return Array((text + "  </record>\n").utf8)
  }

  private static func escaped(_ byte: UInt8) -> String { MarkupEscape.text(String(UnicodeScalar(byte))) }
}
