import CatalogModel

/// A record as lines for people, as MARCMaker of the Library of Congress writes them: `=245  10$aDune /$cFrank Herbert.`
///
/// A blank indicator is a backslash; a dollar sign and braces within a text have names in braces.
enum MARCLines {
  /// - Returns: without the end of the line.
  static func line(of field: MARCField) -> String {
    var line = "=\(field.tag)  "
    switch field.content {
    case .control(let text): line += escaped(text).replacing(" ", with: "\\")
    case .data(let first, let second, let subfields):
      for indicator in [first, second] {
        line.unicodeScalars.append(indicator == 32 ? "\\" : UnicodeScalar(indicator))
      }
      for subfield in subfields {
        line += "$"
        line.unicodeScalars.append(UnicodeScalar(subfield.code))
        line += escaped(subfield.text)
      }
    }
    return line
  }

  static func line(ofLeader leader: String) -> String { "=LDR  " + leader.replacing(" ", with: "\\") }

  /// The record of lines; `nil` of lines that are none.
  static func record(of text: String) -> MARCRecord? {
    var record: MARCRecord?
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      guard line.count >= 6, line.first == UInt8(ascii: "=") else { return nil }
      let bytes = Array(line)
      let tag = String(decoding: bytes[1..<4], as: UTF8.self)
      if tag == "LDR" {
        record = MARCRecord(leader: control(bytes[6...]))
      } else if MARCField.isControl(tag) {
        record?.fields.append(MARCField(tag, control: control(bytes[6...])))
      } else if bytes.count >= 8 {
        record?.fields.append(MARCField(tag, data(bytes)))
      }
    }
    return record
  }

  private static func control(_ bytes: ArraySlice<UInt8>) -> String {
    unescaped(bytes.map { $0 == UInt8(ascii: "\\") ? 32 : $0 }[...])
  }

  private static func data(_ bytes: [UInt8]) -> MARCField.Content {
    func indicator(_ place: Int) -> UInt8 { bytes[place] == UInt8(ascii: "\\") ? 32 : bytes[place] }
    let subfields = bytes[8...].split(separator: UInt8(ascii: "$")).map { part in
      MARCField.Subfield(part[part.startIndex], unescaped(part.dropFirst()))
    }
    return .data(first: indicator(6), second: indicator(7), subfields)
  }

  private static let names: [(UInt8, String)] = [
    (UInt8(ascii: "{"), "{lcub}"), (UInt8(ascii: "}"), "{rcub}"), (UInt8(ascii: "$"), "{dollar}"),
    (UInt8(ascii: "\\"), "{bsol}"),
  ]

  private static func escaped(_ text: String) -> String {
    guard names.contains(where: { text.holds($0.0) }) else { return text }
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if let name = names.first(where: { $0.0 == byte })?.1 { escaped += name.utf8 } else { escaped.append(byte) }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.holds(UInt8(ascii: "{")) else { return text }
    // The brace that opens stands in all other names.
    return names.reversed().reduce(text) {
      $0.replacing($1.1, with: String(UnicodeScalar($1.0)))
    }
  }
}
