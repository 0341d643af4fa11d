import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Running refreshes")
struct RefreshFlightTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns a source that signals a request and answers when released.
  private func waiting(_ begun: Signal, _ release: Signal) throws -> AnsweringSource {
    let records = try SourceRecord.records(0..<2)
    return AnsweringSource { request in
      begun.send()
      await release.wait()
      try Task.checkCancellation()
      return .page(
        SourcePage(records: request.cursor == nil ? records : [], cursor: "end", isLast: true))
    }
  }

  @Test("cancelling the first of two callers leaves the refresh to the second")
  func firstLeaves() async throws {
    let (begun, release) = (Signal(), Signal())
    let source = try waiting(begun, release)
    let engine = catalog.syncEngine(sources: [source])
    let first = Task { try await engine.refresh() }
    await begun.wait()
    let second = Task.immediate { try await engine.refresh() }
    // The engine answers this after it has processed the second caller's request.
    _ = engine.state(of: "feed")
    await Self.settle(engine)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    release.send()
    try await expectEqual(second.value[0].counts.added, 2)
    expectEqual(source.receivedRequests.count, 1)
  }

  @Test("cancelling the last caller ends the refresh and leaves nothing running")
  func lastLeaves() async throws {
    let (begun, release) = (Signal(), Signal())
    let engine = catalog.syncEngine(sources: [try waiting(begun, release)])
    let callers = [Task { try await engine.refresh() }, Task { try await engine.refresh() }]
    await begun.wait()
    await Self.settle(engine)
    for caller in callers { caller.cancel() }
    for caller in callers { await #expect(throws: CancellationError.self) { try await caller.value } }
    expectEqual(engine.state(of: "feed"), .idle)
    try expectEqual(catalog.bookCount(), 0)
    release.send()
    try await expectEqual(engine.refresh()[0].counts.added, 2)
  }

  @Test("stop ends running refreshes and streams, and refuses new ones")
  func stop() async throws {
    let (begun, release) = (Signal(), Signal())
    let engine = catalog.syncEngine(sources: [try waiting(begun, release)])
    let events = engine.events
    let caller = Task { try await engine.refresh() }
    await begun.wait()
    await engine.stop()
    await #expect(throws: CancellationError.self) { try await caller.value }
    for await _ in events {}
    await #expect(throws: CancellationError.self) { try await engine.refresh() }
    try expectEqual(catalog.findings(), [])
  }

  @Test("refreshes with other options wait for their turn")
  func otherOptions() async throws {
    let (begun, release) = (Signal(), Signal())
    let source = try waiting(begun, release)
    let engine = catalog.syncEngine(sources: [source])
    let first = Task { try await engine.refresh() }
    await begun.wait()
    var full = RefreshOptions()
    full.isFull = true
    let second = Task { try await engine.refresh(full) }
    await Self.settle(engine)
    expectEqual(source.receivedRequests.count, 1)
    release.send()
    try await expectEqual(first.value[0].counts.added, 2)
    try await expectEqual(second.value[0].counts.unchanged, 2)
    expectEqual(source.receivedRequests.map(\.cursor), [nil, nil])
  }

  @Test("events report facts: the data can be read, and the source has the reported state")
  func events() async throws {
    let records = try SourceRecord.records(0..<3)
    let source = AnsweringSource { request in
      let start = Int(request.cursor ?? "0") ?? 0
      return .page(
        SourcePage(records: [records[start]], cursor: String(start + 1), isLast: start == 2))
    }
    let engine = catalog.syncEngine(sources: [source])
    let stream = engine.events
    let watcher = Task { [catalog] in
      var lines: [String] = []
      for await event in stream {
        switch event {
        case .began(let source): lines.append("began \(source)")
        case .stored(let report):
          let books = try catalog.bookCount()
          #expect(books >= report.counts.added)
          lines.append("stored \(report.counts.added)")
        case .ended(let report): lines.append("ended \(report.counts.added)")
        case .retrying, .wouldChange: lines.append("another")
        }
      }
      return lines
    }
    _ = try await engine.refresh()
    expectEqual(engine.state(of: "feed"), .idle)
    await engine.stop()
    try await expectEqual(watcher.value, ["began feed", "stored 1", "stored 2", "stored 3", "ended 3"])
  }

  @Test("a failed source reports its state until it recovers, while other sources are idle")
  func states() async throws {
    let clock = temporary.clock
    let fails = Holder(true)
    let source = AnsweringSource { _ in
      if fails.value { throw SourceFailure(.denied, "feed", cause: "who are you") }
      return .page(SourcePage(records: [], cursor: nil, isLast: true))
    }
    let engine = catalog.syncEngine(sources: [source])
    let before = clock.now
    _ = try await engine.refresh()
    guard case .failed(let failure, let at, _) = engine.state(of: "feed") else {
      Issue.record("the source is \(engine.state(of: "feed"))")
      return
    }
    #expect(failure.cause == "who are you" && at > before)
    expectEqual(engine.state(of: "other"), .idle)
    fails.value = false
    _ = try await engine.refresh()
    expectEqual(engine.state(of: "feed"), .idle)
  }

  @Test("a cancellation after a commit leaves no lease, and observers learn of the stored data")
  func cancelledBehindCommit() async throws {
    let records = try SourceRecord.records(0..<3)
    let source = AnsweringSource { request in
      .page(SourcePage(records: request.cursor == nil ? records : [], cursor: "3", isLast: request.cursor != nil))
    }
    var outside = SyncEngine.Outside()
    // Each transaction is followed by a pause, in which the cancellation happens.
    outside.pace.transactionTime = 0
    outside.pace.committed = { withUnsafeCurrentTask { $0?.cancel() } }
    let changes = try catalog.changes()
    await #expect(throws: CancellationError.self) {
      try await catalog.syncEngine(sources: [source], outside: outside).refresh()
    }
    try expectEqual(temporary.foreign().value("SELECT expires_at FROM lease"), "0")
    try expectEqual(temporary.foreign().value("SELECT error FROM sync_run"), "interrupted")
    var iterator = changes.makeAsyncIterator()
    try await expectEqual(iterator.next(), .many)
    try await expectEqual(temporary.refresh(source)[0].outcome, .complete)
    try expectEqual(catalog.bookCount(), 3)
  }

  /// Lets the engine process the earlier requests.
  private static func settle(_ engine: SyncEngine) async {
    for _ in 0..<20 {
      await Task.yield()
      _ = try? await engine.refresh(Self.noSources)
    }
  }

  private static let noSources: RefreshOptions = {
    var options = RefreshOptions()
    options.sources = []
    return options
  }()
}
