import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// A served catalog with three accounts: Ada is an owner, Ed an editor and Rita a reader.
struct AccountTrial {
  static let password = "correct horse"
  /// The hash of the password, shared because hashing takes a tenth of a second.
  static let hash = try? PasswordHash.make(of: password)

  static let stranger = Client(
    address: NetworkAddress("192.0.2.1"), isLocal: false, isSecure: false, host: "books.example")
  static let secure = Client(
    address: NetworkAddress("192.0.2.1"), isLocal: false, isSecure: true, host: "books.example")

  let temporary: TemporaryCatalog
  let site: CatalogSite
  var catalog: BookCatalog { temporary.catalog }

  init(requiresLogin: Bool = false, basePath: String = "", hasAccounts: Bool = true) async throws {
    temporary = try TemporaryCatalog()
    try await temporary.catalog.add { draft in
      (draft.title, draft.notes) = ("Emma", "secret")
    }
    if hasAccounts {
      let hash = try #require(Self.hash)
      try await temporary.catalog.addAccount("Ada", role: .owner, passwordHash: hash)
      try await temporary.catalog.addAccount("Ed", role: .editor, passwordHash: hash)
      try await temporary.catalog.addAccount("Rita", role: .reader, passwordHash: hash)
    }
    site = CatalogSite(
      temporary.catalog, basePath: basePath, requiresLogin: requiresLogin,
      command: { _, _ in "--db /home/ada/books.db" })
  }

  /// Creates a new server for the catalog of another trial.
  init(again trial: AccountTrial) {
    temporary = trial.temporary
    site = CatalogSite(trial.catalog)
  }

  /// Sends a request as a program does. A problem is returned as a reply.
  func ask(
    _ method: Request.Method = .get, _ address: String = "/", _ fields: HeaderFields = [:],
    client: Client = Self.secure, form: [(String, String)]? = nil
  ) async throws -> Response {
    var fields = fields
    var body: [UInt8] = []
    if let form {
      fields.set("Content-Type", "application/x-www-form-urlencoded")
      fields.set("Sec-Fetch-Site", "same-origin")
      body = Array(form.map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&").utf8)
    }
    do {
      return try await site.answer(try Request(method, address, fields: fields, client: client, body: body)).response()
    } catch let problem as Problem {
      return Response(problem.status, fields: problem.fields, body: .bytes(Array((problem.detail ?? "").utf8)))
    }
  }

  /// Logs in and returns the header field that the browser sends from then on.
  func logIn(_ name: String = "Ada", _ fields: HeaderFields = [:]) async throws -> HeaderFields {
    let response = try await ask(
      .post, "/login", fields, form: [("name", name), ("password", Self.password), ("next", "")])
    expectEqual(response.status, 303)
    let cookie = try #require(response.fields["set-cookie"])
    return ["Cookie": String(cookie.prefix { $0 != ";" })]
  }

  /// Returns the account that the reply shows as logged in, with `, all` if private data is shown, or an error status.
  func seen(_ fields: HeaderFields, client: Client = Self.secure) async throws -> String {
    let response = try await ask(.get, "/book/1.html", fields, client: client)
    guard response.status == 200 else { return String(response.status) }
    let name = ["Ada", "Ed", "Rita"].first { response.text.contains(">\($0)<") } ?? "guest"
    return name + (response.text.contains("secret") ? ", all" : "")
  }

  static func basic(_ name: String, _ password: String = Self.password) -> HeaderFields {
    ["Authorization": "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()]
  }
}

extension Response {
  /// The body, if it is in memory.
  var text: String { if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" } }
}
