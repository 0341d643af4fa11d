import Catalog
import CatalogSources
import Synchronization

/// A transport that answers by a script and records its requests. It answers unknown requests with 404.
public final class ScriptedTransport: HTTPTransport {
  /// The scripted answer to a request.
  public struct Answer: Sendable {
    public var status: Int
    public var headers: [String: String]
    public var body: [UInt8]
    /// The address that answered, if it differs from the requested one after a redirect.
    public var url: String?

    public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [], url: String? = nil) {
      self.status = status
      self.headers = headers
      self.body = body
      self.url = url
    }

    public init(_ text: String, type: String, headers: [String: String] = [:]) {
      self.init(headers: headers.merging(["Content-Type": type]) { $1 }, body: Array(text.utf8))
    }
  }

  private let answer: @Sendable (HTTPRequest) async throws -> Answer?
  private let sent = Mutex<[HTTPRequest]>([])

  public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> Answer?) { self.answer = answer }

  /// Creates a transport with one answer for each address.
  public convenience init(_ answers: [String: Answer]) { self.init { answers[$0.url] } }

  /// The requests, in order.
  public var requests: [HTTPRequest] { sent.withLock { $0 } }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    sent.withLock { $0.append(request) }
    let answer = try await answer(request) ?? Answer(status: 404)
    let pieces = Mutex(Self.pieces(of: request.method == .head ? [] : answer.body))
    let taken = Mutex(0)
    return HTTPResponse(
      status: answer.status, url: answer.url ?? request.url, headers: answer.headers,
      body: HTTPBody {
        guard let piece = pieces.withLock({ $0.popFirst() }) else { return nil }
        let total = taken.withLock { taken in
          taken += piece.count
          return taken
        }
        guard total <= request.bodyLimit else {
          throw SourceFailure(.tooLarge, request.url, cause: "the answer has more than \(request.bodyLimit) bytes")
        }
        return piece
      })
  }

  /// Splits a body into pieces of a size that cuts words and characters.
  private static func pieces(of body: [UInt8]) -> ArraySlice<[UInt8]> {
    stride(from: 0, to: body.count, by: 4_099).map { Array(body[$0..<min($0 + 4_099, body.count)]) }[...]
  }
}
