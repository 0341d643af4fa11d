import CatalogSources

/// A dispatcher of requests to routes.
///
/// A path may end in a slash. It may also end in the extension of one of the route's formats, which selects that
/// format. Without an extension, the `Accept` field of the request selects the format.
package struct Router: RoutedService {
  /// The routes, in order.
  package let routes: [Route]
  /// The prefix of all paths: empty, or for example `/books`.
  package let basePath: String
  private let base: [String]

  /// Creates a router.
  ///
  /// - Parameters:
  ///   - basePath: The path under which a proxy forwards requests; `/` means the same as empty.
  ///   - routes: The routes. If two of them match a path, fixed text takes precedence over a parameter.
  package init(basePath: String = "", _ routes: [Route]) {
    base = basePath.split(separator: "/").map(String.init)
    self.basePath = base.map { "/\($0)" }.joined()
    self.routes = routes
  }

  /// Returns true if a text can be a base path. Its components may contain letters, digits, `-`, `.`, `_` and `~`,
  /// which need no encoding in addresses (RFC 3986, section 2.3).
  package static func isBasePath(_ text: String) -> Bool {
    let parts = text.split(separator: "/")
    return parts.count < RequestTarget.maxParts
      && parts.allSatisfy { $0 != "." && $0 != ".." && PercentEncoding.encoded(String($0)) == $0 }
  }

  /// Returns the methods of the routes at a target, for the field `Allow`; `nil` if no route matches.
  package func allow(at target: RequestTarget) -> String? {
    if target.isServer { return Self.allow(routes) }
    let matches = self.matches(target)
    return matches.isEmpty ? nil : Self.allow(matches.map(\.route))
  }

  /// Answers a request with the route that matches its path.
  ///
  /// - Throws: ``Problem``, 404 if no route matches the path; 405 if the method is not supported at that path; any
  ///   error of the route.
  package func answer(_ request: Request) throws -> Answer {
    if request.target.isServer {
      guard request.method == .options else { throw Problem(405, fields: ["Allow": "OPTIONS"]) }
      return .now(Response(204, fields: ["Allow": Self.allow(routes)]))
    }
    let matches = self.matches(request.target)
    guard !matches.isEmpty else { throw Problem.notFound }
    guard let match = Self.match(request.method, matches) else {
      let allow = Self.allow(matches.map(\.route))
      guard request.method == .options else { throw Problem(405, fields: ["Allow": allow]) }
      return .now(Response(204, fields: ["Allow": allow]))
    }
    let routed = routed(request, match)
    for parameter in match.route.query {
      for item in request.target.query where item.name == parameter.name {
        try parameter.check(item.value, takesEmpty: routed.format == .html)
      }
    }
    let answer = try match.route.handler(routed)
    return match.format == nil && match.route.formats.count > 1 ? answer.varying : answer
  }

  /// Returns the limits for receiving the file of a request; `nil` if the matching route takes no files.
  ///
  /// - Parameter viewer: Returns the viewer. Not called if the route takes no files.
  /// - Throws: ``Problem``, as ``UploadRule/offer(for:)``.
  func upload(_ request: Request, for viewer: () throws -> Viewer?) throws -> ExpectedUpload? {
    guard !request.method.isSafe, !request.target.isServer,
      let match = Self.match(request.method, matches(request.target)), let rule = match.route.upload,
      let viewer = try viewer()
    else { return nil }
    var request = request
    request.viewer = viewer
    return try rule.offer(for: routed(request, match))
  }

  private func routed(_ request: Request, _ match: Match) -> RoutedRequest {
    let format = match.format ?? AcceptedTypes(request.fields["accept"]).preferred(of: match.route.formats)
    return RoutedRequest(request: request, parameters: match.parameters, format: format, basePath: basePath)
  }

  private func matches(_ target: RequestTarget) -> [Match] {
    let path = target.path
    return path.starts(with: base) ? matches(Array(path.dropFirst(base.count))) : []
  }

  private static func match(_ method: Request.Method, _ matches: [Match]) -> Match? {
    let method = method == .head ? .get : method
    return matches.first { $0.route.method == method }
  }

  private struct Match {
    let route: Route
    let parameters: [String: String]
    /// The format that the extension of the path selects.
    let format: Format?
  }

  /// Returns the routes that match a path with the highest precision.
  private func matches(_ path: [String]) -> [Match] {
    let matches = routes.compactMap { match($0, path) }
    guard matches.count > 1 else { return matches }
    let best = matches.map(\.route.pattern.precision).max { $0.lexicographicallyPrecedes($1) }
    return matches.filter { $0.route.pattern.precision == best }
  }

  private func match(_ route: Route, _ path: [String]) -> Match? {
    if let last = path.last {
      for format in route.formats where last.hasSuffix("." + format.fileExtension) {
        let name = String(last.dropLast(format.fileExtension.count + 1))
        // `/.json` is the root of the server.
        let stem = path.dropLast() + (name.isEmpty ? [] : [name])
        // A path never contains `.` or `..` (``RequestTarget``), and removing an extension must not create such a
        // component.
        guard name.isEmpty ? path.count == 1 : name != "." && name != ".." else { continue }
        if let parameters = route.pattern.match(Array(stem)) {
          return Match(route: route, parameters: parameters, format: format)
        }
      }
    }
    return route.pattern.match(path).map { Match(route: route, parameters: $0, format: nil) }
  }

  private static func allow(_ routes: [Route]) -> String {
    var methods = Set(routes.map(\.method))
    if methods.contains(.get) { methods.insert(.head) }
    methods.insert(.options)
    return Request.Method.allCases.filter(methods.contains).map(\.rawValue).joined(separator: ", ")
  }
}

extension Answer {
  /// A copy of the answer with a `Vary` field, which tells caches that the answer depends on `Accept`.
  fileprivate var varying: Answer {
    @Sendable func noted(_ response: Response) -> Response {
      var response = response
      response.fields.list("Vary", ["Accept"])
      return response
    }
    switch self {
    case .now(let response): return .now(noted(response))
    case .later(let make): return .later { noted(try await make()) }
    }
  }
}
