import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("Credentials over HTTP")
struct CurlAuthenticationTests {
  private func ada(_ password: String = "s3cret: ü%") throws -> HTTPCredentials {
    try HTTPCredentials(user: "ada", password: password)
  }

  private func server(_ scheme: ChaosAuthentication.Scheme) throws -> ChaosServer {
    let expected = ChaosAuthentication(scheme, user: "ada", password: "s3cret: ü%")
    return try ChaosServer { expected.refusal($0) ?? .text("welcome") }
  }

  @Test("the server says which scheme it wants", arguments: [ChaosAuthentication.Scheme.basic, .digest])
  func schemes(scheme: ChaosAuthentication.Scheme) async throws {
    let server = try server(scheme)
    let transport = transport(credentials: [try HTTPOrigin(of: server.url): try ada()])
    for target in ["/", "/books?num=100&sort=title"] {
      let (response, text) = try await transport.fetch(server.url + target)
      #expect(response.status == 200 && text == "welcome")
    }
    try await expectEqual(transport.send(HTTPRequest(.head, server.url)).status, 200)
    #expect(server.log[.challenge] >= 1 && server.log.connections == 1)
  }

  @Test("wrong credentials are refused, and none are", arguments: [ChaosAuthentication.Scheme.basic, .digest])
  func wrong(scheme: ChaosAuthentication.Scheme) async throws {
    let server = try server(scheme)
    let wrong = transport(credentials: [try HTTPOrigin(of: server.url): try ada("guess")])
    let (response, text) = try await wrong.fetch(server.url)
    #expect(response.status == 401 && text == "<p>who are you?")
    let (other, _) = try await transport().fetch(server.url)
    expectEqual(other.status, 401)
    #expect(server.requests.last?.headers["authorization"] == nil)
  }

  @Test("credentials go to no other port, by no redirect")
  func otherPort() async throws {
    let expected = ChaosAuthentication(.basic, user: "ada", password: "s3cret: ü%")
    let thief = try ChaosServer { expected.refusal($0) ?? .text("got it") }
    let server = try ChaosServer { expected.refusal($0) ?? .redirect(to: thief.url + "/") }
    let transport = transport(credentials: [try HTTPOrigin(of: server.url): try ada()])
    try await expectEqual(transport.fetch(server.url).response.status, 401)
    #expect(server.requests.contains { $0.headers["authorization"] != nil })
    #expect(thief.requests.count == 1 && thief.requests.allSatisfy { $0.headers["authorization"] == nil })
    // After a redirect back to their own host, the credentials are sent again.
    let detour = try ChaosServer { _ in .redirect(to: server.url + "/") }
    try await expectEqual(transport.fetch(detour.url).response.status, 401)
    #expect(detour.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test("no error and no description of a transport has the password")
  func hidden() async throws {
    let server = try ChaosServer { _ in .reset(after: [], announcing: 5) }
    let transport = transport(credentials: [try HTTPOrigin(of: server.url): try ada("s3cret")])
    let failure = try #require(await transport.failure(server.url))
    var text = "\(failure) \(String(reflecting: failure)) \(transport) \(String(reflecting: transport))"
    dump(transport, to: &text)
    #expect(!text.contains("s3cret"))
    #expect(server.log[.reset] >= 1)
  }
}
