extension Double {
  /// The number that decimal digits say, with a sign, a point and an exponent; `nil` for any other text, hexadecimal digits and the
  /// words for what is no number among them.
  package static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "-+.eE".utf8.contains($0) }) else { return nil }
    return Double(String(text))
  }
}
