import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import Catalog

@Suite("The queue of metadata, simulated")
struct FetchSimulationTests {
  /// The seeds to run, of which the environment may ask for others.
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["CATALOG_SIMULATION_FIRST"].flatMap(UInt64.init) ?? 1
    return first..<first + (environment["CATALOG_SIMULATION_SEEDS"].flatMap(UInt64.init) ?? 10)
  }()

  @Test("holds what the fetcher promises, whatever happens")
  func holds() async throws {
    for seed in Self.seeds {
      // Others want the thread, too.
      await Task.yield()
      do {
        try FetchSimulation(seed).run(steps: 120)
      } catch let violation as FetchSimulation.Violation {
        Issue.record("seed \(seed): \(violation)")
        return
      }
    }
  }

  @Test("catches mistakes", arguments: FetchSimulation.BrokenVariant.allCases)
  func catches(variant: FetchSimulation.BrokenVariant) async throws {
    for seed: UInt64 in 1...40 {
      await Task.yield()
      do {
        try FetchSimulation(seed, variant).run(steps: 120)
      } catch is FetchSimulation.Violation {
        return
      }
    }
    Issue.record("a fetcher with the mistake \(variant) passes")
  }
}
