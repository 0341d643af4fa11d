import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import CatalogServer

/// The servers of a ``PeopledCatalog``, without sockets, and the secrets of its accounts.
final class RecordedServer: Sendable {
  private typealias Server = RecordedViewer.Server

  /// A time after all times in the catalog.
  private static let now = Date(timeIntervalSince1970: 1_577_836_800)

  let people: PeopledCatalog
  private let alone: BookCatalog
  private let trials: [Server: ServerTrial]
  private let tokens: [String: String]
  private let cookie: String
  /// The number of the last change before the first request, in all catalogs.
  let changes: Int64

  deinit { alone.close() }

  init() async throws {
    people = try await PeopledCatalog()
    alone = try people.copy(named: "alone.db")
    changes = try people.catalog.view { try $0.changeNumber() }
    let (catalog, roles) = (people.catalog, try LimitedRoles(RecordedViewer.roles))
    let cache = "\(people.path)/cache"
    func site(_ catalog: BookCatalog, allowsEdits: Bool = false, requiresLogin: Bool = false) -> CatalogSite {
      let transport = ScriptedTransport { _ in .init(status: 404) }
      return CatalogSite(
        catalog, covers: CoverCache(folder: cache, limit: 1_000_000, transport: transport),
        coverHost: "https://covers.example", allowsEdits: allowsEdits, requiresLogin: requiresLogin, roles: roles,
        command: { hint, showsPaths in "catalog --db \(showsPaths ? catalog.path : "FILE") \(hint)" })
    }
    let sites: [Server: CatalogSite] = [
      .family: site(catalog), .editable: site(catalog, allowsEdits: true), .closed: site(catalog, requiresLogin: true),
      .alone: site(alone),
    ]
    let policy = AccessPolicy(
      hosts: HostNames(["books.example"]), proxies: TrustedProxies(unix: true, userField: "X-User"))
    trials = sites.mapValues { site in
      ServerTrial(
        Answerer(
          service: site, policy: policy, bodyLimit: 100_000, failed: { Issue.record($0, "a request failed") },
          now: { Self.now }))
    }
    var tokens: [String: String] = [:]
    for (name, role) in RecordedViewer.accounts {
      try await catalog.addAccount(name, role: role, passwordHash: name == "Rita" ? AccountTrial.hash : nil)
      let (token, secret) = try await catalog.addDeviceToken("program", of: name)
      tokens[name] = secret
      // Otherwise the server would store the day of use while it answers the first requests.
      try await catalog.write { try $0.noteUse(of: token.id, on: PartialDate("2019-12-31")) }
    }
    self.tokens = tokens
    let login = "name=Rita&password=\(PercentEncoding.encoded(AccountTrial.password))"
    let head = RequestHead(
      "POST", "/login",
      fields: [
        "Host": "books.example", "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded",
      ], peer: .address(try #require(NetworkAddress("192.0.2.1"))), isSecure: true)
    let reply = await trials[.family]?.ask(head, body: Array(login.utf8))
    cookie = String(try #require(reply?.fields["set-cookie"]).prefix { $0 != ";" })
  }

  /// Sends a request as a viewer.
  func ask(_ request: RecordedRequest, _ viewer: RecordedViewer, _ fields: HeaderFields = [:]) async throws -> Reply {
    let trial = try #require(trials[viewer.server])
    var request = request
    if let book = request.coverBook {
      // The address contains a secret of the server, which an owner on its machine is shown.
      let asked = RecordedRequest("GET /book/\(book)/cover", people)
      let owner = RecordedViewer(
        name: "", connection: .local, credentials: viewer.server == .alone ? .none : .token("Ada"))
      let told = await trial.ask(try head(asked, owner, [:]), body: [])
      request.target = told.text.firstMatch(of: /"address":"([^"]+)"/).map { String($0.1) } ?? "/cover/none"
    }
    return await trial.ask(try head(request, viewer, fields), body: Array(request.body.utf8))
  }

  private func head(
    _ request: RecordedRequest, _ viewer: RecordedViewer, _ fields: HeaderFields
  ) throws -> RequestHead {
    var fields = fields
    fields.set("Host", "books.example")
    for line in request.fields.lines { fields.add(line.name, line.value) }
    var peer = Peer.address(try #require(NetworkAddress(viewer.connection == .local ? "127.0.0.1" : "192.0.2.1")))
    switch viewer.credentials {
    case .none: break
    case .token(let name): fields.set("Authorization", "Bearer \(tokens[name] ?? "")")
    case .basicToken(let name):
      let text = Data("\(name):\(tokens[name] ?? "")".utf8).base64EncodedString()
      fields.set("Authorization", "Basic \(text)")
    case .unknownToken: fields.set("Authorization", "Bearer 0123456789abcdefghjkmnpqrs")
    case .cookie: fields.set("Cookie", cookie)
    case .proxy(let name):
      peer = .unix
      fields.set("X-User", name)
      fields.set("X-Forwarded-For", "192.0.2.1")
      fields.set("X-Forwarded-Proto", viewer.connection == .https ? "https" : "http")
    }
    return RequestHead(
      request.method, request.target, fields: fields, peer: peer, isSecure: viewer.connection == .https && peer != .unix
    )
  }
}
