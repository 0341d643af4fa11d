import CatalogModel
import FoundationEssentials
import Platform

/// The part of a server that turns requests into replies: everything except the sockets.
package struct Answerer: Sendable {
  let service: any Service
  let policy: AccessPolicy
  /// The maximum size of a body, in bytes.
  let bodyLimit: Int
  /// The maximum size of an uploaded file, in bytes.
  let uploadLimit: Int
  /// The handler of errors whose details are not sent to the client.
  let failed: @Sendable (any Error) -> Void
  let now: @Sendable () -> Date

  package init(
    service: any Service, policy: AccessPolicy, bodyLimit: Int, uploadLimit: Int = .max,
    failed: @escaping @Sendable (any Error) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.service = service
    self.policy = policy
    (self.bodyLimit, self.uploadLimit) = (bodyLimit, uploadLimit)
    self.failed = failed
    self.now = now
  }

  /// The result of reading the head of a request.
  package enum Start: Sendable {
    /// A valid request; its body follows.
    case request(Request)
    case refused(Reply)
  }

  /// The result of answering a request.
  package enum Outcome: Sendable {
    case now(Reply)
    case later(@Sendable () async -> Reply)
  }

  /// Reads the head of a request, before any of its body is received.
  package func start(_ head: RequestHead) -> Start {
    do {
      return .request(try request(head))
    } catch {
      if !(error is Problem) { failed(error) }
      return .refused(
        reply(error as? Problem ?? .failed, to: nil, accept: head.fields["accept"], method: head.method))
    }
  }

  private func request(_ head: RequestHead) throws -> Request {
    guard !head.hasBadFields else { throw Problem.badRequest("A header field contains a control character.") }
    let target = try RequestTarget(head.target)
    let client = try policy.client(of: head, target: target)
    guard let method = Request.Method(rawValue: head.method) else { throw refusal(ofMethodAt: target) }
    let length = try head.bodyLength() ?? 0
    var request = Request(method, target, fields: head.fields, client: client)
    // Before asking the service, refuse a body that exceeds every limit.
    guard length <= max(bodyLimit, uploadLimit.saturated(adding: Upload.overhead)) else { throw tooLarge }
    try policy.requireOwnPage(request)
    if var offer = try (service as? any UploadService)?.upload(request) {
      offer.limit = min(offer.limit, uploadLimit)
      guard length <= offer.bodyLimit else { throw Problem.fileTooLarge(offer.limit) }
      request.offer = offer
    } else if length > bodyLimit {
      throw tooLarge
    }
    return request
  }

  /// Returns the problem to report for a method that no service supports, such as TRACE.
  private func refusal(ofMethodAt target: RequestTarget) -> Problem {
    guard let service = service as? any RoutedService else { return Problem(501) }
    guard let allow = service.allow(at: target) else { return .notFound }
    return Problem(405, fields: ["Allow": allow])
  }

  /// Answers a complete request.
  package func answer(_ request: Request) -> Outcome {
    do {
      switch try service.answer(request) {
      case .now(let response): return .now(Reply(response, to: request, now: now()))
      case .later(let make):
        return .later {
          do {
            return Reply(try await make(), to: request, now: now())
          } catch { return reply(error, to: request) }
        }
      }
    } catch { return .now(reply(error, to: request)) }
  }

  /// Returns the reply to a request that arrives while the server stops.
  func replyWhileStopping(_ request: Request) -> Reply { reply(Self.stopping, to: request) }

  static let stopping = Problem(503, detail: "The server is shutting down.", fields: ["Retry-After": "5"])

  /// Returns the reply to a client whose address has too many open event streams.
  func replyToManyStreams(_ request: Request) -> Reply {
    reply(
      Problem(429, detail: "Too many event streams are open from your address.", fields: ["Retry-After": "60"]),
      to: request)
  }

  /// The problem reported if the bodies of other requests leave no memory for a body.
  static let tooMuch = Problem(
    503, detail: "Too many large requests at once. Try again in a moment.", fields: ["Retry-After": "5"])

  var tooLarge: Problem { Problem(413, detail: "Request bodies are limited to \(bodyLimit.grouped) bytes.") }

  func reply(_ error: any Error, to request: Request) -> Reply {
    if let problem = error as? Problem {
      return reply(problem, to: request, accept: request.fields["accept"], method: request.method.rawValue)
    }
    if !(error is CancellationError) { failed(error) }
    return reply(.failed, to: request, accept: request.fields["accept"], method: request.method.rawValue)
  }

  private func reply(_ problem: Problem, to request: Request?, accept: String?, method: String) -> Reply {
    var reply = Reply(ProblemAnswer.response(problem, accept: accept, page: service.page(of:)), to: request, now: now())
    if method == "HEAD", request == nil { reply.payload = .length(reply.length) }
    return reply
  }
}
