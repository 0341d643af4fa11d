import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The decisions of a refresh, without a catalog, a source or a clock.
@Suite("The decisions of a refresh")
struct SyncCoreTests {
  typealias Effect = SyncCore.Effect

  /// A state, and the events that bring a new core into it.
  enum Stage: CaseIterable {
    case asking, storing, pausing, resetting, sweeping, sweepingLeft, ended
  }

  private static let now = Date(timeIntervalSince1970: 1_767_225_600)

  @Test("a fact that answers no request is late and changes nothing", arguments: Stage.allCases)
  func late(stage: Stage) {
    for (name, input) in inputs() {
      var bench = CoreBench.at(stage)
      let effects = bench.step(input)
      let isExpected = Self.answers[stage]?.contains(name) == true
      #expect(effects.isEmpty != isExpected, "\(stage): \(name) gave \(effects)")
    }
  }

  /// The facts that each state awaits. A page stored while more follow requests nothing new, because the next request
  /// is already running. Therefore `stored` counts as an answer only after a last page.
  private static let answers: [Stage: Set<String>] = [
    .asking: ["answered", "unchanged", "failed", "timeUp"],
    .storing: ["stored", "failed", "overtaken", "taken"],
    .pausing: ["waited", "timeUp"],
    .resetting: ["stored", "failed", "overtaken", "taken"],
    .sweeping: ["swept", "failed", "overtaken", "taken"],
    .sweepingLeft: ["swept", "failed", "overtaken", "taken"],
    .ended: [],
  ]

  private func inputs() -> [(String, SyncCore.Input)] {
    let position = SyncPosition(cursor: "elsewhere", generation: 9)
    return [
      ("answered", .answered(CoreBench.head(CoreBench.first, cursor: "b"))), ("unchanged", .unchanged),
      ("failed", .failed(SourceFailure(.failed, "feed", cause: "it burns"))),
      ("stored", .stored(SyncPosition(cursor: "b"))), ("overtaken", .overtaken(position)), ("taken", .taken),
      ("swept", .swept(position, misses: false)), ("waited", .waited),
      ("timeUp", .timeUp),
    ]
  }

  @Test("an answer to another request is dropped")
  func otherQuestion() {
    var bench = CoreBench()
    _ = bench.begin()
    expectEqual(bench.step(.answered(CoreBench.head(SourceRequest(cursor: "other", size: 20), cursor: "b"))), [])
  }

  @Test("while a page is stored, the next one is requested by its cursor and in the size of a transaction")
  func prefetch() {
    var bench = CoreBench()
    expectEqual(bench.begin(), [.fetch(SourceRequest(size: 20))])
    let head = CoreBench.head(CoreBench.first, cursor: "b", isLast: false, epoch: "e")
    let next = SourceRequest(cursor: "b", epoch: "e", size: 500)
    let target = SyncPosition(cursor: "b", epoch: "e")
    expectEqual(bench.step(.answered(head)), [.fetch(next), .store(head, from: SyncPosition(), to: target)])
    expectEqual(bench.step(.stored(target)), [])
    let last = CoreBench.head(next, cursor: "c", epoch: "e")
    let end = SyncPosition(cursor: "c", epoch: "e")
    expectEqual(bench.step(.answered(last)), [.store(last, from: target, to: end)])
    expectEqual(bench.step(.stored(end)), [.succeed(nil), .end(.complete)])
    #expect(bench.core.isEnded)
  }

  @Test("a last page without news is not stored")
  func nothing() {
    var bench = CoreBench()
    let position = SyncPosition(cursor: "b")
    _ = bench.begin(position)
    let head = CoreBench.head(SourceRequest(cursor: "b", size: 20), cursor: "b", isEmpty: true)
    expectEqual(bench.step(.answered(head)), [.succeed(nil), .end(.complete)])
  }

  @Test("a page that is not the last and has no cursor ends the refresh")
  func endless() throws {
    var bench = CoreBench()
    _ = bench.begin(SyncPosition(cursor: "b"))
    let effects = bench.step(
      .answered(CoreBench.head(SourceRequest(cursor: "b", size: 20), cursor: "b", isLast: false)))
    try expectEqual(#require(effects.failure).code, .malformed)
  }

  // MARK: Cursors

  @Test("a refused cursor is dropped once, and a second refusal fails the refresh")
  func refused() throws {
    var bench = CoreBench()
    let position = SyncPosition(cursor: "old", epoch: "e", generation: 3)
    _ = bench.begin(position)
    let refusal = SourceFailure(.cursorRefused, "feed", cause: "gone")
    expectEqual(bench.step(.failed(refusal)), [.cancelFetch, .reset(from: position, to: SyncPosition(generation: 3))])
    expectEqual(bench.step(.stored(SyncPosition(generation: 3))), [.fetch(SourceRequest(size: 20))])
    let head = CoreBench.head(CoreBench.first, cursor: "b", isLast: false)
    _ = bench.step(.answered(head))
    _ = bench.step(.stored(SyncPosition(cursor: "b", generation: 3)))
    expectEqual(bench.step(.failed(refusal)).failure, refusal)
  }

  @Test("another epoch refuses the cursor but not the beginning")
  func epoch() {
    var bench = CoreBench()
    let position = SyncPosition(cursor: "old", epoch: "e")
    _ = bench.begin(position)
    let request = SourceRequest(cursor: "old", epoch: "e", size: 20)
    expectEqual(
      bench.step(.answered(CoreBench.head(request, cursor: "b", epoch: "f"))),
      [.cancelFetch, .reset(from: position, to: SyncPosition())])
    var fresh = CoreBench()
    _ = fresh.begin(SyncPosition(epoch: "e"))
    let head = CoreBench.head(SourceRequest(epoch: "e", size: 20), cursor: "b", epoch: "f")
    let effects = fresh.step(.answered(head))
    expectEqual(effects, [.store(head, from: SyncPosition(epoch: "e"), to: SyncPosition(cursor: "b", epoch: "f"))])
  }

  @Test("a full refresh first drops the cursor and does not check for changes")
  func full() {
    var options = RefreshOptions()
    options.isFull = true
    var bench = CoreBench(options)
    let position = SyncPosition(cursor: "b", generation: 1)
    expectEqual(
      bench.begin(position, SyncHealth(ok: Self.now, etag: "x")),
      [.reset(from: position, to: SyncPosition(generation: 1))])
    expectEqual(bench.step(.stored(SyncPosition(generation: 1))), [.fetch(SourceRequest(size: 20))])
    var empty = CoreBench(options)
    expectEqual(empty.begin(SyncPosition(), SyncHealth(etag: "x")), [.fetch(SourceRequest(size: 20))])
  }

  @Test("an overtaken refresh continues from the other's position, a limited number of times")
  func overtaken() {
    var bench = CoreBench()
    _ = bench.begin()
    var request = CoreBench.first
    for time in 1...SyncCore.overtakings {
      let head = CoreBench.head(request, cursor: "n\(time)")
      _ = bench.step(.answered(head))
      request = SourceRequest(cursor: "o\(time)", size: 20)
      expectEqual(bench.step(.overtaken(SyncPosition(cursor: "o\(time)"))), [.cancelFetch, .fetch(request)])
    }
    _ = bench.step(.answered(CoreBench.head(request, cursor: "n")))
    expectEqual(bench.step(.overtaken(SyncPosition(cursor: "o"))), [.cancelFetch, .end(.elsewhere)])
  }

  @Test("a source in use by another process is left to it", arguments: [Stage.storing, .resetting, .sweeping])
  func taken(stage: Stage) {
    var bench = CoreBench.at(stage)
    expectEqual(bench.step(.taken), [.cancelFetch, .end(.elsewhere)])
  }

  // MARK: Validators

  @Test("the first request carries a source's last validators, and those of its answer are kept")
  func validators() {
    let (old, new) = (SourceValidators(etag: "old", lastModified: "then"), SourceValidators(etag: "new"))
    let health = SyncHealth(etag: "old", lastModified: "then")
    var bench = CoreBench()
    let request = SourceRequest(validators: old, size: 20)
    expectEqual(bench.begin(SyncPosition(), health), [.fetch(request)])
    expectEqual(bench.step(.unchanged), [.succeed(old), .end(.complete)])
    var changed = CoreBench()
    _ = changed.begin(SyncPosition(), health)
    _ = changed.step(.answered(CoreBench.head(request, cursor: "b", validators: new)))
    expectEqual(changed.step(.stored(SyncPosition(cursor: "b"))), [.succeed(new), .end(.complete)])
  }

  @Test(
    "an enumeration left by another refresh continues despite validators, and the next one begins without doubt"
  )
  func resumed() {
    var bench = CoreBench()
    let position = SyncPosition(cursor: "b", generation: 1, enumeration: .whole)
    let request = SourceRequest(cursor: "b", size: 20)
    expectEqual(bench.begin(position, SyncHealth(etag: "old")), [.fetch(request)])
    let head = CoreBench.head(
      request, cursor: nil, coverage: .fullEnumeration(begins: false, isStable: true),
      validators: SourceValidators(etag: "new"))
    _ = bench.step(.answered(head))
    let end = SyncPosition(generation: 1, enumeration: .ended)
    expectEqual(bench.step(.stored(end)), [.sweep(end)])
    expectEqual(
      bench.step(.swept(SyncPosition(generation: 1), misses: false)), [.succeed(nil), .end(.complete)],
      "its first pages are older than what the source says of its age now")
  }
}
