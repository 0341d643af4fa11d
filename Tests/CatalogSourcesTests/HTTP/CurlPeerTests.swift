import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of the transport for addresses that strangers may have chosen.
@Suite struct CurlPeerTests {
  private static func transport(
    allowing servers: [ChaosServer] = [], environment: [String: String] = [:],
    _ change: (inout CurlTransport.Options) -> Void = { _ in }
  ) -> CurlTransport {
    let exceptions = servers.compactMap { PeerAddress("127.0.0.1", port: $0.port) }
    var options = CurlTransport.Options.publicHosts(
      version: "1.2", environment: environment, peers: PeerPolicy(exceptions: exceptions))
    change(&options)
    return CurlTransport(options: options)
  }

  @Test func `the default policy connects to no server on this machine, whatever its name`() async throws {
    let server = try ChaosServer { _ in .text("secret") }
    let strict = CurlTransport(options: .publicHosts(version: "1.2", environment: [:]))
    for host in ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]"] {
      let failure = try #require(await strict.failure("http://\(host):\(server.port)/"), "\(host)")
      #expect(failure.code == .failed && failure.cause.contains("only the ports 80 and 443"), "\(failure)")
    }
    #expect(server.log.connections == 0)
  }

  @Test(arguments: [
    "127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "0", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1",
    "169.254.169.254", "[fe80::1]", "[fd00::1]", "224.0.0.1", "255.255.255.255",
  ]) func `a host is judged by the address that its socket would connect to`(host: String) async throws {
    // At the allowed ports, so that only the address can be the reason.
    for scheme in ["http", "https"] {
      let failure = try #require(await Self.transport().failure("\(scheme)://\(host)/"), "\(scheme)://\(host)")
      #expect(failure.code == .failed && failure.cause.contains("not on the public internet"), "\(failure)")
    }
  }

  @Test func `a name that first led to an allowed address is checked again for each connection`() async throws {
    let server = try ChaosServer { request in
      request.path == "/close" ? .noAnswer : .text("image")
    }
    // The name leads to another address than the one that the policy allows, as after a change of its name server.
    let policy = PeerPolicy(exceptions: [try #require(PeerAddress("127.0.0.2", port: server.port))])
    let transport = CurlTransport(options: .publicHosts(version: "1.2", environment: [:], peers: policy))
    let failure = try #require(await transport.failure("http://localhost:\(server.port)/"))
    #expect(failure.cause.contains("not on the public internet"), "\(failure)")
    #expect(server.log.connections == 0)
  }

  @Test func `each redirect is checked, and only three are followed`() async throws {
    let inner = try ChaosServer { _ in .text("secret") }
    let server = try ChaosServer { request in
      switch request.path {
      case "/loopback": .redirect(to: inner.url)
      case "/private": .redirect(to: "http://10.0.0.1/")
      case "/metadata": .redirect(to: "http://169.254.169.254/latest/meta-data/")
      case "/name": .redirect(to: "http://localhost/")
      case "/password": .redirect(to: "http://ada:s3cret@covers.example/")
      case "/4": .redirect(to: "/3")
      case "/3": .redirect(to: "/2")
      case "/2": .redirect(to: "/1")
      case "/1": .redirect(to: "/0")
      default: .text("image")
      }
    }
    let transport = Self.transport(allowing: [server])
    try await expectEqual(transport.fetch(server.url + "/3").text, "image")
    for (path, cause) in [
      ("/loopback", "only the ports"), ("/private", "not on the public"), ("/metadata", "not on the public"),
      ("/name", "not on the public"), ("/password", "a user or a password"), ("/4", "more than 3 times"),
    ] {
      let failure = try #require(await transport.failure(server.url + path), "\(path)")
      #expect(failure.cause.contains(cause), "\(failure)")
    }
    #expect(inner.log.connections == 0)
  }

  @Test func `a proxy of the environment is not used, and no contact, referrer or cookie is sent`() async throws {
    let proxy = try ChaosServer { _ in .text("proxy") }
    let server = try ChaosServer { request in
      request.path == "/" ? .redirect(to: "/2") : .text("image", headers: ["Set-Cookie": "a=b"])
    }
    let environment = ["http_proxy": proxy.url, "all_proxy": proxy.url, "CURL_CA_BUNDLE": "/nowhere"]
    let transport = Self.transport(allowing: [server, proxy], environment: environment)
    for _ in 0..<2 { try await expectEqual(transport.fetch(server.url).text, "image") }
    #expect(proxy.log.connections == 0)
    for request in server.requests {
      expectEqual(request.headers["user-agent"], "catalog/1.2")
      #expect(request.headers["referer"] == nil && request.headers["cookie"] == nil)
      #expect(request.headers["authorization"] == nil)
    }
  }

  @Test func `a server that sends slowly or never ends is given up`() async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { request in
      switch request.path {
      case "/silent": .text("image").held(by: gate)
      default: .endless([UInt8](repeating: 0, count: 1_000))
      }
    }
    let transport = Self.transport(allowing: [server]) { $0.totalTimeout = .milliseconds(300) }
    try await expectEqual(transport.failure(server.url + "/silent")?.code, .timedOut)
    try await expectEqual(transport.failure(server.url + "/endless", bodyLimit: 100_000)?.code, .tooLarge)
    gate.open()
    let options = CurlTransport.Options.publicHosts(version: "1.2", environment: [:])
    #expect(options.totalTimeout <= .seconds(20) && options.connectTimeout <= .seconds(5))
  }
}
