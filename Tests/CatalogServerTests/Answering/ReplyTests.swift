import CatalogDatabase
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Replies")
struct ReplyTests {
  private static let long = String(repeating: "Dune, by Frank Herbert\n", count: 100)
  private static let page = Response(
    fields: ["Content-Type": "text/html; charset=utf-8", "ETag": "\"1\""], body: .bytes(Array(long.utf8)))

  @Test("every reply has the security fields for browsers")
  func security() async {
    let failing = ServerTrial(ClosureService { _ in throw CocoaError(.fileNoSuchFile) })
    let replies = [
      await ServerTrial(Self.page).ask(), await failing.ask(), await failing.ask("BREW"),
      await failing.ask("GET", "/.."),
      await ServerTrial(Self.page).ask("GET", "/", ["If-None-Match": "\"1\""]),
      await failing.ask("GET", "/", ["Host": "evil.test"]),
    ]
    expectEqual(replies.map(\.status), [200, 500, 501, 400, 304, 421])
    for reply in replies {
      #expect(reply.fields["x-content-type-options"] == "nosniff" && reply.fields["referrer-policy"] == "no-referrer")
      expectEqual(reply.fields["cross-origin-resource-policy"], "same-origin")
      let policy = reply.fields["content-security-policy"] ?? ""
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'") && policy.contains("frame-ancestors 'none'"))
    }
  }

  @Test("a reply has no body if the client already has it")
  func unchanged() async {
    let reply = await ServerTrial(Self.page).ask("GET", "/", ["If-None-Match": "W/\"1\""])
    #expect(reply.status == 304 && reply.hasNoBody && reply.fields["etag"] == "\"1\"")
    #expect(reply.fields["content-type"] == nil)
    let other = await ServerTrial(Self.page).ask("GET", "/", ["If-Match": "\"2\""])
    #expect(other.status == 412 && !other.text.contains("Dune"))
  }

  @Test("a reply is compressed if the client accepts that")
  func compression() async throws {
    let trial = ServerTrial(Self.page)
    let packed = await trial.ask("GET", "/", ["Accept-Encoding": "gzip"])
    #expect(packed.fields["content-encoding"] == "gzip" && packed.fields["etag"] == "W/\"1\"")
    #expect(packed.fields["vary"] == "Accept-Encoding" && (packed.length ?? 0) < Self.long.utf8.count / 5)
    for fields in [[:], ["Accept-Encoding": "identity"]] as [HeaderFields] {
      let plain = await trial.ask("GET", "/", fields)
      #expect(plain.text == Self.long && plain.fields["etag"] == "\"1\"" && plain.fields["vary"] == "Accept-Encoding")
    }
    let head = await trial.ask("HEAD", "/", ["Accept-Encoding": "gzip"])
    guard case .length(let length) = head.payload else {
      Issue.record("HEAD has a body")
      return
    }
    #expect(length == packed.length && head.length == 0 && head.fields == packed.fields)
    await expectEqual(trial.ask("HEAD").fields, trial.ask().fields)
    let short = await ServerTrial(Response("x", type: "text/plain")).ask("GET", "/", ["Accept-Encoding": "gzip"])
    #expect(short.text == "x" && short.fields["content-encoding"] == nil)
    let image = Response([UInt8](repeating: 0, count: 5_000), type: "image/png")
    #expect(await ServerTrial(image).ask("GET", "/", ["Accept-Encoding": "gzip"]).fields["content-encoding"] == nil)
  }

  @Test("a range request is answered with an uncompressed part")
  func parts() async {
    let trial = ServerTrial(Self.page)
    let part = await trial.ask("GET", "/", ["Range": "bytes=6-7", "Accept-Encoding": "gzip"])
    #expect(part.status == 206 && part.text == "by" && part.fields["content-range"] == "bytes 6-7/2300")
    #expect(part.fields["content-encoding"] == nil && part.fields["etag"] == "\"1\"")
    let none = await trial.ask("GET", "/", ["Range": "bytes=2300-"])
    #expect(none.status == 416 && none.fields["content-range"] == "bytes */2300")
    let several = await trial.ask(
      "GET", "/", ["Range": "bytes=" + Array(repeating: "0-", count: 9).joined(separator: ",")])
    #expect(several.status == 200 && several.text == Self.long)
    let changed = await trial.ask("GET", "/", ["Range": "bytes=0-0", "If-Range": "\"0\""])
    #expect(changed.status == 200 && changed.text == Self.long)
    await expectEqual(trial.ask("HEAD", "/", ["Range": "bytes=0-0"]).status, 200)
  }

  @Test("the contents of a file cannot run as a page of this server")
  func files() async throws {
    let folder = TemporaryFolder()
    let file = try FileBody(path: folder.write("a.html", "<script>0123456789</script>"))
    let reply = await ServerTrial(Response(fields: ["Content-Type": "text/html"], body: .file(file))).ask(
      "GET", "/", ["Range": "bytes=8-17", "Accept-Encoding": "gzip"])
    guard case .file(_, let range) = reply.payload else {
      Issue.record("no file")
      return
    }
    #expect(reply.status == 206 && range == 8..<18 && reply.length == 10)
    expectEqual(reply.fields["content-disposition"], "attachment")
    expectEqual(reply.fields["content-security-policy"]?.contains("sandbox"), true)
    #expect(throws: (any Error).self) { try FileBody(path: folder.file("none")) }
    #expect(throws: (any Error).self) { try FileBody(path: folder.path) }
  }

  @Test("a reply has no field that frames messages")
  func framing() async {
    let response = Response(
      fields: ["Content-Length": "5", "Connection": "x", "Transfer-Encoding": "y"], body: .bytes([]))
    let fields = await ServerTrial(response).ask().fields
    for name in ["content-length", "connection", "transfer-encoding"] { #expect(fields[name] == nil) }
  }
}

@Suite("Problems")
struct ProblemTests {
  @Test("a problem is answered as JSON or as a page and reflects no input")
  func forms() async {
    let trial = ServerTrial(ClosureService { _ in throw Problem(409, detail: "A <b> & \"c\".") })
    let json = await trial.ask("GET", "/secret-path?q=secret-query")
    #expect(json.status == 409 && json.fields["content-type"] == "application/problem+json")
    expectEqual(json.text, #"{"type":"about:blank","title":"Conflict","status":409,"detail":"A <b> & \"c\"."}"# + "\n")
    let page = await trial.ask("GET", "/secret-path", ["Accept": "text/html,*/*;q=0.8"])
    #expect(page.text.contains("<p>A &lt;b&gt; &amp; &quot;c&quot;.</p>") && page.fields["cache-control"] == "no-store")
    #expect(!json.text.contains("secret") && !page.text.contains("secret"))
    let head = await trial.ask("HEAD", "/")
    #expect(head.status == 409 && head.text.isEmpty)
  }

  @Test("details of an unexpected problem are only logged")
  func unforeseen() async {
    struct Unforeseen: Error {}
    await confirmation(expectedCount: 2) { failed in
      let now = ServerTrial(ClosureService { _ in throw Unforeseen() }) { if $0 is Unforeseen { failed() } }
      await expectEqual(now.ask().status, 500)
      let later = ServerTrial(ClosureService { _ in .later { throw Unforeseen() } }) {
        if $0 is Unforeseen { failed() }
      }
      let reply = await later.ask()
      #expect(reply.status == 500 && !reply.text.contains("Unforeseen"))
    }
  }

  @Test("a problem always has an error status")
  func statuses() {
    #expect(Problem(200).status == 500 && Problem(999).status == 500 && Problem(418).title == "Bad Request")
  }
}

@Suite("From a request head to a reply")
struct AnswererTests {
  private let trial = ServerTrial(
    ClosureService { request in .now(Response(String(decoding: request.body, as: UTF8.self), type: "text/plain")) })

  @Test("body limits are checked before any of the body is read")
  func bodies() async {
    await expectEqual(trial.ask("POST", "/", ["Content-Length": "3"], body: [97, 98, 99]).text, "abc")
    await expectEqual(trial.ask("POST", "/", ["Content-Length": "101"]).status, 413)
    await expectEqual(trial.ask("POST", "/", ["Content-Length": "99999999999999999999999"]).status, 413)
    await expectEqual(trial.ask("POST", "/", ["Content-Length": "3", "Transfer-Encoding": "chunked"]).status, 400)
  }

  @Test("a reply may be completed later")
  func later() async {
    let trial = ServerTrial(ClosureService { _ in .later { Response("x", type: "text/plain") } })
    await expectEqual(trial.ask().text, "x")
  }

  @Test("unknown methods and requests from other sites' pages are rejected")
  func refused() async {
    for method in ["TRACE", "get", ""] { await expectEqual(trial.ask(method).status, 501) }
    await expectEqual(trial.ask("POST", "/", ["Sec-Fetch-Site": "cross-site"]).status, 403)
  }
}

@Suite("Lines of the log")
struct LogLineTests {
  @Test("a log line contains no query and no invisible character")
  func line() {
    let head = RequestHead("GET", "/a\"\\\u{1B}[2J\r\né?q=secret", fields: [:], peer: .unix)
    let line = LogLine(
      client: NetworkAddress("192.0.2.1"), head: head, status: 200, bytes: 17,
      now: Date(timeIntervalSince1970: 971_186_136))
    expectEqual(
      line.description,
      #"192.0.2.1 - - [10/Oct/2000:13:55:36 +0000] "GET /a\x22\x5C\x1B[2J\x0D\x0A\xC3\xA9 HTTP/1.1" 200 17"#)
    let other = LogLine(client: nil, head: head, status: 0, bytes: nil, now: Date(timeIntervalSince1970: .nan))
    #expect(other.description.hasPrefix("- - - [-] ") && other.description.hasSuffix(" 0 -"))
    expectEqual(LogLine.visible(String(repeating: "a", count: 2_000), 5), "aaaaa...")
  }
}
