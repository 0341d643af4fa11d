import CatalogDatabase
import CatalogModel
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("A server with sockets")
struct ServerTests {
  private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

  /// A service that replies with the request that it received.
  private static let echo = ClosureService { request in
    let path = request.target.encodedPath
    let body = String(decoding: request.body, as: UTF8.self)
    return .now(Response("\(request.method.rawValue) \(path) \(body)", type: "text/plain"))
  }

  @Test("a server answers at every address that it listens on")
  func addresses() async throws {
    let folder = TemporaryFolder()
    try await withServer(at: ["127.0.0.1:0", "unix:\(folder.file("socket"))"], Self.echo) { server in
      expectEqual(server.addresses.count, 2)
      for address in server.addresses {
        let answer = try await RawClient.ask(address, Self.get)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\nGET / "), "\(answer)")
        #expect(answer.contains("X-Content-Type-Options: nosniff\r\n") && answer.contains("Date: "))
      }
    }
  }

  @Test("a server answers on IPv6 addresses if this machine has them")
  func version6() async throws {
    guard let socket = try? ListenSocket.open(try ListenAddress("[::1]:0")) else { return }
    let service = ClosureService { request in
      .now(Response("\(request.client.address?.description ?? "") \(request.client.isLocal)", type: "text/plain"))
    }
    let server = try HTTPServer([socket], service, HTTPServer.Options())
    let transport = CurlTransport(options: .init(version: "0", environment: [:]))
    let answer = try await transport.send(HTTPRequest(.get, "http://\(socket.address)/"))
    expectEqual(String(decoding: try await answer.body.bytes(), as: UTF8.self), "::1 true")
    await server.stop()
  }

  @Test("a server asks only for a body that it accepts")
  func expectation() async throws {
    try await withServer(Self.echo) { server in
      let head = "POST /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n"
      let client = try RawClient(server.addresses[0])
      client.send(head + "Content-Length: 3\r\n\r\n")
      #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
      #expect(await client.ask("abc").hasSuffix("POST /x abc"))
      let large = try await RawClient.ask(server.addresses[0], head + "Content-Length: 99999999\r\n\r\n")
      #expect(large.hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test("a server accepts bodies with a length and in chunks")
  func bodies() async throws {
    try await withServer(Self.echo) { server in
      let head = "POST /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      let plain = try await RawClient.ask(server.addresses[0], head + "Content-Length: 3\r\n\r\nabc")
      #expect(plain.hasSuffix("POST /x abc"))
      let chunked = try await RawClient.ask(
        server.addresses[0], head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n")
      #expect(chunked.hasSuffix("POST /x abcde"))
    }
  }

  @Test("a server accepts no body over its limit, with or without a stated length")
  func largeBodies() async throws {
    var options = HTTPServer.Options()
    options.limits.bodySize = 1_000
    try await withServer(at: ["127.0.0.1:0"], Self.echo, options: options) { server in
      let head = "POST /x HTTP/1.1\r\nHost: localhost\r\n"
      let declared = try await RawClient.ask(server.addresses[0], head + "Content-Length: 1001\r\n\r\n")
      #expect(declared.hasPrefix("HTTP/1.1 413 ") && declared.contains("Connection: close"))
      let chunk = "3E8\r\n" + String(repeating: "x", count: 1_000) + "\r\n"
      let chunked = try await RawClient.ask(
        server.addresses[0], head + "Transfer-Encoding: chunked\r\n\r\n\(chunk)\(chunk)0\r\n\r\n")
      #expect(chunked.hasPrefix("HTTP/1.1 413 "))
      // An endless body is cut off.
      let endless = try RawClient(server.addresses[0])
      endless.send(head + "Transfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<1_100 { endless.send(chunk) }
      #expect(await endless.read().isEmpty)
    }
  }

  @Test("pipelined requests are answered in order, also after the client has ended sending")
  func pipelining() async throws {
    try await withServer(Self.echo) { server in
      let client = try RawClient(server.addresses[0])
      client.send((1...3).map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      let answers = await client.read(until: "GET /3 ")
      expectEqual(answers.matches(of: #/GET /(\d) /#).map { String($0.1) }, ["1", "2", "3"])
      let half = try RawClient(server.addresses[0])
      half.send(Self.get)
      half.endSending()
      #expect(await half.read().hasSuffix("GET / "))
    }
  }

  @Test("a delayed reply does not occupy a thread")
  func later() async throws {
    let (gates, openings) = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
    let service = ClosureService { request in
      guard request.target.path == ["slow"] else { return .now(Response("fast", type: "text/plain")) }
      return .later {
        await withCheckedContinuation { _ = openings.yield($0) }
        return Response("slow", type: "text/plain")
      }
    }
    var options = HTTPServer.Options()
    options.limits.threads = 1
    try await withServer(at: ["127.0.0.1:0"], service, options: options) { server in
      let slow = try RawClient(server.addresses[0])
      slow.send("GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      var gate = gates.makeAsyncIterator()
      let opening = try #require(await gate.next())
      #expect(try await RawClient.ask(server.addresses[0], Self.get).hasSuffix("fast"))
      opening.resume()
      #expect(await slow.read().hasSuffix("slow"))
    }
  }

  @Test("a server sends files, parts of files, bodies that are still being made, and empty bodies")
  func bodiesOfAnswers() async throws {
    let folder = TemporaryFolder()
    let path = try folder.write("book.epub", (0..<100_000).map { UInt8(ascii: "0") + UInt8($0 % 10) })
    let service = ClosureService { request in
      switch request.target.path.first {
      case "file": return .now(Response(body: .file(try FileBody(path: path))))
      case "stream":
        let left = Mutex(1_000)
        return .now(
          Response(
            body: .stream(
              BodyStream {
                left.withLock { left in
                  left -= 1
                  return left < 0 ? nil : Array("0123456789".utf8)
                }
              })))
      case "unknown": return .now(Response(fields: ["Last-Modified": "x"], body: .omitted(length: nil)))
      case "broken": return .now(Response(body: .stream(BodyStream { throw Problem(500) })))
      default: return .now(Response(fields: ["ETag": "\"1\""], body: .bytes([])))
      }
    }
    try await withServer(service) { server in
      func ask(_ path: String, _ method: String = "GET", _ fields: String = "") async throws -> String {
        try await RawClient.ask(
          server.addresses[0], "\(method) /\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n")
      }
      let file = try await ask("file")
      #expect(file.contains("Content-Length: 100000\r\n") && file.utf8.count > 100_000 && file.hasSuffix("789"))
      let part = try await ask("file", "GET", "Range: bytes=99995-\r\n")
      #expect(part.hasPrefix("HTTP/1.1 206 ") && part.hasSuffix("\r\n\r\n56789"))
      #expect(part.contains("Content-Range: bytes 99995-99999/100000\r\n"))
      let head = try await ask("file", "HEAD")
      #expect(head.contains("Content-Length: 100000\r\n") && head.hasSuffix("\r\n\r\n"))
      let unknown = try await ask("unknown", "HEAD")
      #expect(unknown.hasPrefix("HTTP/1.1 200 ") && unknown.hasSuffix("\r\n\r\n"))
      #expect(!unknown.contains("Content-Length"), "a length that nobody knows")
      let client = try RawClient(server.addresses[0])
      let kept = await client.ask("HEAD /unknown HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(kept.contains("Connection: close\r\n"), "what stands behind the head is no answer: \(kept)")
      let stream = try await ask("stream")
      #expect(stream.contains("Transfer-Encoding: chunked\r\n") && stream.hasSuffix("\r\n0\r\n\r\n"))
      #expect(stream.utf8.count > 10_000)
      #expect(try await !ask("broken").hasSuffix("0\r\n\r\n"))
      let unchanged = try await ask("", "GET", "If-None-Match: \"1\"\r\n")
      #expect(unchanged.hasPrefix("HTTP/1.1 304 ") && unchanged.hasSuffix("\r\n\r\n"))
    }
  }

  @Test("a server answers curl, also over TLS, and knows the client's address")
  func tls() async throws {
    let folder = TemporaryFolder()
    let trusted = try folder.write("trusted.pem", TestCertificate.certificate)
    var options = HTTPServer.Options()
    options.tls = try TLSIdentity(certificate: TestCertificate.certificate, key: TestCertificate.key)
    let service = ClosureService { request in
      .now(Response("\(request.client.isSecure) \(request.client.fields)", type: "text/plain"))
    }
    try await withServer(at: ["127.0.0.1:0"], service, options: options) { server in
      guard case .tcp(_, let port) = server.addresses[0] else { throw Problem(500) }
      let transport = CurlTransport(options: .init(version: "0", environment: ["CURL_CA_BUNDLE": trusted]))
      let answer = try await transport.send(HTTPRequest(.get, "https://127.0.0.1:\(port)/"))
      expectEqual(answer.status, 200)
      expectEqual(String(decoding: try await answer.body.bytes(), as: UTF8.self), "true everything")
      // Plain HTTP gets no reply on a TLS port.
      #expect(try await !RawClient.ask(server.addresses[0], Self.get).contains("200 OK"))
    }
  }

  @Test("an error states the problem with a certificate, an address or a port")
  func failures() async throws {
    #expect(throws: CatalogError.self) { try TLSIdentity(certificate: "x", key: TestCertificate.key) }
    #expect(throws: CatalogError.self) { try TLSIdentity(certificate: TestCertificate.certificate, key: "x") }
    var options = HTTPServer.Options()
    options.tls = try TLSIdentity(certificate: TestCertificate.certificate, key: TestCertificate.otherKey)
    let local = try ListenAddress("127.0.0.1:0")
    #expect {
      _ = try HTTPServer(at: [local], Self.echo, options: options)
    } throws: {
      ($0 as? CatalogError)?.description.contains("certificate") ?? false
    }
    try await withServer(Self.echo) { server in
      #expect {
        _ = try HTTPServer(at: [local, server.addresses[0]], Self.echo)
      } throws: {
        ($0 as? CatalogError)?.code == .inTheWay
      }
    }
    for text in ["", "8080", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:65536", "::1:80", "books.test:80", "unix:", ":80"] {
      #expect(throws: CatalogError.self, "\(text)") { try ListenAddress(text) }
    }
    try expectEqual(ListenAddress("[::1]:80").description, "[::1]:80")
    try expectEqual(ListenAddress("localhost:80").description, "127.0.0.1:80")
  }

  @Test("the server writes a log line for each request")
  func log() async throws {
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    var options = HTTPServer.Options()
    options.log = { line.yield($0) }
    try await withServer(at: ["127.0.0.1:0"], Self.echo, options: options) { server in
      _ = try await RawClient.ask(
        server.addresses[0], "GET /a?q=secret HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    }
    var iterator = lines.makeAsyncIterator()
    let first = try #require(await iterator.next())
    #expect(first.hasPrefix("127.0.0.1 - - [") && first.hasSuffix("] \"GET /a HTTP/1.1\" 200 7"), "\(first)")
  }
}
