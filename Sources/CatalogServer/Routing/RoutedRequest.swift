import FoundationEssentials

/// A request together with the values that routing derived from it.
public struct RoutedRequest: Sendable {
  /// The request as it was received.
  public let request: Request
  /// The values of the parameters in the path, by name.
  public let parameters: [String: String]
  /// The format of the answer; `nil` if the route has no choice of formats.
  public let format: Format?
  /// The prefix of all routes' paths: empty, or for example `/books`.
  public let basePath: String

  /// Returns the value of a path parameter; empty if the pattern has no parameter of this name.
  public subscript(_ name: String) -> String { parameters[name] ?? "" }

  /// True if the client requests only the header fields.
  public var isHead: Bool { request.method == .head }

  /// The viewer for whom the request is answered. It determines what the response may contain and what the request may
  /// change.
  public var viewer: Viewer { request.viewer }

  /// Answers with bytes, which are made only if the client does not have them already. HEAD requests make the bytes,
  /// too, because their responses have the same fields and errors as those of GET requests (RFC 9110, section 9.3.2).
  ///
  /// - Parameters:
  ///   - type: The media type; `nil` for the media type of ``format``.
  ///   - validators: The validators of the bytes. Equal validators must mean equal bytes in this format for this
  ///     client.
  ///   - make: Makes the bytes, and may add header fields.
  public func answer(
    type: String? = nil, validators: Validators = Validators(), now: Date = Date(),
    _ make: (inout HeaderFields) throws -> [UInt8]
  ) rethrows -> Answer {
    try answerWithBody(type: type, validators: validators, now: now) { .bytes(try make(&$0)) }
  }

  /// Answers with a body that is produced while it is sent. The body is not sent if the client already has it.
  ///
  /// - Parameters:
  ///   - type: The media type; `nil` for the media type of ``format``.
  ///   - validators: The validators of the body.
  ///   - make: Makes the body.
  public func stream(
    type: String? = nil, validators: Validators = Validators(), now: Date = Date(), _ make: () throws -> BodyStream
  ) rethrows -> Answer {
    try answerWithBody(type: type, validators: validators, now: now) { _ in .stream(try make()) }
  }

  /// Answers with a body that is made only if the client does not have it already.
  func answerWithBody(
    type: String? = nil, validators: Validators, now: Date = Date(),
    _ make: (inout HeaderFields) throws -> Response.Body
  ) rethrows -> Answer {
    var fields: HeaderFields = ["Cache-Control": viewer.account == nil ? "no-cache" : "private, no-cache"]
    if let type = type ?? format?.type { fields.set("Content-Type", type) }
    validators.write(to: &fields)
    let conditions = Conditions(request, now: now)
    // The condition `*` depends on whether the resource exists, which is unknown before the body is made (RFC 9110,
    // section 13.2.1).
    switch conditions.isOfAnything ? .proceed : conditions.outcome(for: validators) {
    // The server evaluates the conditions again when it sends the answer, with the same fields and so the same result.
    case .unchanged, .failed: return .now(Response(fields: fields, body: .omitted(length: nil)))
    case .proceed:
      let body = try make(&fields)
      return .now(Response(fields: fields, body: body))
    }
  }
}
