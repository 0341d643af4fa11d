import CatalogModel

/// The format in which rejected rows are written: as they stood in the input, with the reason beside them, so that they can
/// be mended and imported. In UTF-8, as the reasons are.
public enum RejectsFormat: Sendable {
  /// One object a line, with the reason as its first member.
  case jsonLines
  /// - Parameters:
  ///   - header: the bytes of the input's header; `nil` when it has none.
  ///   - isWindows1252: whether the bytes of header and rows are Windows-1252; else they are UTF-8.
  case csv(header: [UInt8]?, delimiter: UInt8, isWindows1252: Bool)

  /// The bytes that the file begins with.
  public var beginning: [UInt8] {
    guard case .csv(let header?, let delimiter, let isWindows1252) = self else { return [] }
    return Self.utf8(header, isWindows1252) + [delimiter] + Array("reason\n".utf8)
  }

  /// A row with what it takes to read it by itself: a row of a table under its header. In UTF-8.
  func whole(_ row: [UInt8]) -> [UInt8] {
    guard case .csv(let header, _, let isWindows1252) = self else { return row }
    return Self.utf8(header ?? [], isWindows1252) + [UInt8(ascii: "\n")] + Self.utf8(row, isWindows1252)
  }

  /// The line for one row.
  public func line(for row: RejectedRow) -> [UInt8] {
    switch self {
    case .csv(_, let delimiter, let isWindows1252):
      var line = Self.utf8(row.raw, isWindows1252) + [delimiter]
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
      json.beginObject()
      json.member("reason", row.reason)
      json.member("row", row.number)
      json.member("text", String(text.unicodeScalars.prefix(1_000)))
      json.endObject()
      json.endLine()
      return json.bytes
    }
  }

  private static func utf8(_ bytes: [UInt8], _ isWindows1252: Bool) -> [UInt8] {
    isWindows1252 ? bytes.withUnsafeBufferPointer(Windows1252.utf8) : bytes
  }
}
