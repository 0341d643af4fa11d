import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Reading a source again because its rules are newer.
@Suite("The decisions of a refresh by newer rules")
struct SyncCoreRulesTests {
  private typealias Decoder = SyncPosition.Decoder

  private static let wasRead = SyncHealth(ok: CoreBench.now, etag: "x", lastModified: "y")

  @Test("the source is read from its beginning without checking for changes", arguments: ["c", nil])
  func older(cursor: String?) {
    var bench = CoreBench(decoder: 3)
    let position = SyncPosition(cursor: cursor, epoch: "e", generation: 4, decoder: Decoder(version: 2))
    let beginning = SyncPosition(generation: 4, decoder: Decoder(version: 3, isReplacing: true))
    expectEqual(bench.begin(position, Self.wasRead), [.reset(from: position, to: beginning)])
    expectEqual(bench.step(.stored(beginning)), [.fetch(CoreBench.first)])
    let whole = SourceCoverage.fullEnumeration(begins: true, isStable: true)
    let head = CoreBench.head(CoreBench.first, cursor: "d", isLast: false, coverage: whole)
    var target = SyncPosition(cursor: "d", generation: 5, enumeration: .whole, decoder: beginning.decoder)
    #expect(bench.step(.answered(head)).contains(.store(head, from: beginning, to: target)))
    _ = bench.step(.stored(target))
    let rest = SourceCoverage.fullEnumeration(begins: false, isStable: true)
    let last = CoreBench.head(SourceRequest(cursor: "d", size: 500), cursor: "e", coverage: rest)
    let before = target
    target = SyncPosition(cursor: "e", generation: 5, enumeration: .ended, decoder: Decoder(version: 3))
    expectEqual(bench.step(.answered(last)), [.store(last, from: before, to: target)])
    #expect(bench.core.isReplacing)
  }

  @Test("an interrupted walk continues, and one with a refused cursor restarts as the same walk")
  func left() {
    var bench = CoreBench(decoder: 3)
    let position = SyncPosition(
      cursor: "d", generation: 5, enumeration: .whole, decoder: Decoder(version: 3, isReplacing: true))
    expectEqual(bench.begin(position, Self.wasRead), [.fetch(SourceRequest(cursor: "d", size: 20))])
    let refusal = SourceFailure(.cursorRefused, "feed", cause: "gone")
    let beginning = SyncPosition(generation: 5, decoder: position.decoder)
    expectEqual(bench.step(.failed(refusal)), [.cancelFetch, .reset(from: position, to: beginning)])
    expectEqual(bench.step(.stored(beginning)), [.fetch(CoreBench.first)])
    var again = CoreBench(decoder: 3)
    expectEqual(again.begin(beginning, Self.wasRead), [.fetch(CoreBench.first)])
  }

  @Test("a source that was never read, or was read by these rules or newer ones, is asked as usual")
  func asEver() {
    var first = CoreBench(decoder: 3)
    #expect(first.begin() == [.fetch(CoreBench.first)] && !first.core.isReplacing)
    for version in [3, 4] as [Int64] {
      var bench = CoreBench(decoder: 3)
      let known = SourceRequest(
        cursor: "c", validators: SourceValidators(etag: "x", lastModified: "y"), size: 20)
      let position = SyncPosition(cursor: "c", decoder: Decoder(version: version))
      #expect(bench.begin(position, Self.wasRead) == [.fetch(known)] && !bench.core.isReplacing)
      // A newer program reads again what an older one has read.
      let head = CoreBench.head(known, cursor: "d")
      let target = SyncPosition(cursor: "d", decoder: Decoder(version: 3))
      expectEqual(bench.step(.answered(head)), [.store(head, from: position, to: target)])
    }
  }

  @Test("a source that another process read first is examined again")
  func overtaken() {
    var bench = CoreBench(decoder: 3)
    let position = SyncPosition(cursor: "c", decoder: Decoder(version: 2))
    _ = bench.begin(position, Self.wasRead)
    let older = SyncPosition(cursor: "d", generation: 1, decoder: Decoder(version: 2))
    let beginning = SyncPosition(generation: 1, decoder: Decoder(version: 3, isReplacing: true))
    expectEqual(bench.step(.overtaken(older)), [.cancelFetch, .reset(from: older, to: beginning)])
    let newer = SyncPosition(cursor: "e", generation: 2, decoder: Decoder(version: 3))
    #expect(
      bench.step(.overtaken(newer)) == [.cancelFetch, .fetch(SourceRequest(cursor: "e", size: 20))]
        && !bench.core.isReplacing)
  }
}
