/// A small pseudo-random number generator: the same seed produces the same numbers everywhere (Steele, Lea, Flood:
/// “Fast splittable pseudorandom number generators”, 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// Creates a generator with a seed.
  ///
  /// - Parameter count: The number of values to skip, in constant time.
  package init(seed: UInt64, droppingFirst count: UInt64 = 0) { state = seed &+ Self.step &* count }

  package mutating func next() -> UInt64 {
    state &+= Self.step
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, 1. `Double.random` is not used, because its results may differ
  /// in a later version of Swift.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
