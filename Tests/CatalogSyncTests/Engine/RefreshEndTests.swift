import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("The end of a refresh")
struct RefreshEndTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns timers that end on request, once, or never.
  private func outside(timeUp: Signal? = nil, patienceOver: Signal? = nil) -> SyncEngine.Outside {
    var outside = SyncEngine.Outside()
    outside.wait = { wait, _ in
      await ((wait == .patience ? patienceOver : wait == .deadline ? timeUp : nil) ?? Signal()).wait()
      try Task.checkCancellation()
    }
    return outside
  }

  @Test("a refresh ends when its time is up, keeps the stored pages, and the next one continues after them")
  func timeUp() async throws {
    let records = try SourceRecord.records(0..<3)
    let (timeUp, isSlow) = (Signal(), Holder(true))
    let source = AnsweringSource { request in
      let start = Int(request.cursor ?? "0") ?? 0
      if start == 1, isSlow.value {
        timeUp.send()
        await Signal().wait()
        throw CancellationError()
      }
      return .page(
        SourcePage(
          items: [.record(records[start])], cursor: start == 2 ? nil : "\(start + 1)", isLast: start == 2,
          coverage: .fullEnumeration(begins: start == 0, isStable: true)))
    }
    let report = try await temporary.refresh(source, outside: outside(timeUp: timeUp))[0]
    #expect(report.outcome == .partly(.time) && report.limit == .time && report.counts.added == 1)
    try expectEqual(temporary.foreign().value("SELECT expires_at FROM lease"), "0")
    try expectEqual(
      temporary.foreign().value("SELECT error FROM sync_run"), "not read completely: the time limit was reached")
    isSlow.value = false
    var due = RefreshOptions()
    due.onlyDue = true
    let rest = try await temporary.refresh(source, options: due, outside: outside())[0]
    #expect(rest.outcome == .complete && rest.counts.added == 2)
    expectEqual(source.receivedRequests.map(\.cursor), [nil, "1", "1", "2"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("a refresh ends although the source never declares a last page", arguments: [true, false])
  func endless(isDryRun: Bool) async throws {
    let source = AnsweringSource { request in
      let number = Int(request.cursor ?? "0") ?? 0
      return .page(SourcePage(items: [], cursor: "\(number + 1)", isLast: false))
    }
    var options = RefreshOptions()
    options.isDryRun = isDryRun
    let report = try await temporary.refresh(source, options: options, outside: outside())[0]
    expectEqual(report.outcome, .partly(.emptyPages))
    let next = try await temporary.refresh(source, options: options, outside: outside())[0]
    expectEqual(next.outcome, .partly(.emptyPages))
    let cursor = isDryRun ? nil : "\(2 * RefreshPages.emptyLimit)"
    try expectEqual(temporary.foreign().value("SELECT cursor FROM sync_cursor"), cursor)
  }

  /// Returns a source that ignores the cancellation of its first request until it is released.
  private func stubborn(_ begun: Signal, _ cancelled: Signal, _ release: MessageChannel<Bool>) throws -> AnsweringSource
  {
    let records = try SourceRecord.records(0..<2)
    let isFirst = Holder(true)
    return AnsweringSource { _ in
      if isFirst.value {
        isFirst.value = false
        begun.send()
        _ = await withTaskCancellationHandler {
          await release.next()
        } onCancel: {
          cancelled.send()
        }
      }
      return .page(SourcePage(records: records, cursor: "2", isLast: true))
    }
  }

  @Test("a cancelled refresh ends although the source does not respond, and observers are notified")
  func stubborn() async throws {
    let (begun, patienceOver, release) = (Signal(), Signal(), MessageChannel<Bool>())
    let source = try stubborn(begun, Signal(), release)
    let engine = catalog.syncEngine(sources: [source], outside: outside(patienceOver: patienceOver))
    let events = engine.events
    let caller = Task { try await engine.refresh() }
    await begun.wait()
    caller.cancel()
    patienceOver.send()
    await #expect(throws: CancellationError.self) { try await caller.value }
    expectEqual(engine.state(of: "feed"), .idle)
    try expectEqual(catalog.bookCount(), 0)
    try await expectEqual(engine.refresh()[0].counts.added, 2)
    // Its answer is ignored now.
    release.send(true)
    await engine.stop()
    var reported: [String] = []
    for await event in events {
      switch event {
      case .began: reported.append("began")
      case .ended(let report): reported.append("ended \(report.outcome)")
      case .stored, .wouldChange, .retrying: break
      }
    }
    expectEqual(reported, ["began", "ended interrupted", "began", "ended complete"])
  }

  @Test("a caller that arrives after a cancellation gets another refresh")
  func joining() async throws {
    let (begun, cancelled, release) = (Signal(), Signal(), MessageChannel<Bool>())
    let source = try stubborn(begun, cancelled, release)
    let engine = catalog.syncEngine(sources: [source], outside: outside())
    let first = Task { try await engine.refresh() }
    await begun.wait()
    first.cancel()
    await cancelled.wait()
    let second = Task.immediate { try await engine.refresh() }
    for _ in 0..<20 { await Task.yield() }
    release.send(true)
    await #expect(throws: CancellationError.self) { try await first.value }
    try await expectEqual(second.value[0].counts.added, 2)
    expectEqual(source.receivedRequests.count, 2)
  }
}
