/// Status and headers of an answer.
struct HTTPHead: Sendable {
  /// Bodies up to this size are read to their end where nobody wants them.
  static let shortBody = 65_536

  var status = 0
  /// By their names in small letters; of several with one name, the values joined by ", ".
  var fields: [String: String] = [:]

  /// Whether its body is said to be short.
  var isShort: Bool { fields["content-length"].flatMap { Int($0) }.map { $0 <= Self.shortBody } ?? false }
}

/// Reads heads line by line (RFC 9112, sections 4 and 5). What is no header is passed over.
struct HTTPHeadParser {
  /// How many bytes all heads of one answer may have.
  static let mostBytes = 262_144

  /// The bytes taken so far.
  private(set) var bytes = 0
  private var head = HTTPHead()
  private var lastName = ""

  /// Takes a line with its end.
  ///
  /// - Returns: the head, where the line ends one that is no interim answer (100 to 199).
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
      // In its place: a server may send thousands of one name.
      if head.fields[lastName]?.append(", \(value)") == nil { head.fields[lastName] = value }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
