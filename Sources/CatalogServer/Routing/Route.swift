/// A method and a pattern of paths, with the handler that answers matching requests.
public struct Route: Sendable {
  /// A closure that answers a request that matches the route. An error other than ``Problem`` is logged and answered
  /// with 500, without details.
  public typealias Handler = @Sendable (RoutedRequest) throws -> Answer

  /// The method. GET routes also answer HEAD.
  public let method: Request.Method
  /// The pattern of the paths that the route answers.
  public let pattern: RoutePattern
  /// The formats of the answer, the default first. Empty if the route has only one format, which clients need not
  /// select.
  public let formats: [Format]
  /// The query parameters.
  public let query: [QueryParameter]
  /// The keys of the JSON object that the route takes as a body; empty if the route takes no object.
  public let takes: [String]
  /// The schema of the route's JSON; `nil` if the route has no schema.
  public let answers: AnswerSchema?
  /// A description of the route in one sentence, for the API description.
  public let summary: String
  let handler: Handler
  /// The rule for files sent to the route; `nil` if the route takes no files.
  private(set) var upload: UploadRule?

  /// Creates a route.
  public init(
    _ method: Request.Method, _ pattern: String, formats: [Format] = [], query: [QueryParameter] = [],
    takes: [String] = [], answers: AnswerSchema? = nil, summary: String, handler: @escaping Handler
  ) {
    self.method = method
    self.pattern = RoutePattern(pattern)
    self.formats = formats
    self.query = query
    self.takes = takes
    self.answers = answers
    self.summary = summary
    self.handler = handler
  }

  /// Returns a copy of the route that takes files.
  func taking(_ upload: UploadRule) -> Route {
    var route = self
    route.upload = upload
    return route
  }
}
