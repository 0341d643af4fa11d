import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the values that each account stores for itself.
@Suite struct MarkRouteTests {
  private func patch(
    _ trial: AccountTrial, _ path: String, _ text: String, _ fields: HeaderFields, _ method: Request.Method = .patch
  ) async throws -> Response {
    var fields = fields
    fields.set("Content-Type", "application/json")
    do {
      let request = try Request(
        method, path, fields: fields, client: AccountTrial.secure, body: Array(text.utf8))
      return try await trial.site.answer(request).response()
    } catch let problem as Problem {
      return Response(problem.status, body: .bytes(Array((problem.detail ?? "").utf8)))
    }
  }

  @Test func `only their account can see, search, count and sort by personal values`() async throws {
    let trial = try await AccountTrial()
    try await trial.catalog.add { ($0.title, $0.rating) = ("Persuasion", 2) }
    let (ada, ed, rita) = (AccountTrial.basic("Ada"), AccountTrial.basic("Ed"), AccountTrial.basic("Rita"))
    let marks =
      #"{"set":{"rating":5,"readState":"read","notes":"Rita\u2019s zanzibar"},"seen":{"rating":null,"readState":"unread","notes":null}}"#
    try await expectEqual(patch(trial, "/book/1", marks, rita).status, 200)
    try await expectEqual(patch(trial, "/book/2", #"{"set":{"rating":1},"seen":{"rating":null}}"#, rita).status, 200)
    func count(_ query: String, _ fields: HeaderFields) async throws -> Int {
      try await trial.ask(.get, "/.json?q=\(query)", fields).text.split(separator: "\"uuid\":").count - 1
    }
    for (query, counts) in [
      ("is:rated", [2, 0, 1, 1]), ("rating:5", [1, 0, 0, 0]), ("is:read", [1, 0, 0, 0]),
      ("zanzibar", [1, 0, 0, 0]), ("secret", [0, 0, 1, 0]),
    ] {
      var found: [Int] = []
      for credentials in [rita, ed, ada, [:]] { found.append(try await count(query, credentials)) }
      expectEqual(found, counts, "\(query)")
    }
    for credentials in [ed, ada, [:]] {
      for path in [
        "/book/1.json", "/book/1.html", "/.jsonl", "/.csv", "/history.json", "/history/3.json", "/book/1/history.json",
        "/facets.json",
      ] {
        #expect(try await !trial.ask(.get, path, credentials).text.contains("zanzibar"), "\(path)")
      }
    }
    #expect(try await trial.ask(.get, "/book/1.json", rita).text.contains("zanzibar"))
    let order = try await trial.ask(.get, "/.json?sort=-rating&fields=id", rita).text
    expectEqual(order, "[{\"id\":1},{\"id\":2}]\n")
    // The reply for one account is not reused for another.
    let tag = try #require(try await trial.ask(.get, "/book/1.json", ed).fields["etag"])
    var conditional = rita
    conditional.set("If-None-Match", tag)
    try await expectEqual(trial.ask(.get, "/book/1.json", conditional).status, 200)
  }

  @Test func `an account sees its own steps and nothing of others`() async throws {
    let trial = try await AccountTrial()
    let (ed, rita) = (AccountTrial.basic("Ed"), AccountTrial.basic("Rita"))
    try await trial.catalog.edit(1) { $0.notes = "the owner's own" }
    try await trial.catalog.acting(as: "Rita").edit(1) { $0.review = "said for the owner" }
    try await expectEqual(patch(trial, "/book/1", #"{"set":{"rating":5},"overwrite":true}"#, rita).status, 200)
    try await expectEqual(patch(trial, "/book/1", #"{"set":{"title":"Ed's"},"overwrite":true}"#, ed).status, 200)
    func ids(_ credentials: HeaderFields) async throws -> [String] {
      let text = try await trial.ask(.get, "/history.json", credentials).text
      return text.matches(of: /"step":(\d+)|"id":(\d+)/).map { String($0.1 ?? $0.2 ?? "") }
    }
    try await expectEqual(ids(rita), ["4"])
    try await expectEqual(ids(ed), ["5"])
    let page = try await trial.ask(.get, "/history.html", rita).text
    #expect(page.contains("Your history") && page.contains(#"name="step" value="4""#))
    #expect(!page.contains("own") || !page.contains("said for the owner"))
    #expect(try await trial.ask(.get, "/history/4.json", rita).text.contains("rating"))
    for (step, credentials) in [(2, rita), (3, rita), (5, rita), (4, ed), (5, ed)] {
      try await expectEqual(trial.ask(.get, "/history/\(step).json", credentials).status, 404, "\(step)")
    }
    try await expectEqual(trial.ask(.get, "/book/1/history.json", rita).status, 403)
  }

  @Test func `an account changes its own values, also by query, and undoes only those changes`() async throws {
    let trial = try await AccountTrial()
    let (ed, rita) = (AccountTrial.basic("Ed"), AccountTrial.basic("Rita"))
    let all = #"{"query":"","set":{"readState":"want"}}"#
    try await expectEqual(patch(trial, "/edit", all, rita, .post).status, 200)
    #expect(try await trial.catalog.seen(by: "Rita").page().books.allSatisfy { $0.readState == .want })
    #expect(try await trial.catalog.page().books.allSatisfy { $0.readState == .unread })
    for (path, text) in [
      ("/edit", #"{"query":"","set":{"publisher":"X"}}"#), ("/edit", #"{"query":"","add":{"tags":["x"]}}"#),
      ("/add", #"{"set":{"title":"X"}}"#), ("/book/1/remove", "{}"),
      ("/book/1", #"{"set":{"title":"X"},"overwrite":true}"#),
      ("/duplicates", #"{"books":[1,2],"action":"merge"}"#),
    ] {
      try await expectEqual(patch(trial, path, text, rita, .post).status, 403, "\(path)")
    }
    try await expectEqual(patch(trial, "/book/1", #"{"set":{"title":"Ed's"},"overwrite":true}"#, ed).status, 200)
    try await trial.catalog.setRole(.reader, of: "Ed")
    try await expectEqual(patch(trial, "/undo", "{}", ed, .post).status, 403)
    try await expectEqual(trial.catalog.book(1)?.title, "Ed's")
    try await expectEqual(patch(trial, "/undo", "{}", rita, .post).status, 200)
    #expect(try await trial.catalog.seen(by: "Rita").page().books.allSatisfy { $0.readState == .unread })
    try await expectEqual(patch(trial, "/redo", "{}", rita, .post).status, 200)
    // Over an unencrypted connection nothing can be changed and no personal text is shown.
    try await expectEqual(
      patch(trial, "/book/1", #"{"set":{"notes":"zanzibar"},"seen":{"notes":null}}"#, rita).status, 200)
    let token = try await trial.catalog.addDeviceToken("reader", of: "Rita").secret
    let open = try await trial.ask(
      .get, "/book/1.json", ["Authorization": "Bearer \(token)"], client: AccountTrial.stranger)
    #expect(open.status == 200 && open.text.contains("want") && !open.text.contains("zanzibar"))
  }

  @Test func `nobody can mark a book that is hidden from them`() async throws {
    let trial = try await AccountTrial()
    try await trial.catalog.add { ($0.title, $0.tags) = ("Pippi", TagSet(["children"])) }
    let site = CatalogSite(trial.catalog, roles: try LimitedRoles(["child=tag:children"]))
    try await trial.catalog.setRole(Role(rawValue: "child") ?? .owner, of: "Rita")
    func status(_ method: Request.Method, _ path: String, _ text: String) async throws -> Int {
      var fields = AccountTrial.basic("Rita")
      fields.set("Content-Type", "application/json")
      let request = try Request(method, path, fields: fields, client: AccountTrial.secure, body: Array(text.utf8))
      do { return try await site.answer(request).response().status } catch let problem as Problem {
        return problem.status
      }
    }
    let rating = #"{"set":{"rating":5},"seen":{"rating":null}}"#
    try await expectEqual(status(.patch, "/book/1", rating), 404)
    try await expectEqual(status(.post, "/edit", #"{"books":[1,2],"set":{"rating":5}}"#), 404)
    try await expectEqual(status(.patch, "/book/2", rating), 200)
    try await expectEqual(status(.post, "/edit", #"{"query":"","set":{"readState":"want"}}"#), 200)
    let ritas = try trial.catalog.seen(by: "Rita")
    try await expectEqual(ritas.book(1)?.readState, .unread)
    try await expectEqual(ritas.book(2)?.rating, 5)
    try await expectEqual(ritas.book(2)?.readState, .want)
  }
}
