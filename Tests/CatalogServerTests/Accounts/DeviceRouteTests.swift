import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the page and the JSON routes with which an account manages its device tokens.
@Suite struct DeviceRouteTests {
  private static let html: HeaderFields = ["Accept": "text/html"]

  private func page(_ fields: HeaderFields) -> HeaderFields {
    var fields = fields
    fields.set("Accept", "text/html")
    return fields
  }

  @Test func `a token is created in the page, shown once, accepted, and revoked`() async throws {
    let trial = try await AccountTrial()
    let cookie = page(try await trial.logIn())
    #expect(try await trial.ask(.get, "/devices", cookie).text.contains("signed in as Ada"))
    let made = try await trial.ask(.post, "/devices", cookie, form: [("name", "my <reader>")])
    let address = try #require(made.fields["location"])
    #expect(made.status == 303 && address.hasPrefix("/devices?made="))
    let shown = try await trial.ask(.get, address, cookie)
    #expect(shown.fields["cache-control"] == "no-store" && shown.text.contains("my &lt;reader&gt;"))
    let secret = try #require(shown.text.firstMatch(of: /<code>([0-9a-z]{26})<\/code>/)?.1)
    #expect(try await !trial.ask(.get, address, cookie).text.contains(secret))
    try await expectEqual(trial.seen(AccountTrial.basic("Ada", String(secret))), "Ada, all")
    let id = try #require(address.split(separator: "=").last)
    let removed = try await trial.ask(.post, "/devices/\(id)/remove", cookie, form: [])
    #expect(removed.status == 303 && removed.fields["location"] == "/devices")
    try await expectEqual(trial.seen(AccountTrial.basic("Ada", String(secret))), "401")
  }

  @Test func `programs create, list and remove tokens as JSON`() async throws {
    let trial = try await AccountTrial()
    var fields = AccountTrial.basic("Ed")
    try await expectEqual(trial.ask(.get, "/devices.json", fields).text, "[]\n")
    fields.set("Content-Type", "application/json")
    let body = Array("{\"name\":\"script\"}".utf8)
    let request = try Request(.post, "/devices", fields: fields, client: AccountTrial.secure, body: body)
    let made = try await trial.site.answer(request).response()
    #expect(made.status == 201 && made.text.contains(#""name":"script","user":"Ed""#))
    let secret = try #require(made.text.firstMatch(of: /"token":"([0-9a-z]{26})"/)?.1)
    try await expectEqual(trial.seen(["Authorization": "Bearer \(secret)"]), "Ed")
    let list = try await trial.ask(.get, "/devices", fields)
    #expect(list.text.contains(#""name":"script""#) && !list.text.contains(secret))
    let id = try #require(list.text.firstMatch(of: /"id":(\d+)/)?.1)
    try await expectEqual(trial.ask(.delete, "/devices/\(id)", fields).status, 204)
    try await expectEqual(trial.seen(["Authorization": "Bearer \(secret)"]), "401")
    let again = try Request(
      .post, "/devices", fields: fields, client: AccountTrial.secure, body: Array("[]".utf8))
    #expect(throws: Problem.self) { try trial.site.answer(again) }
  }

  @Test func `nobody can see, show or remove another account's tokens by any number`() async throws {
    let trial = try await AccountTrial()
    let rita = page(try await trial.logIn("Rita"))
    let ada = page(try await trial.logIn("Ada"))
    let made = try await trial.ask(.post, "/devices", ada, form: [("name", "hers")])
    let address = try #require(made.fields["location"])
    #expect(try await !trial.ask(.get, address, rita).text.contains("hers"))
    let token = try #require(try await trial.catalog.deviceTokens().first)
    for id in [Int64(0), 1, token.id.rawValue, token.id.rawValue + 1, .max] {
      try await expectEqual(trial.ask(.post, "/devices/\(id)/remove", rita, form: []).status, 404)
      try await expectEqual(trial.ask(.delete, "/devices/\(id)", rita).status, 404)
    }
    try await expectEqual(trial.catalog.deviceTokens(), [token])
    #expect(try await trial.ask(.get, address, ada).text.contains("<code>"), "it was not shown to her before")
  }

  @Test func `tokens cannot be created by a device or over an unencrypted connection`() async throws {
    let trial = try await AccountTrial()
    let secret = try await trial.catalog.addDeviceToken("e-reader", of: "Ada").secret
    for fields: HeaderFields in [["Authorization": "Bearer \(secret)"], AccountTrial.basic("Ada", secret)] {
      try await expectEqual(trial.ask(.post, "/devices", fields, form: [("name", "x")]).status, 403)
      try await expectEqual(
        trial.ask(.post, "/devices", fields, client: AccountTrial.stranger, form: [("name", "x")]).status, 403)
    }
    try await expectEqual(trial.catalog.deviceTokens().count, 1)
  }

  @Test func `a guest is redirected to the login, and an invalid name is rejected`() async throws {
    let trial = try await AccountTrial()
    let guest = try await trial.ask(.get, "/devices", Self.html)
    #expect(guest.status == 401 && guest.text.contains("value=\"/devices\""))
    try await expectEqual(trial.ask(.post, "/devices", form: [("name", "x")]).status, 401)
    let cookie = page(try await trial.logIn())
    try await expectEqual(trial.ask(.post, "/devices", cookie, form: [("name", "  ")]).status, 400)
    try await expectEqual(trial.ask(.post, "/devices", cookie, form: [("name", "a")]).status, 303)
    try await expectEqual(trial.ask(.post, "/devices", cookie, form: [("name", "a")]).status, 400)
  }

  @Test func `the pages are well-formed`() async throws {
    let trial = try await AccountTrial()
    let cookie = page(try await trial.logIn())
    let made = try await trial.ask(.post, "/devices", cookie, form: [("name", "<script>\"'&")])
    for address in ["/", "/devices", try #require(made.fields["location"]), "/login", "/book/1"] {
      let faults = try PageReader(try await trial.ask(.get, address, cookie).text).faults
      #expect(faults.isEmpty, "\(address): \(faults)")
    }
    let wrong = try await trial.ask(
      .post, "/login", form: [("name", "<script>\"'"), ("password", "x"), ("next", "/?q=\"><script>")])
    #expect(try PageReader(wrong.text).faults.isEmpty)
  }
}
