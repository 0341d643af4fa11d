import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `catalog serve`, asked by one client that keeps its connection, by several at once, and listened to by a thousand.
struct ServeGroup: BenchGroup {
  let name = "serve"
  let summary = "serving by HTTP"

  /// A request, with the nearest equivalent of calibre's server if there is one.
  private struct Question {
    let name: String
    let target: String
    var fields: [String] = []
    var peer: (target: String, does: String)?
    var limit = Limit.p99Milliseconds(5)
  }

  private static let json = "calibre-server: what its own page asks for to show fifty books (/interface-data)"
  private static let html = "calibre-server: its page of fifty books for simple browsers (/mobile)"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let path = try context.data.catalog()
    try Self.start(path, context, &results)
    let socket = "\(EditGroup.memoryFolder)/catalog-bench-\(getpid()).sock"
    let server = try Self.serve(path, context, more: ["--listen", "unix:\(socket)"])
    // Made before the connection is opened, because making a library takes minutes and the server closes idle
    // connections.
    let peer = try CalibreServerPeer(context)
    let client = try HTTPClient(port: server.port)
    for question in try Self.questions(client, books: context.options.books) {
      let samples = try Interleaved.measure(
        SampleCount(warmUp: 20, most: 2_000, budget: 15),
        { try Self.ask(client, question.target, question.fields) },
        question.peer.flatMap { asked in peer.map { peer in { try Self.ask(peer.client, asked.target) } } })
      var measure = Measure(question.name, samples, peer: samples.peer.isEmpty ? nil : question.peer?.does)
      measure.limit = question.limit
      results.measures.append(measure)
    }
    results.measures.append(try Self.walk(client, peer?.client))
    let tag = try client.get("/").fields["etag"] ?? ""
    for (name, target, fields, limit) in [
      ("JSON pages of 50 books", "/", [], 2_000), ("304", "/", ["If-None-Match: \(tag)"], 10_000),
    ] {
      let rate = try Self.rate(server.port, target, fields)
      results.facts.append(
        Fact(
          name: "\(name), by four clients at once", value: "\(Int(rate)) a second", limit: "≥ \(limit) a second",
          isReached: rate >= Double(limit)))
    }
    try Self.listen(socket, server, &results)
  }

  private static func serve(_ path: String, _ context: BenchContext, more: [String] = []) throws -> ServerProcess {
    let port = try ServerProcess.freePort()
    let command = ProcessCommand(
      program: context.options.catalogPath, arguments: ["--db", path, "serve", "--listen", "127.0.0.1:\(port)"] + more,
      acceptedCodes: [130], showsMessages: false)
    return try ServerProcess(command, port: port, answering: "/?size=1")
  }

  /// From the start of the program to its first answer.
  private static func start(_ path: String, _ context: BenchContext, _ results: inout GroupResults) throws {
    var times: [Double] = []
    for _ in 0..<11 {
      let clock = ContinuousClock()
      let began = clock.now
      let server = try serve(path, context)
      times.append(Stopwatch.milliseconds(clock.now - began))
      withExtendedLifetime(server) {}
    }
    var measure = Measure("from the start to the first answer", Samples(own: Array(times.dropFirst())), peer: nil)
    measure.limit = .milliseconds(50)
    results.measures.append(measure)
  }

  private static func ask(_ client: HTTPClient, _ target: String, _ fields: [String] = []) throws {
    let status = try client.get(target, fields).status
    guard status == 200 || status == 304 && !fields.isEmpty else {
      throw BenchError("\(target) is answered by \(status)")
    }
  }

  private static func questions(_ client: HTTPClient, books: Int) throws -> [Question] {
    let tag = try client.get("/").fields["etag"] ?? ""
    let last = max(1, min(20_000, books / 50))
    let found = "search=love&sort=title.asc"
    return [
      Question(
        name: "JSON: the first page", target: "/",
        peer: ("/interface-data/books-init?num=50&sort=timestamp.desc", json)),
      Question(name: "JSON: page \(last)", target: "/?page=\(last)"),
      Question(name: "JSON: by title, page \(last / 2 + 1)", target: "/?sort=title&page=\(last / 2 + 1)"),
      Question(
        name: "JSON: q=love, by title", target: "/?q=love&sort=title",
        peer: ("/interface-data/books-init?num=50&\(found)", json)),
      Question(name: "JSON: q=walker, the best match first", target: "/?q=walker"),
      Question(name: "HTML: the first page", target: "/.html", peer: ("/mobile?num=50", html)),
      Question(name: "HTML: page \(last)", target: "/.html?page=\(last)"),
      Question(name: "HTML: q=love", target: "/.html?q=love", peer: ("/mobile?num=50&search=love", html)),
      Question(name: "HTML: a book", target: "/book/\(books / 2 + 1).html"),
      Question(name: "OPDS: a page of all books", target: "/opds/books"),
      Question(name: "facet of languages", target: "/facets?facet=language"),
      Question(name: "facet of tags", target: "/facets?facet=tag"),
      Question(name: "facet of authors", target: "/facets?facet=author"),
      Question(
        name: "304: nothing has changed", target: "/", fields: ["If-None-Match: \(tag)"], limit: .milliseconds(0.3)),
    ]
  }

  /// All books, page after page, as an e-reader that follows `next` has them.
  private static func walk(_ client: HTTPClient, _ peer: HTTPClient?) throws -> Measure {
    func follow(_ client: HTTPClient, from start: String, _ next: (HTTPClient.Answer) -> String?) throws {
      var target: String? = start
      var pages = 0
      // Limited to the first ten thousand books.
      while let asked = target, pages < 200 {
        let answer = try client.get(asked, ["Accept: application/opds+json, application/atom+xml;q=0.9"])
        guard answer.status == 200 else { throw BenchError("\(asked) is answered by \(answer.status)") }
        target = next(answer)
        pages += 1
      }
    }
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 1, most: 5, budget: 60),
      {
        try follow(client, from: "/opds/books") { link(in: $0.text, before: "\"href\":\"", behind: "\"rel\":\"next\"") }
      },
      peer.map { peer in
        {
          try follow(peer, from: "/opds/navcatalog/4f7469746c65") {
            link(in: $0.text, before: "href=\"", behind: "rel=\"next\"")?.replacing("&amp;", with: "&")
          }
        }
      })
    var measure = Measure(
      "OPDS: all books walked, 10,000 at most", samples,
      peer: samples.peer.isEmpty ? nil : "calibre-server: its feed of all titles, OPDS 1.2, thirty books a page")
    measure.limit = .milliseconds(1_000)
    return measure
  }

  /// The address in the element or object that has a text, whichever of the two stands first in it.
  private static func link(in text: String, before: String, behind mark: String) -> String? {
    guard let found = text.firstRange(of: mark) else { return nil }
    let start = text[..<found.lowerBound].lastIndex { "{<".contains($0) } ?? found.lowerBound
    let end = text[found.upperBound...].firstIndex { "}>".contains($0) } ?? found.upperBound
    let element = text[start..<end]
    return element.firstRange(of: before).map { element[$0.upperBound...].prefix { $0 != "\"" }.description }
  }

  /// Returns the number of responses per second that four clients get if each sends its next request immediately.
  private static func rate(_ port: UInt16, _ target: String, _ fields: [String]) throws -> Double {
    let seconds = 3.0
    let total = Mutex(0)
    let failure = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let clock = ContinuousClock()
      let end = clock.now + .seconds(seconds)
      do {
        let client = try HTTPClient(port: port)
        var count = 0
        while clock.now < end {
          try ask(client, target, fields)
          count += 1
        }
        total.withLock { $0 += count }
      } catch { failure.withLock { $0 = error } }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return Double(total.withLock { $0 }) / seconds
  }

  /// Measures the cost of a thousand clients that listen while nothing changes.
  private static func listen(_ socket: String, _ server: ServerProcess, _ results: inout GroupResults) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let listeners = try (0..<1_000).map { _ in try HTTPClient(path: socket) }
    for listener in listeners {
      guard try listener.follow("/events") == 200 else { throw BenchError("/events is not answered") }
    }
    let bytes = try server.residentBytes()
    results.facts.append(
      Fact(
        name: "memory with 1,000 listeners", value: MemoryGroup.megabytes(bytes), limit: "≤ 120 MB",
        isReached: bytes <= 120_000_000))
    let before = try server.processorSeconds()
    try Pause.seconds(5)
    let share = (try server.processorSeconds() - before) / 5
    results.facts.append(
      Fact(
        name: "processor with 1,000 listeners and no change", value: "\((share * 100).fixed(2)) %", limit: "≤ 0.5 %",
        isReached: share <= 0.005))
    withExtendedLifetime(listeners) {}
  }
}
