extension Double {
  /// Returns the number that a decimal text represents, with an optional sign, point and exponent. Returns `nil` for
  /// any other text, including hexadecimal numbers, `inf` and `nan`.
  package static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "-+.eE".utf8.contains($0) }) else { return nil }
    return Double(String(text))
  }
}
