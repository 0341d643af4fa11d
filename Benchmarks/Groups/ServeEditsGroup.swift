import Catalog
import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures `catalog serve` while people change books: the delay until others see a change, the cost for readers, and
/// the cost of each person's own marks compared with the owner's.
struct ServeEditsGroup: BenchGroup {
  let name = "serve-edits"
  let summary = "changes by HTTP, and people's own marks"

  private static let person = "bench"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    let path = try context.data.copyOfCatalog(context.data.scratch("serve-edits.db"))
    defer { context.data.remove(path) }
    try context.catalog("--db", path, "serve", "user", "add", Self.person, "--role", "reader", "--no-password").run()
    let token = try context.catalog("--db", path, "serve", "device", "add", "bench", "--user", Self.person).output()
    let port = try ServerProcess.freePort()
    // A Unix socket, because the server limits the number of clients per address.
    let socket = "\(EditGroup.memoryFolder)/catalog-bench-edits-\(getpid()).sock"
    let command = ProcessCommand(
      program: context.options.catalogPath,
      arguments: [
        "--db", path, "serve", "--allow-edits", "--listen", "127.0.0.1:\(port)", "--listen", "unix:\(socket)",
      ], acceptedCodes: [130], showsMessages: false)
    let server = try ServerProcess(command, port: port, answering: "/?size=1")
    let login = "Authorization: Bearer \(token.split(whereSeparator: \.isNewline).last ?? "")"
    results.measures.append(try Self.shown(port))
    results.measures += try Self.together(socket, books: context.options.books)
    results.measures += try Self.marks(port, login, books: context.options.books)
    withExtendedLifetime(server) {}
  }

  /// From an edit of one client to another one, which listens, having the book as it is then.
  private static func shown(_ port: UInt16) throws -> Measure {
    let (editor, listener, reader) = (
      try HTTPClient(port: port), try HTTPClient(port: port), try HTTPClient(port: port)
    )
    guard try listener.follow("/events") == 200 else { throw BenchError("/events is not answered") }
    try listener.wait(for: "event: open")
    var turn = 0
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 5, most: 300, budget: 20),
      {
        turn += 1
        try Self.edit(editor, book: 1, rating: 1 + turn % 5)
        try listener.wait(for: "event: change")
        let text = try reader.get("/book/1").text
        guard text.contains("\"rating\":\(1 + turn % 5)") else { throw BenchError("another is shown what was before") }
      }, nil)
    var measure = Measure("from an edit to the book as another client has it", samples, peer: nil)
    measure.limit = .p99Milliseconds(150)
    return measure
  }

  private static func edit(_ client: HTTPClient, book: Int, rating: Int) throws {
    let answer = try client.ask(
      "PATCH", "/book/\(book)", json: "{\"set\":{\"rating\":\(rating)},\"overwrite\":true}")
    guard answer.status == 200 else { throw BenchError("an edit is answered by \(answer.status)") }
  }

  /// Ten who edit and a hundred who read, each some times a second.
  private static func together(_ socket: String, books: Int) throws -> [Measure] {
    let times = Mutex<(pages: [Double], edits: [Double])>(([], []))
    let failure = Mutex<(any Error)?>(nil)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(15)
    let group = DispatchGroup()
    for number in 0..<110 {
      let isEditor = number < 10
      DispatchQueue(label: "client \(number)").async(group: group) {
        do {
          let client = try HTTPClient(path: socket)
          var numbers = SplitMix64(seed: UInt64(number))
          while clock.now < end {
            // Not all at the same moment.
            usleep(UInt32.random(in: 200_000...800_000, using: &numbers))
            let book = Int.random(in: 1...books, using: &numbers)
            let page = Int.random(in: 1...max(1, books / 50), using: &numbers)
            let time = try Stopwatch.milliseconds {
              if isEditor {
                try edit(client, book: book, rating: 1 + book % 5)
              } else {
                guard try client.get("/?page=\(page)").status == 200 else { throw BenchError("a page is refused") }
              }
            }
            times.withLock { if isEditor { $0.edits.append(time) } else { $0.pages.append(time) } }
          }
        } catch { failure.withLock { $0 = error } }
      }
    }
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    let (pages, edits) = times.withLock { $0 }
    var measure = Measure(
      "a page, while ten edit and a hundred read", Samples(own: pages), peer: nil)
    measure.limit = .p99Milliseconds(10)
    return [measure, Measure("an edit, while ten edit and a hundred read", Samples(own: edits), peer: nil)]
  }

  /// Measures queries over a person's marks of ten thousand books, compared with the owner's marks of as many.
  private static func marks(_ port: UInt16, _ login: String, books: Int) throws -> [Measure] {
    let (own, owners) = (try HTTPClient(port: port), try HTTPClient(port: port))
    let count = min(10_000, books / 2)
    for start in stride(from: 1, through: count, by: 1_000) {
      let numbers = (start..<min(start + 1_000, count + 1)).map { String($0 * (books / count)) }.joined(separator: ",")
      let json = "{\"books\":[\(numbers)],\"set\":{\"readState\":\"read\",\"rating\":\(1 + start / 1_000 % 5)}}"
      for (client, fields) in [(own, [login]), (owners, [])] {
        let status = try client.ask("POST", "/edit", fields, json: json).status
        guard status == 200 else { throw BenchError("marks are answered by \(status)") }
      }
    }
    return try [
      "/?q=is:read", "/?q=is:read&sort=title", "/?q=rating:4..&sort=-rating", "/facets?facet=state&q=is:read",
    ]
    .map { target in
      let samples = try Interleaved.measure(
        SampleCount(warmUp: 20, most: 1_000, budget: 10),
        { guard try own.get(target, [login]).status == 200 else { throw BenchError("\(target) is refused") } },
        { guard try owners.get(target).status == 200 else { throw BenchError("\(target) is refused") } })
      var measure = Measure("\(target), of \(count) marks", samples, peer: "the owner's own, of as many books")
      measure.limit = .ratio(1.5)
      return measure
    }
  }
}
