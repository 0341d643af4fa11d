/// An event of an event stream (HTML, section 9.2.6).
public struct ServerEvent: Sendable, Equatable {
  /// The id that a client sends back as `Last-Event-ID` when it reconnects; `nil` keeps the previous id.
  public var id: String?
  /// The name of the event for listeners; `nil` means `message`.
  public var name: String?
  /// The text of the event, with any number of lines.
  public var data: String
  /// The time that a client waits before it reconnects, at most a day; `nil` keeps the previous value.
  public var retry: Duration?

  /// Creates an event. Line breaks and NUL, which the fields cannot contain, are removed from `id` and `name`.
  public init(_ data: String = "", id: String? = nil, name: String? = nil, retry: Duration? = nil) {
    self.id = id.map(Self.line)
    self.name = name.map(Self.line)
    self.data = data
    self.retry = retry
  }

  /// The event that replaces the events that a slow client missed. The client must assume that everything has changed.
  public static let reload = ServerEvent(name: "reload")

  /// The event in its transmitted form.
  var bytes: [UInt8] {
    var text = ""
    if let id { text += "id: \(id)\n" }
    if let name { text += "event: \(name)\n" }
    if let retry { text += "retry: \(Int(min(max(retry / .milliseconds(1), 0), 86_400_000)))\n" }
    // Iterates over scalars: Swift treats "\r\n" as one character, but "\r", "\n" and "\r\n" all end a line of a
    // stream.
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

  /// A comment, which clients ignore. Sending it shows whether the connection still works.
  static let heartbeat: [UInt8] = Array(":\n\n".utf8)

  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }))
  }
}
