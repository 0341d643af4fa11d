extension Int {
  /// The number as messages show it: `1,000,000`. `CommandLineKit` has a copy of this function, because neither module
  /// imports the other.
  package var spoken: String {
    guard magnitude >= 1_000 else { return String(self) }
    return (self / 1_000).spoken + "," + String(String(magnitude % 1_000 + 1_000).dropFirst())
  }
}

extension Double {
  /// The number as messages show it. A whole number has commas; any other number is written with as few digits as
  /// identify it.
  package var spoken: String { Int(exactly: self)?.spoken ?? shortest }
}
