/// A request (RFC 9110) as routes see it: read, checked and bounded. Nothing in it is a path of a file.
public struct Request: Sendable {
  /// What is to be done (RFC 9110, section 9; RFC 5789).
  public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case options = "OPTIONS"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether it only reads (RFC 9110, section 9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options }
  }

  /// What is to be done.
  public var method: Method
  /// What is asked for.
  public var target: RequestTarget
  /// The header fields.
  public var fields: HeaderFields
  /// Who asks.
  public var client: Client
  /// For whom it is answered: a reader without an account, until the service knows better.
  public var viewer: Viewer
  /// The body, at most as long as the server takes them.
  public var body: [UInt8]
  /// How its file is taken; `nil` where it sends none.
  var offer: UploadOffer?
  /// The file that it has sent.
  var upload: Upload?

  /// A request of its parts.
  public init(
    _ method: Method = .get, _ target: RequestTarget, fields: HeaderFields = HeaderFields(), client: Client = .local,
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.client = client
    viewer = Viewer(role: .reader, visibility: client.visibility)
    self.body = body
  }

  /// A request for an address as it is typed: for tests, and for who calls a service without a socket.
  ///
  /// - Throws: ``Problem`` where the server would refuse it.
  public init(
    _ method: Method = .get, _ address: String, fields: HeaderFields = HeaderFields(), client: Client = .local,
    body: [UInt8] = []
  ) throws(Problem) {
    self.init(method, try RequestTarget(address), fields: fields, client: client, body: body)
  }

  /// The id of the last event that a client received of an event stream (HTML, section 9.2.4); `nil` at its first connection.
  public var lastEventID: String? {
    guard let id = fields["last-event-id"], !id.isEmpty, id.utf8.count <= 256 else { return nil }
    return id
  }
}
