import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@Suite("What goes wrong over HTTP")
struct CurlFaultTests {
  @Test(
    "each fault of a server is an error that says what it is, and never the end of a body",
    arguments: [
      (.reset(after: Array("half".utf8), announcing: 8), .reset, .unreachable, "was lost"),
      (.truncated(Array("half".utf8), announcing: 8), .truncation, .unreachable, "ended too early"),
      (.truncated([], announcing: 8), .truncation, .unreachable, "ended too early"),
      (.truncatedChunks([Array("half".utf8)]), .truncation, .unreachable, "ended too early"),
      (.noAnswer, .noAnswer, .unreachable, "without a response"),
      (.garbage("SSH-2.0-OpenSSH_9.2\r\n"), .garbage, .malformed, "not HTTP"),
      (.endlessHeaders, .endlessHeaders, .tooLarge, "headers"),
      (.endless([UInt8](repeating: 32, count: 10_000)), .endless, .tooLarge, "1000000 bytes"),
      (.bomb, .bomb, .tooLarge, "1000000 bytes"),
      (.badGzip("{\"format\":\"catalog-feed\"}"), .badCompression, .malformed, "decompressed"),
    ] as [(ChaosAnswer, ChaosFault, SourceFailure.Code, String)])
  func faults(answer: ChaosAnswer, fault: ChaosFault, code: SourceFailure.Code, cause: String) async throws {
    let server = try ChaosServer { $0.path == "/good" ? .text("good") : answer }
    let transport = transport()
    let failure = try #require(await transport.failure(server.url + "/feed?token=abc"))
    expectEqual(failure.code, code)
    #expect(failure.cause.contains(cause), "\(failure)")
    expectEqual(failure.subject, server.url + "/feed?token=…")
    // libcurl itself repeats a request if a connection that it kept open turns out to be closed.
    expectEqual(server.log[fault], 1)
    try await expectEqual(transport.fetch(server.url + "/good").text, "good", "the transport is good for more")
  }

  @Test("a body that is longer than announced ends where it should, and its rest is no part of another answer")
  func tooLong() async throws {
    let server = try ChaosServer { request in
      request.path == "/good" ? .text("good") : .tooLong(Array("all of it".utf8), announcing: 6)
    }
    let transport = transport()
    try await expectEqual(transport.fetch(server.url).text, "all of")
    // The rest may arrive so late that it precedes the next response, which is then not valid HTTP.
    let failure = try await transport.failure(server.url + "/good")
    #expect(failure == nil || failure?.code == .malformed)
    try await expectEqual(transport.fetch(server.url + "/good").text, "good")
    expectEqual(server.log[.wrongLength], 1)
  }

  @Test("what came before a body breaks off is given, and then the error")
  func partial() async throws {
    let server = try ChaosServer { _ in .truncated(Array("half".utf8), announcing: 8) }
    let response = try await transport().send(HTTPRequest(.get, server.url))
    var pieces = response.body.makeAsyncIterator()
    try await expectEqual(pieces.next(), Array("half".utf8))
    let failure = await #expect(throws: SourceFailure.self) { try await pieces.next() }
    #expect(failure?.code == .unreachable && failure?.isTransient == true)
  }

  @Test("a body may be as large as its limit")
  func limit() async throws {
    let server = try ChaosServer { _ in .gzip([UInt8](repeating: 65, count: 100_000)) }
    let whole = try await transport().send(HTTPRequest(.get, server.url, bodyLimit: 100_000)).body.bytes()
    expectEqual(whole.count, 100_000)
    try await expectEqual(transport().failure(server.url, bodyLimit: 99_999)?.code, .tooLarge)
  }

  @Test("where nobody listens there is no connection")
  func refused() async throws {
    let port = try { try ChaosServer { _ in .noAnswer }.port }()
    let failure = try #require(await transport().failure("http://127.0.0.1:\(port)/"))
    #expect(failure.code == .unreachable && failure.cause.contains("the connection failed"))
    let proxied = transport(environment: ["http_proxy": "http://ada:s3cret@127.0.0.1:\(port)"])
    let proxyFailure = try #require(await proxied.failure("http://books.example/"))
    #expect(proxyFailure.code == .unreachable && !proxyFailure.description.contains("s3cret"))
  }

  @Test("a proxy that wants to know who we are is told from a server that does")
  func proxyCredentials() async throws {
    let proxy = try ChaosServer { _ in .status(407) }
    let answered = try await transport(environment: ["http_proxy": proxy.url]).send(
      HTTPRequest(.get, "http://books.example/"))
    let plain = #expect(throws: SourceFailure.self) { try answered.requireSuccess(now: .distantPast) }
    let tunnel = await #expect(throws: SourceFailure.self) {
      try await transport(environment: ["https_proxy": proxy.url]).fetch("https://books.example/")
    }
    for failure in [plain, tunnel] {
      #expect(failure?.code == .denied && failure?.cause.contains("407") == true, "\(failure as Any)")
      #expect(failure?.hint?.contains("https_proxy") == true && failure?.remedy == nil)
    }
  }

  @Test("a host that cannot be is not known")
  func unknownHost() async throws {
    // RFC 6761 reserves this name, so it never exists.
    let failure = try #require(await transport().failure("http://books.invalid/"))
    #expect(failure.code == .unreachable && failure.cause.contains("the server could not be found"))
  }

  @Test("https where http is spoken, and certificates that cannot be read, are said")
  func secure() async throws {
    let server = try ChaosServer { _ in .text("hello") }
    let address = "https://127.0.0.1:\(server.port)/"
    let failure = try #require(await transport().failure(address))
    #expect(failure.code == .unreachable && failure.cause.contains("secure connection"), "\(failure)")
    let missing = transport(environment: ["SSL_CERT_FILE": "/missing/certificates.pem"])
    let unread = try #require(await missing.failure(address))
    #expect(unread.code == .failed && unread.hint?.contains("SSL_CERT_FILE") == true, "\(unread)")
  }

  @Test(
    "a server that keeps silent, before its answer or in the middle, is left after the idle time",
    arguments: [true, false])
  func silence(isWhole: Bool) async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { _ in
      isWhole ? .text("hello").held(by: gate) : .held([Array("he".utf8), Array("llo".utf8)], by: [gate])
    }
    let failure = try #require(await transport { $0.idleTimeout = .seconds(1) }.failure(server.url))
    #expect(failure.code == .timedOut && failure.cause.contains("stopped sending"), "\(failure)")
    await expectEqual(server.reached { $0.hangUps == 1 }[.latency], 1)
  }

  @Test("an answer that takes too long in all is left, also over redirects")
  func totalTime() async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { request in
      request.path == "/slow" ? .text("hello").held(by: gate) : .redirect(to: "/slow")
    }
    let failure = try #require(await transport { $0.totalTimeout = .seconds(2) }.failure(server.url))
    #expect(failure.code == .timedOut && failure.cause.contains("too long"), "\(failure)")
    #expect(server.log[.latency] == 1 && server.log[.redirect] == 1)
  }

  @Test("an address with a password is refused before anything is sent")
  func passwordInAddress() async throws {
    let server = try ChaosServer { _ in .text("hello") }
    let failure = try #require(await transport().failure("http://ada:s3cret@127.0.0.1:\(server.port)/"))
    #expect(failure.hint?.contains("separately") == true && !failure.description.contains("s3cret"))
    expectEqual(server.log.connections, 0)
  }
}
