/// A transport that sends requests: libcurl, or a script in tests.
public protocol HTTPTransport: Sendable {
  /// Sends a request and gives the answer once its headers are there; the body comes as it is read.
  ///
  /// - Throws: `SourceFailure` where there is no answer; `CancellationError`. A status such as 404 is an answer.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A request (RFC 9110). Only reading ones are made.
public struct HTTPRequest: Sendable, Equatable {
  /// The method of the request.
  public enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
  }

  /// The method of the request.
  public var method: Method
  /// An absolute address, http or https, without credentials.
  public var url: String
  /// Headers besides those of the transport (User-Agent, Accept-Encoding, Authorization).
  public var headers: [String: String]
  /// The number of bytes that the body may have once it is inflated.
  public var bodyLimit: Int

  /// A request of its parts. A body is limited to 64 MiB unless said otherwise.
  public init(
    _ method: Method = .get, _ url: String, headers: [String: String] = [:], bodyLimit: Int = 64 * 1_048_576
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.bodyLimit = bodyLimit
  }
}

/// An answer.
public struct HTTPResponse: Sendable {
  /// The status, such as 200.
  public let status: Int
  /// The address that answered, after redirects.
  public let url: String
  /// The body, inflated. To be read once.
  public let body: HTTPBody
  private let fields: [String: String]

  /// An answer of its parts.
  ///
  /// - Parameter headers: names in any case; of several with one name, the values joined by ", ".
  public init(status: Int, url: String, headers: [String: String], body: HTTPBody) {
    self.status = status
    self.url = url
    self.body = body
    fields = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
  }

  /// The value of a header, whatever the case of its name.
  public func header(_ name: String) -> String? { fields[name.lowercased()] }
}

/// The body of an answer: pieces of any size, in order. Who does not ask for the next piece holds the sender back.
public struct HTTPBody: AsyncSequence, Sendable {
  private let next: @Sendable () async throws -> [UInt8]?

  /// A body whose pieces a closure gives; `nil` is its end.
  public init(_ next: @escaping @Sendable () async throws -> [UInt8]?) { self.next = next }

  /// Gives the pieces.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let pieces: @Sendable () async throws -> [UInt8]?

    /// The next piece; `nil` at the end.
    /// - Throws: `SourceFailure` when the body breaks off or is too large.
    public mutating func next() async throws -> [UInt8]? { try await pieces() }
  }

  /// Reads from the beginning; a second iterator goes on where the first one is.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: next) }

  /// The whole body, which is limited by ``HTTPRequest/bodyLimit``.
  public func bytes() async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in self { bytes += piece }
    return bytes
  }
}
