import CatalogModel

/// Records as XML: of the Library of Congress, of ISO 25577 (MarcXchange), and without a namespace.
enum MARCXML {
  static let namespace = "http://www.loc.gov/MARC21/slim"

  private static let namespaces: Set<String> = [
    "", namespace, "info:lc/xmlns/marcxchange-v1", "info:lc/xmlns/marcxchange-v2",
    "http://www.bs.dk/standards/MarcXchange",
  ]

  /// Whether an element may be a record. Elements of that name stand around records, too, where a server answers a search.
  static func isRecord(_ name: XMLName) -> Bool { name.local == "record" && namespaces.contains(name.namespace) }

  /// How rejected records are written.
  static let notation = EntryNotation(
    beginning: MARCWriter.xmlBeginning, end: MARCWriter.xmlEnd, around: ("", "\n"),
    // Two hyphens end a comment.
    comment: { "<!-- \(MarkupEscape.text($0).replacing("--", with: "- - ")) -->\n" })

  /// - Throws: ``MARCFailure``
  static func record(of element: XMLElement) throws(MARCFailure) -> MARCRecord {
    var record = MARCRecord(leader: String(repeating: " ", count: MARCRecord.leaderLength))
    for part in element.elements where namespaces.contains(part.name.namespace) {
      guard record.fields.count < ISO2709Record.partLimit else {
        throw MARCFailure("it has more than \(ISO2709Record.partLimit.spoken) fields")
      }
      switch part.name.local {
      case "leader":
        let leader = Array(part.text.utf8.prefix(MARCRecord.leaderLength)).map {
          (0x20..<0x7F).contains($0) ? $0 : 0x3F
        }
        record.leader = String(
          decoding: leader + Array(repeating: 0x20, count: MARCRecord.leaderLength - leader.count), as: UTF8.self)
      case "controlfield", "datafield":
        let tag = part[attribute: "tag"] ?? ""
        guard tag.utf8.count == 3, tag.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
          throw MARCFailure("'\(tag.shortened(to: 20))' is no tag of a field, which has three characters")
        }
        let isControl = part.name.local == "controlfield" || MARCField.isControl(tag)
        record.fields.append(isControl ? MARCField(tag, control: MARCText.coded(part.text)) : field(tag, part))
      default: continue
      }
    }
    guard !record.fields.isEmpty else { throw MARCFailure("it has no fields") }
    return record
  }

  private static func field(_ tag: String, _ element: XMLElement) -> MARCField {
    func byte(_ text: String?, orElse other: UInt8) -> UInt8 {
      guard let byte = text?.utf8.first, (0x20..<0x7F).contains(byte) else { return other }
      return byte
    }
    let subfields = element.elements.lazy.filter { $0.name.local == "subfield" }.map { part in
      MARCField.Subfield(byte(part[attribute: "code"], orElse: UInt8(ascii: "?")), MARCText.line(part.text))
    }
    return MARCField(
      tag,
      .data(
        first: byte(element[attribute: "ind1"], orElse: 32), second: byte(element[attribute: "ind2"], orElse: 32),
        Array(subfields)))
  }
}
