import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Redirects")
struct CurlRedirectTests {
  @Test("a redirect is followed, relative or not", arguments: [301, 302, 303, 307, 308])
  func followed(status: Int) async throws {
    let other = try ChaosServer { .text("other \($0.target)") }
    let server = try ChaosServer { request in
      switch request.path {
      case "/a/relative": .redirect(to: "../b?x=1", status: status)
      case "/other": .redirect(to: "\(other.url)/ü x", status: status)
      case "/plain": .status(status)
      default: .text("here \(request.target)")
      }
    }
    let transport = transport()
    let (response, text) = try await transport.fetch(server.url + "/a/relative", headers: ["If-None-Match": "\"y\""])
    #expect(text == "here /b?x=1" && response.url == server.url + "/b?x=1")
    expectEqual(server.requests.last?.headers["if-none-match"], "\"y\"")
    expectEqual(server.log.connections, 1, "the connection is used again")
    try await expectEqual(transport.fetch(server.url + "/other").text, "other /%c3%bc%20x")
    expectEqual(server.log[.redirect], 2)
    try await expectEqual(
      transport.fetch(server.url + "/plain").response.status, status, "without a target it is an answer")
  }

  @Test("HEAD stays HEAD")
  func head() async throws {
    let server = try ChaosServer { $0.path == "/" ? .redirect(to: "/b") : .text("hello") }
    try await expectEqual(transport().send(HTTPRequest(.head, server.url)).status, 200)
    expectEqual(server.requests.map(\.method), ["HEAD", "HEAD"])
  }

  @Test("five are followed and no sixth")
  func most() async throws {
    let server = try ChaosServer { request in
      let left = Int(request.path.dropFirst()) ?? 0
      return left == 0 ? .text("there") : .redirect(to: "/\(left - 1)")
    }
    try await expectEqual(transport().fetch(server.url + "/5").text, "there")
    let failure = try #require(await transport().failure(server.url + "/6"))
    #expect(failure.code == .malformed && failure.cause.contains("more than 5"))
    expectEqual(server.log[.redirect], 11)
  }

  @Test("a circle is noticed", arguments: ["/1", "/2"])
  func circle(start: String) async throws {
    let server = try ChaosServer { .redirect(to: $0.path == "/1" ? "/2" : "/2#again") }
    let failure = try #require(await transport().failure(server.url + start))
    #expect(failure.code == .malformed && failure.cause.contains("in a loop"))
    #expect(server.requests.count <= 2)
  }

  @Test(
    "only addresses of http and https without passwords are followed",
    arguments: ["file:///etc/passwd", "ftp://books.example/", "gopher://x/", "http://ada:s3cret@h/", "http://", "//"])
  func others(location: String) async throws {
    let server = try ChaosServer { _ in .redirect(to: location) }
    let failure = try #require(await transport().failure(server.url))
    #expect(failure.code == .malformed && failure.subject == server.url + "/", "\(failure)")
    #expect(!failure.description.contains("s3cret"))
    expectEqual(server.log[.redirect], 1)
  }

  @Test("https never becomes http, with a password or without")
  func downgrade() async throws {
    // Loads libcurl, which resolves addresses.
    let server = try ChaosServer { _ in .text("there") }
    _ = try await transport().fetch(server.url)
    func target(_ source: String, _ location: String) throws(SourceFailure) -> String {
      try CurlTransport.redirected(from: try HTTPAddress(source), to: location, []).text
    }
    try expectEqual(target("https://books.example/a", "https://other.example/b"), "https://other.example/b")
    try expectEqual(target("https://books.example/a", "//other.example/b"), "https://other.example/b")
    try expectEqual(target("https://books.example/a", "c"), "https://books.example/c")
    try expectEqual(target("http://books.example/a", "https://books.example/a"), "https://books.example/a")
    try expectEqual(target("http://books.example/a", "http://192.0.2.1/"), "http://192.0.2.1/")
    for location in ["http://books.example/a", "HTTP://books.example/b", "http://127.0.0.1/"] {
      let failure = #expect(throws: SourceFailure.self) { try target("https://books.example/a", location) }
      #expect(failure?.code == .malformed && failure?.cause.contains("from https to http") == true)
    }
  }

  @Test("a redirect with an endless text is followed all the same")
  func endless() async throws {
    let server = try ChaosServer { request in
      guard request.path == "/" else { return .text("there") }
      var answer = ChaosAnswer.endless([UInt8](repeating: 32, count: 10_000))
      answer.status = 302
      answer.headers.append(("Location", "/there"))
      return answer
    }
    try await expectEqual(transport().fetch(server.url).text, "there")
    await expectEqual(server.reached { $0.hangUps == 1 }[.endless], 1)
  }
}
