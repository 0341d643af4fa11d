/// A transport that sends HTTP requests. Tests use a script instead of libcurl.
public protocol HTTPTransport: Sendable {
  /// Sends a request, and returns the response once its headers have arrived. The body arrives as it is read.
  ///
  /// - Throws: `SourceFailure` if there is no response; `CancellationError`. A status such as 404 is not an error.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// An HTTP request (RFC 9110). Only methods that read are supported.
public struct HTTPRequest: Sendable, Equatable {
  /// The method of a request.
  public enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
  }

  /// The HTTP method.
  public var method: Method
  /// The absolute http or https URL, without credentials.
  public var url: String
  /// Headers in addition to those that the transport sets itself (User-Agent, Accept-Encoding, Authorization).
  public var headers: [String: String]
  /// The maximum size of the decompressed body in bytes.
  public var bodyLimit: Int

  /// Creates a request. The default limit of the body is 64 MiB.
  public init(
    _ method: Method = .get, _ url: String, headers: [String: String] = [:], bodyLimit: Int = 64 * 1_048_576
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.bodyLimit = bodyLimit
  }
}

/// A response to an ``HTTPRequest``, whose body is read as it arrives.
public struct HTTPResponse: Sendable {
  /// The status, such as 200.
  public let status: Int
  /// The URL that responded, after redirects.
  public let url: String
  /// The decompressed body. It can be read only once.
  public let body: HTTPBody
  private let fields: [String: String]

  /// Creates a response.
  ///
  /// - Parameter headers: The headers, with names in any case. The values of repeated headers are joined by ", ".
  public init(status: Int, url: String, headers: [String: String], body: HTTPBody) {
    self.status = status
    self.url = url
    self.body = body
    fields = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
  }

  /// Returns the value of a header. The name is not case-sensitive.
  public func header(_ name: String) -> String? { fields[name.lowercased()] }
}

/// The body of a response: chunks of any size, in order. The sender has to wait until the reader requests the next
/// chunk.
public struct HTTPBody: AsyncSequence, Sendable {
  private let next: @Sendable () async throws -> [UInt8]?

  /// Creates a body from a closure that returns its chunks, and `nil` at the end.
  public init(_ next: @escaping @Sendable () async throws -> [UInt8]?) { self.next = next }

  /// An iterator over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let pieces: @Sendable () async throws -> [UInt8]?

    /// Returns the next chunk, or `nil` at the end.
    ///
    /// - Throws: `SourceFailure` if the body breaks off or is too large.
    public mutating func next() async throws -> [UInt8]? { try await pieces() }
  }

  /// Returns an iterator. A second iterator continues at the position of the first.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: next) }

  /// Returns the whole body. Its size is limited by ``HTTPRequest/bodyLimit``.
  public func bytes() async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in self { bytes += piece }
    return bytes
  }
}
