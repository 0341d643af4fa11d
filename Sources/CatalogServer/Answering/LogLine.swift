import CatalogSources
import FoundationEssentials

/// A line of the log in the common format (as Apache's `%h %l %u %t "%r" %>s %b`): without queries, which hold what people look for,
/// and without a character that could end the line or move a terminal's cursor.
struct LogLine: CustomStringConvertible {
  let description: String

  /// - Parameters:
  ///   - client: the address of who asked; `nil` for one without.
  ///   - status: of the answer; 0 where none was sent.
  ///   - bytes: of the body; `nil` where nobody knows.
  init(client: NetworkAddress?, head: RequestHead, status: Int, bytes: Int?, now: Date) {
    let target = head.target.prefix { $0 != "?" && $0 != "#" }
    let request = "\(Self.visible(head.method, 16)) \(Self.visible(target, 1_000)) \(Self.visible(head.version, 16))"
    description =
      "\(client?.description ?? "-") - - [\(Self.time(now))] \"\(request)\" \(status) \(bytes.map(String.init) ?? "-")"
  }

  /// `10/Oct/2000:13:55:36 +0000`.
  private static func time(_ date: Date) -> String {
    // `Tue, 10 Oct 2000 13:55:36 GMT`
    let parts = HTTPDate.text(date)?.split(separator: " ") ?? []
    guard parts.count == 6 else { return "-" }
    return "\(parts[1])/\(parts[2])/\(parts[3]):\(parts[4]) +0000"
  }

  /// A text of printable ASCII: all else, quotes and backslashes too, by the numbers of its bytes.
  static func visible(_ text: some StringProtocol, _ limit: Int) -> String {
    var shown = ""
    for byte in text.utf8.prefix(limit) {
      if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        shown.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        shown += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text.utf8.count > limit ? shown + "..." : shown
  }
}
