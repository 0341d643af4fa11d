import CatalogTestSupport
import FoundationEssentials

@testable import Catalog
@testable import CatalogModel

/// A core with a fixed clock and fixed random numbers.
struct CoreBench {
  static let now = Date(timeIntervalSince1970: 1_767_225_600)
  static let first = SourceRequest(size: 20)

  var core: SyncCore
  var generator: SeededGenerator
  var now = CoreBench.now

  init(_ options: RefreshOptions = RefreshOptions(), interval: Double? = nil, decoder: Int64 = 1, seed: UInt64 = 1) {
    core = SyncCore(source: "feed", decoder: decoder, options: options, interval: interval)
    generator = SeededGenerator(seed: seed)
  }

  mutating func begin(
    _ position: SyncPosition = SyncPosition(), _ health: SyncHealth = SyncHealth()
  ) -> [SyncCore.Effect] {
    step(.begin(position, health))
  }

  mutating func step(_ input: SyncCore.Input) -> [SyncCore.Effect] {
    core.step(input, now: now, using: &generator)
  }

  static func head(
    _ request: SourceRequest, cursor: String?, isLast: Bool = true, coverage: SourceCoverage = .changes,
    epoch: String? = nil, validators: SourceValidators? = nil, isEmpty: Bool = false
  ) -> SyncCore.PageHead {
    SyncCore.PageHead(
      SourcePage(
        items: isEmpty ? [] : [.present(remoteID: "1")], cursor: cursor, isLast: isLast, coverage: coverage,
        epoch: epoch, validators: validators),
      request: request)
  }

  /// Returns a core in a state.
  static func at(_ stage: SyncCoreTests.Stage) -> CoreBench {
    var bench = CoreBench()
    let enumeration = SourceCoverage.fullEnumeration(begins: true, isStable: true)
    switch stage {
    case .asking: _ = bench.begin()
    case .storing:
      _ = bench.begin()
      _ = bench.step(.answered(head(first, cursor: "b")))
    case .pausing:
      _ = bench.begin()
      _ = bench.step(.failed(SourceFailure(.unreachable, "feed", cause: "no route")))
    case .resetting:
      _ = bench.begin(SyncPosition(cursor: "a"))
      _ = bench.step(.failed(SourceFailure(.cursorRefused, "feed", cause: "too old")))
    case .sweeping:
      _ = bench.begin()
      _ = bench.step(.answered(head(first, cursor: nil, coverage: enumeration)))
      _ = bench.step(.stored(SyncPosition(generation: 1, enumeration: .ended)))
    case .sweepingLeft: _ = bench.begin(SyncPosition(generation: 1, enumeration: .ended))
    case .ended:
      _ = bench.begin()
      _ = bench.step(.unchanged)
    }
    return bench
  }
}

extension [SyncCore.Effect] {
  /// The failure that ends the refresh.
  var failure: SourceFailure? {
    guard case .end(.failed(let failure))? = last else { return nil }
    return failure
  }

  /// Returns the number of seconds before the source is asked again.
  func rest(from now: Date = CoreBench.now) -> Double? {
    for case .fail(_, let next) in self { return next.timeIntervalSince(now) }
    return nil
  }

  /// The number of seconds that the refresh pauses.
  var pause: Double? {
    for case .wait(_, let seconds) in self { return seconds }
    return nil
  }
}
