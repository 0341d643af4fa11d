import Catalog

/// A generator of random numbers that are the same for the same seed on every machine (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix64

  public init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { numbers.next() }

  /// Returns true once in `times` calls on average.
  public mutating func oneIn(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

  /// Returns one of the given values, which must not be empty.
  public mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element {
    choices[choices.index(choices.startIndex, offsetBy: Int.random(in: 0..<choices.count, using: &self))]
  }

  /// Returns a number from 0 up to, but not including, `sides`.
  public mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
}
