import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// Runs histories, and shortens those in which something did not hold.
enum Simulation {
  /// Steps of a history.
  static let length = 28

  struct Failure: Sendable {
    let seed: UInt64
    let variant: BrokenVariant?
    var steps: [SimulationStep]
    var violation: String
    var story: [String]

    var report: String {
      """
      seed \(seed): \(violation)
      after \(steps.count) steps:
      \(story.joined(separator: "\n"))
      to repeat it: scripts/simulate --seeds 1 --first \(seed)
      """
    }

    /// The failure with as few steps as it needs: parts are left out while what is left fails too.
    func shortened() async -> Failure {
      var shortest = self
      var part = max(1, steps.count / 2)
      while true {
        var isShorter = false
        var start = 0
        while start < shortest.steps.count {
          var fewer = shortest.steps
          fewer.removeSubrange(start..<min(start + part, fewer.count))
          if let failure = await Simulation.live(fewer, seed: seed, variant: variant) {
            (shortest, isShorter) = (failure, true)
          } else {
            start += part
          }
        }
        if part == 1, !isShorter { return shortest }
        part = max(1, part / 2)
      }
    }
  }

  /// - Returns: what did not hold; `nil` when all did.
  static func run(_ seed: UInt64, variant: BrokenVariant? = nil) async -> Failure? {
    await live(SimulationStep.plan(seed: seed, steps: length), seed: seed, variant: variant)
  }

  private static func live(_ steps: [SimulationStep], seed: UInt64, variant: BrokenVariant?) async -> Failure? {
    var story: [String] = []
    do {
      let world = try SimulatedWorld(seed: seed, variant: variant)
      defer { story = world.story }
      try await world.live(steps)
      return nil
    } catch {
      return Failure(seed: seed, variant: variant, steps: steps, violation: String(describing: error), story: story)
    }
  }
}
