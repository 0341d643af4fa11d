import FoundationEssentials

/// The seeds of random histories: a few of each test's own, or those requested by the environment, as
/// `scripts/simulate` does.
public enum SimulatedSeeds {
  /// True if the environment requests seeds. Tests that choose among many inputs then try more of them.
  public static var isAtLength: Bool { ProcessInfo.processInfo.environment["CATALOG_SIMULATION_SEEDS"] != nil }

  /// - Parameters:
  ///   - first: The first seed if the environment does not request others.
  ///   - count: The number of seeds in that case.
  public static func range(from first: UInt64 = 1, count: UInt64) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["CATALOG_SIMULATION_FIRST"].flatMap(UInt64.init) ?? first
    let count = environment["CATALOG_SIMULATION_SEEDS"].flatMap(UInt64.init) ?? count
    return first..<first + count
  }

  /// Returns the seeds in parts, for test cases that run in parallel.
  public static func parts(of size: Int, count: UInt64) -> [Range<UInt64>] {
    let seeds = range(count: count)
    return stride(from: seeds.lowerBound, to: seeds.upperBound, by: size).map {
      $0..<min($0 + UInt64(size), seeds.upperBound)
    }
  }
}
