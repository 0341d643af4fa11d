import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("The time limit of a page")
struct PageTimeTests {
  @Test("a page that takes more than ten minutes fails the attempt and is requested again")
  func slowPage() async throws {
    let temporary = try TemporaryCatalog()
    let times = Holder<[Double]>([])
    var outside = SyncEngine.Outside()
    let begun = Signal()
    outside.wait = { wait, seconds in
      if wait == .retry { return }
      if wait == .page { times.value += [seconds] }
      // The timer of the second request never ends.
      await (wait == .page && times.value.count == 1 ? begun : Signal()).wait()
      try Task.checkCancellation()
    }
    let records = try SourceRecord.records(0..<2)
    let requestCount = Holder(0)
    let source = AnsweringSource { _ in
      requestCount.value += 1
      if requestCount.value == 1 {
        begun.send()
        await Signal().wait()
        throw CancellationError()
      }
      return .page(SourcePage(records: records, cursor: nil, isLast: true))
    }
    let events = Holder<[SourceFailure]>([])
    outside.observer = { event in if case .retrying(_, let failure, _) = event { events.value += [failure] } }
    let report = try await temporary.refresh(source, outside: outside)[0]
    #expect(report.outcome == .complete && report.counts.added == 2)
    #expect(events.value.map(\.code) == [.timedOut] && events.value[0].cause.contains("ten minutes"))
    expectEqual(times.value, [600, 600])
  }
}
