import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("The metadata queue, simulated")
struct FetchSimulationTests {
  @Test("the fetcher's guarantees hold, whatever happens")
  func holds() async throws {
    for seed in SimulatedSeeds.range(count: 4) {
      // Other tasks need the thread as well.
      await Task.yield()
      do {
        try FetchSimulation(seed).run(steps: 120)
      } catch let violation as FetchSimulation.Violation {
        Issue.record("seed \(seed): \(violation)")
        return
      }
    }
  }

  @Test("the simulation catches mistakes", arguments: FetchSimulation.BrokenVariant.allCases)
  func catches(variant: FetchSimulation.BrokenVariant) async throws {
    for seed in [variant.knownSeed] + Array(1...40) {
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
