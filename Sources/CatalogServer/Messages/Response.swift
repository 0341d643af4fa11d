/// An answer to a request (RFC 9110, section 15).
public struct Response: Sendable {
  /// What is sent behind the header fields.
  public enum Body: Sendable {
    /// Bytes in memory: compressed for clients that take that, and sent in part where a part is asked for.
    case bytes([UInt8])
    /// A file: never compressed, sent in part where a part is asked for.
    case file(FileBody)
    /// A body of unknown length, made while it is sent.
    case stream(BodyStream)
    /// Events, until the stream ends.
    case events(EventStream)
    /// No body, since the request is HEAD; its length where that is known.
    case omitted(length: Int?)
  }

  /// From 200 to 599.
  public var status: Int
  /// The header fields; the server adds those that all answers have.
  public var fields: HeaderFields
  /// The body.
  public var body: Body

  /// An answer of its parts.
  public init(_ status: Int = 200, fields: HeaderFields = HeaderFields(), body: Body = .bytes([])) {
    self.status = (200...599).contains(status) ? status : 500
    self.fields = fields
    self.body = body
  }

  /// An answer with bytes of a media type.
  public init(_ bytes: [UInt8], type: String, status: Int = 200) {
    self.init(status, fields: ["Content-Type": type], body: .bytes(bytes))
  }

  /// An answer with a text of a media type, as UTF-8.
  public init(_ text: String, type: String, status: Int = 200) {
    self.init(Array(text.utf8), type: type, status: status)
  }

  /// Leads a browser on to an address, which it asks for by GET (RFC 9110, section 15.4.4): so a new load does not send the form again.
  static func leading(to address: String, cookie: String? = nil) -> Response {
    var fields: HeaderFields = ["Location": address, "Cache-Control": "no-store"]
    if let cookie { fields.set("Set-Cookie", cookie) }
    return Response(303, fields: fields)
  }

  /// An answer that goes on for as long as a stream does.
  public static func events(_ stream: EventStream) -> Response {
    // Proxies are to pass on each event as it comes.
    let fields: HeaderFields = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
    ]
    return Response(fields: fields, body: .events(stream))
  }
}

/// A body that is made while it is sent: lines of an export, one piece after the other.
///
/// The server asks for a piece once the client has taken the one before, on a thread that answers nobody else. It holds
/// one piece at a time: a piece should have a megabyte at most.
///
/// `@unchecked Sendable`: the server asks for one piece at a time, each before the next.
public final class BodyStream: @unchecked Sendable {
  private let next: () throws -> [UInt8]?
  private var rest: ArraySlice<UInt8> = []
  private var isOver = false
  private var failure: (any Error)?

  /// - Parameter next: gives a piece; `nil` is the end. An error breaks the answer off, so that the client knows it is not whole.
  public init(_ next: @escaping @Sendable () throws -> [UInt8]?) { self.next = next }

  /// Fills a buffer.
  ///
  /// - Returns: the number of bytes; 0 at the end.
  func take(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      if let count = try takeMade(into: buffer) { return count }
      make()
    }
  }

  /// Makes the next piece; to be called once the one before was taken.
  func make() {
    do {
      if let piece = try next() { rest = piece[...] } else { isOver = true }
    } catch { failure = error }
  }

  /// Fills a buffer with bytes that were made.
  ///
  /// - Returns: the number of bytes; 0 at the end; `nil` if the next piece is to be made first.
  func takeMade(into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
    if let failure { throw failure }
    if isOver { return 0 }
    if rest.isEmpty { return nil }
    let piece = rest.prefix(buffer.count)
    buffer.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  /// Fields by their names; see ``add(_:_:)``.
  public init(dictionaryLiteral elements: (String, String)...) { for (name, value) in elements { add(name, value) } }
}
