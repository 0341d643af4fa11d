import Catalog
import CatalogSources
import Dispatch
import Platform
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Refreshing from a feed on loopback: first loads, nothing new, few changes, and what it costs others meanwhile.
struct SyncGroup: BenchGroup {
  let name = "sync"
  let summary = "refreshing from a feed"

  private static func transport() -> CurlTransport {
    CurlTransport(options: CurlTransport.Options(version: "bench", environment: [:]))
  }

  /// The number of books in the first load that is compared.
  private static let firstLoad = 100_000
  /// The number of books that change between two refreshes.
  private static let changes = 100

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    results.measures.append(try firstLoad(context))
    try everyday(context, &results)
    try memory(context, &results)
    try edits(context, &results)
  }

  /// A whole process beside a download and an import of the same books.
  private func firstLoad(_ context: BenchContext) throws -> Measure {
    let count = min(context.options.books, Self.firstLoad)
    let lines = try context.data.jsonLines()
    let server = try FeedServer(lines: lines, count: count)
    defer { server.stop() }
    let own = context.data.scratch("sync.db")
    let (peer, file) = (context.data.scratch("sync-peer.db"), context.data.scratch("download.jsonl"))
    defer { for path in [own, peer, file] { context.data.remove(path) } }
    let part = try context.data.part(of: lines, count, to: context.data.scratch("books-\(count).jsonl"))
    let download = ProcessCommand(
      program: "curl",
      arguments: ["-sS", "-o", file, "\(server.address)?limit=500&cursor=[0-\((count - 1) / 500 * 500):500]"])
    let (add, refresh) = (
      context.catalog("--db", own, "source", "add", "feed", "feed", server.address),
      context.catalog("--db", own, "refresh", "feed")
    )
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 0, most: 5, budget: 120),
      {
        context.data.remove(own)
        try add.run()
        try refresh.run()
      },
      {
        context.data.remove(peer)
        try download.run()
        try context.catalog("--db", peer, "import", part).run()
      })
    var measure = Measure(
      "catalog refresh, first load of \(count)", samples,
      peer: "curl, one process with the same requests, then 'catalog import' of the same books from a file")
    measure.rows = count
    measure.limit = .ratio(1.5)
    return measure
  }

  /// In the library: what a refresh costs beyond its requests.
  private func everyday(_ context: BenchContext, _ results: inout GroupResults) throws {
    let server = try FeedServer(lines: try context.data.jsonLines(), count: context.options.books)
    defer { server.stop() }
    let path = context.data.scratch("sync.db")
    context.data.remove(path)
    defer { context.data.remove(path) }
    let catalog = try BookCatalog.open(path)
    defer { catalog.close() }
    let transport = Self.transport()
    let engine = catalog.syncEngine(
      sources: [
        FeedSource(name: "feed", address: server.address, transport: transport)
      ])
    func refresh() throws {
      guard let report = try waiting({ try await engine.refresh() }).first, report.failure == nil else {
        throw BenchError("the refresh failed")
      }
    }
    let time = try Stopwatch.milliseconds { try refresh() }
    results.facts.append(
      Fact(name: "first load of \(context.options.books) in the library", value: "\((time / 1_000).fixed(1)) s"))
    try refresh()
    let before = server.requests
    try refresh()
    results.facts.append(
      Fact(
        name: "requests of a refresh with nothing new", value: "\(server.requests - before)", limit: "1",
        isReached: server.requests - before == 1))
    func ask(_ start: Int, _ count: Int) throws {
      let url = "\(server.address)?limit=\(count)&cursor=\(start)"
      _ = try waiting { try await transport.send(HTTPRequest(.get, url)).body.bytes() }
    }
    let nothing = try Interleaved.measure(
      SampleCount(warmUp: 5, most: 200), { try refresh() }, { try ask(server.count, 20) })
    results.measures.append(beyond("refresh with nothing new", nothing, 5))
    var turn = 0
    // The change itself is made before the clock starts, for both.
    var samples = Samples()
    for _ in 0..<50 {
      turn += 1
      let start = server.count
      server.change(Self.changes, turn: turn)
      samples.own.append(try Stopwatch.milliseconds { try refresh() })
      samples.peer.append(
        try Stopwatch.milliseconds {
          try ask(start, 20)
          try ask(start + 20, Self.changes - 20)
        })
    }
    results.measures.append(
      beyond("refresh with \(Self.changes) changed books of \(context.options.books)", samples, 50))
  }

  /// - Parameter limit: milliseconds that it may take longer than its requests.
  private func beyond(_ name: String, _ samples: Samples, _ limit: Double) -> Measure {
    var measure = Measure(name, samples, peer: "the same requests through the same transport, read and dropped")
    measure.limit = .beyondPeer(limit)
    return measure
  }

  private func memory(_ context: BenchContext, _ results: inout GroupResults) throws {
    let server = try FeedServer(lines: try context.data.jsonLines(), count: context.options.books)
    defer { server.stop() }
    let path = context.data.scratch("sync.db")
    context.data.remove(path)
    defer { context.data.remove(path) }
    try context.catalog("--db", path, "source", "add", "feed", "feed", server.address).run()
    let peak = try MemoryGroup.peak(context, ["--db", path, "refresh", "feed"])
    let limit = context.limits.importMemory
    results.facts.append(
      Fact(
        name: "peak memory of a first load", value: MemoryGroup.megabytes(peak), limit: "≤ \(limit.shortest) MB",
        isReached: Double(peak) <= limit * 1e6))
  }
}

extension SyncGroup {
  /// Measures a user's edits while a feed adds many books to a filled catalog.
  private func edits(_ context: BenchContext, _ results: inout GroupResults) throws {
    let count = EditsDuringLoad.books(context)
    let server = try FeedServer(lines: try context.data.moreJSONLines(count), count: count)
    defer { server.stop() }
    let edits = EditsDuringLoad(context, load: "a refresh")
    results.measures.append(
      try edits.sameProcess { catalog in
        let source = FeedSource(name: "more", address: server.address, transport: Self.transport())
        if let failure = try await catalog.syncEngine(sources: [source]).refresh().first?.failure { throw failure }
      })
    results.measures.append(
      try edits.otherProcess { path in
        try context.catalog("--db", path, "source", "add", "more", "feed", server.address).run()
        return context.catalog("--db", path, "refresh", "more")
      })
  }
}

/// Runs async work on another thread and waits for it.
func waiting<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
  let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.withLock { $0 = result }
    done.signal()
  }
  done.wait()
  guard let result = outcome.withLock({ $0 }) else { throw BenchError("the work left no result") }
  return try result.get()
}
