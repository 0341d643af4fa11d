/// A response to a request (RFC 9110, section 15).
public struct Response: Sendable {
  /// The part of a response after the header fields.
  public enum Body: Sendable {
    /// Bytes in memory. They are compressed if the client accepts compression, and support range requests.
    case bytes([UInt8])
    /// A file. It is never compressed, and supports range requests.
    case file(FileBody)
    /// A body of unknown length that is produced while it is sent.
    case stream(BodyStream)
    /// Events, until the stream ends.
    case events(EventStream)
    /// No body, because the request is HEAD. The value is the length that the body would have; `nil` if it is unknown.
    case omitted(length: Int?)
  }

  /// The status, from 200 to 599.
  public var status: Int
  /// The header fields. The server adds the fields that all responses have.
  public var fields: HeaderFields
  /// The content of the response.
  public var body: Body

  /// Creates a response. A status outside 200 to 599 becomes 500.
  public init(_ status: Int = 200, fields: HeaderFields = HeaderFields(), body: Body = .bytes([])) {
    self.status = (200...599).contains(status) ? status : 500
    self.fields = fields
    self.body = body
  }

  /// Creates a response with bytes of a media type.
  public init(_ bytes: [UInt8], type: String, status: Int = 200) {
    self.init(status, fields: ["Content-Type": type], body: .bytes(bytes))
  }

  /// Creates a response with a text of a media type, encoded as UTF-8.
  public init(_ text: String, type: String, status: Int = 200) {
    self.init(Array(text.utf8), type: type, status: status)
  }

  /// Returns a redirect to an address, which the browser requests with GET (RFC 9110, section 15.4.4). Reloading the
  /// page then does not send the form again.
  static func leading(to address: String, cookie: String? = nil) -> Response {
    var fields: HeaderFields = ["Location": address, "Cache-Control": "no-store"]
    if let cookie { fields.set("Set-Cookie", cookie) }
    return Response(303, fields: fields)
  }

  /// Creates a response that sends events until a stream ends.
  public static func events(_ stream: EventStream) -> Response {
    // Tells proxies to pass on each event immediately.
    let fields: HeaderFields = [
      "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
    ]
    return Response(fields: fields, body: .events(stream))
  }
}

/// A body that is produced while it is sent, piece by piece, such as the lines of an export.
///
/// The server requests a piece when the client has received the previous one, on a thread that serves no other
/// requests. The server holds one piece at a time, so a piece should be at most a megabyte.
///
/// `@unchecked Sendable`: the server requests one piece at a time, never two at once.
public final class BodyStream: @unchecked Sendable {
  private let next: () throws -> [UInt8]?
  private var rest: ArraySlice<UInt8> = []
  private var isOver = false
  private var failure: (any Error)?

  /// Creates a body.
  ///
  /// - Parameter next: Returns the next piece; `nil` at the end. If it throws, the connection is cut off, so that the
  ///   client knows the body is incomplete.
  public init(_ next: @escaping @Sendable () throws -> [UInt8]?) { self.next = next }

  /// Fills a buffer.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  func take(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      if let count = try takeMade(into: buffer) { return count }
      make()
    }
  }

  /// Makes the next piece. Call it only after the previous piece was taken.
  func make() {
    do {
      if let piece = try next() { rest = piece[...] } else { isOver = true }
    } catch { failure = error }
  }

  /// Fills a buffer from the current piece.
  ///
  /// - Returns: The number of bytes; 0 at the end; `nil` if the next piece must be made first.
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
  /// Creates fields from names and values; see ``add(_:_:)``.
  public init(dictionaryLiteral elements: (String, String)...) { for (name, value) in elements { add(name, value) } }
}
