import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The times at which a refresh begins, pauses and gives up, and the results of enumerations.
@Suite("The timing of a refresh")
struct SyncCoreTimeTests {
  private let now = CoreBench.now

  private func failure(_ code: SourceFailure.Code, after seconds: Double? = nil) -> SourceFailure {
    SourceFailure(code, "feed", cause: "it burns", retryAfter: seconds.map { .seconds($0) })
  }

  @Test("a temporary failure is retried twice, after pauses of moderate length", arguments: 1...50)
  func pauses(seed: UInt64) throws {
    var bench = CoreBench(seed: seed)
    _ = bench.begin()
    for attempt in 1..<SyncCore.attempts {
      let pause = try #require(bench.step(.failed(failure(.unreachable))).pause)
      #expect(pause >= 0.1 && pause <= 0.5 * Double(1 << attempt))
      expectEqual(bench.step(.waited), [.fetch(CoreBench.first)])
    }
    expectEqual(bench.step(.failed(failure(.unreachable))).failure?.code, .unreachable)
  }

  @Test("an answer resets the count of attempts")
  func countsAnew() {
    var bench = CoreBench()
    _ = bench.begin()
    for _ in 0..<2 {
      _ = bench.step(.failed(failure(.timedOut)))
      _ = bench.step(.waited)
    }
    _ = bench.step(.answered(CoreBench.head(CoreBench.first, cursor: "b", isLast: false)))
    _ = bench.step(.stored(SyncPosition(cursor: "b")))
    #expect(bench.step(.failed(failure(.timedOut))).pause != nil)
  }

  @Test(
    "a permanent failure is not retried",
    arguments: [SourceFailure.Code.denied, .missing, .malformed, .tooLarge, .needsConsent, .failed])
  func lasting(code: SourceFailure.Code) {
    var bench = CoreBench()
    _ = bench.begin()
    expectEqual(bench.step(.failed(failure(code))).failure?.code, code)
  }

  @Test("a source rests longer with each failure, up to six hours", arguments: 0...12)
  func rests(failures: Int64) throws {
    let maxRest = min(60 * Double(1 << min(failures, 9)), 21_600)
    for seed: UInt64 in 1...20 {
      var bench = CoreBench(seed: seed)
      _ = bench.begin(SyncPosition(), SyncHealth(failures: failures))
      let rest = try #require(bench.step(.failed(failure(.failed))).rest())
      #expect(rest >= maxRest / 2 && rest <= maxRest)
    }
  }

  @Test(
    "a source's requested pause is respected between one second and one day",
    arguments: [(20.0, 20.0), (0, 1), (-5, 1), (90_000, 86_400)])
  func retryAfter(requested: Double, rest: Double) throws {
    var bench = CoreBench()
    _ = bench.begin()
    expectEqual(bench.step(.failed(failure(.denied, after: requested))).rest(), rest)
    var busy = CoreBench()
    _ = busy.begin()
    let effects = busy.step(.failed(failure(.busy, after: requested)))
    // A short pause is waited out within the refresh.
    #expect(requested > SyncCore.maxPause ? effects.rest() == rest : effects.pause == requested)
  }

  // MARK: The due rule

  struct Due: Sendable, CustomStringConvertible {
    let description: String
    var health: SyncHealth
    var interval: Double?
    var freshness: Double?
    var enumeration = SyncPosition.Enumeration.none
    let isRead: Bool
  }

  static let dues: [Due] = {
    func at(_ seconds: Double) -> Date { CoreBench.now.addingTimeInterval(seconds) }
    return [
      Due(description: "never read", health: SyncHealth(), isRead: true),
      Due(description: "read once, no interval", health: SyncHealth(ok: at(-1_000_000)), isRead: false),
      Due(description: "within its interval", health: SyncHealth(ok: at(-59)), interval: 60, isRead: false),
      Due(description: "behind its interval", health: SyncHealth(ok: at(-60)), interval: 60, isRead: true),
      Due(
        description: "its own interval goes first", health: SyncHealth(ok: at(-60)), interval: 100, freshness: 10,
        isRead: false),
      Due(description: "no longer fresh", health: SyncHealth(ok: at(-10)), freshness: 10, isRead: true),
      Due(description: "still fresh", health: SyncHealth(ok: at(-9)), freshness: 10, isRead: false),
      Due(
        description: "an enumeration is under way", health: SyncHealth(ok: at(-1)), interval: 60, enumeration: .whole,
        isRead: true),
      Due(description: "failed, and rests", health: SyncHealth(failures: 1, next: at(100)), isRead: false),
      Due(description: "failed, and has rested", health: SyncHealth(failures: 1, next: at(-1)), isRead: true),
      Due(
        description: "a rest by a clock that was set back", health: SyncHealth(failures: 1, next: at(90_000)),
        isRead: true),
      Due(
        description: "read by a clock that was set back", health: SyncHealth(ok: at(500)), interval: 60, isRead: true),
    ]
  }()

  @Test("a refresh of due sources asks only those", arguments: dues)
  func due(due: Due) {
    var options = RefreshOptions()
    (options.onlyDue, options.freshness) = (true, due.freshness.map { .seconds($0) })
    var bench = CoreBench(options, interval: due.interval)
    let effects = bench.begin(SyncPosition(enumeration: due.enumeration), due.health)
    expectEqual(effects != [.end(.skipped)], due.isRead, "\(due)")
    var byHand = CoreBench(interval: due.interval)
    #expect(byHand.begin(SyncPosition(enumeration: due.enumeration), due.health) != [.end(.skipped)])
  }

  // MARK: Enumerations

  @Test("an enumeration counts its starts and ends with its own number", arguments: [true, false])
  func enumerations(isStable: Bool) {
    var bench = CoreBench()
    _ = bench.begin(SyncPosition(generation: 4))
    let first = CoreBench.head(
      CoreBench.first, cursor: "b", isLast: false, coverage: .fullEnumeration(begins: true, isStable: isStable))
    let begun = SyncPosition(cursor: "b", generation: 5, enumeration: .whole)
    expectEqual(bench.step(.answered(first)).last, .store(first, from: SyncPosition(generation: 4), to: begun))
    _ = bench.step(.stored(begun))
    let last = CoreBench.head(
      SourceRequest(cursor: "b", size: 500), cursor: nil, coverage: .fullEnumeration(begins: false, isStable: isStable))
    let ended = SyncPosition(generation: 5, enumeration: isStable ? .ended : .endedUnstable)
    expectEqual(bench.step(.answered(last)), [.store(last, from: begun, to: ended)])
    expectEqual(bench.step(.stored(ended)), [.sweep(ended)])
  }

  @Test("an enumeration whose beginning was not seen, or that is incomplete, has no consequences")
  func broken() {
    for position in [
      SyncPosition(cursor: "b", generation: 1), SyncPosition(cursor: "b", generation: 1, enumeration: .broken),
    ] {
      var bench = CoreBench()
      _ = bench.begin(position)
      let head = CoreBench.head(
        SourceRequest(cursor: "b", size: 20), cursor: nil, coverage: .fullEnumeration(begins: false, isStable: true))
      let end = SyncPosition(generation: 1)
      expectEqual(bench.step(.answered(head)), [.store(head, from: position, to: end)])
      expectEqual(bench.step(.stored(end)), [.succeed(nil), .end(.complete)])
    }
  }

  @Test("an enumeration that would remove too much is dropped, so that the next refresh enumerates again")
  func needsConsent() {
    var bench = CoreBench.at(.sweeping)
    let refusal = failure(.needsConsent)
    let effects = bench.step(.failed(refusal))
    #expect(
      effects.contains(
        .reset(from: SyncPosition(generation: 1, enumeration: .ended), to: SyncPosition(generation: 1)))
        && effects.failure == refusal)
  }

  @Test("a record missed for the first time is checked again, whatever the source's validators are")
  func misses() {
    for misses in [true, false] {
      var bench = CoreBench()
      _ = bench.begin()
      let given = SourceValidators(etag: "x")
      _ = bench.step(
        .answered(
          CoreBench.head(
            CoreBench.first, cursor: nil, coverage: .fullEnumeration(begins: true, isStable: false), validators: given))
      )
      _ = bench.step(.stored(SyncPosition(generation: 1, enumeration: .endedUnstable)))
      let effects = bench.step(.swept(SyncPosition(generation: 1), misses: misses))
      expectEqual(effects, [.succeed(misses ? nil : given), .end(.complete)])
    }
  }

  @Test("removals left by an earlier refresh are completed first")
  func left() {
    var bench = CoreBench()
    let position = SyncPosition(generation: 2, enumeration: .ended)
    expectEqual(bench.begin(position), [.sweep(position)])
    expectEqual(bench.step(.swept(SyncPosition(generation: 2), misses: false)), [.fetch(CoreBench.first)])
  }
}
