import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("Fetching over HTTP")
struct CurlTransportTests {
  @Test("a request says what it wants and who asks, and its answer comes with status, headers and body")
  func get() async throws {
    let server = try ChaosServer { _ in
      .text("hello", status: 203, type: "text/plain", headers: ["ETag": "\"x\"", "X-Twice": "one"])
    }
    let (response, text) = try await transport(contact: "ada@books.example\r\nX: (y)").fetch(
      server.url + "/a%20b?q=1+2#part",
      headers: ["If-None-Match": "\"y\"", "X-Empty": "", "Authorization": "Basic eDp5"])
    #expect(response.status == 203 && text == "hello")
    #expect(response.header("etag") == "\"x\"" && response.header("CONTENT-TYPE") == "text/plain")
    expectEqual(response.url, server.url + "/a%20b?q=1+2")
    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request.target == "/a%20b?q=1+2")
    #expect(request.path == "/a b" && request.query == ["q": "1 2"])
    expectEqual(request.headers["user-agent"], "catalog/1.2 (ada@books.exampleX: y)")
    #expect(request.headers["if-none-match"] == "\"y\"" && request.headers["x-empty"] == "")
    expectEqual(request.headers["accept-encoding"]?.contains("gzip"), true)
    #expect(request.headers["authorization"] == nil, "only credentials given to the transport are sent")
    expectEqual(server.requests.count, 1)
  }

  @Test("HEAD asks for headers alone, and the connection is good for more")
  func head() async throws {
    let server = try ChaosServer { _ in .text("hello", headers: ["Last-Modified": "yesterday"]) }
    let transport = transport()
    let (response, text) = try await transport.fetch(HTTPRequest(.head, server.url))
    #expect(response.status == 200 && response.header("Last-Modified") == "yesterday" && text == "")
    try await expectEqual(transport.fetch(server.url).text, "hello")
    #expect(server.requests.map(\.method) == ["HEAD", "GET"] && server.log.connections == 1)
  }

  @Test("requests of one transport share a connection, also when nobody read an answer's short body")
  func keepAlive() async throws {
    let server = try ChaosServer { request in request.path == "/304" ? .status(304) : .text("hello", status: 404) }
    let transport = transport()
    for path in ["/304", "/404", "/304", "/404", "/404"] {
      let response = try await transport.send(HTTPRequest(.get, server.url + path))
      expectEqual("/\(response.status)", path)
      if path == "/304" { try await expectEqual(response.body.bytes(), []) }
    }
    try await expectEqual(transport.fetch(server.url + "/404").text, "hello")
    expectEqual(server.log.connections, 1)
  }

  @Test("many requests at a time each get their own answer")
  func parallel() async throws {
    let server = try ChaosServer { request in
      .text(String(repeating: request.path, count: 20_000))
    }
    let transport = transport()
    try await withThrowingTaskGroup { group in
      for number in 0..<24 {
        group.addTask {
          let text = try await transport.fetch("\(server.url)/\(number)").text
          expectEqual(text, String(repeating: "/\(number)", count: 20_000))
        }
      }
      try await group.waitForAll()
    }
    expectEqual(server.requests.count, 24)
  }

  @Test("bodies come whole: in chunks, packed, empty, closed by the connection, with interim answers before")
  func bodies() async throws {
    let text = (0..<50_000).map { "line \($0)" }.joined(separator: "\n")
    let server = try ChaosServer { request in
      switch request.path {
      case "/chunked": return .chunked([Array("one ".utf8), Array("two".utf8)])
      case "/gzip": return .gzip(Array(text.utf8))
      case "/empty": return .status(204)
      case "/closed": return ChaosAnswer(200, body: [.send(Array("until the end".utf8))])
      default:
        var answer = ChaosAnswer.text("after all", headers: ["X-Real": "yes"])
        answer.before = [.send(Array("HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n".utf8))]
        return answer
      }
    }
    let transport = transport()
    try await expectEqual(transport.fetch(server.url + "/chunked").text, "one two")
    try await expectEqual(transport.fetch(server.url + "/gzip").text, text)
    try await expectEqual(transport.fetch(server.url + "/empty").text, "")
    try await expectEqual(transport.fetch(server.url + "/closed").text, "until the end")
    let (response, last) = try await transport.fetch(server.url + "/early")
    #expect(response.status == 200 && last == "after all")
    #expect(response.header("X-Real") == "yes" && response.header("X-Early") == nil)
  }

  @Test("the headers of an answer are there before its body")
  func headersFirst() async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { _ in .held([[], Array("late".utf8)], by: [gate]) }
    let response = try await transport().send(HTTPRequest(.get, server.url))
    expectEqual(response.status, 200)
    #expect(await server.reached { $0[.latency] == 1 }.bytes > 0)
    gate.open()
    try await expectEqual(response.body.bytes(), Array("late".utf8))
  }

  @Test("proxies are those of the environment that is given")
  func proxies() async throws {
    let proxy = try ChaosServer { .text("by the proxy: \($0.target)") }
    let server = try ChaosServer { _ in .text("directly") }
    let through = transport(environment: ["http_proxy": proxy.url, "no_proxy": "127.0.0.1"])
    try await expectEqual(through.fetch("http://books.example/x").text, "by the proxy: http://books.example/x")
    try await expectEqual(through.fetch(server.url).text, "directly")
    let all = transport(environment: ["ALL_PROXY": proxy.url, "HTTP_PROXY": "http://127.0.0.1:1"])
    #expect(try await all.fetch(server.url).text.hasPrefix("by the proxy"))
    #expect(server.requests.count == 1 && proxy.requests.count == 2)
  }

  @Test("a request that would break its headers is not sent")
  func headerInjection() async throws {
    let server = try ChaosServer { _ in .text("hello") }
    for headers in [["X": "a\r\nY: b"], ["X\r\nY": "b"], ["": "x"], ["X Y": "x"]] {
      await #expect(throws: SourceFailure.self) { try await transport().fetch(server.url, headers: headers) }
    }
    #expect(server.requests.isEmpty)
  }
}
