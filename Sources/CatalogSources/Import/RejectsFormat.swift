import Catalog

/// How rejected rows are written: as they stood in the input, with the reason beside them, so that they can be mended and
/// imported.
public enum RejectsFormat: Sendable {
  case jsonLines
  /// - Parameters:
  ///   - header: the bytes of the input's header; `nil` when it has none.
  case csv(header: [UInt8]?, delimiter: UInt8)

  /// What the file begins with.
  public var beginning: [UInt8] {
    guard case .csv(let header?, let delimiter) = self else { return [] }
    return header + [delimiter] + Array("reason\n".utf8)
  }

  /// The line for one row.
  public func line(for row: RejectedRow) -> [UInt8] {
    switch self {
    case .csv(_, let delimiter):
      let reason = "\"" + row.reason.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      return row.raw + [delimiter] + Array("\(reason)\"\n".utf8)
    case .jsonLines:
      var json = JSONWriter(layout: .compact)
      let text = String(decoding: row.raw, as: UTF8.self).trimmed()
      if text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 {
        json.string(row.reason)
        return Array("{\"reason\":".utf8) + json.bytes + Array(",\(text.dropFirst())\n".utf8)
      }
      json.beginObject()
      json.member("reason", row.reason)
      json.member("row", row.number)
      json.member("text", String(text.prefix(1_000)))
      json.endObject()
      json.endLine()
      return json.bytes
    }
  }
}
