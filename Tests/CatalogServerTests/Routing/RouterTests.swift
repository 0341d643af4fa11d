import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Routes")
struct RouterTests {
  private static let forms: [Format] = [.html, .json, .opds]

  private let router = Router(
    basePath: "/shelf/",
    [
      Route(.get, "/", formats: forms, summary: "The beginning.", handler: echo("root")),
      Route(.get, "/book/:id", formats: forms, summary: "A book.", handler: echo("book")),
      Route(.post, "/book/:id", summary: "Changes a book.", handler: echo("change")),
      Route(.get, "/book/new", summary: "A form.", handler: echo("form")),
      Route(.delete, "/book/:id/cover", summary: "Removes a cover.", handler: echo("uncover")),
    ])

  private static func echo(_ name: String) -> Route.Handler {
    { request in
      let parameters = request.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined()
      let text = [name, parameters, request.format?.fileExtension ?? "", request.basePath].joined(separator: " ")
      return request.answer(type: request.format?.type ?? "text/plain") { _ in Array(text.utf8) }
    }
  }

  private func ask(_ method: Request.Method = .get, _ address: String, accept: String? = nil) throws -> Response {
    let fields: HeaderFields = accept.map { ["Accept": $0] } ?? [:]
    guard case .now(let response) = try router.answer(Request(method, address, fields: fields)) else {
      throw Problem(500)
    }
    return response
  }

  private func text(_ method: Request.Method = .get, _ address: String, accept: String? = nil) throws -> String {
    guard case .bytes(let bytes) = try ask(method, address, accept: accept).body else { return "none" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func problem(_ method: Request.Method, _ address: String) -> Problem? {
    do {
      _ = try ask(method, address)
      return nil
    } catch { return error as? Problem }
  }

  @Test("a route is found by its path below the base")
  func paths() throws {
    try expectEqual(text(.get, "/shelf/book/7"), "book id=7 html /shelf")
    #expect(try text(.get, "/shelf") == "root  html /shelf" && text(.get, "/shelf/") == "root  html /shelf")
    try expectEqual(text(.get, "/shelf/book/7/"), "book id=7 html /shelf")
    try expectEqual(text(.get, "/shelf/book/a%2Fb%20c"), "book id=a/b c html /shelf")
    try expectEqual(text(.post, "/shelf/book/7"), "change id=7  /shelf")
    for path in ["/", "/book/7", "/shelf/books", "/shelf/book", "/shelf/book/7/8", "/shelfbook/7", "/Shelf/book/7"] {
      expectEqual(problem(.get, path)?.status, 404, "\(path)")
    }
  }

  @Test(
    "a route rejects invalid values of a parameter, and forms of pages may leave it empty",
    arguments: [
      ("limit=", 400), ("limit=0", 400), ("limit=11", 400), ("limit=x", 400), ("limit=5&limit=x", 400),
      ("limit=5", nil), ("overwrite=AAA", 400), ("overwrite=", 400), ("overwrite=1", nil), ("other=x", nil),
    ] as [(String, Int?)])
  func parameters(query: String, status: Int?) throws {
    let router = Router([
      Route(
        .get, "/", formats: [.json, .html],
        query: [
          QueryParameter("limit", .number(1...10), summary: "How many."),
          QueryParameter("overwrite", .choice(["1"]), summary: "Whether."),
        ], summary: "The beginning.", handler: Self.echo("root"))
    ])
    func answered(_ accept: String) throws -> Int? {
      do {
        _ = try router.answer(Request(.get, "/?" + query, fields: ["Accept": accept]))
        return nil
      } catch let problem as Problem { return problem.status }
    }
    try expectEqual(answered("application/json"), status)
    try expectEqual(answered("text/html"), query.hasSuffix("=") ? nil : status)
  }

  @Test("a route rejects methods that its path does not have", arguments: ["TRACE", "QUERY", "BREW"])
  func unroutedMethods(method: String) async {
    let reply = await ServerTrial(router).ask(method, "/shelf/book/7")
    #expect(reply.status == 405 && reply.fields["allow"] == "GET, HEAD, OPTIONS, POST")
    await expectEqual(ServerTrial(router).ask(method, "/nowhere").status, 404)
  }

  @Test("a route with fixed text precedes one with a parameter")
  func precision() throws {
    try expectEqual(text(.get, "/shelf/book/new"), "form   /shelf")
    expectEqual(problem(.post, "/shelf/book/new")?.fields["allow"], "GET, HEAD, OPTIONS")
  }

  @Test("a route chooses its format by the extension or by the `Accept` field")
  func formats() throws {
    try expectEqual(text(.get, "/shelf/book/7.json", accept: "text/html"), "book id=7 json /shelf")
    try expectEqual(text(.get, "/shelf/.json"), "root  json /shelf")
    try expectEqual(text(.get, "/shelf/book/7.xyz"), "book id=7.xyz html /shelf")
    try expectEqual(text(.get, "/shelf/book/.json"), "book id=.json html /shelf")
    // No part of a path is or becomes only dots.
    for dots in ["..json", "...json"] {
      try expectEqual(text(.get, "/shelf/book/\(dots)"), "book id=\(dots) html /shelf")
    }
    try expectEqual(text(.get, "/shelf/book/7", accept: "application/opds+json, */*"), "book id=7 opds /shelf")
    try expectEqual(ask(.get, "/shelf/book/7").fields["vary"], "Accept")
    #expect(try ask(.get, "/shelf/book/7.json").fields["vary"] == nil)
    try expectEqual(ask(.get, "/shelf/book/7.json").fields["content-type"], "application/json")
  }

  @Test("a route answers HEAD like GET without the body, and OPTIONS with its methods")
  func otherMethods() throws {
    try expectEqual(text(.head, "/shelf/book/7"), text(.get, "/shelf/book/7"))
    try expectEqual(ask(.options, "/shelf/book/7").fields["allow"], "GET, HEAD, OPTIONS, POST")
    try expectEqual(ask(.options, "*").status, 204)
    expectEqual(problem(.get, "*")?.status, 405)
    let refused = try #require(problem(.put, "/shelf/book/7"))
    #expect(refused.status == 405 && refused.fields["allow"] == "GET, HEAD, OPTIONS, POST")
    expectEqual(problem(.get, "/shelf/book/7/cover")?.fields["allow"], "OPTIONS, DELETE")
  }

  @Test("a route makes no body if the client already has it")
  func unchanged() throws {
    let request = RoutedRequest(
      request: try Request(.get, "/", fields: ["If-None-Match": "\"1\""]), parameters: [:], format: .json, basePath: "")
    let answer = try request.answer(validators: Validators(tag: EntityTag("1"))) { _ in throw Problem(500) }
    guard case .now(let response) = answer, case .omitted = response.body else {
      Issue.record("a body was made")
      return
    }
    expectEqual(response.fields["etag"], "\"1\"")
  }

  @Test("routes can be listed")
  func list() {
    let lines = router.routes.map { "\($0.method.rawValue) \($0.pattern) \($0.pattern.parameters): \($0.summary)" }
    #expect(lines[1] == #"GET /book/:id ["id"]: A book."# && lines.count == 5)
    #expect(Router(basePath: "/", []).basePath == "" && router.basePath == "/shelf")
  }
}
