import CatalogModel

/// The format for writing rejected rows. Each row is written as it was in the input, with the reason added, so that the
/// user can correct and import it. The encoding is UTF-8.
public enum RejectsFormat: Sendable {
  /// One JSON object per line, with the reason as its first member.
  case jsonLines
  /// A table.
  ///
  /// - Parameter header: The bytes of the input's header, or `nil` if the input has no header.
  case csv(header: [UInt8]?, delimiter: UInt8)
  /// Entries of a format that has neither lines nor a header.
  case entries(EntryNotation)

  /// The bytes at the beginning of the file.
  public var beginning: [UInt8] {
    switch self {
    case .csv(let header?, let delimiter): header + [delimiter] + Array("reason\n".utf8)
    case .entries(let notation): Array(notation.beginning.utf8)
    case .csv(nil, _), .jsonLines: []
    }
  }

  /// The bytes at the end of the file.
  public var end: [UInt8] { if case .entries(let notation) = self { Array(notation.end.utf8) } else { [] } }

  /// Returns a row together with everything needed to read the row on its own, such as the table's header. The encoding
  /// is UTF-8.
  func whole(_ row: [UInt8]) -> [UInt8] {
    switch self {
    case .csv(let header, _): (header ?? []) + [UInt8(ascii: "\n")] + row
    case .entries(let notation): notation.whole(row)
    case .jsonLines: row
    }
  }

  /// Returns the line for a rejected row.
  public func line(for row: RejectedRow) -> [UInt8] {
    switch self {
    case .entries(let notation): return notation.line(row)
    case .csv(_, let delimiter):
      var line = row.raw + [delimiter]
      CSVCell.appendQuoted(row.reason, to: &line)
      return line + [UInt8(ascii: "\n")]
    case .jsonLines:
      var json = JSONWriter(layout: .compact)
      let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      var object = row.raw.drop(while: isBlank)
      while let last = object.last, isBlank(last) { object.removeLast() }
      if object.count > 2, object.first == UInt8(ascii: "{"), object.last == UInt8(ascii: "}") {
        json.string(row.reason)
        return Array("{\"reason\":".utf8) + json.bytes + [UInt8(ascii: ",")] + object.dropFirst() + [UInt8(ascii: "\n")]
      }
      let text = String(decoding: row.raw, as: UTF8.self).trimmed()
      json.object { json in
        json.member("reason", row.reason)
        json.member("row", row.number)
        json.member("text", String(text.unicodeScalars.prefix(1_000)))
      }
      json.endLine()
      return json.bytes
    }
  }
}
