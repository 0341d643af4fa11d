/// The status and headers of a response.
struct HTTPHead: Sendable {
  /// The maximum size in bytes of an unneeded body that is still read to its end, so that the connection can be reused.
  static let shortBody = 65_536

  var status = 0
  /// The headers, keyed by lowercase name. The values of repeated headers are joined by ", ".
  var fields: [String: String] = [:]

  /// True if the `Content-Length` header states at most ``shortBody`` bytes.
  var isShort: Bool { fields["content-length"].flatMap { Int($0) }.map { $0 <= Self.shortBody } ?? false }
}

/// Parses the heads of responses line by line (RFC 9112, sections 4 and 5). Lines that are not headers are ignored.
struct HTTPHeadParser {
  /// The maximum total size in bytes of all heads of a response.
  static let maxBytes = 262_144

  /// The number of bytes parsed so far.
  private(set) var bytes = 0
  private var head = HTTPHead()
  private var lastName = ""

  /// Parses a line, including its line ending.
  ///
  /// - Returns: The head, if the line completes it. Returns `nil` for an interim response (status 100 to 199).
  mutating func take(_ line: UnsafeRawBufferPointer) -> HTTPHead? {
    bytes += line.count
    var text = String(decoding: line, as: UTF8.self)[...]
    while text.last?.isNewline == true { text.removeLast() }
    if text.hasPrefix("HTTP/") {
      head = HTTPHead(status: text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0)
    } else if text.isEmpty {
      return (100...199).contains(head.status) ? nil : head
    } else if text.first == " " || text.first == "\t" {
      head.fields[lastName, default: ""] += " " + Self.trimmed(text)
    } else if let colon = text.firstIndex(of: ":") {
      lastName = Self.trimmed(text[..<colon]).lowercased()
      let value = Self.trimmed(text[text.index(after: colon)...])
      // Append in place, because a server may send thousands of headers with the same name.
      if head.fields[lastName]?.append(", \(value)") == nil { head.fields[lastName] = value }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
