/// A small generator of random numbers: the same seed gives the same numbers everywhere (Steele, Lea, Flood: “Fast
/// splittable pseudorandom number generators”, 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to, not including, 1. Not `Double.random`, whose numbers a later Swift may give differently.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// From 0 up to, not including, the bound, which is at least 1.
  mutating func below(_ bound: Int) -> Int { Int(unit() * Double(bound)) }
}
