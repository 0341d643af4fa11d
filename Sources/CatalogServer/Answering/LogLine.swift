import CatalogSources
import FoundationEssentials

/// A log line in the common log format (Apache's `%h %l %u %t "%r" %>s %b`). It leaves out queries, which contain what
/// people search for, and escapes characters that could end the line or move a terminal's cursor.
struct LogLine: CustomStringConvertible {
  let description: String

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - client: The address of the client; `nil` if it has none.
  ///   - status: The status of the response; 0 if none was sent.
  ///   - bytes: The size of the body; `nil` if it is unknown.
  init(client: NetworkAddress?, head: RequestHead, status: Int, bytes: Int?, now: Date) {
    let target = head.target.prefix { $0 != "?" && $0 != "#" }
    let request = "\(Self.visible(head.method, 16)) \(Self.visible(target, 1_000)) \(Self.visible(head.version, 16))"
    description =
      "\(client?.description ?? "-") - - [\(Self.time(now))] \"\(request)\" \(status) \(bytes.map(String.init) ?? "-")"
  }

  /// Formats a time as `10/Oct/2000:13:55:36 +0000`.
  private static func time(_ date: Date) -> String {
    // The format of the parts is `Tue, 10 Oct 2000 13:55:36 GMT`.
    let parts = HTTPDate.text(date)?.split(separator: " ") ?? []
    guard parts.count == 6 else { return "-" }
    return "\(parts[1])/\(parts[2])/\(parts[3]):\(parts[4]) +0000"
  }

  /// Returns a text as printable ASCII, cut after a number of bytes. All other bytes, as well as quotes and
  /// backslashes, are written as hexadecimal escapes.
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
