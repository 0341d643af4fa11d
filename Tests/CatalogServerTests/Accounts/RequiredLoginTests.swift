import Catalog
import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of servers that require a login, including the login of e-readers.
@Suite struct RequiredLoginTests {
  @Test(arguments: ["", "/books"])
  func `guests from other machines see only the login`(basePath: String) async throws {
    let trial = try await AccountTrial(requiresLogin: true, basePath: basePath)
    for client in [AccountTrial.secure, AccountTrial.stranger] {
      for route in trial.site.router.routes {
        let path = route.pattern.description.replacing(/:\w+/, with: "1")
        let isForAll = path == "/login" || path.hasPrefix("/assets/") || path == "/opds/authentication"
        for accept in ["*/*", "text/html", "application/opds+json"] {
          let status = try await trial.ask(route.method, basePath + path, ["Accept": accept], client: client).status
          expectEqual(status == 401, !isForAll, "\(route.method) \(path): \(status)")
        }
      }
      try await expectEqual(trial.ask(.get, "\(basePath)/nosuch", client: client).status, 401)
    }
    try await expectEqual(trial.ask(.get, "\(basePath)/", client: .local).status, 200)
    try await expectEqual(trial.ask(.get, "\(basePath)/", AccountTrial.basic("Rita")).status, 200)
  }

  @Test func `without any account nobody is admitted`() async throws {
    let trial = try await AccountTrial(requiresLogin: true, hasAccounts: false)
    try await expectEqual(trial.ask(.get, "/").status, 401)
    try await expectEqual(trial.ask(.get, "/", AccountTrial.basic("Ada")).status, 401)
    try await expectEqual(trial.ask(.get, "/", client: .local).status, 200)
  }

  @Test func `a page redirects to the login and back, and programs are told how to log in`() async throws {
    let trial = try await AccountTrial(requiresLogin: true)
    let page = try await trial.ask(.get, "/book/1?q=a%20b", ["Accept": "text/html"])
    #expect(page.status == 401 && page.text.contains("name=\"next\" value=\"/book/1?q=a%20b\""))
    expectEqual(page.fields["www-authenticate"], "Bearer realm=\"Catalog\"")
    expectEqual(page.fields["cache-control"], "no-store")
    let json = try await trial.ask(.get, "/book/1")
    #expect(json.status == 401 && json.fields["www-authenticate"]?.hasPrefix("Basic realm=") == true)
    let script = try await trial.ask(.get, "/book/1", ["Sec-Fetch-Mode": "cors"])
    expectEqual(script.fields["www-authenticate"]?.hasPrefix("Bearer"), true)
    let open = try await trial.ask(.get, "/", ["Accept": "text/html"], client: AccountTrial.stranger)
    #expect(open.text.contains("needs HTTPS") && !open.text.contains("<form"))
  }

  @Test(arguments: ["application/atom+xml", "application/opds+json", "*/*", "text/html"])
  func `an e-reader is told how to log in by every method that e-readers know`(accept: String) async throws {
    let trial = try await AccountTrial(requiresLogin: true, basePath: "/books")
    let refused = try await trial.ask(.get, "/books/opds/books", ["Accept": accept])
    expectEqual(refused.status, 401)
    expectEqual(refused.fields["content-type"], "application/opds-authentication+json")
    expectEqual(refused.fields["www-authenticate"], "Basic realm=\"Catalog\", charset=\"UTF-8\"")
    let address = "https://books.example/books/opds/authentication"
    expectEqual(refused.fields["link"]?.hasPrefix("<\(address)>; rel=\"http://opds-spec.org/auth/document\""), true)
    let document = try await trial.ask(.get, "/books/opds/authentication")
    #expect(document.status == 200 && document.text == refused.text)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(document.text.utf8)) as? [String: Any])
    #expect(object["id"] as? String == address && object["title"] as? String == "Catalog")
    let ways = try #require(object["authentication"] as? [[String: Any]])
    expectEqual(ways.map { $0["type"] as? String }, ["http://opds-spec.org/auth/basic"])
    try await expectEqual(trial.ask(.get, "/books/opds", AccountTrial.basic("Rita")).status, 200)
  }

  @Test func `wrong credentials of an e-reader are answered in the same way`() async throws {
    let trial = try await AccountTrial()
    let refused = try await trial.ask(.get, "/opds", AccountTrial.basic("Ada", "wrong one"))
    #expect(refused.status == 401 && refused.fields["content-type"] == "application/opds-authentication+json")
  }

  @Test func `a reply for one viewer is never reused for another`() async throws {
    let trial = try await AccountTrial()
    var tags: Set<String> = []
    for fields: HeaderFields in [[:], AccountTrial.basic("Ada"), AccountTrial.basic("Ed"), AccountTrial.basic("Rita")] {
      let response = try await trial.ask(.get, "/book/1", fields)
      let tag = try #require(response.fields["etag"])
      expectEqual(response.fields["cache-control"], fields.lines.isEmpty ? "no-cache" : "private, no-cache")
      #expect(tags.insert(tag).inserted)
      var again = fields
      again.set("If-None-Match", tag)
      let reply = Reply(
        try await trial.ask(.get, "/book/1", again),
        to: try Request(.get, "/book/1", fields: again, client: AccountTrial.secure), now: Date())
      expectEqual(reply.status, 304)
    }
  }

  @Test func `a form that names no page is rejected, since no current browser sends one`() throws {
    func isTaken(_ type: String, _ more: HeaderFields = [:]) -> Bool {
      var fields: HeaderFields = ["Content-Type": type]
      for line in more.lines { fields.add(line.name, line.value) }
      guard let request = try? Request(.post, "/", fields: fields) else { return false }
      do {
        try AccessPolicy().requireOwnPage(request)
        return true
      } catch {
        expectEqual(error.status, 403)
        return false
      }
    }
    for type in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "Text/Plain"] {
      #expect(!isTaken(type), "\(type)")
      #expect(!isTaken(type, ["Cookie": "__Host-catalog=x"]))
      #expect(isTaken(type, ["Sec-Fetch-Site": "same-origin"]))
      #expect(isTaken(type, ["Origin": "http://localhost"]))
      #expect(!isTaken(type, ["Origin": "http://evil.example"]))
      #expect(isTaken(type, ["Authorization": "Bearer x"]))
      #expect(!isTaken(type, ["Authorization": "Basic x", "Sec-Fetch-Site": "cross-site"]))
    }
    #expect(isTaken("application/json"))
  }
}
