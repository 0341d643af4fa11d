import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// Runs histories and shortens those that violate an invariant.
enum Simulation {
  /// The number of steps of a history.
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

    /// Returns the failure with as few steps as possible: parts are removed while the rest still fails.
    func shortened() async -> Failure {
      var shortest = self
      var part = max(1, steps.count / 2)
      while true {
        var isShorter = false
        var start = 0
        while start < shortest.steps.count {
          var remaining = shortest.steps
          remaining.removeSubrange(start..<min(start + part, remaining.count))
          if let failure = await Simulation.live(remaining, seed: seed, variant: variant) {
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

  /// - Returns: The violation; `nil` if there is none.
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
