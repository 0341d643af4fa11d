/// One event of an event stream (HTML, section 9.2.6).
public struct ServerEvent: Sendable, Equatable {
  /// What a client sends back as `Last-Event-ID` when it connects again; `nil` leaves the last one.
  public var id: String?
  /// The name that listeners ask for; `nil` is `message`.
  public var name: String?
  /// The text of the event, of any number of lines.
  public var data: String
  /// How long a client waits before it connects again, at most a day; `nil` leaves that as it is.
  public var retry: Duration?

  /// An event of its parts. What no field may hold is left out of `id` and `name`: line breaks, and NUL.
  public init(_ data: String = "", id: String? = nil, name: String? = nil, retry: Duration? = nil) {
    self.id = id.map(Self.line)
    self.name = name.map(Self.line)
    self.data = data
    self.retry = retry
  }

  /// What a client that was too slow is told instead of what it missed: everything may have changed.
  public static let reload = ServerEvent(name: "reload")

  /// The event as it is sent.
  var bytes: [UInt8] {
    var text = ""
    if let id { text += "id: \(id)\n" }
    if let name { text += "event: \(name)\n" }
    if let retry { text += "retry: \(Int(min(max(retry / .milliseconds(1), 0), 86_400_000)))\n" }
    // Scalars: to Swift "\r\n" is one character, and each of the two ends a line of a stream.
    var line = ""
    var follows = false
    for scalar in data.unicodeScalars {
      defer { follows = scalar == "\r" }
      guard scalar == "\n" || scalar == "\r" else {
        line.unicodeScalars.append(scalar)
        continue
      }
      if scalar == "\n", follows { continue }
      text += "data: \(line)\n"
      line = ""
    }
    text += "data: \(line)\n\n"
    return Array(text.utf8)
  }

  /// A comment, which every client passes over: it shows whether the connection still lives.
  static let heartbeat: [UInt8] = Array(":\n\n".utf8)

  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }))
  }
}
