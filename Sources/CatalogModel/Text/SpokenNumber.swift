extension Int {
  /// The number as sentences for people have it: `1,000,000`. `CommandLineKit` has its own, as neither module
  /// knows the other.
  package var spoken: String {
    guard magnitude >= 1_000 else { return String(self) }
    return (self / 1_000).spoken + "," + String(String(magnitude % 1_000 + 1_000).dropFirst())
  }
}

extension Double {
  /// The number as sentences for people have it: whole ones with commas, others as short as they are read back.
  package var spoken: String { Int(exactly: self)?.spoken ?? shortest }
}
