import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the credentials with which a request is admitted.
@Suite struct AdmissionTests {
  private static let secure = AccountTrial.secure
  private static let stranger = AccountTrial.stranger

  @Test func `without accounts everything is shown whatever credentials are sent`() async throws {
    let trial = try await AccountTrial(hasAccounts: false)
    for fields: HeaderFields in [[:], AccountTrial.basic("Ada"), ["Authorization": "Bearer x"], ["Cookie": "a=b"]] {
      try await expectEqual(trial.seen(fields), "guest, all")
      try await expectEqual(trial.seen(fields, client: .local), "guest, all")
      try await expectEqual(trial.seen(fields, client: Self.stranger), "guest")
    }
    #expect(try await trial.ask(.get, "/login").text.contains("no accounts"))
  }

  @Test func `a user of this machine needs no account`() async throws {
    let trial = try await AccountTrial()
    try await expectEqual(trial.seen([:], client: .local), "guest, all")
    try await expectEqual(trial.seen(AccountTrial.basic("Rita"), client: .local), "Rita")
  }

  @Test func `the owner sees everything and nobody else sees private data`() async throws {
    let trial = try await AccountTrial()
    try await expectEqual(trial.seen([:]), "guest")
    for (name, seen) in [("Ada", "Ada, all"), ("Ed", "Ed"), ("Rita", "Rita"), ("ada", "Ada, all")] {
      try await expectEqual(trial.seen(AccountTrial.basic(name)), seen)
      try await expectEqual(trial.seen(trial.logIn(name)), seen)
    }
    let rita = AccountTrial.basic("Rita")
    try await expectEqual(trial.ask(.get, "/conflicts", rita).status, 403)
    try await expectEqual(trial.ask(.get, "/history", rita).text, "[]\n")
    try await expectEqual(trial.ask(.get, "/?q=has:copies", rita).status, 403)
    try await expectEqual(trial.ask(.get, "/history", AccountTrial.basic("Ada")).status, 200)
  }

  @Test func `no route reveals private data in any form to anyone except the owner`() async throws {
    let trial = try await AccountTrial()
    let token = try await trial.catalog.addDeviceToken("e-reader", of: "Ada").secret
    var revealedCount = 0
    for route in trial.site.router.routes where route.method == .get && route.pattern.description != "/events" {
      let address = route.pattern.description.replacing(/:\w+/, with: "1")
      for format in route.formats.isEmpty ? [.json] : route.formats {
        func text(_ fields: HeaderFields, _ client: Client = Self.secure) async throws -> String {
          var fields = fields
          fields.set("Accept", format.type)
          let response = try await trial.ask(.get, address, fields, client: client)
          if case .stream(let stream) = response.body { return try stream.wholeText() }
          return response.text
        }
        for fields in [[:], AccountTrial.basic("Ed"), AccountTrial.basic("Rita")] {
          #expect(try await !text(fields).contains("secret"), "\(address) as \(format.type)")
        }
        let open = try await text(AccountTrial.basic("Ada", token), Self.stranger)
        #expect(!open.contains("secret"), "\(address) as \(format.type)")
        if try await text(AccountTrial.basic("Ada")).contains("secret") { revealedCount += 1 }
      }
    }
    #expect(revealedCount > 3, "somebody has to be told")
  }

  @Test func `an account has the role that is currently stored`() async throws {
    let trial = try await AccountTrial()
    let admission = Admission(
      allowsEdits: true, accounts: ServedAccounts(trial.catalog), roles: LimitedRoles(), requiresLogin: false)
    func viewer(_ fields: HeaderFields, _ client: Client = Self.secure) async throws -> Viewer {
      let request = try Request(.get, "/", fields: fields, client: client)
      return switch try admission.outcome(of: request, isForAll: false) {
      case .now(let viewer): viewer
      case .later(let find): try await find()
      }
    }
    let ed = AccountTrial.basic("Ed")
    try await expectEqual(
      viewer(ed), Viewer(account: "Ed", role: .editor, audience: Audience(person: "Ed", fields: .ownWords)))
    try await trial.catalog.setRole(.owner, of: "Ed")
    try await expectEqual(viewer(ed), Viewer(account: "Ed", role: .owner, audience: .owner))
    try await expectEqual(viewer([:]), Viewer(role: .reader, audience: Audience(fields: .publicOnly), mayLogIn: true))
    try await expectEqual(
      viewer([:], .local), Viewer(role: .owner, audience: .owner, mayLogIn: true, isAtServer: true))
    try await expectEqual(viewer([:], Self.stranger), Viewer(role: .reader, audience: Audience(fields: .publicOnly)))
    try await trial.catalog.removeAccount("Ed")
    await #expect(throws: Problem.wrongLogin) { try await viewer(ed) }
  }

  @Test func `a correct password is not hashed again until it changes`() async throws {
    let trial = try await AccountTrial()
    let accounts = ServedAccounts(trial.catalog)
    let login = try await accounts.login("Ada", AccountTrial.password, from: nil)
    #expect(accounts.wereRight("Ada", AccountTrial.password, from: nil, for: login))
    #expect(!accounts.wereRight("Ada", "another one", from: nil, for: login))
    #expect(!accounts.wereRight("Ed", AccountTrial.password, from: nil, for: login))
    let hash = try PasswordHash.make(of: "battery staple")
    _ = try await trial.catalog.write { try $0.setPasswordHash(hash, of: "Ada") }
    let changed = try await trial.catalog.read { try $0.login(named: "Ada") }
    #expect(!accounts.wereRight("Ada", AccountTrial.password, from: nil, for: changed))
    try await expectEqual(trial.seen(AccountTrial.basic("Ada")), "401")
    try await expectEqual(trial.seen(AccountTrial.basic("Ada", "battery staple")), "Ada, all")
  }

  @Test func `a correct password is cached for a few minutes, and never into the past`() async throws {
    let trial = try await AccountTrial()
    let login = try #require(try await trial.catalog.read { try $0.login(named: "Ada") })
    let known = VerifiedCredentials()
    let digest = known.digest("Ada", AccountTrial.password, from: nil)
    let start = Date(timeIntervalSince1970: 1_000_000)
    for (seconds, isKnown) in [(0.0, true), (299, true), (300, false), (-1, false), (-86_400, false)] {
      known.insert(digest, for: login, now: start)
      expectEqual(known.contains(digest, for: login, now: start.addingTimeInterval(seconds)), isKnown)
    }
    #expect(known.digest("Ada", "x", from: nil) != VerifiedCredentials().digest("Ada", "x", from: nil))
  }

  @Test func `passwords and cookies are rejected over an unencrypted connection`() async throws {
    let trial = try await AccountTrial()
    let refused = try await trial.ask(.get, "/", AccountTrial.basic("Ada"), client: Self.stranger)
    #expect(refused.status == 403 && refused.text.contains("HTTPS") && !refused.text.contains("books.db"))
    #expect(!refused.text.contains(AccountTrial.password))
    let login = try await trial.ask(
      .post, "/login", client: Self.stranger, form: [("name", "Ada"), ("password", AccountTrial.password)])
    #expect(login.status == 403 && login.fields["set-cookie"] == nil)
    #expect(try await trial.ask(.get, "/login", client: Self.stranger).text.contains("HTTPS"))
    #expect(try await !trial.ask(.get, "/login", client: Self.stranger).text.contains("<form"))
    let cookie = try await trial.logIn()
    try await expectEqual(trial.seen(cookie, client: Self.stranger), "guest")
    let logout = try await trial.ask(.post, "/logout", cookie, client: Self.stranger, form: [])
    #expect(logout.fields["set-cookie"] == nil)
    try await expectEqual(trial.seen(cookie), "Ada, all")
  }

  @Test func `a device token is a login over TLS and allows only reading over plain HTTP`() async throws {
    let trial = try await AccountTrial()
    let secret = try await trial.catalog.addDeviceToken("e-reader", of: "Ada").secret
    for fields: HeaderFields in [
      ["Authorization": "Bearer \(secret)"], ["authorization": "bearer \(secret.uppercased())"],
      AccountTrial.basic("Ada", secret), AccountTrial.basic("ada", secret),
    ] {
      try await expectEqual(trial.seen(fields), "Ada, all")
      try await expectEqual(trial.seen(fields, client: Self.stranger), "Ada")
    }
    let other = AccessSecret().text
    for fields: HeaderFields in [
      ["Authorization": "Bearer \(other)"], ["Authorization": "Bearer x"], ["Authorization": "Bearer"],
      AccountTrial.basic("Ada", other), AccountTrial.basic("Ed", secret), AccountTrial.basic("", secret),
    ] {
      try await expectEqual(trial.seen(fields), "401")
      try await expectEqual(trial.seen(fields, client: Self.stranger), "401")
    }
  }

  @Test func `a removed token and a token of a removed account are rejected at once`() async throws {
    let trial = try await AccountTrial()
    let (token, secret) = try await trial.catalog.addDeviceToken("e-reader", of: "Ada")
    let other = try await trial.catalog.addDeviceToken("script", of: "Ed").secret
    try await expectEqual(trial.seen(["Authorization": "Bearer \(secret)"]), "Ada, all")
    try await trial.catalog.removeDeviceToken(token.id)
    try await expectEqual(trial.seen(["Authorization": "Bearer \(secret)"]), "401")
    try await expectEqual(trial.seen(["Authorization": "Bearer \(other)"]), "Ed")
    try await trial.catalog.removeAccount("Ed")
    try await expectEqual(trial.seen(["Authorization": "Bearer \(other)"]), "401")
    // A new account with the same name is a different account.
    try await trial.catalog.addAccount("Ed", role: .owner)
    try await expectEqual(trial.seen(["Authorization": "Bearer \(other)"]), "401")
  }

  @Test(arguments: [
    "Basic", "Basic !!!", "Basic QQ==", "Basic /////w==", "basic  ", "Basic OmFiYw==", "Basic QWRhOg==",
  ])
  func `unreadable credentials are rejected`(value: String) async throws {
    let trial = try await AccountTrial()
    try await expectEqual(trial.seen(["Authorization": value]), "401")
  }

  @Test func `a request with two credential fields has no credentials`() throws {
    let fields: HeaderFields = ["Authorization": "Bearer a", "authorization": "Bearer b"]
    expectEqual(Credentials(fields), .unreadable)
    expectEqual(Credentials(["Authorization": "Negotiate abc"]), .none)
    expectEqual(Credentials(AccountTrial.basic("Ada", "a:b")), .basic(name: "Ada", password: "a:b"))
  }

  @Test func `a user named by a trusted proxy is admitted, and one named by any other client is not`() async throws {
    let trial = try await AccountTrial()
    let proxies = TrustedProxies([try #require(Network("10.0.0.1"))], userField: "Remote-User")
    func client(_ peer: String, _ fields: HeaderFields, isSecure: Bool = true) throws -> Client {
      var fields = fields
      fields.add("Host", "books.example")
      fields.add("X-Forwarded-For", "192.0.2.1")
      fields.add("X-Forwarded-Proto", isSecure ? "https" : "http")
      let head = RequestHead(
        "GET", "/", fields: fields, peer: .address(try #require(NetworkAddress(peer))), isSecure: isSecure)
      return try AccessPolicy(hosts: HostNames(["books.example"]), proxies: proxies)
        .client(of: head, target: RequestTarget("/"))
    }
    let field: HeaderFields = ["Remote-User": "Ada"]
    try await expectEqual(trial.seen([:], client: client("10.0.0.1", field)), "Ada, all")
    try await expectEqual(trial.seen([:], client: client("192.0.2.7", field)), "guest")
    try await expectEqual(trial.seen(field), "guest")
    try await expectEqual(trial.seen([:], client: client("10.0.0.1", field, isSecure: false)), "guest")
    try await expectEqual(trial.seen([:], client: client("10.0.0.1", ["Remote-User": "Nobody"])), "guest")
    try await expectEqual(trial.seen([:], client: client("10.0.0.1", [:])), "guest")
    // The client sent one of the two fields itself.
    let two: HeaderFields = ["Remote-User": "Rita", "remote-user": "Ada"]
    try await expectEqual(trial.seen([:], client: client("10.0.0.1", two)), "guest")
  }

  @Test func `the day on which a token was last used is stored`() async throws {
    let trial = try await AccountTrial()
    let secret = try await trial.catalog.addDeviceToken("e-reader", of: "Ada").secret
    #expect(try await trial.catalog.deviceTokens()[0].lastUsed == nil)
    _ = try await trial.seen(["Authorization": "Bearer \(secret)"])
    while try await trial.catalog.deviceTokens()[0].lastUsed == nil { await Task.yield() }
    try await expectEqual(trial.catalog.deviceTokens()[0].lastUsed?.description.hasPrefix("2026-01-0"), true)
  }

  @Test func `a guesser learns nothing from passwords that succeeded elsewhere and blocks nobody logged in elsewhere`()
    async throws
  {
    let trial = try await AccountTrial()
    let guesser = Client(
      address: NetworkAddress("203.0.113.5"), isLocal: false, isSecure: true, host: "books.example")
    let right = AccountTrial.basic("Ada")
    try await expectEqual(trial.ask(.get, "/", right).status, 200)
    for number in 0..<7 {
      let wrong = try await trial.ask(.get, "/", AccountTrial.basic("Ada", "guess \(number)"), client: guesser)
      expectEqual(wrong.status, number < 5 ? 401 : 429)
    }
    try await expectEqual(trial.ask(.get, "/", right, client: guesser).status, 429)
    try await expectEqual(trial.ask(.get, "/", right).status, 200)
    // An attempt from the same address learns nothing more either.
    for number in 0..<6 { _ = try await trial.ask(.get, "/", AccountTrial.basic("Ed", "guess \(number)")) }
    try await expectEqual(trial.ask(.get, "/", right).status, 429)
  }
}
