/// A small generator of random numbers: the same seed gives the same numbers everywhere (Steele, Lea, Flood: “Fast
/// splittable pseudorandom number generators”, 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// The numbers of a seed.
  ///
  /// - Parameter count: how many of them to pass over, which takes no time.
  package init(seed: UInt64, droppingFirst count: UInt64 = 0) { state = seed &+ Self.step &* count }

  package mutating func next() -> UInt64 {
    state &+= Self.step
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to, not including, 1. Not `Double.random`, whose numbers a later Swift may give differently.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
