import FoundationEssentials
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// The fetcher with time controlled by the test.
@Suite("MetadataFetcher in time")
struct FetcherTimeTests {
  private let temporary: TemporaryCatalog
  private let time = VirtualTime()
  private var catalog: BookCatalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    try catalog.write { transaction in
      for number in 1...20 { try transaction.add { $0.title = "Book \(number)" } }
    }
  }

  private static let one = MetadataLimits(batch: 1, parallel: 1)

  private func count(_ sql: String) throws -> Int64 {
    try catalog.database.read { try $0.integer("SELECT count(*) FROM fetch_state WHERE \(sql)") ?? 0 }
  }

  @Test("a hanging request is abandoned after 25 seconds, whatever the clock shows by then")
  func hangs() async throws {
    let gate = Gate()
    let provider = AnsweringProvider(limits: Self.one) { _ in
      try await gate.pass()
      return .notFound
    }
    let fetcher = time.fetcher(of: catalog, from: provider)
    async let state = fetcher.metadata(of: 1)
    await gate.waitFor(1)
    await time.waitForSleeper(0...25)
    time.setBack(31_536_000)
    await fetcher.show([2])
    time.advance(25)
    await gate.waitFor(2)
    await gate.open()
    guard case .notFound = try await state else {
      Issue.record()
      return
    }
    await fetcher.stop()
  }

  @Test("a retry is made in time, whatever the clock shows by then")
  func triesAgain() async throws {
    let isWell = Mutex(false)
    let provider = AnsweringProvider(limits: Self.one) { _ in
      isWell.withLock { $0 } ? .found(ProviderMetadata()) : .unusable("bad")
    }
    let fetcher = time.fetcher(of: catalog, from: provider)
    let events = fetcher.events
    guard case .failed = try await fetcher.metadata(of: 1) else {
      Issue.record()
      return
    }
    // The batch has ended, and the timer is set.
    await fetcher.ask([])
    await time.waitForSleeper(0...8)
    isWell.withLock { $0 = true }
    time.setBack(31_536_000)
    time.advance(8)
    for await case .row(1, .loaded) in events { break }
    await fetcher.stop()
  }

  @Test("a fetch ends when the books that it waits for are removed")
  func removed() async throws {
    let gate = Gate()
    let provider = AnsweringProvider(limits: Self.one) { _ in
      try await gate.pass()
      return .notFound
    }
    let fetcher = time.fetcher(of: catalog, from: provider)
    async let report = fetcher.fetch([1, 2, 3])
    await gate.waitFor(1)
    _ = try await catalog.write { try $0.remove([1, 2]) }
    await gate.open()
    let got = try await report
    #expect(got.total == 1 && got.missing == 1)
    await fetcher.stop()
  }

  @Test("stopping starts no request claimed by a running batch and leaves no claim")
  func stopsBatch() async throws {
    let provider = AnsweringProvider(limits: MetadataLimits(batch: 5, parallel: 4)) { _ in .notFound }
    let fetcher = time.fetcher(of: catalog, from: provider)
    // No other connection can write until this one is done.
    let other = try ForeignConnection(temporary.path)
    try other.run("BEGIN IMMEDIATE")
    await fetcher.ask(Array(1...20))
    for _ in 0..<1_000 { await Task.yield() }
    async let first: Void = fetcher.stop()
    while (try? await fetcher.fetch([])) != nil { await Task.yield() }
    async let second: Void = fetcher.stop()
    try other.run("ROLLBACK")
    _ = await (first, second)
    #expect(provider.requests.isEmpty)
    try expectEqual(count("queue = 0"), 0)
  }

  @Test("stopping waits two seconds for a provider that does not end, the same for every caller")
  func stopsWaiting() async throws {
    let gate = Gate()
    let (held, release) = AsyncStream.makeStream(of: Void.self)
    let provider = AnsweringProvider(limits: Self.one) { _ in
      await gate.arrive()
      // In a task of its own, which is never cancelled.
      await Task { for await _ in held {} }.value
      return .notFound
    }
    let fetcher = time.fetcher(of: catalog, from: provider)
    await fetcher.ask([1, 2])
    await gate.waitFor(1)
    async let first: Void = fetcher.stop()
    await time.waitForSleeper(2...2)
    let claims = try count("queue = 0")
    async let second = {
      await fetcher.stop()
      return try self.count("queue = 0")
    }()
    time.advance(2)
    await first
    #expect(try await second == 0 && claims == 1)
    try expectEqual(count("queue = 1"), 2)
    release.finish()
  }

  @Test("a failed batch is reported and retried without losing requests")
  func failingBatch() async throws {
    let provider = AnsweringProvider { .found(AnsweringProvider.rated($0)) }
    let fetcher = time.fetcher(of: catalog, from: provider)
    let events = fetcher.events
    let other = try ForeignConnection(temporary.path)
    try other.run("ALTER TABLE host_state RENAME TO host_state_away")
    await fetcher.show([7, 8])
    var reports = 0
    for await event in events {
      guard case .cannotStore = event else { continue }
      reports += 1
      break
    }
    await #expect(throws: CatalogError.self) { try await fetcher.metadata(of: 1) }
    // Twice as long each time.
    await time.waitForSleeper(1...1)
    time.advance(2)
    await time.waitForSleeper(4...4)
    try other.run("ALTER TABLE host_state_away RENAME TO host_state")
    time.advance(4)
    for await case .row(8, .loaded) in events { break }
    #expect(reports == 1 && provider.requests.flatMap { $0 }.contains(7))
    await fetcher.stop()
  }

  @Test("a visible row is requested in the next slot, even if it was not queued before")
  func nextSlot() async throws {
    try await catalog.write { transaction in
      for number in 21...3_000 { try transaction.add { $0.title = "Book \(number)" } }
    }
    let gate = Gate()
    let provider = AnsweringProvider(limits: Self.one) { query in
      if query.book == 1 { try await gate.pass() }
      return .notFound
    }
    let fetcher = time.fetcher(of: catalog, from: provider)
    await fetcher.ask([1])
    await gate.waitFor(1)
    let events = fetcher.events
    await fetcher.ask(Array(2...2_999))
    await fetcher.show([3_000])
    for await case .row(3_000, .waiting) in events { break }
    await gate.open()
    _ = try await fetcher.metadata(of: 3_000)
    expectEqual(provider.requests.prefix(2), [[1], [3_000]])
    await fetcher.stop()
  }

  @Test("a leaving waiter keeps rows that were already in the queue")
  func leavesOthers() async throws {
    let gate = Gate()
    try await catalog.write { try $0.askMetadata(of: [1], from: "answers") }
    let provider = AnsweringProvider(limits: Self.one) { query in
      if query.book == 1 { try await gate.pass() }
      return .notFound
    }
    let fetcher = time.fetcher(of: catalog, from: provider)
    let page = Task { try await fetcher.metadata(of: 1) }
    await gate.waitFor(1)
    page.cancel()
    await #expect(throws: CancellationError.self) { try await page.value }
    await gate.open()
    _ = try await fetcher.metadata(of: 2)
    try expectEqual(count("book_id = 1 AND state = 2"), 1)
    expectEqual(provider.requests, [[1], [2]])
    await fetcher.stop()
  }

  @Test("an unavailable description is a failure with its reason")
  func restFails() async throws {
    let rest: @Sendable (MetadataQuery) async throws -> MetadataAnswer = { query in
      query.book == 2 ? .unusable("garbled") : .notFound
    }
    let provider = AnsweringProvider(more: rest) { .found(AnsweringProvider.rated($0)) }
    let fetcher = time.fetcher(of: catalog, from: provider)
    let report = try await fetcher.fetch([1, 2, 3])
    #expect(report.loaded == 2 && report.failed == 1)
    expectEqual(report.failures, [MetadataReport.Failure(book: 2, reason: "garbled")])
    // Its values for lists are present.
    try await expectEqual(fetcher.fetch([2], isBrief: true).loaded, 1)
    await fetcher.stop()
  }

  @Test(
    "absurd numbers do not crash",
    arguments: [.nan, .infinity, -.infinity, -1, 0, 1e300] as [Double],
    [(.min, .seconds(Int64.min)), (0, .zero), (.max, .seconds(Int64.max))] as [(Int, Duration)])
  func numbers(number: Double, whole: (count: Int, time: Duration)) async throws {
    let (count, span) = whole
    var limits = MetadataLimits()
    (limits.batch, limits.burst, limits.parallel, limits.rate) = (count, count, count, number)
    let isFirst = Mutex(true)
    let provider = AnsweringProvider(limits: limits) { query in
      let wasFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if wasFirst { throw SourceFailure(.busy, "host", cause: "busy", retryAfter: span) }
      var metadata = AnsweringProvider.rated(query)
      metadata.averageRating = number
      return .found(metadata, maxAge: span)
    }
    let fetcher = time.fetcher(of: catalog, from: provider)
    _ = try await fetcher.metadata(of: 1)
    time.advance(200_000)
    let state = try await fetcher.metadata(of: 1)
    if case .loaded(let found) = state { #expect(found.metadata.averageRating.map { (0...5).contains($0) } ?? true) }
    await fetcher.stop()
  }

  @Test("the fetcher notices that another process takes a waiting row out of the queue", arguments: [false, true])
  func takenByAnother(isBusy: Bool) async throws {
    let gate = Gate()
    let mine = AnsweringProvider(limits: Self.one) { query in
      if query.book == 1 { try await gate.pass() }
      return .notFound
    }
    let first = time.fetcher(of: catalog, from: mine)
    let events = first.events
    await first.ask([1])
    await gate.waitFor(1)
    let state = Task { try await first.metadata(of: 2) }
    for await case .row(2, .waiting) in events { break }
    // Acts as another process: requests the row and stores the answer.
    try await catalog.database.write { connection in
      let queue = FetchStateTable(connection: connection, provider: "answers")
      var row = try #require(try queue.row(2))
      (row.state, row.queue, row.due, row.attempts) = (.notFound, .refresh, row.due + 1_000_000_000, 1)
      try queue.write(row)
    }
    if isBusy { await time.waitForSleeper(0...2) } else { await gate.open() }
    guard case .notFound = try await time.pass(catalog, until: { try await state.value }) else {
      Issue.record()
      return
    }
    await gate.open()
    await first.stop()
  }

  @Test("every waiter gets an answer, whatever happens", arguments: 1...6 as ClosedRange<UInt64>)
  func ends(seed: UInt64) async throws {
    let numbers = Mutex(SeededGenerator(seed: seed))
    @Sendable func random(_ range: Range<Int>) -> Int { numbers.withLock { Int.random(in: range, using: &$0) } }
    let time = time
    let provider = AnsweringProvider(limits: MetadataLimits(batch: 4, rate: 20, burst: 3, parallel: 3)) { query in
      let (kind, delay) = numbers.withLock { numbers in
        (Int.random(in: 0..<40, using: &numbers), Double.random(in: 0...2, using: &numbers))
      }
      try await time.sleep(delay)
      switch kind {
      case 0: throw SourceFailure(.unreachable, "host", cause: "offline")
      case 1: throw SourceFailure(.busy, "host", cause: "busy", retryAfter: .seconds(5))
      case 2: try await time.sleep(60)
      case 3...6: return .unusable("bad")
      case 7...14: return .notFound
      default: break
      }
      return .found(AnsweringProvider.rated(query))
    }
    let second = try await BookCatalog.open(temporary.path)
    defer { second.close() }
    let fetchers = [time.fetcher(of: catalog, from: provider), time.fetcher(of: second, from: provider)]
    let open = Calls()
    for step in 0..<40 {
      let fetcher = fetchers[random(0..<2)]
      let books = (0...random(0..<6)).map { _ in Book.ID(random(1..<21)) }
      let kind = random(0..<6)
      open.begin(step, "\(kind) of \(books)")
      let task = Task {
        switch kind {
        case 0...2: _ = try? await fetcher.metadata(of: books[0], force: kind == 0)
        case 3, 4: _ = try? await fetcher.fetch(books, isBrief: kind == 3)
        default: await fetcher.show(books, viewer: "\(books[0].rawValue % 2)")
        }
        open.end(step)
      }
      if random(0..<5) == 0 { task.cancel() }
      let removed = Book.ID(random(1..<21))
      if random(0..<8) == 0 { _ = try? await catalog.write { try $0.remove([removed]) } }
      if random(0..<10) == 0 { time.setBack(Double(random(0..<4_000_000))) }
      for _ in 0..<random(0..<40) { await Task.yield() }
      time.advance(Double(random(0..<20)) / 10)
    }
    var rounds = 0
    while rounds < 3_000, !open.texts.isEmpty {
      rounds += 1
      time.advance(0.5)
      for _ in 0..<20 { await Task.yield() }
      // Pending writes are complete after this one.
      for catalog in [catalog, second] { _ = try await catalog.write { _ in 0 } }
    }
    #expect(open.texts.isEmpty, "seed \(seed)")
    for fetcher in fetchers { await fetcher.stop() }
    try expectEqual(count("queue = 0"), 0, "seed \(seed)")
  }
}

/// The calls that have not returned.
private final class Calls: Sendable {
  private let calls = Mutex<[Int: String]>([:])

  var texts: [String] { calls.withLock { Array($0.values) } }

  func begin(_ number: Int, _ text: String) { calls.withLock { $0[number] = text } }
  func end(_ number: Int) { calls.withLock { $0[number] = nil } }
}
