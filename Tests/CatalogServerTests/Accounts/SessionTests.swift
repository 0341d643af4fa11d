import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of logging in with a browser.
@Suite struct SessionTests {
  @Test func `a login redirects onward with a cookie that only the server can read and set`() async throws {
    let trial = try await AccountTrial()
    let response = try await trial.ask(
      .post, "/login", form: [("name", "Ada"), ("password", AccountTrial.password), ("next", "/book/1?x=a%20b")])
    #expect(response.status == 303 && response.fields["location"] == "/book/1?x=a%20b")
    expectEqual(response.fields["cache-control"], "no-store")
    let cookie = try #require(response.fields["set-cookie"])
    #expect(
      cookie.contains(
        /^__Host-catalog=[0-9a-z]{26}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Lax$/))
    #expect(!cookie.contains("Domain"))
  }

  @Test func `each login has its own secret and ends the previous session`() async throws {
    let trial = try await AccountTrial()
    // An attacker planted a cookie with a known secret in the browser.
    let known: HeaderFields = ["Cookie": "__Host-catalog=\(AccessSecret().text)"]
    try await expectEqual(trial.seen(known), "guest")
    let first = try await trial.logIn("Ada", known)
    #expect(first != known)
    try await expectEqual(trial.seen(known), "guest")
    let second = try await trial.logIn("Ada", first)
    #expect(second != first)
    try await expectEqual(trial.seen(first), "guest")
    try await expectEqual(trial.seen(second), "Ada, all")
  }

  @Test func `a cookie is invalid after logging out`() async throws {
    let trial = try await AccountTrial()
    let (here, there) = (try await trial.logIn(), try await trial.logIn())
    let response = try await trial.ask(.post, "/logout", here, form: [])
    #expect(response.status == 303 && response.fields["location"] == "/")
    expectEqual(response.fields["set-cookie"]?.hasPrefix("__Host-catalog=; Max-Age=0;"), true)
    try await expectEqual(trial.seen(here), "guest")
    try await expectEqual(trial.seen(there), "Ada, all", "another browser")
    try await expectEqual(trial.ask(.get, "/logout", there).status, 405)
    try await expectEqual(trial.seen(there), "Ada, all")
  }

  @Test func `a session survives a restart of the server and ends after thirty days`() async throws {
    let trial = try await AccountTrial()
    let cookie = try await trial.logIn()
    let again = AccountTrial(again: trial)
    try await expectEqual(again.seen(cookie), "Ada, all")
    trial.temporary.clock.advance(by: 29 * 86_400)
    try await expectEqual(again.seen(cookie), "Ada, all")
    trial.temporary.clock.advance(by: 86_400)
    try await expectEqual(again.seen(cookie), "guest")
    // Setting the clock back does not revive a session that another login has removed.
    _ = try await again.logIn("Rita")
    trial.temporary.clock.advance(by: -20 * 86_400)
    try await expectEqual(again.seen(cookie), "guest")
  }

  @Test func `removing an account or changing its password logs out that account at once, and no other`() async throws {
    let trial = try await AccountTrial()
    let (ada, ed, rita) = (try await trial.logIn(), try await trial.logIn("Ed"), try await trial.logIn("Rita"))
    try await trial.catalog.removeAccount("Ed")
    try await expectEqual(trial.seen(ed), "guest")
    let hash = try #require(AccountTrial.hash)
    _ = try await trial.catalog.write { try $0.setPasswordHash(hash, of: "Rita") }
    try await expectEqual(trial.seen(rita), "guest")
    try await expectEqual(trial.seen(ada), "Ada, all")
    try await trial.catalog.setRole(.reader, of: "Ada")
    try await expectEqual(trial.seen(ada), "Ada")
  }

  @Test func `an account that changes while its password is verified is not logged in`() async throws {
    let trial = try await AccountTrial()
    let accounts = ServedAccounts(trial.catalog)
    let login = try await accounts.login("Ada", AccountTrial.password, from: nil)
    try await trial.catalog.removeAccount("Ada")
    await #expect(throws: Problem.wrongLogin) { try await accounts.beginSession(login, inPlaceOf: nil) }
    try await trial.catalog.addAccount("Ada", role: .owner, passwordHash: try PasswordHash.make(of: "another one"))
    await #expect(throws: Problem.wrongLogin) { try await accounts.beginSession(login, inPlaceOf: nil) }
  }

  @Test(arguments: [
    "__Host-catalog=", "__Host-catalog=x", "catalog=x", "__host-catalog=SECRET",
    "__Host-catalog=SECRET; __Host-catalog=x",
    "a__Host-catalog=SECRET", "__Host-catalog2=SECRET",
  ])
  func `any other cookie is that of a guest`(cookie: String) async throws {
    let trial = try await AccountTrial()
    let secret = try #require(try await trial.logIn()["cookie"]?.split(separator: "=").last)
    try await expectEqual(trial.seen(["Cookie": cookie.replacing("SECRET", with: String(secret))]), "guest")
    try await expectEqual(trial.seen(["Cookie": "a=b; __Host-catalog=\(secret); c"]), "Ada, all")
  }

  @Test func `a cookie is not a device token, and a token is not a cookie`() async throws {
    let trial = try await AccountTrial()
    let cookie = try #require(try await trial.logIn()["cookie"]?.split(separator: "=").last)
    let token = try await trial.catalog.addDeviceToken("e-reader", of: "Ada").secret
    try await expectEqual(trial.seen(["Authorization": "Bearer \(cookie)"]), "401")
    try await expectEqual(trial.seen(["Cookie": "__Host-catalog=\(token)"]), "guest")
  }

  @Test(arguments: [
    "//evil.example", "https://evil.example/", "http://books.example/", "/\\evil.example", "\\\\evil.example", "evil",
    "javascript:alert(1)", "/a//b", "/../x", "/%0d%0aX: y", "/a\r\nLocation: //evil", "*", " /", "/ /evil", "",
  ])
  func `a login never redirects to another site`(next: String) async throws {
    let trial = try await AccountTrial()
    let response = try await trial.ask(
      .post, "/login", form: [("name", "Ada"), ("password", AccountTrial.password), ("next", next)])
    #expect(response.status == 303 && response.fields["location"] == "/")
    let address =
      "/login?next=\(next.utf8.map { "%" + (String($0, radix: 16).count < 2 ? "0" : "") + String($0, radix: 16) }.joined())"
    // Addresses with zero bytes or partial characters cannot be requested at all.
    let page = try await trial.ask(.get, address)
    #expect(page.status == 200 && !page.text.contains("evil"))
  }

  @Test func `below the path of a proxy a login redirects to addresses below that path`() async throws {
    expectEqual(ReturnAddress("/books/book/1", basePath: "/books").text, "/books/book/1")
    for other in ["/", "/other", "/bookshop"] { #expect(ReturnAddress(other, basePath: "/books").text.isEmpty) }
    let trial = try await AccountTrial(basePath: "/books")
    let response = try await trial.ask(
      .post, "/books/login", form: [("name", "Ada"), ("password", AccountTrial.password), ("next", "/x")])
    expectEqual(response.fields["location"], "/books/")
  }

  @Test func `wrong names and wrong passwords get the same message`() async throws {
    let trial = try await AccountTrial()
    var pages: [String] = []
    for (name, password) in [("Ada", "wrong one"), ("Nobody", AccountTrial.password), ("Ada", ""), ("", "")] {
      let response = try await trial.ask(
        .post, "/login", form: [("name", name), ("password", password), ("next", "/book/1")])
      #expect(response.status == 401 && response.fields["set-cookie"] == nil)
      #expect(response.text.contains("value=\"/book/1\""))
      #expect(password.isEmpty || !response.text.contains(password))
      pages.append(response.text.replacing("value=\"\(name)\"", with: "value=\"\""))
    }
    expectEqual(Set(pages).count, 1)
    let without = try await trial.catalog.addAccount("Token", role: .reader)
    #expect(!without.hasPassword)
    try await expectEqual(trial.ask(.post, "/login", form: [("name", "Token"), ("password", "")]).status, 401)
  }

  @Test func `a read-only catalog rejects logins and states the reason`() async throws {
    let trial = try await AccountTrial()
    let token = try await trial.catalog.addDeviceToken("e-reader", of: "Ada").secret
    let options = BookCatalog.Options(isReadOnly: true)
    let catalog = try await BookCatalog.open(trial.catalog.path, options: options)
    let site = CatalogSite(catalog)
    let page = try await site.answer(Request(.get, "/login", client: AccountTrial.secure)).response()
    #expect(page.text.contains("read-only"))
    let fields: HeaderFields = ["Authorization": "Bearer \(token)"]
    let book = try await site.answer(Request(.get, "/book/1", fields: fields, client: AccountTrial.secure)).response()
    #expect(book.text.contains("secret"))
  }
}
