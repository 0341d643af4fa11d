import FoundationEssentials

/// The seeds that random histories grow from: a few that each test has of its own, or those that the environment asks for, as
/// `scripts/simulate` does.
public enum SimulatedSeeds {
  /// - Parameters:
  ///   - first: the first seed where nobody asks for others.
  ///   - count: how many there are then.
  public static func range(from first: UInt64 = 1, count: UInt64) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["CATALOG_SIMULATION_FIRST"].flatMap(UInt64.init) ?? first
    let count = environment["CATALOG_SIMULATION_SEEDS"].flatMap(UInt64.init) ?? count
    return first..<first + count
  }

  /// The same in parts, for test cases that run beside each other.
  public static func parts(of size: Int, count: UInt64) -> [Range<UInt64>] {
    let seeds = range(count: count)
    return stride(from: seeds.lowerBound, to: seeds.upperBound, by: size).map {
      $0..<min($0 + UInt64(size), seeds.upperBound)
    }
  }
}
