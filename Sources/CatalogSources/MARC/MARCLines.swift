import CatalogModel

/// A record as human-readable lines, in the format of MARCMaker from the Library of Congress: `=245  10$aDune /$cFrank
/// Herbert.`
///
/// A backslash replaces a blank indicator. A dollar sign, brace or backslash within a text is written as a name in
/// braces.
enum MARCLines {
  /// Returns the line of a field, without a line end.
  static func line(of field: MARCField) -> String {
    var bytes: [UInt8] = []
    write(field, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the line of a field, without a line end.
  static func write(_ field: MARCField, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "="))
    bytes += field.tag.utf8
    bytes += [32, 32]
    switch field.content {
    case .control(let text): write(text, isControl: true, to: &bytes)
    case .data(let first, let second, let subfields):
      bytes.append(first == 32 ? UInt8(ascii: "\\") : first)
      bytes.append(second == 32 ? UInt8(ascii: "\\") : second)
      for subfield in subfields {
        bytes.append(UInt8(ascii: "$"))
        bytes.append(subfield.code)
        write(subfield.text, isControl: false, to: &bytes)
      }
    }
  }

  static func write(leader: String, to bytes: inout [UInt8]) {
    bytes += "=LDR  ".utf8
    write(leader, isControl: true, to: &bytes)
  }

  private static func write(_ text: String, isControl: Bool, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case 32 where isControl: bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "{"): bytes += "{lcub}".utf8
      case UInt8(ascii: "}"): bytes += "{rcub}".utf8
      case UInt8(ascii: "$"): bytes += "{dollar}".utf8
      case UInt8(ascii: "\\"): bytes += "{bsol}".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// Parses a record. Returns `nil` if the text does not consist of lines in this format.
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
    func indicator(_ index: Int) -> UInt8 { bytes[index] == UInt8(ascii: "\\") ? 32 : bytes[index] }
    let subfields = bytes[8...].split(separator: UInt8(ascii: "$")).map { part in
      MARCField.Subfield(part[part.startIndex], unescaped(part.dropFirst()))
    }
    return .data(first: indicator(6), second: indicator(7), subfields)
  }

  private static let names: [(name: [UInt8], byte: UInt8)] = [
    (Array("{rcub}".utf8), UInt8(ascii: "}")), (Array("{lcub}".utf8), UInt8(ascii: "{")),
    (Array("{dollar}".utf8), UInt8(ascii: "$")), (Array("{bsol}".utf8), UInt8(ascii: "\\")),
  ]

  /// Replaces each name in braces with its character. Works on bytes, since a combining mark joins the brace before it
  /// into one `Character`.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "{")) else { return String(decoding: bytes, as: UTF8.self) }
    var (text, rest) = ([UInt8](), bytes)
    while let byte = rest.first {
      if byte == UInt8(ascii: "{"), let known = names.first(where: { rest.starts(with: $0.name) }) {
        text.append(known.byte)
        rest = rest.dropFirst(known.name.count)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
