import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

/// Random lives: servers that change, fail and forget, a user who edits, crashes, and engines that overtake each other.
/// `scripts/simulate` runs more of them than the tests do.
@Suite("Simulation")
struct SimulationTests {
  @Test("the engine's guarantees hold, whatever happens", arguments: SimulatedSeeds.parts(of: 10, count: 20))
  func holds(seeds: Range<UInt64>) async {
    for seed in seeds {
      if let failure = await Simulation.run(seed) {
        Issue.record("\(await failure.shortened().report)")
        return
      }
    }
  }

  @Test("the simulation catches typical mistakes", arguments: BrokenVariant.allCases)
  func catches(variant: BrokenVariant) async {
    for seed in [variant.knownSeed] + Array(1...60) {
      if await Simulation.run(seed, variant: variant) != nil { return }
    }
    Issue.record("an engine with the mistake \(variant) passes")
  }

  @Test("a failure is shortened to the steps that it needs")
  func shortens() async throws {
    var failure: Simulation.Failure?
    for seed: UInt64 in 1...60 where failure == nil {
      failure = await Simulation.run(seed, variant: .pullClobbersEdits)
    }
    let long = try #require(failure)
    let short = await long.shortened()
    #expect(short.steps.count <= 4 && short.steps.count < long.steps.count)
    #expect(short.violation.contains("I3"))
  }
}
