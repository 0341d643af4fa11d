extension SeededGenerator {
  /// Characters that byte formats treat as syntax, and characters that combine with them into one `Character`.
  private static let symbols: [String] = [
    "\"", "\"\"", ",", ";", "; ", "\\", "\\;", "'", "=", "=\"", "+", "-", "@", "[", "]", "(", ")", " (S, #1)", "#", "&",
    " & ", "|", ":", "{", "}", "\t", " ", "\r", "\n", "\r\n", "\u{B}", "\u{85}", "\u{2028}",
  ]
  private static let joining: [String] = [
    "\u{301}", "\u{FE0F}", "\u{200D}", "\u{200C}", "\u{20E3}", "\u{1F3FB}", "\u{E0067}", "\u{D4E}", "\u{600}",
    "\u{903}",
  ]

  /// Returns a text of up to `length` pieces: syntax characters, characters that combine with them, and any scalars.
  public mutating func scalars(upTo length: Int = 8) -> String {
    (0..<Int.random(in: 0...length, using: &self)).map { _ in
      switch Int.random(in: 0..<6, using: &self) {
      case 0, 1: pick(Self.symbols)
      case 2: pick(Self.joining)
      case 3: String(anyScalar())
      default: pick(["a", "B", "7", "é", "村"])
      }
    }.joined()
  }

  private mutating func anyScalar() -> Unicode.Scalar {
    let maxValue: UInt32 = oneIn(2) ? 0x2FF : 0x10_FFFF
    while true {
      // A surrogate is not a scalar.
      if let scalar = Unicode.Scalar(UInt32.random(in: 1...maxValue, using: &self)) { return scalar }
    }
  }
}
