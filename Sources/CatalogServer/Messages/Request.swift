import Catalog

/// A request (RFC 9110) as routes see it: parsed, validated and bounded in size. No part of a request is used as the
/// path of a file.
public struct Request: Sendable {
  /// A request method (RFC 9110, section 9; RFC 5789).
  public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case options = "OPTIONS"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// True if the method only reads (RFC 9110, section 9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options }
  }

  /// The HTTP method.
  public var method: Method
  /// The path and query.
  public var target: RequestTarget
  /// The header fields.
  public var fields: HeaderFields
  /// The client that sent the request.
  public var client: Client
  /// The viewer for whom the request is answered: a reader without an account until the service identifies them.
  public var viewer: Viewer
  /// The body. The server limits its size.
  public var body: [UInt8]
  /// The limits and the form boundary for receiving the request's file; `nil` if the request sends no file.
  var offer: ExpectedUpload?
  /// The file that the request has sent.
  var upload: Upload?

  /// Creates a request.
  public init(
    _ method: Method = .get, _ target: RequestTarget, fields: HeaderFields = HeaderFields(), client: Client = .local,
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.client = client
    viewer = Viewer(role: .reader, audience: Audience(fields: client.fields))
    self.body = body
  }

  /// Creates a request for an address as a user would type it, for tests and for calling a service without a socket.
  ///
  /// - Throws: ``Problem`` if the server would refuse the address.
  public init(
    _ method: Method = .get, _ address: String, fields: HeaderFields = HeaderFields(), client: Client = .local,
    body: [UInt8] = []
  ) throws(Problem) {
    self.init(method, try RequestTarget(address), fields: fields, client: client, body: body)
  }

  /// The id of the last event that a client received from an event stream (HTML, section 9.2.4); `nil` on its first
  /// connection. Ids longer than 256 bytes are ignored.
  public var lastEventID: String? {
    guard let id = fields["last-event-id"], !id.isEmpty, id.utf8.count <= 256 else { return nil }
    return id
  }
}
