import Foundation
import Platform
import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Hostile requests")
struct HostileRequestTests {
  /// A service that records the requests that reach it.
  private final class Witness: Service {
    let seen = Mutex<[String]>([])

    func answer(_ request: Request) throws -> Answer {
      seen.withLock { $0.append(request.target.encodedPath) }
      return .now(Response("ours", type: "text/plain"))
    }
  }

  private static let head = "POST /x HTTP/1.1\r\nHost: localhost\r\n"
  private static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test(
    "a hostile request is rejected or its connection closed, and no service sees it",
    arguments: [
      "GET /../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /%2e%2e/x HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /a/%2e%2E%2f HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET //evil.test/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET http://evil.test/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
      "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / /x HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /\r\n\r\n", "\u{16}\u{3}\u{1}\0\r\n\r\n\r\n",
      "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "x", count: 100_000) + "\r\n\r\n",
      "GET /" + String(repeating: "x", count: 100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "X: x\r\n", count: 20_000) + "\r\n",
      head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
      head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345" + smuggled,
      head + "Content-Length: 1, 2\r\n\r\n1" + smuggled, head + "Content-Length: -1\r\n\r\n" + smuggled,
      head + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + smuggled,
      head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + smuggled,
      head + "Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n",
      head + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n",
      head + "Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n",
      head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n" + smuggled,
      head + "Origin: http://evil.test\r\nContent-Length: 0\r\n\r\n",
      head + "Sec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n",
    ])
  func refused(request: String) async throws {
    let witness = Witness()
    try await withServer(witness) { server in
      let client = try RawClient(server.addresses[0])
      client.send(request)
      client.endSending()
      let answer = await client.read()
      #expect(answer.isEmpty || answer.starts(with: #/HTTP/1\.[01] [45]/#), "\(answer)")
      #expect(!answer.contains("ours") && !answer.contains("evil"))
      #expect(witness.seen.withLock { $0 }.isEmpty)
      let good = try await RawClient.ask(
        server.addresses[0], "GET /good HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      #expect(good.hasSuffix("ours"))
    }
  }

  @Test("a request without a host is rejected once, like any other request")
  func withoutHost() async throws {
    try await withServer(Witness()) { server in
      let client = try RawClient(server.addresses[0])
      client.send("GET / HTTP/1.1\r\n\r\n")
      client.endSending()
      let answer = await client.read()
      #expect(answer.hasPrefix("HTTP/1.1 400") && answer.components(separatedBy: "HTTP/1.1").count == 2, "\(answer)")
      #expect(answer.contains("application/problem+json"), "\(answer)")
    }
  }

  @Test("a request with folded fields and NUL reaches a service without either, if at all")
  func folding() async throws {
    let fields = Mutex<[HeaderFields]>([])
    let service = ClosureService { request in
      fields.withLock { $0.append(request.fields) }
      return .now(Response())
    }
    try await withServer(service) { server in
      for line in ["X: a\r\n b", "X: a\0b", "X\0: a", " X: a", "X : a", "X"] {
        let client = try RawClient(server.addresses[0])
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\(line)\r\nConnection: close\r\n\r\n")
        client.endSending()
        _ = await client.read()
      }
      for line in fields.withLock({ $0 }).flatMap(\.lines) {
        #expect(HeaderFields.isToken(line.name) && !line.value.utf8.contains { $0 < 0x20 && $0 != 9 }, "\(line)")
      }
    }
  }

  @Test("endless requests do not affect others and are ended")
  func slow() async throws {
    // The test needs this many descriptors at both ends.
    var limit = rlimit()
    getrlimit(Self.descriptors, &limit)
    limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4_096))
    setrlimit(Self.descriptors, &limit)
    let (ends, ended) = AsyncStream.makeStream(of: String.self)
    var options = HTTPServer.Options()
    options.limits.connectionsPerAddress = 0
    options.log = { ended.yield($0) }
    try await withServer(at: ["127.0.0.1:0"], Witness(), options: options) { server in
      let clients = try (0..<400).map { _ in try RawClient(server.addresses[0]) }
      // The HTTP library waits for more bytes after either of these.
      let beginnings = ["GET /slow HTTP/1.1\r\nHost: local", "\0\0\0\0\r\n\r\n"]
      for (number, client) in clients.enumerated() { client.send(beginnings[number % 2]) }
      let good = try await RawClient.ask(
        server.addresses[0], "GET /good HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      #expect(good.hasSuffix("ours"))
      var iterator = ends.makeAsyncIterator()
      await expectEqual(iterator.next()?.contains("/good"), true)
      while server.core.connections.count < clients.count { await Task.yield() }
      server.core.connections.shutDown(waitingSinceBefore: .now + .seconds(1))
      for client in clients { #expect(await !client.read().contains("ours")) }
    }
  }

  #if canImport(Glibc)
    private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptors = RLIMIT_NOFILE
  #endif

  @Test("a proxy's address may have any number of connections")
  func connectionsOfProxies() async throws {
    var options = HTTPServer.Options()
    options.limits.connectionsPerAddress = 1
    options.proxies = TrustedProxies([Network("127.0.0.1")].compactMap(\.self))
    try await withServer(Witness(), options: options) { server in
      let clients = try (0..<3).map { _ in try RawClient(server.addresses[0]) }
      for client in clients {
        client.send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.read(until: "ours").contains("ours"))
      }
    }
  }

  @Test("any other address has a limited number of connections")
  func connectionsOfOneAddress() async throws {
    var options = HTTPServer.Options()
    options.limits.connectionsPerAddress = 3
    try await withServer(at: ["127.0.0.1:0"], Witness(), options: options) { server in
      let request = "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let clients = try (0..<3).map { _ in try RawClient(server.addresses[0]) }
      for client in clients {
        client.send(request)
        #expect(await client.read(until: "ours").contains("ours"))
      }
      let fourth = try RawClient(server.addresses[0])
      fourth.send(request)
      #expect(await fourth.read().isEmpty)
      clients[0].send(request)
      #expect(await clients[0].read(until: "ours").contains("ours"))
    }
  }
}
