import Catalog
import CatalogServer

// The examples of the article on serving. They are compiled, but not run; the tests of the documents compare them with
// the article.

private func serving() async throws {
  let catalog = try await BookCatalog.open("books.db")
  let site = CatalogSite(catalog)
  let server = try HTTPServer(at: [ListenAddress("127.0.0.1:8080")], site)
  print("serving at \(server.addresses[0])")
  await server.stop()
  await site.stop()
}

private func devices(_ site: CatalogSite) throws -> HTTPServer {
  let certificate = try SelfSignedCertificate(of: ["books.example"])
  var options = HTTPServer.Options()
  options.tls = try TLSIdentity(certificate: certificate.certificate, key: certificate.key)
  options.hostNames = ["books.example"]
  options.log = { line in print(line) }
  options.failed = { error in print("error: \(error)") }
  let secure = try HTTPServer(at: [ListenAddress("0.0.0.0:8443")], site, options: options)
  return secure
}

private func accounts(_ catalog: BookCatalog) async throws -> CatalogSite {
  try await catalog.addAccount("anna", role: .editor, passwordHash: PasswordHash.make(of: "correct horse battery"))
  let kobo = try await catalog.addDeviceToken("kobo", of: "anna")
  print("password for the e-reader: \(kobo.secret)")
  let roles = try LimitedRoles(["child=tag:children"])
  try await catalog.addAccount("ben", role: .limited("child"), passwordHash: PasswordHash.make(of: "open sesame 7"))
  let family = CatalogSite(catalog, requiresLogin: true, roles: roles)
  return family
}

private func routes(_ catalog: BookCatalog) -> CatalogSite {
  let picks = Route(.get, "/picks", formats: [.json], summary: "The number of staff picks.") { request in
    let count = try catalog.seen(by: request.viewer.audience).read { try $0.count(of: "tag:staff-pick") }
    return request.answer { _ in Array("{\"picks\":\(count)}\n".utf8) }
  }
  let extended = CatalogSite(catalog, routes: [picks])
  return extended
}

private func testing(_ site: CatalogSite) async throws -> Answer {
  let answer = try site.answer(Request(.get, "/?q=dune", fields: ["Accept": "application/json"]))
  let response = try await answer.response()
  if case .bytes(let bytes) = response.body { print(response.status, String(decoding: bytes, as: UTF8.self)) }
  let guest = Client(isLocal: false, isSecure: false, host: "books.example")
  let refused = try site.answer(Request(.get, "/sources", client: guest))
  return refused
}
