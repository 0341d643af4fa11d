import Catalog
import CatalogJSON
import CatalogModel
import CatalogSources
import FoundationEssentials

/// The routes for the viewer's own device tokens. Nobody can see or create tokens of other accounts.
struct DeviceRoutes {
  let pages: PageMaker
  let accounts: ServedAccounts
  let fresh = FreshTokens()

  var routes: [Route] {
    [
      Route(.get, "/devices", formats: [.json, .html], summary: "Returns your device tokens, without their secrets.") {
        try list($0)
      },
      Route(.post, "/devices", formats: [.json, .html], summary: "Creates a device token, which is shown only once.") {
        try add($0)
      },
      Route(.post, "/devices/:id/remove", summary: "Removes a device token, like DELETE.") { request in
        try remove(request) { Response.leading(to: Self.page(request).text) }
      },
      Route(.delete, "/devices/:id", summary: "Removes a device token.") { request in
        try remove(request) { Response(204) }
      },
    ]
  }

  private static func page(_ request: RoutedRequest, made: DeviceToken.ID? = nil) -> PageAddress {
    PageAddress(
      basePath: request.basePath, path: ["devices"], query: [("made", made.map { String($0) } ?? "")])
  }

  /// Returns the viewer's account.
  ///
  /// - Throws: ``Problem``, 401 for guests; 403 over an unencrypted connection.
  private func account(_ request: RoutedRequest) throws -> String {
    guard let account = request.viewer.account else { throw Problem.loginRequired }
    guard !request.request.client.isOpen else {
      throw Problem(403, detail: "Your devices are not shown over an unencrypted connection. Use HTTPS.")
    }
    return account
  }

  /// Returns the account of a viewer who may create and remove tokens.
  ///
  /// The viewer must log in with a password. Otherwise, somebody with a stolen token could create more tokens, which
  /// would still work after the stolen token is removed.
  private func owner(_ request: RoutedRequest) throws -> String {
    let account = try account(request)
    let isToken =
      switch Credentials(request.request.fields) {
      case .bearer: true
      case .basic(_, let password): AccessSecret(password) != nil
      case .none, .unreadable: false
      }
    guard !isToken else { throw Problem(403, detail: "Log in with a password to create or remove device tokens.") }
    return account
  }

  private func list(_ request: RoutedRequest) throws -> Answer {
    let account = try account(request)
    let tokens = try accounts.tokens(of: account)
    guard request.format == .html else {
      let fields: HeaderFields = ["Content-Type": Format.json.type, "Cache-Control": "no-store"]
      var json = JSONWriter(layout: .compact)
      json.array { json in
        for token in tokens { DeviceTokenJSON.write(token, to: &json) }
      }
      json.endLine()
      return .now(Response(fields: fields, body: .bytes(json.bytes)))
    }
    var made: (DeviceToken, String)?
    if !request.isHead, let id = request.request.target["made"].flatMap({ DeviceToken.ID($0) }),
      let token = tokens.first(where: { $0.id == id }), let secret = fresh.take(id, now: accounts.now)
    {
      made = (token, secret)
    }
    return .now(
      try pages.response(request) { context in
        DevicesHTML(context: context, account: account, tokens: tokens, fresh: made).bytes()
      })
  }

  private func add(_ request: RoutedRequest) throws -> Answer {
    let account = try owner(request)
    let (name, form) = try Self.name(request.request)
    return .later {
      let (token, secret): (DeviceToken, String)
      do {
        (token, secret) = try await Self.mappingErrors { try await accounts.addToken(name, of: account) }
      } catch let problem as Problem where problem.status == 400 && request.format == .html {
        guard let form else { throw problem }
        let tokens = try accounts.tokens(of: account)
        return try pages.response(request, status: problem.status) { context in
          DevicesHTML(
            context: context, account: account, tokens: tokens, fresh: nil,
            refused: RefusedForm(form: form, reason: problem.detail ?? problem.title, isOfWhatIsThere: false)
          ).bytes()
        }
      }
      guard request.format != .html else {
        fresh.insert(secret, of: token.id, now: accounts.now)
        return Response.leading(to: Self.page(request, made: token.id).text)
      }
      var json = JSONWriter(layout: .compact)
      DeviceTokenJSON.write(token, secret: secret, to: &json)
      json.endLine()
      let fields: HeaderFields = ["Content-Type": Format.json.type, "Cache-Control": "no-store"]
      return Response(201, fields: fields, body: .bytes(json.bytes))
    }
  }

  private func remove(_ request: RoutedRequest, _ response: @escaping @Sendable () -> Response) throws -> Answer {
    let account = try owner(request)
    guard let id = DeviceToken.ID(request["id"]) else { throw Problem.notFound }
    // Tokens of other accounts are treated as missing.
    guard try accounts.tokens(of: account).contains(where: { $0.id == id }) else { throw Problem.notFound }
    return .later {
      try await Self.mappingErrors { try await accounts.removeToken(id, of: account) }
      return response()
    }
  }

  /// Returns the device name from a form or a JSON object, and the form if there is one.
  private static func name(_ request: Request) throws -> (name: String, form: FormBody?) {
    struct Asked: Decodable { let name: String }
    guard FormBody.mediaType(request.fields) == "application/json" else {
      let form = try FormBody(request)
      return (form["name"] ?? "", form)
    }
    guard let decoded = try? JSONDecoder().decode(Asked.self, from: Data(request.body)) else {
      throw Problem.badRequest(#"Send a JSON object such as {"name":"e-reader"}."#)
    }
    return (decoded.name, nil)
  }

  /// Turns errors of the catalog into problems for the client.
  private static func mappingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch { throw ServedCatalog.reported(error) }
  }
}
