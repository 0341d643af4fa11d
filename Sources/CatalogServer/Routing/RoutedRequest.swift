import FoundationEssentials

/// A request, and what its route made of it.
public struct RoutedRequest: Sendable {
  /// The request.
  public let request: Request
  /// What stands in the path for the parameters of the pattern.
  public let parameters: [String: String]
  /// In which form to answer; `nil` where the route has no choice of forms.
  public let format: Format?
  /// What stands before the paths of all routes: empty, or `/books`.
  public let basePath: String

  /// A parameter of the path; empty where the pattern has none of this name.
  public subscript(_ name: String) -> String { parameters[name] ?? "" }

  /// Whether only the header fields are wanted.
  public var isHead: Bool { request.method == .head }

  /// For whom it is answered: what reading for them may show, and what they may change.
  public var viewer: Viewer { request.viewer }

  /// Answers with bytes that are made only where the client does not have them already. For HEAD they are made, too: it is told what
  /// GET would be told (RFC 9110, section 9.3.2), errors among it.
  ///
  /// - Parameters:
  ///   - type: the media type; that of ``format`` where it is `nil`.
  ///   - validators: what tells whether the client has them. Equal validators must mean equal bytes, in this form, to this client.
  ///   - make: makes the bytes, and may add header fields.
  public func answer(
    type: String? = nil, validators: Validators = Validators(), now: Date = Date(),
    _ make: (inout HeaderFields) throws -> [UInt8]
  ) rethrows -> Answer {
    try answerWithBody(type: type, validators: validators, now: now) { .bytes(try make(&$0)) }
  }

  /// Answers with a body that is made while it is sent, and only where the client needs it.
  ///
  /// - Parameters:
  ///   - type: the media type; that of ``format`` where it is `nil`.
  ///   - validators: what tells whether the client has it.
  ///   - make: makes the body.
  public func stream(
    type: String? = nil, validators: Validators = Validators(), now: Date = Date(), _ make: () throws -> BodyStream
  ) rethrows -> Answer {
    try answerWithBody(type: type, validators: validators, now: now) { _ in .stream(try make()) }
  }

  /// Answers with a body that is made only where the client does not have it already.
  func answerWithBody(
    type: String? = nil, validators: Validators, now: Date = Date(),
    _ make: (inout HeaderFields) throws -> Response.Body
  ) rethrows -> Answer {
    var fields: HeaderFields = ["Cache-Control": viewer.account == nil ? "no-cache" : "private, no-cache"]
    if let type = type ?? format?.type { fields.set("Content-Type", type) }
    validators.write(to: &fields)
    let conditions = Conditions(request, now: now)
    // Whether there is anything at all is not known before it is made (RFC 9110, section 13.2.1).
    switch conditions.isOfAnything ? .proceed : conditions.outcome(for: validators) {
    // Again decided when the answer is sent: by the same fields, so to the same end.
    case .unchanged, .failed: return .now(Response(fields: fields, body: .omitted(length: nil)))
    case .proceed:
      let body = try make(&fields)
      return .now(Response(fields: fields, body: body))
    }
  }
}
