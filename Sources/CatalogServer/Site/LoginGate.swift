/// Responses for clients that must log in first: a page with the form, the document for e-readers, or a problem that
/// names the authentication schemes.
struct LoginGate {
  let basePath: String

  /// Returns the components of a path below the base path.
  private func path(of request: Request) -> ArraySlice<String> {
    request.target.path.dropFirst(basePath.split(separator: "/").count)
  }

  /// Returns true if guests may request the path even when a login is required.
  ///
  /// Guests may request the login pages, the files that these pages load, and book covers. The addresses of covers
  /// cannot be guessed, and some e-readers request them without credentials.
  func isForAll(_ request: Request) -> Bool {
    let path = path(of: request)
    return path == ["login"] || path.first == "assets" || path.first == "cover" || path == ["opds", "authentication"]
  }

  /// Answers a request. If it is refused for lack of a login, explains how to log in.
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

  /// Runs a check before the request is answered. If it fails for lack of a login, explains how to log in.
  func explainingLogin<Value>(_ request: Request, _ decide: () throws -> Value) throws -> Value {
    do { return try decide() } catch var problem as Problem where problem.status == 401 {
      let isOfBrowser = request.fields["sec-fetch-mode"] != nil
      problem.fields.set("WWW-Authenticate", isOfBrowser ? LoginChallenge.quiet : LoginChallenge.basic)
      throw problem
    }
  }

  /// Returns the login page or the document for e-readers.
  ///
  /// - Throws: A problem that names the authentication schemes, if the client does not accept a page.
  private func response(to problem: Problem, _ request: Request) throws -> Response {
    var problem = problem
    if path(of: request).first == "opds" {
      return AuthenticationDocument(request: request, basePath: basePath).refusal(problem)
    }
    let format = AcceptedTypes(request.fields["accept"]).preferred(of: [.json, .html])
    // A request by a browser's script must not make the browser open its own login window.
    let isOfBrowser = format == .html || request.fields["sec-fetch-mode"] != nil
    problem.fields.set("WWW-Authenticate", isOfBrowser ? LoginChallenge.quiet : LoginChallenge.basic)
    guard format == .html else { throw problem }
    var page = LoginHTML(basePath: basePath, next: ReturnAddress(of: request).text, message: problem.detail)
    if request.client.isOpen { page.refusal = Problem.openPassword.detail }
    return Self.page(page, status: problem.status, fields: problem.fields)
  }

  /// Returns the login page, which must not be cached.
  static func page(_ page: LoginHTML, status: Int = 200, fields: HeaderFields = HeaderFields()) -> Response {
    var fields = fields
    fields.set("Content-Type", Format.html.type)
    fields.set("Cache-Control", "no-store")
    return Response(status, fields: fields, body: .bytes(page.bytes()))
  }
}
