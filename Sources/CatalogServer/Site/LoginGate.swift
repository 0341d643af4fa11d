/// What is answered who must log in first: a page with the form, the document that e-readers read, or a problem with the ways in.
struct LoginGate {
  let basePath: String

  /// The parts of a path below the base path.
  private func path(of request: Request) -> ArraySlice<String> {
    request.target.path.dropFirst(basePath.split(separator: "/").count)
  }

  /// Whether guests are shown it where all else wants a login: the ways in, and what these pages load; and covers, whose addresses
  /// nobody can guess: there are e-readers that ask for them without what they log in with.
  func isForAll(_ request: Request) -> Bool {
    let path = path(of: request)
    return path == ["login"] || path.first == "assets" || path.first == "cover" || path == ["opds", "authentication"]
  }

  /// Answers, and says how to log in where that is refused.
  func answer(_ request: Request, _ make: () throws -> Answer) throws -> Answer {
    do {
      switch try make() {
      case .now(let response): return .now(response)
      case .later(let make):
        return .later {
          do { return try await make() } catch let problem as Problem where problem.status == 401 {
            return try response(to: problem, request)
          }
        }
      }
    } catch let problem as Problem where problem.status == 401 {
      return .now(try response(to: problem, request))
    }
  }

  /// Decides something before a request is answered, and says how to log in where that is refused.
  func told<Value>(_ request: Request, _ decide: () throws -> Value) throws -> Value {
    do { return try decide() } catch var problem as Problem where problem.status == 401 {
      let isOfBrowser = request.fields["sec-fetch-mode"] != nil
      problem.fields.set("WWW-Authenticate", isOfBrowser ? LoginChallenge.quiet : LoginChallenge.basic)
      throw problem
    }
  }

  /// - Throws: the problem with the ways in, where no page is wanted.
  private func response(to problem: Problem, _ request: Request) throws -> Response {
    var problem = problem
    if path(of: request).first == "opds" {
      return AuthenticationDocument(request: request, basePath: basePath).refusal(problem)
    }
    let wanted = AcceptedTypes(request.fields["accept"]).preferred(of: [.json, .html])
    // What a script of a browser asks for must not have this show a window of its own.
    let isOfBrowser = wanted == .html || request.fields["sec-fetch-mode"] != nil
    problem.fields.set("WWW-Authenticate", isOfBrowser ? LoginChallenge.quiet : LoginChallenge.basic)
    guard wanted == .html else { throw problem }
    var page = LoginHTML(basePath: basePath, next: ReturnAddress(of: request).text, message: problem.detail)
    if request.client.isOpen { page.refusal = Problem.openPassword.detail }
    return Self.page(page, status: problem.status, fields: problem.fields)
  }

  /// The page to log in, which nobody keeps.
  static func page(_ page: LoginHTML, status: Int = 200, fields: HeaderFields = HeaderFields()) -> Response {
    var fields = fields
    fields.set("Content-Type", Format.html.type)
    fields.set("Cache-Control", "no-store")
    return Response(status, fields: fields, body: .bytes(page.bytes()))
  }
}
