import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The limits that keep a refresh from running forever.
@Suite("The length of a refresh")
struct SyncCoreLimitTests {
  /// Answers every request with a page that leads to another, until the core stops.
  ///
  /// - Parameter cursor: The cursor of a page, by its number from 1.
  private func read(
    _ bench: inout CoreBench, isEmpty: Bool = false, upTo maxPages: Int = 30_000, to cursor: (Int) -> String
  ) -> (pages: Int, effects: [SyncCore.Effect]) {
    var (effects, pages) = (bench.begin(SyncPosition(cursor: "start")), 0)
    while pages < maxPages, case .fetch(let request)? = effects.first {
      pages += 1
      let head = CoreBench.head(request, cursor: cursor(pages), isLast: false, isEmpty: isEmpty)
      let answered = bench.step(.answered(head))
      guard case .store(_, _, let position)? = answered.last else { return (pages, answered) }
      let stored = bench.step(.stored(position))
      effects = stored.isEmpty ? answered : stored
    }
    return (pages, effects)
  }

  struct Ring: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pages: Int
    let cursor: @Sendable (Int) -> String
  }

  private static let rings = [
    Ring(testDescription: "two that alternate", pages: 3) { ["b", "a"][$0 % 2] },
    Ring(testDescription: "back to the beginning", pages: 2) { $0 == 1 ? "a" : "start" },
    Ring(testDescription: "a long one", pages: 301) { "\($0 % 300)" },
    Ring(testDescription: "one with a way in", pages: 8) { $0 < 5 ? "in \($0)" : "\($0 % 3)" },
  ]

  @Test("pages that lead back to an earlier one are a failure", arguments: rings)
  func circles(ring: Ring) throws {
    var bench = CoreBench()
    let (pages, effects) = read(&bench, to: ring.cursor)
    try expectEqual(#require(effects.failure).code, .malformed)
    expectEqual(pages, ring.pages)
  }

  @Test("empty pages are abandoned, whatever their cursors, and the next refresh continues there")
  func empty() {
    var bench = CoreBench()
    let (pages, effects) = read(&bench, isEmpty: true) { "\($0)" }
    expectEqual(pages, RefreshPages.emptyLimit)
    expectEqual(effects, [.cancelFetch, .leaveOff(.emptyPages), .end(.partly(.emptyPages))])
    expectEqual(bench.core.position.cursor, "\(pages)")
  }

  @Test("ten million books are read at 500 per page, and an endless source is abandoned")
  func many() {
    #expect(RefreshPages.limit * SyncCore.pageSize > 10_000_000)
    var bench = CoreBench()
    let (pages, effects) = read(&bench) { "\($0)" }
    expectEqual(pages, RefreshPages.limit)
    expectEqual(effects, [.cancelFetch, .leaveOff(.pages), .end(.partly(.pages))])
    expectEqual(bench.core.position.cursor, "\(pages)")
  }

  @Test("a restart after a refused cursor may have the same pages again")
  func anew() {
    var bench = CoreBench()
    _ = bench.begin(SyncPosition(cursor: "a"))
    let request = SourceRequest(cursor: "a", size: 20)
    _ = bench.step(.answered(CoreBench.head(request, cursor: "b", isLast: false)))
    _ = bench.step(.stored(SyncPosition(cursor: "b")))
    _ = bench.step(.failed(SourceFailure(.cursorRefused, "feed", cause: "too old")))
    _ = bench.step(.stored(SyncPosition()))
    let again = bench.step(.answered(CoreBench.head(CoreBench.first, cursor: "b", isLast: false)))
    #expect(again.failure == nil)
  }

  @Test("when its time is up, a refresh ends after the page being stored", arguments: SyncCoreTests.Stage.allCases)
  func timeUp(stage: SyncCoreTests.Stage) {
    var bench = CoreBench.at(stage)
    let leaving: [SyncCore.Effect] = [.cancelFetch, .leaveOff(.time), .end(.partly(.time))]
    let effects = bench.step(.timeUp)
    switch stage {
    case .asking, .pausing: expectEqual(effects, leaving)
    case .storing:
      // It was the last page, so nothing is left.
      expectEqual(effects, [])
      expectEqual(bench.step(.stored(SyncPosition(cursor: "b"))).last, .end(.complete))
    case .resetting:
      expectEqual(effects, [])
      expectEqual(bench.step(.stored(SyncPosition())), leaving)
    case .sweeping:
      expectEqual(effects, [])
      expectEqual(bench.step(.swept(SyncPosition(generation: 1), misses: false)).last, .end(.complete))
    case .sweepingLeft:
      expectEqual(effects, [])
      expectEqual(bench.step(.swept(SyncPosition(generation: 1), misses: false)), leaving)
    case .ended: expectEqual(effects, [])
    }
  }

  @Test("a page that is not the last is stored before the refresh ends")
  func timeUpWhileStoring() {
    var bench = CoreBench()
    _ = bench.begin()
    _ = bench.step(.answered(CoreBench.head(CoreBench.first, cursor: "b", isLast: false)))
    expectEqual(bench.step(.timeUp), [])
    expectEqual(bench.step(.stored(SyncPosition(cursor: "b"))).last, .end(.partly(.time)))
  }
}
