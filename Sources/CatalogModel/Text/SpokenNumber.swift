extension Int {
  /// The number as it is written in messages: `1,000,000`. `CommandLineKit` has its own version, because neither module
  /// imports the other.
  package var spoken: String {
    guard magnitude >= 1_000 else { return String(self) }
    return (self / 1_000).spoken + "," + String(String(magnitude % 1_000 + 1_000).dropFirst())
  }
}

extension Double {
  /// The number as it is written in messages: whole numbers with commas, others in the shortest form that reads back.
  package var spoken: String { Int(exactly: self)?.spoken ?? shortest }
}
