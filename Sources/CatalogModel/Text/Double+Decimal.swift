extension Double {
  /// Returns the number that a decimal text represents; `nil` for any other text. A sign, a point and an exponent are
  /// optional. Hexadecimal numbers, `inf` and `nan` are not accepted.
  package static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "-+.eE".utf8.contains($0) }) else { return nil }
    return Double(String(text))
  }
}
