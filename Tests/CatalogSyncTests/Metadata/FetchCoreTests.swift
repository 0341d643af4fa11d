import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The decisions of a fetcher, without a catalog, a provider or a clock.
@Suite("The decisions of a fetcher")
struct FetchCoreTests {
  /// A state, and the events that bring a new core into it.
  enum Stage: CaseIterable {
    /// Waiter 1 waits for row 1, and request 1 asks for it.
    case idle
    /// As `idle`, and row 3 was requested.
    case gathering
    case batching
    /// As `batching`, and row 4 was added since.
    case batchingMore
    /// Stopped with request 1 running, without and with a batch.
    case stopping, stoppingBatch
    case finishing, stopped
  }

  private static let broken = CatalogError.noBook("1")

  private static func bench(at stage: Stage) -> FetchCoreBench {
    var bench = FetchCoreBench()
    _ = bench.step(.rowAwaited(1, by: 1, isForced: false))
    _ = bench.commit(bench.result(requests: [bench.request([1], isWaiterOnly: true)]))
    func gather() { _ = bench.step(.requested([3], isForced: false)) }
    func batch() {
      gather()
      _ = bench.step(.gathered)
    }
    switch stage {
    case .idle: break
    case .gathering: gather()
    case .batching: batch()
    case .batchingMore:
      batch()
      _ = bench.step(.requested([4], isForced: false))
    case .stopping: _ = bench.step(.stop)
    case .stoppingBatch:
      batch()
      _ = bench.step(.stop)
    case .finishing, .stopped:
      _ = bench.step(.stop)
      _ = bench.step(.responded(request: 1, .cancelled))
      if stage == .stopped { _ = bench.step(.committed(bench.result())) }
    }
    return bench
  }

  private static func events(_ bench: inout FetchCoreBench) -> [(String, FetchCore.Event)] {
    [
      ("shown", .shown([9], ahead: [], viewer: "list")), ("asked", .requested([8], isForced: false)),
      ("rowAwaited", .rowAwaited(7, by: 2, isForced: false)),
      ("reportAwaited", .reportAwaited([5, 6], by: 3, isForced: false, isBrief: false)),
      ("waiterLeft", .waiterLeft(1)), ("gathered", .gathered),
      ("committed", .committed(bench.result(requests: [bench.request([3])]))), ("failed", .failed(broken)),
      ("responded", .responded(request: 1, .answers([.notFound]))), ("timerFired", .timerFired(200)), ("stop", .stop),
    ]
  }

  /// The effects of each event; events that are not listed have none.
  private static let table: [Stage: [String: [String]]] = [
    .idle: [
      "shown": ["gather"], "asked": ["gather"], "rowAwaited": ["gather"], "reportAwaited": ["gather"],
      "waiterLeft": ["row 1 fails", "cancel 1", "gather"], "responded": ["gather"],
      "timerFired": ["cancel 1", "gather"], "stop": ["cancel 1", "timer 102.0"],
    ],
    .gathering: [
      "waiterLeft": ["row 1 fails", "cancel 1"], "gathered": ["run [3]"], "timerFired": ["cancel 1"],
      "stop": ["cancel 1", "timer 102.0"],
    ],
    .batching: [
      "waiterLeft": ["row 1 fails", "cancel 1"], "committed": ["start 2", "changes"],
      "failed": ["cannot store", "timer 101.0", "row 1 fails"], "timerFired": ["cancel 1"],
      "stop": ["cancel 1", "timer 102.0"],
    ],
    .batchingMore: [
      "waiterLeft": ["row 1 fails", "cancel 1"], "committed": ["start 2", "changes", "gather"],
      "failed": ["cannot store", "timer 101.0", "row 1 fails"], "timerFired": ["cancel 1"],
      "stop": ["cancel 1", "timer 102.0"],
    ],
    .stopping: [
      "rowAwaited": ["row 2 fails"], "reportAwaited": ["report 3 fails"], "waiterLeft": ["row 1 fails"],
      "responded": ["run last answered 1", "timer 102.0"], "timerFired": ["run last cancelled 1", "timer 102.0"],
    ],
    .stoppingBatch: [
      "rowAwaited": ["row 2 fails"], "reportAwaited": ["report 3 fails"], "waiterLeft": ["row 1 fails"],
      "committed": ["changes"], "failed": ["row 1 fails"],
      "timerFired": ["cancel batch", "no timer", "row 1 fails", "finish"],
    ],
    .finishing: [
      "rowAwaited": ["row 2 fails"], "reportAwaited": ["report 3 fails"], "waiterLeft": ["row 1 fails"],
      "committed": ["no timer", "row 1 fails", "finish"], "failed": ["no timer", "row 1 fails", "finish"],
      "timerFired": ["cancel batch", "no timer", "row 1 fails", "finish"],
    ],
    .stopped: ["rowAwaited": ["row 2 fails"], "reportAwaited": ["report 3 fails"]],
  ]

  @Test("each event has exactly its effects in each state", arguments: Stage.allCases)
  func table(stage: Stage) {
    var start = Self.bench(at: stage)
    for (name, event) in Self.events(&start) {
      var bench = start
      expectEqual(bench.step(event).map(\.text), Self.table[stage]?[name] ?? [], "\(stage): \(name)")
    }
  }

  // MARK: Waiters

  @Test("a waiter for a row gets its state once, and a waiter for a report gets each step")
  func answers() {
    var bench = FetchCoreBench()
    _ = bench.step(.rowAwaited(1, by: 1, isForced: false))
    _ = bench.step(.reportAwaited([1, 2], by: 2, isForced: false, isBrief: false))
    let first = bench.commit(bench.result(complete: [1])).map(\.text)
    expectEqual(first.filter { !$0.hasPrefix("timer") }, ["changes", "row 1 not found", "progress 2 1 of 2"])
    _ = bench.step(.requested([2], isForced: false))
    expectEqual(
      bench.commit(bench.result(complete: [2])).map(\.text), ["changes", "progress 2 2 of 2", "report 2 2 of 2"])
    #expect(bench.step(.waiterLeft(1)).isEmpty && bench.step(.waiterLeft(2)).isEmpty)
  }

  @Test("a report of no rows is ready at once")
  func nothing() {
    var bench = FetchCoreBench()
    let effects = bench.step(.reportAwaited([], by: 1, isForced: false, isBrief: false))
    expectEqual(effects.map(\.text), ["report 1 0 of 0"])
  }

  @Test("an unresponsive host ends the waits, and observers are notified once")
  func hostWaits() {
    var bench = FetchCoreBench()
    let wait = HostWait(failure: SourceFailure(.unreachable, "host", cause: "offline"), until: nil)
    _ = bench.step(.rowAwaited(1, by: 1, isForced: false))
    expectEqual(bench.commit(bench.result(hostWait: wait)).map(\.text), ["host waits", "changes", "row 1 waiting"])
    _ = bench.step(.reportAwaited([2], by: 2, isForced: false, isBrief: true))
    let again = bench.commit(bench.result(hostWait: wait)).map(\.text)
    expectEqual(again, ["changes", "progress 2 0 of 1", "report 2 0 of 1"])
  }

  @Test("only the last waiter for a row cancels its request and withdraws the row")
  func shared() {
    var bench = FetchCoreBench()
    _ = bench.step(.rowAwaited(1, by: 1, isForced: false))
    _ = bench.step(.rowAwaited(1, by: 2, isForced: false))
    _ = bench.commit(bench.result(requests: [bench.request([1], isWaiterOnly: true)]))
    expectEqual(bench.step(.waiterLeft(1)).map(\.text), ["row 1 fails"])
    expectEqual(bench.step(.waiterLeft(2)).map(\.text), ["row 2 fails", "cancel 1", "gather"])
    _ = bench.step(.responded(request: 1, .cancelled))
    expectEqual(bench.step(.gathered).map(\.text), ["run cancelled 1 without 1 without 1"])
  }

  @Test("a row with other waiters is not cancelled", arguments: ["seen", "asked for", "reported", "of others"])
  func wanted(how: String) {
    var bench = FetchCoreBench()
    _ = bench.step(.rowAwaited(1, by: 1, isForced: false))
    switch how {
    case "seen": _ = bench.step(.shown([1], ahead: [], viewer: "list"))
    case "asked for": _ = bench.step(.requested([1], isForced: false))
    case "reported": _ = bench.step(.reportAwaited([1], by: 2, isForced: false, isBrief: false))
    default: break
    }
    _ = bench.commit(bench.result(requests: [bench.request([1], isWaiterOnly: how != "of others")]))
    let effects = bench.step(.waiterLeft(1)).map(\.text)
    expectEqual(effects, how == "of others" ? ["row 1 fails", "gather"] : ["row 1 fails"])
  }

  @Test("a claimed row whose last waiter has left is not requested")
  func leftMeanwhile() {
    var bench = FetchCoreBench()
    _ = bench.step(.rowAwaited(1, by: 1, isForced: false))
    _ = bench.step(.gathered)
    expectEqual(bench.step(.waiterLeft(1)).map(\.text), ["row 1 fails"])
    let effects = bench.step(.committed(bench.result(requests: [bench.request([1], isWaiterOnly: true)])))
    expectEqual(effects.map(\.text), ["changes", "gather"])
    expectEqual(bench.step(.gathered).map(\.text), ["run cancelled 1 without 1 without 1"])
  }

  // MARK: Time

  @Test("a request that takes too long times out, and its later answer is ignored")
  func late() {
    var bench = FetchCoreBench()
    _ = bench.step(.requested([1], isForced: false))
    let begun = bench.commit(bench.result(requests: [bench.request([1])]))
    expectEqual(begun.map(\.text), ["start 1", "changes", "timer 125.0"])
    bench.now = 125
    expectEqual(bench.step(.timerFired(125)).map(\.text), ["cancel 1", "gather"])
    #expect(bench.step(.responded(request: 1, .cancelled)).isEmpty)
    expectEqual(bench.step(.gathered).map(\.text), ["run timedOut 1"])
  }

  @Test("a failed batch is retried with all its input, with doubling delays")
  func retries() {
    var bench = FetchCoreBench()
    _ = bench.step(.requested([1, 2], isForced: false))
    _ = bench.step(.gathered)
    for (index, pause) in [1.0, 2, 4, 8, 16, 32, 60, 60].enumerated() {
      let effects = bench.step(.failed(Self.broken)).map(\.text)
      let due = bench.now + pause
      expectEqual(effects, (index == 0 ? ["cannot store"] : []) + ["timer \(due)"])
      bench.now = due
      expectEqual(bench.step(.timerFired(due)).map(\.text), ["gather"])
      expectEqual(bench.step(.gathered).map(\.text), ["run [1, 2]"])
    }
    _ = bench.step(.committed(bench.result()))
    _ = bench.step(.requested([3], isForced: false))
    _ = bench.step(.gathered)
    expectEqual(bench.step(.failed(Self.broken)).map(\.text), ["cannot store", "timer \(bench.now + 1)"])
  }

  @Test("nothing is retried if nothing can be stored")
  func readOnly() {
    var bench = FetchCoreBench(canStore: false)
    _ = bench.step(.rowAwaited(1, by: 1, isForced: false))
    _ = bench.step(.gathered)
    expectEqual(bench.step(.failed(Self.broken)).map(\.text), ["cannot store", "row 1 fails"])
    _ = bench.step(.shown([], ahead: [], viewer: "list"))
    expectEqual(bench.step(.gathered).map(\.text), ["run"])
  }

  @Test("rows claimed by another process are checked again soon")
  func elsewhere() {
    var bench = FetchCoreBench()
    _ = bench.step(.rowAwaited(1, by: 1, isForced: false))
    expectEqual(bench.commit(bench.result(elsewhere: [1], isIdle: true)).map(\.text), ["changes", "timer 100.25"])
    bench.now = 100.25
    expectEqual(bench.step(.timerFired(100.25)).map(\.text), ["gather"])
    expectEqual(bench.step(.gathered).map(\.text), ["run [1]"])
  }

  @Test("the queue is checked when the next row is due, and an earlier timer stays")
  func wakes() {
    var bench = FetchCoreBench()
    _ = bench.step(.requested([1], isForced: false))
    expectEqual(bench.commit(bench.result(wakesAfter: 10)).map(\.text), ["changes", "timer 110.0"])
    _ = bench.step(.requested([2], isForced: false))
    expectEqual(bench.commit(bench.result(wakesAfter: 20)).map(\.text), ["changes"])
    _ = bench.step(.requested([3], isForced: false))
    expectEqual(bench.commit(bench.result(wakesAfter: 5)).map(\.text), ["changes", "timer 105.0"])
    expectEqual(bench.step(.timerFired(105)).map(\.text), ["gather"])
  }
}
