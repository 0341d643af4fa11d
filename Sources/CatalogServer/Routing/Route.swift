/// One thing that the server can be asked for.
public struct Route: Sendable {
  /// Answers a request that the route matches. An error that is no ``Problem`` is answered by 500, and told to the log alone.
  public typealias Handler = @Sendable (RoutedRequest) throws -> Answer

  /// The method. GET answers HEAD, too.
  public let method: Request.Method
  /// The paths.
  public let pattern: RoutePattern
  /// The forms of the answer, the usual one first; none where there is only one, which no address or field chooses.
  public let formats: [Format]
  /// The parameters behind the question mark.
  public let query: [QueryParameter]
  /// The keys of the object that it takes as a body; empty where it takes none.
  public let takes: [String]
  /// What its JSON is; `nil` of one that has none.
  public let answers: AnswerSchema?
  /// What it does, in one sentence, for lists of routes.
  public let summary: String
  let handler: Handler
  /// Which files it takes; `nil` of one that takes none.
  private(set) var upload: UploadRule?

  /// A route of its parts.
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

  /// The same, which takes files.
  func taking(_ upload: UploadRule) -> Route {
    var route = self
    route.upload = upload
    return route
  }
}
