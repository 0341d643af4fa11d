import CatalogTestSupport
import Platform
import Synchronization
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct RefreshingOverHTTP {
    private let sandbox = Sandbox()

    private static func feed(_ books: Range<Int>, more: Bool = false) -> ChaosAnswer {
      let list = books.map { "{\"id\":\"\($0)\",\"title\":\"Book \($0)\"}" }.joined(separator: ",")
      return .text(
        """
        {"format":"catalog-feed","version":1,"books":[\(list)],"cursor":"\(books.upperBound)","more":\(more)}
        """, type: "application/json")
    }

    private func add(_ name: String, _ server: ChaosServer, _ path: String = "/feed") throws {
      try #expect(sandbox.run("source", "add", name, "feed", server.url + path).code == 0)
    }

    @Test func `a feed is read, and errors of the server are reported with exit codes`() throws {
      let server = try ChaosServer { request in
        switch request.path {
        case "/feed": Self.feed(0..<3)
        case "/shut": .status(403)
        case "/page": .text("<html>", type: "text/html")
        default: .status(404)
        }
      }
      try add("club", server)
      try #expect(sandbox.run("refresh") == .prints("club: 3 added, 0 updated  (undo: catalog undo)\n"))
      try add("page", server, "/page")
      let page = try sandbox.run("refresh", "page")
      #expect(page.code == 65 && page.output == "")
      #expect(
        page.errors.hasPrefix("error: cannot refresh page: \(server.url)/page?limit=20: it returned an HTML page"))
      try add("shut", server, "/shut")
      let shut = try sandbox.run("refresh", "shut")
      expectEqual(shut.code, 69)
      #expect(shut.errors.hasSuffix("(catalog source set shut --user NAME)\n"))
      try #expect(sandbox.run("refresh", "shut", "page").code == 69)
      try #expect(sandbox.run("refresh").code == 3)
      try #expect(
        sandbox.run("status").output.contains("source\tshut (feed): 0 records, failed 3 times, last "))
    }

    @Test func `Ctrl-C stops a refresh between two pages, and the same command resumes it`() throws {
      let gate = ChaosGate()
      let server = try ChaosServer { request in
        request.query["cursor"] == nil
          ? Self.feed(0..<20, more: true) : Self.feed(20..<30).held(by: gate)
      }
      try add("club", server)
      let command = try sandbox.start(["refresh"], input: "")
      try #expect(waitForSecondPage(server))
      command.send(SIGINT)
      let outcome = command.finish()
      expectEqual(
        outcome,
        Outcome(
          errors:
            "note: 20 records of club were stored before the interruption\nhint: interrupted: run the same command to continue\n",
          code: 130))
      gate.open()
      try #expect(sandbox.run("refresh") == .prints("club: 10 added, 0 updated  (undo: catalog undo)\n"))
      try #expect(sandbox.run("list", "--count").output == "30\n")
    }

    @Test func `two processes do not read one source at the same time`() throws {
      let gate = ChaosGate()
      let requestCount = Mutex(0)
      let server = try ChaosServer { request in
        if request.query["cursor"] == nil { return Self.feed(0..<20, more: true) }
        let isFirst = requestCount.withLock { requestCount in
          requestCount += 1
          return requestCount == 1
        }
        return isFirst ? Self.feed(20..<30).held(by: gate) : Self.feed(20..<30)
      }
      try add("club", server)
      let first = try sandbox.start(["refresh"], input: "")
      try #expect(waitForSecondPage(server))
      try #expect(sandbox.run("refresh") == .fails(75, "note: another process is refreshing club\n"))
      try #expect(sandbox.run("refresh", "club", "--due") == .prints(""))
      gate.open()
      expectEqual(first.finish(), .prints("club: 30 added, 0 updated  (undo: catalog undo)\n"))
    }

    @Test func `a source that is renamed during a refresh stays the same source`() throws {
      let gate = ChaosGate()
      let server = try ChaosServer { request in
        request.query["cursor"] == nil ? Self.feed(0..<20, more: true) : Self.feed(20..<30).held(by: gate)
      }
      try add("club", server)
      let refresh = try sandbox.start(["refresh"], input: "")
      try #expect(waitForSecondPage(server))
      try #expect(sandbox.run("source", "set", "club", "--name", "shelf").code == 0)
      gate.open()
      expectEqual(refresh.finish(), .prints("club: 30 added, 0 updated  (undo: catalog undo)\n"))
      let sources = try sandbox.run("source", "list").output.split(separator: "\n")
      #expect(sources.count == 1 && sources[0].hasPrefix("shelf\tfeed\tactive\t30\t"), "\(sources)")
      try #expect(sandbox.run("check") == .prints("30 books, all in order\n"))
    }

    @Test func `a source that is replaced during a refresh gets none of its books`() throws {
      let gate = ChaosGate()
      let server = try ChaosServer { request in
        request.query["cursor"] == nil ? Self.feed(0..<20, more: true) : Self.feed(20..<30).held(by: gate)
      }
      let other = try ChaosServer { _ in Self.feed(100..<103) }
      try add("club", server)
      let refresh = try sandbox.start(["refresh"], input: "")
      try #expect(waitForSecondPage(server))
      try #expect(sandbox.run("source", "remove", "club", "--remove-books").code == 0)
      try add("club", other)
      gate.open()
      let outcome = refresh.finish()
      #expect(outcome.code != 0 && outcome.errors.contains("the source was removed"), "\(outcome)")
      try #expect(sandbox.run("refresh") == .prints("club: 3 added, 0 updated  (undo: catalog undo)\n"))
      try #expect(sandbox.run("refresh").output == "club: no changes\n")
    }

    @Test func `an endless or circular feed is abandoned`() throws {
      let server = try ChaosServer { request in
        let books = request.query["cursor"] == nil ? "{\"id\":\"1\",\"title\":\"Dune\"}" : ""
        let number = request.query["cursor"].flatMap { Int($0) } ?? 0
        let next = request.path == "/circle" ? (number + 1) % 3 + 1 : number + 1
        return .text(
          "{\"format\":\"catalog-feed\",\"version\":1,\"books\":[\(books)],\"cursor\":\"\(next)\",\"more\":true}",
          type: "application/json")
      }
      try add("circle", server, "/circle")
      try #expect(
        sandbox.run("refresh")
          == Outcome(
            output: "circle: 1 added, 0 updated  (undo: catalog undo)\n",
            errors: "error: cannot refresh circle: its pages lead back to earlier ones\n", code: 3))
      try add("ever", server, "/ever")
      try #expect(
        sandbox.run("refresh", "ever")
          == Outcome(
            output: "ever: 1 added, 0 updated  (undo: catalog undo)\n",
            errors:
              "warning: ever: not read completely: 1,000 pages in a row were empty "
              + "(run the same command to continue)\n",
            code: 3))
    }

    /// Waits until the first page is stored and the second one is requested. It blocks instead of suspending, since a
    /// lease expires after 30 seconds and a suspended test may wait as long for its next turn.
    private func waitForSecondPage(_ server: ChaosServer) throws -> Bool {
      for _ in 0..<2_000 {
        let isStored = try sandbox.run("list", "--count").output == "20\n"
        if isStored, server.requests.count == 2 { return true }
      }
      return false
    }
  }
}
