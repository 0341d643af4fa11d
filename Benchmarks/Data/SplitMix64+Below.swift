import Catalog

extension SplitMix64 {
  /// From 0 up to, not including, the bound, which is at least 1.
  mutating func below(_ bound: Int) -> Int { Int(unit() * Double(bound)) }
}
