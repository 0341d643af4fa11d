import Catalog
import CatalogSources
import Synchronization

/// Measures the fetching of metadata: the time compared to the provider's own, the delay of a visible row, the cost of
/// a row, and that nothing happens while nothing is due.
struct MetadataGroup: BenchGroup {
  let name = "metadata"
  let summary = "fetching the metadata of rows"

  private static let slowRows = 1_000
  private static let waitingRows = 10_000

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    try schedule(context, &results)
    try inSight(context, &results)
    try cost(context, &results, batch: 1)
    try cost(context, &results, batch: 25)
  }

  /// A catalog of so many books of its own.
  private func withCatalog(_ context: BenchContext, books: Int, _ body: (BookCatalog) throws -> Void) throws {
    let path = context.data.scratch("metadata.db")
    context.data.remove(path)
    defer { context.data.remove(path) }
    let catalog = try BookCatalog.open(path)
    defer { catalog.close() }
    try catalog.write { transaction in
      for number in 1...books { try transaction.add { $0.title = "Book \(number)" } }
    }
    try body(catalog)
  }

  /// A thousand rows of a provider that takes 0.5 to 2 s for each, 16 at a time, beside the ideal.
  private func schedule(_ context: BenchContext, _ results: inout GroupResults) throws {
    try withCatalog(context, books: Self.slowRows) { catalog in
      let provider = SlowProvider()
      let rows = (1...Book.ID(Self.slowRows)).map { $0 }
      var ends = Array(repeating: 0.0, count: provider.limits.parallel)
      for row in rows {
        let first = ends.indices.min { ends[$0] < ends[$1] } ?? 0
        ends[first] += provider.delay(of: row) / .seconds(1)
      }
      let ideal = (ends.max() ?? 0) * 1_000
      let fetcher = catalog.metadataFetcher(provider: provider)
      let before = Self.processorTime
      let time = try Stopwatch.milliseconds {
        let report = try waiting { try await fetcher.fetch(rows) }
        guard report.loaded == rows.count else { throw BenchError("\(report.loaded) of \(rows.count) rows came") }
      }
      let used = Self.processorTime - before
      results.facts.append(
        Fact(
          name: "\(Self.slowRows) rows after 0.5 to 2 s each, 16 at a time",
          value: "\((time / 1_000).fixed(2)) s, ideally \((ideal / 1_000).fixed(2)) s: \((time / ideal).fixed(3)) ×",
          limit: "≤ 1.05 ×", isReached: time <= 1.05 * ideal))
      results.facts.append(
        Fact(
          name: "processor time of these, everything included",
          value: "\((used * 1_000 / Double(rows.count)).fixed(0)) µs a row"))
      try idle(&results)
      try waiting { await fetcher.stop() }
    }
  }

  /// With a fetcher that has nothing to do.
  private func idle(_ results: inout GroupResults) throws {
    let before = Self.processorTime
    try waiting { try await Task.sleep(for: .seconds(3)) }
    let used = Self.processorTime - before
    results.facts.append(
      Fact(
        name: "processor time of 3 s with nothing due", value: "\(used.fixed(2)) ms", limit: "≤ 3 ms",
        isReached: used <= 3))
  }

  /// A row that comes into sight while ten thousand wait.
  private func inSight(_ context: BenchContext, _ results: inout GroupResults) throws {
    try withCatalog(context, books: Self.waitingRows + 100) { catalog in
      let provider = TimedProvider(delay: 0.1, limits: MetadataLimits(parallel: 16))
      let fetcher = catalog.metadataFetcher(provider: provider)
      let last = Book.ID(Self.waitingRows)
      try waiting {
        await fetcher.ask(Array(1...last))
        while provider.begun.count < 100 { try await Task.sleep(for: .milliseconds(20)) }
      }
      var others: [Int] = []
      var times: [Double] = []
      for row in last.advanced(by: 1)...last.advanced(by: 50) {
        let before = provider.begun.count
        let time = try Stopwatch.milliseconds {
          try waiting {
            await fetcher.show([row])
            while !provider.begun[before...].contains(row) { try await Task.sleep(for: .milliseconds(1)) }
          }
        }
        times.append(time)
        others.append((provider.begun[before...].firstIndex(of: row) ?? 0) - before)
      }
      try waiting { await fetcher.stop() }
      others.sort()
      times.sort()
      results.facts.append(
        Fact(
          name: "requests begun before that of a row in sight while 10,000 wait (16 under way, 6 ms a slot)",
          value: "median \(others[others.count / 2]), at most \(others[others.count - 1])", limit: "median ≤ 1",
          isReached: others[others.count / 2] <= 1))
      results.facts.append(
        Fact(
          name: "time until it begins", value: "median \(times[times.count / 2].fixed(1)) ms"))
    }
  }

  /// Ten thousand rows of a provider that knows nothing at once: what is left is the queue's own work.
  private func cost(_ context: BenchContext, _ results: inout GroupResults, batch: Int) throws {
    try withCatalog(context, books: Self.waitingRows) { catalog in
      let provider = TimedProvider(delay: nil, limits: MetadataLimits(batch: batch, parallel: 16))
      let fetcher = catalog.metadataFetcher(provider: provider)
      let rows = (1...Book.ID(Self.waitingRows)).map { $0 }
      let before = Self.processorTime
      let time = try Stopwatch.milliseconds {
        let report = try waiting { try await fetcher.fetch(rows) }
        guard report.missing == rows.count else { throw BenchError("\(report.missing) of \(rows.count) rows") }
      }
      let used = (Self.processorTime - before) * 1_000 / Double(rows.count)
      results.facts.append(
        Fact(
          name: "scheduling a row, \(batch) in a request: queued, claimed, stored",
          value: "\(used.fixed(1)) µs of processor, \((time * 1_000 / Double(rows.count)).fixed(1)) µs on the clock",
          limit: "≤ 20 µs", isReached: used <= 20))
      try waiting { await fetcher.stop() }
    }
  }

  /// In milliseconds.
  private static var processorTime: Double { ResourceUsage.processorTime * 1_000 }
}

/// Knows nothing of any book, after a time that varies as a server's does; remembers what was asked, in order.
private final class TimedProvider: MetadataProvider {
  let name = "timed"
  let host = "timed"
  let limits: MetadataLimits
  private let delay: Double?
  private let log = Mutex<[Book.ID]>([])

  init(delay: Double?, limits: MetadataLimits) { (self.delay, self.limits) = (delay, limits) }

  var begun: [Book.ID] { log.withLock { $0 } }

  func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] {
    if let delay {
      log.withLock { $0 += queries.map(\.book) }
      // The delay is multiplied by 0.5 to 1.5, depending on the row. With equal delays, sixteen requests would end
      // together, and no slot would be free until then.
      let share = 0.5 + Double((queries.first?.book.rawValue ?? 0) * 7_919 % 1_000) / 1_000
      try await Task.sleep(for: .seconds(delay * share))
    }
    return queries.map { _ in .notFound }
  }
}
