import CatalogSources

/// The document that tells e-readers how to log in: Authentication for OPDS 1.0
/// (drafts.opds.io/authentication-for-opds-1.0).
struct AuthenticationDocument {
  static let path = "/opds/authentication"
  static let type = "application/opds-authentication+json"

  let request: Request
  let basePath: String

  private var address: String { request.client.origin + basePath + Self.path }

  /// The route of the document, which is open to everyone.
  static let route = Route(
    .get, path,
    summary: "Returns the login methods for e-readers (Authentication for OPDS 1.0)."
  ) {
    routed in
    let document = AuthenticationDocument(request: routed.request, basePath: routed.basePath)
    return .now(Response(fields: ["Content-Type": type, "Cache-Control": "no-cache"], body: .bytes(document.bytes)))
  }

  /// Returns the response to a client that requests a feed without a login. It contains the document, a link to it, and
  /// a challenge, because some readers support only one of the three.
  func refusal(_ problem: Problem) -> Response {
    var fields = problem.fields
    fields.set("Content-Type", Self.type)
    fields.set("Cache-Control", "no-store")
    fields.set("WWW-Authenticate", LoginChallenge.basic)
    fields.add("Link", "<\(address)>; rel=\"http://opds-spec.org/auth/document\"; type=\"\(Self.type)\"")
    return Response(problem.status, fields: fields, body: .bytes(bytes))
  }

  private var bytes: [UInt8] {
    var json = JSONWriter(layout: .compact)
    json.object { json in
      json.member("id", address)
      json.member("title", "Catalog")
      json.member("description", "Log in with your name, and with your password or a device token.")
      json.array("authentication") { json in
        json.object { json in
          json.member("type", "http://opds-spec.org/auth/basic")
          json.object("labels") { json in
            json.member("login", "Name")
            json.member("password", "Password or device token")
          }
        }
      }
    }
    json.endLine()
    return json.bytes
  }
}
